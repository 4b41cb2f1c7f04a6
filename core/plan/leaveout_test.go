package plan

import (
	"math"
	"strings"
	"testing"

	"steward/core/seeded"
)

func TestLeavingIsRead(t *testing.T) {
	for _, c := range []struct {
		p    Publishing
		want Leaving
		says string
	}{
		{Publishing{}, Leaving{}, ""},
		{Publishing{LeaveOut: "50"}, Leaving{Percent: 50, Share: 50}, ""},
		{Publishing{LeaveOut: "12.5", LeaveOutShare: "20", LeaveOutSize: "200"}, Leaving{Percent: 12.5, Share: 20, Size: 200}, ""},
		{Publishing{LeaveOut: "50", LeaveOutSize: SizeOfAnswers}, Leaving{Percent: 50, Share: 50, Answers: true}, ""},
		{Publishing{LeaveOutShare: "20"}, Leaving{}, "percentage of a number"},
		{Publishing{LeaveOutSize: SizeOfAnswers}, Leaving{}, "percentage of a number"},
		{Publishing{LeaveOut: "0"}, Leaving{}, "above 0"},
		{Publishing{LeaveOut: "1e3"}, Leaving{}, "above 0"},
		{Publishing{LeaveOut: "NaN"}, Leaving{}, "above 0"},
		{Publishing{LeaveOut: "50", LeaveOutShare: "100"}, Leaving{}, "below 100"},
		{Publishing{LeaveOut: "50", LeaveOutSize: "truth"}, Leaving{}, "noisy answers themselves"},
	} {
		r, err := c.p.Rule()
		switch {
		case c.says == "" && (err != nil || r.Leaving != c.want):
			t.Errorf("%+v is read as %+v, %v", c.p, r.Leaving, err)
		case c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)):
			t.Errorf("%+v: %v", c.p, err)
		}
		if c.says == "" && r.IsZero() != (c.p == Publishing{}) {
			t.Errorf("%+v changes nothing: %v", c.p, r.IsZero())
		}
	}
}

// The size is that of the average cell where everybody is counted in a table and their number is known, and has to be stated where not.
func TestSizeOfLeaving(t *testing.T) {
	people := int64(60)
	for name, c := range map[string]struct {
		change func(*Plan)
		want   float64 // 0 for a refusal
	}{
		"known":      {func(p *Plan) {}, 20},
		"unknown":    {func(p *Plan) { p.Facts.People = nil }, 0},
		"stated":     {func(p *Plan) { p.Facts.People, p.Questions[0].Publishing.LeaveOutSize = nil, "7" }, 7},
		"preferred":  {func(p *Plan) { p.Questions[0].Publishing.LeaveOutSize = "7" }, 7},
		"cumulative": {func(p *Plan) { p.Questions[0].Kind = "ranges"; p.Questions[0].Every = true }, 0},
		"some":       {func(p *Plan) { p.Questions[0].Only = []Answers{{Column: "age", Values: []string{"0"}}} }, 0},
		"answers":    {func(p *Plan) { p.Facts.People, p.Questions[0].Publishing.LeaveOutSize = nil, SizeOfAnswers }, -1},
	} {
		low, high := int64(0), int64(2)
		p := Plan{Version: Version, DataSet: "d", Budget: Budget{Epsilon: "1"}, Facts: Facts{People: &people},
			Columns:   []Column{{Name: "age", Kind: "whole", Lowest: &low, Highest: &high, Origin: "typed", Blank: Special{Rule: "refuse"}, Other: Special{Rule: "refuse"}}},
			Questions: []Question{{ID: "q", Title: "Ages", Kind: "table", Columns: names("age"), Publishing: &Publishing{LeaveOut: "50"}}},
		}
		c.change(&p)
		compiled, err := Compile(p)
		switch {
		case c.want == 0:
			if err == nil || !strings.Contains(err.Error(), "public size") {
				t.Errorf("%s: %v", name, err)
			}
			continue
		case err != nil:
			t.Errorf("%s: %v", name, err)
			continue
		}
		if l := compiled.Rule(0).Leaving; c.want > 0 && l.Size != c.want || l.Answers != (c.want < 0) {
			t.Errorf("%s: %+v", name, l)
		}
	}
}

// A rule by a public size asks no answer: whatever the answers are, it decides the same, and before the release. One by the answers
// decides by their sizes, and neither counts exact numbers as noisy.
func TestWhatDecidesLeaving(t *testing.T) {
	rng := seeded.New(27, 9)
	out := 0
	for range 3000 {
		n := 1 + rng.IntN(9)
		half, exact, a, b := make([]float64, n), make([]bool, n), make([]float64, n), make([]float64, n)
		for i := range n {
			half[i], exact[i], a[i], b[i] = 40*rng.Float64(), rng.IntN(4) == 0, 400*rng.Float64()-100, 400*rng.Float64()-100
			if exact[i] {
				half[i] = 0
			}
		}
		l := Leaving{Percent: float64(1 + rng.IntN(100)), Share: float64(1 + rng.IntN(99)), Size: float64(1 + rng.IntN(90))}
		left := l.LeavesOut(a, half, exact)
		if left != l.LeavesOut(b, half, exact) || left != l.LeavesOut(nil, half, exact) {
			t.Fatalf("%+v is decided by answers", l)
		}
		noisy := 0
		for i := range n {
			if !exact[i] && half[i]/l.Size > l.Percent/100 {
				noisy++
			}
		}
		if left != (float64(noisy)/float64(n) > l.Share/100) && math.Abs(float64(noisy)/float64(n)-l.Share/100) > 1e-9 {
			t.Fatalf("%+v of %v: %d of %d are noisy, left out %v", l, half, noisy, n, left)
		}
		if left {
			out++
		}
		own := l
		own.Answers, own.Size = true, 0
		for i := range n {
			a[i], b[i] = 1e-9, 1e12
		}
		if !exact[0] && n == 1 && (!own.LeavesOut(a, half, exact) || own.LeavesOut(b, half, exact)) {
			t.Fatalf("%+v is not decided by the answers", own)
		}
	}
	if out < 500 || out > 2500 {
		t.Errorf("%d of 3000 tables are left out", out)
	}
	if (Leaving{}).LeavesOut([]float64{1}, []float64{1e9}, []bool{false}) {
		t.Error("no rule leaves a table out")
	}
}

// What the sentences say of the intervals of what stays: by a public size they miss as often as ever, by the noisy numbers more often and
// on the high side.
func TestCoverageOfWhatStays(t *testing.T) {
	const truth, scale, draws = 20.0, 10.0, 40_000
	rng := seeded.New(27, 10)
	half := scale * math.Log(20) // noise is larger once in twenty times
	public, own := Leaving{Percent: 200, Share: 50, Size: truth}, Leaving{Percent: 100, Share: 50, Answers: true}
	kept, missed, high, all := 0, 0, 0.0, 0
	for range draws {
		noise := scale * rng.ExpFloat64()
		if rng.IntN(2) == 0 {
			noise = -noise
		}
		answer, miss := []float64{truth + noise}, math.Abs(noise) > half
		if public.LeavesOut(answer, []float64{half}, []bool{false}) {
			t.Fatal("the rule by a public size leaves the table out now and then")
		}
		if miss {
			all++
		}
		if !own.LeavesOut(answer, []float64{half}, []bool{false}) {
			kept++
			high += noise
			if miss {
				missed++
			}
		}
	}
	if err := seeded.Came(all, draws, 0.05, seeded.FalseAlarm); err != nil {
		t.Errorf("all intervals: %v", err)
	}
	if err := seeded.AtMost(missed, kept, 0.1, seeded.FalseAlarm); err == nil || high/float64(kept) < scale/2 {
		t.Errorf("of %d kept by noisy answers %d miss, and they are %v too high: the sentence says that this biases", kept, missed, high/float64(kept))
	}
}
