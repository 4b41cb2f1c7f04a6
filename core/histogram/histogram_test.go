package histogram

import (
	"reflect"
	"slices"
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

// Of several tables people are counted in each, and one is as many as another; wiped, nothing is left of any.
func TestTables(t *testing.T) {
	d := twoByTwo(t)
	var tables []*domain.Domain
	cells := 0
	for _, a := range d.Attributes() {
		table, err := d.Project([]domain.AttributeName{a.Name()})
		if err != nil {
			t.Fatal(err)
		}
		tables, cells = append(tables, table), cells+a.Size()
	}
	v, err := Tables(d, tables)
	if err != nil {
		t.Fatal(err)
	}
	if len(v.Each()) != len(tables) || len(v.Counts()) != cells || v.Domain() != d {
		t.Fatalf("%d tables of %d counts", len(v.Each()), len(v.Counts()))
	}
	for i, table := range v.Each() {
		table.AddMany(i%tables[i].Attributes()[0].Size(), 5)
		table.Add(0)
	}
	if v.Total() != 6 {
		t.Errorf("there are %d people", v.Total())
	}
	first := 0
	for i, table := range v.Each() {
		sum := int64(0)
		for _, n := range v.Counts()[first : first+tables[i].Attributes()[0].Size()] {
			sum += n
		}
		if first += tables[i].Attributes()[0].Size(); sum != 6 || table.Total() != 6 {
			t.Errorf("table %d counts %d people, and has %d", i, table.Total(), sum)
		}
	}
	v.Wipe()
	for i, table := range v.Each() {
		if table.Total() != 0 || slices.ContainsFunc(table.Counts(), func(n int64) bool { return n != 0 }) {
			t.Errorf("something is left of table %d", i)
		}
	}
}
