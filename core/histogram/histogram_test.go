package histogram

import (
	"reflect"
	"strings"
	"testing"

	"steward/core/domain"
)

// twoByTwo is a domain of four cells of which "a, y" cannot occur.
func twoByTwo(t *testing.T) *domain.Domain {
	t.Helper()
	opts := domain.Options{Origin: domain.Typed, Blank: domain.Special{Rule: domain.Refuse}, Other: domain.Special{Rule: domain.Refuse}}
	one, err := domain.NewList("one", []string{"a", "b"}, opts)
	if err != nil {
		t.Fatal(err)
	}
	two, err := domain.NewList("two", []string{"x", "y"}, opts)
	if err != nil {
		t.Fatal(err)
	}
	d, err := domain.New([]*domain.Attribute{one, two}, []domain.Combination{{"one": {"a"}, "two": {"y"}}})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// uncountable is a domain with too many cells to count.
func uncountable(t *testing.T) *domain.Domain {
	t.Helper()
	var attrs []*domain.Attribute
	for _, name := range []domain.AttributeName{"a", "b", "c"} {
		a, err := domain.NewWhole(name, 0, 999, domain.Options{Origin: domain.Typed})
		if err != nil {
			t.Fatal(err)
		}
		attrs = append(attrs, a)
	}
	d, err := domain.New(attrs, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestAddAndWipe(t *testing.T) {
	d := twoByTwo(t)
	v, err := New(d)
	if err != nil {
		t.Fatal(err)
	}
	for _, cell := range []int{0, 3, 3, 2} {
		v.Add(cell)
	}
	if want := []int64{1, 0, 1, 2}; !reflect.DeepEqual(v.Counts(), want) || v.Total() != 4 {
		t.Errorf("counts %v with total %d, want %v with total 4", v.Counts(), v.Total(), want)
	}
	if v.Domain() != d {
		t.Error("the vector is over another domain than it was made for")
	}
	kept := v.Counts()
	v.Wipe()
	if want := []int64{0, 0, 0, 0}; !reflect.DeepEqual(kept, want) || v.Total() != 0 {
		t.Errorf("after wiping, counts are %v with total %d", kept, v.Total())
	}
}

func TestFromCounts(t *testing.T) {
	d := twoByTwo(t)
	for _, c := range []struct {
		name   string
		counts []int64
		want   string // part of the error, or "" for none
	}{
		{"allowed", []int64{5, 0, 1, 2}, ""},
		{"empty", []int64{0, 0, 0, 0}, ""},
		{"too few", []int64{1, 0, 0}, "3 counts for 4 cells"},
		{"too many", []int64{1, 0, 0, 0, 0}, "5 counts for 4 cells"},
		{"negative", []int64{0, 0, -1, 0}, "cell 2"},
		{"impossible", []int64{0, 1, 0, 0}, "cell 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			v, err := FromCounts(d, c.counts)
			switch {
			case c.want == "" && err != nil:
				t.Fatal(err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Fatalf("error %v, want one with %q", err, c.want)
			case c.want != "":
				return
			}
			var sum int64
			for _, n := range c.counts {
				sum += n
			}
			if v.Total() != sum || !reflect.DeepEqual(v.Counts(), c.counts) {
				t.Errorf("counts %v with total %d, want %v with total %d", v.Counts(), v.Total(), c.counts, sum)
			}
		})
	}
}

func TestTooManyCells(t *testing.T) {
	d := uncountable(t)
	if _, err := New(d); err == nil || !strings.Contains(err.Error(), "fewer columns") {
		t.Errorf("New: error %v, want one that asks for fewer columns", err)
	}
	if _, err := FromCounts(d, nil); err == nil || !strings.Contains(err.Error(), "fewer columns") {
		t.Errorf("FromCounts: error %v, want one that asks for fewer columns", err)
	}
}
