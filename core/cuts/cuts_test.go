package cuts_test

import (
	"strings"
	"testing"

	"steward/core/cuts"
	"steward/core/plan"
)

// written writes ranges with their ends.
func written(ranges []plan.Range) string {
	out := make([]string, len(ranges))
	for i, r := range ranges {
		out[i] = r.From + ".." + r.To
	}
	return strings.Join(out, " ")
}

func TestEven(t *testing.T) {
	for _, c := range []struct {
		from, to, width string
		whole           bool
		want            string // the ranges, or a part of the error
	}{
		{"18", "90", "5", true, "18..22 23..27 28..32 33..37 38..42 43..47 48..52 53..57 58..62 63..67 68..72 73..77 78..82 83..87 88..90"},
		{"0", "1", "0.25", false, "0..0.25 0.25..0.5 0.5..0.75 0.75..1"},
		{"-5", "5", "10", false, "-5..5"},
		{"3", "3", "1", true, "3..3"},
		{"0", "10", "4", false, "0..4 4..8 8..10"},
		{"0", "10", "0", false, "has to be above 0"},
		{"10", "0", "1", false, "the second has to be larger"},
		{"0", "1.5", "1", true, "1.5 is not a whole number"},
		{"0", "1000000", "1", true, "more than 5000: use a larger width"},
		{"", "1", "1", true, "From: a number such as 12.5 is missing"},
		{"0", "1,000", "1", true, `To: found "1,000"`},
		{"0", "1e300", "1", true, `To: found "1e300"`},
	} {
		made, err := cuts.Even(c.from, c.to, c.width, c.whole)
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = written(made.Ranges(c.whole))
		}
		if got != c.want && (err == nil || !strings.Contains(got, c.want)) {
			t.Errorf("%s to %s by %s: %q, want %q", c.from, c.to, c.width, got, c.want)
		}
		if err == nil && len(made.At) > 2 && made.Width() != c.width {
			t.Errorf("%s to %s by %s: the width is read back as %q", c.from, c.to, c.width, made.Width())
		}
	}
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
		if c, ok := cuts.Of(ranges, false); ok {
			t.Errorf("%v are the cuts %+v", ranges, c)
		}
	}
}

func TestSplitAndJoin(t *testing.T) {
	made := cuts.Cuts{At: []string{"0", "10", "11"}, Below: true, Above: true}
	for i, want := range []string{"-10 0 10 11", "0 5 10 11", "", "0 10 11 12"} {
		got, ok := made.Split(i, true)
		if ok != (want != "") || ok && strings.Join(got.At, " ") != want {
			t.Errorf("splitting range %d: %v %v, want %q", i, got.At, ok, want)
		}
	}
	for i, want := range []string{"10 11", "0 11", "0 10", ""} {
		got, ok := made.Join(i)
		if ok != (want != "") || ok && strings.Join(got.At, " ") != want {
			t.Errorf("joining range %d: %v %v, want %q", i, got.At, ok, want)
		}
	}
	if _, ok := (cuts.Cuts{At: []string{"5"}, Below: true, Above: true}).Join(0); ok {
		t.Error("the only cut was taken away")
	}
	if strings.Join(made.At, " ") != "0 10 11" {
		t.Errorf("the cuts themselves became %v", made.At)
	}
}
