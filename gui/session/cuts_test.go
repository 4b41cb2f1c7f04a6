package session

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"steward/core/cuts"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/seeded"
	"steward/gui/session/columns"
)

// Ranges that the domain accepts are cuts, and cuts make the ranges again.
func TestCutsAreTheRanges(t *testing.T) {
	random := seeded.New(1, 2)
	for range 300 {
		whole := random.IntN(2) == 0
		made := cuts.Cuts{Below: random.IntN(2) == 0, Above: random.IntN(2) == 0}
		at := int64(random.IntN(100) - 50)
		for range 2 + random.IntN(6) {
			text := strconv.FormatInt(at, 10)
			if !whole {
				text = cuts.Text(mustNumber(t, text+"."+strconv.Itoa(random.IntN(9)+1)))
			}
			made.At = append(made.At, text)
			at += 1 + int64(random.IntN(20))
		}
		ranges := made.Ranges(whole)
		declared := make([]domain.Range, len(ranges))
		for i, r := range ranges {
			declared[i] = domain.Range(r)
		}
		if !slices.IsSortedFunc(made.At, func(a, b string) int { return mustNumber(t, a).Cmp(mustNumber(t, b)) }) {
			continue // fractions of negative numbers go the other way
		}
		if _, err := domain.NewRanges("x", declared, whole, domain.Options{Origin: domain.Typed}); err != nil {
			t.Fatalf("cuts %+v make ranges that are refused: %v", made, err)
		}
		again, ok := cuts.Of(ranges, whole)
		if !ok || !slices.Equal(again.At, made.At) || again.Below != made.Below || again.Above != made.Above {
			t.Fatalf("cuts %+v became %+v", made, again)
		}
		parsed, err := columns.ParseRanges(columns.RangeLines(ranges, whole), whole)
		if err != nil || !slices.Equal(parsed, ranges) {
			t.Fatalf("the list of %+v is read as %+v (%v)", ranges, parsed, err)
		}
	}
}

func mustNumber(t *testing.T, text string) *big.Rat {
	t.Helper()
	x, err := cuts.Number(text)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestParseRanges(t *testing.T) {
	for _, c := range []struct {
		text  string
		whole bool
		want  []plan.Range // nil for an error
	}{
		{"18-22\n23 – 27", true, []plan.Range{{From: "18", To: "22"}, {From: "23", To: "27"}}},
		{"under 18\n18 to 64\n65+ = retired", true, []plan.Range{{To: "17"}, {From: "18", To: "64"}, {From: "65", Label: "retired"}}},
		{"Under 1.5\n1.5 to under 2\n2 or more", false, []plan.Range{{To: "1.5"}, {From: "1.5", To: "2"}, {From: "2"}}},
		{"-5--1", true, []plan.Range{{From: "-5", To: "-1"}}},
		{"17 or less\n18", true, []plan.Range{{To: "17"}, {From: "18", To: "18"}}},
		{"0 to under 5", true, []plan.Range{{From: "0", To: "4"}}},
		{"any number", false, []plan.Range{{}}},
		{"17 or less", false, nil},
		{"18", false, nil},
		{"old", true, nil},
		{"1 to 2 to 3", true, nil},
		{"1e3 to 2e3", true, nil},
	} {
		got, err := columns.ParseRanges(c.text, c.whole)
		if c.want == nil {
			if err == nil || !strings.HasPrefix(err.Error(), "line 1: found ") {
				t.Errorf("%q is read as %v, error %v", c.text, got, err)
			}
			continue
		}
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q is read as %v, error %v; want %v", c.text, got, err, c.want)
		}
	}
}

func TestValuesAreReadBack(t *testing.T) {
	for _, values := range [][]string{{"yes", "no"}, {"Bath, city of", "Rome"}, {"Bath, city of"}, {`say "no"`}, {"a;b"}, {"one"}, nil} {
		if got := columns.ParseValues(columns.FormatValues(values)); !slices.Equal(got, values) {
			t.Errorf("%q is read back as %q", values, got)
		}
	}
	for text, want := range map[string][]string{
		"yes, no,  maybe":        {"yes", "no", "maybe"},
		"yes; no":                {"yes", "no"},
		`"Bath, city of", Rome`:  {"Bath, city of", "Rome"},
		"a, b\nc":                {"a, b", "c"},
		"\r\n one \r\n\r\ntwo\n": {"one", "two"},
		"  ":                     nil,
	} {
		if got := columns.ParseValues(text); !slices.Equal(got, want) {
			t.Errorf("%q is read as %q, want %q", text, got, want)
		}
	}
	list, twice := columns.AddValues([]string{"a", "b"}, []string{"c", "a", "c"})
	if !slices.Equal(list, []string{"a", "b", "c"}) || !slices.Equal(twice, []string{"a", "c"}) {
		t.Errorf("adding made %v, twice %v", list, twice)
	}
}

func FuzzParseRanges(f *testing.F) {
	f.Add("18-22\nunder 18", true)
	f.Add("0.5 to under 1 = x\n1 or more", false)
	f.Fuzz(func(t *testing.T, text string, whole bool) {
		ranges, err := columns.ParseRanges(text, whole)
		if err != nil {
			return
		}
		again, err := columns.ParseRanges(columns.RangeLines(ranges, whole), whole)
		if err != nil {
			t.Fatalf("%q is read as %v, whose list is refused: %v", text, ranges, err)
		}
		if !slices.Equal(ranges, again) {
			t.Fatalf("%q is read as %v, and its list as %v", text, ranges, again)
		}
		cuts.Of(ranges, whole)
	})
}
