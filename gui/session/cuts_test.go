package session

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/seeded"
	"steward/gui/session/columns"
)

func TestEvenCuts(t *testing.T) {
	for _, c := range []struct {
		from, to, width string
		whole           bool
		want            string // the ranges, or a part of the error
	}{
		{"18", "90", "5", true, "18–22 23–27 28–32 33–37 38–42 43–47 48–52 53–57 58–62 63–67 68–72 73–77 78–82 83–87 88–90"},
		{"0", "1", "0.25", false, "0 to under 0.25 0.25 to under 0.5 0.5 to under 0.75 0.75 to under 1"},
		{"-5", "5", "10", false, "-5 to under 5"},
		{"3", "3", "1", true, "3"},
		{"0", "10", "4", false, "0 to under 4 4 to under 8 8 to under 10"},
		{"0", "10", "0", false, "has to be above 0"},
		{"10", "0", "1", false, "the second has to be larger"},
		{"0", "1.5", "1", true, "1.5 is not a whole number"},
		{"0", "1000000", "1", true, "more than 5000: use a larger width"},
		{"", "1", "1", true, "From: a number such as 12.5 is missing"},
		{"0", "1,000", "1", true, `To: found “1,000”`},
		{"0", "1e300", "1", true, `To: found “1e300”`},
	} {
		cuts, err := columns.EvenCuts(c.from, c.to, c.width, c.whole)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = strings.ReplaceAll(columns.RangeLines(cuts.Ranges(c.whole), c.whole), "\n", " ")
		}
		if got != c.want && (err == nil || !strings.Contains(got, c.want)) {
			t.Errorf("%s to %s by %s: %q, want %q", c.from, c.to, c.width, got, c.want)
		}
		if err == nil && len(cuts.At) > 2 && cuts.Width() != c.width {
			t.Errorf("%s to %s by %s: the width is read back as %q", c.from, c.to, c.width, cuts.Width())
		}
	}
}

// Ranges that the domain accepts are cuts, and cuts make the ranges again.
func TestCutsAreTheRanges(t *testing.T) {
	random := seeded.New(1, 2)
	for range 300 {
		whole := random.IntN(2) == 0
		cuts := columns.Cuts{Below: random.IntN(2) == 0, Above: random.IntN(2) == 0}
		at := int64(random.IntN(100) - 50)
		for range 2 + random.IntN(6) {
			text := strconv.FormatInt(at, 10)
			if !whole {
				text = columns.PlainText(mustNumber(t, text+"."+strconv.Itoa(random.IntN(9)+1)))
			}
			cuts.At = append(cuts.At, text)
			at += 1 + int64(random.IntN(20))
		}
		ranges := cuts.Ranges(whole)
		declared := make([]domain.Range, len(ranges))
		for i, r := range ranges {
			declared[i] = domain.Range(r)
		}
		if !slices.IsSortedFunc(cuts.At, func(a, b string) int { return mustNumber(t, a).Cmp(mustNumber(t, b)) }) {
			continue // fractions of negative numbers go the other way
		}
		if _, err := domain.NewRanges("x", declared, whole, domain.Options{Origin: domain.Typed}); err != nil {
			t.Fatalf("cuts %+v make ranges that are refused: %v", cuts, err)
		}
		again, ok := columns.CutsOf(ranges, whole)
		if !ok || !slices.Equal(again.At, cuts.At) || again.Below != cuts.Below || again.Above != cuts.Above {
			t.Fatalf("cuts %+v became %+v", cuts, again)
		}
		parsed, err := columns.ParseRanges(columns.RangeLines(ranges, whole), whole)
		if err != nil || !slices.Equal(parsed, ranges) {
			t.Fatalf("the list of %+v is read as %+v (%v)", ranges, parsed, err)
		}
	}
}

func mustNumber(t *testing.T, text string) *big.Rat {
	t.Helper()
	x, err := columns.PlainNumber(text)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestRangesThatAreNoCuts(t *testing.T) {
	for _, ranges := range [][]plan.Range{
		{{From: "0", To: "10"}, {From: "20", To: "30"}},
		{{From: "0", To: "10"}, {From: "5", To: "30"}},
		{{From: "0", To: "x"}},
		{{From: "0"}, {From: "5"}},
		{{To: "5"}, {To: "7"}},
		{{From: "5", To: "3"}},
		{{}},
		nil,
	} {
		if c, ok := columns.CutsOf(ranges, false); ok {
			t.Errorf("%v are the cuts %+v", ranges, c)
		}
	}
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

func TestSplitAndJoin(t *testing.T) {
	cuts := columns.Cuts{At: []string{"0", "10", "11"}, Below: true, Above: true}
	for i, want := range []string{"-10 0 10 11", "0 5 10 11", "", "0 10 11 12"} {
		got, ok := cuts.Split(i, true)
		if ok != (want != "") || ok && strings.Join(got.At, " ") != want {
			t.Errorf("splitting range %d: %v %v, want %q", i, got.At, ok, want)
		}
	}
	for i, want := range []string{"10 11", "0 11", "0 10", ""} {
		got, ok := cuts.Join(i)
		if ok != (want != "") || ok && strings.Join(got.At, " ") != want {
			t.Errorf("joining range %d: %v %v, want %q", i, got.At, ok, want)
		}
	}
	if _, ok := (columns.Cuts{At: []string{"5"}, Below: true, Above: true}).Join(0); ok {
		t.Error("the only cut was taken away")
	}
	if strings.Join(cuts.At, " ") != "0 10 11" {
		t.Errorf("the cuts themselves became %v", cuts.At)
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
		columns.CutsOf(ranges, whole)
	})
}
