package release

import (
	"testing"

	"steward/core/plan"
	"steward/core/result"
)

// The interval of an answer is cut to what is possible, and holds what is published wherever that lies.
func TestIntervalsOf(t *testing.T) {
	p := smallPlan(100)
	p.Questions = p.Questions[:1]
	problem := compileSmall(t, p).Problems[0]
	for _, c := range []struct {
		name                     string
		unadjusted, half, tidied float64
		exact                    bool
		roundTo                  int64
		low, high                float64
	}{
		{"whole", 20, 7, 20, false, 0, 13, 27},
		{"drawn in", 20.4, 6.9, 20, false, 0, 14, 27},
		{"not below zero", 2.5, 7, 2, false, 0, 0, 9},
		{"not above the people", 97, 7, 98, false, 0, 90, 100},
		{"published above", 20, 7, 40, false, 0, 13, 40},
		{"published below", 20, 7, 3, false, 0, 3, 27},
		{"nothing possible is near", -20, 7, 5, false, 0, 0, 5},
		{"no whole number is near", 20.4, 0.2, 20, false, 0, 20, 20},
		{"rounded", 20, 2, 21, false, 50, 0, 22},
		{"exact", 20, 0, 20, true, 0, 20, 20},
		{"exact and rounded", 20, 0, 20, true, 50, 0, 20},
	} {
		q := result.Question{Workload: problem.Workload, Unadjusted: []float64{c.unadjusted}, HalfWidth: []float64{c.half}, Tidied: []float64{c.tidied},
			Exact: []bool{c.exact}, Rule: plan.Rule{RoundTo: c.roundTo}}
		if Intervals(problem, &q); q.Low[0] != c.low || q.High[0] != c.high {
			t.Errorf("%s: from %v to %v", c.name, q.Low[0], q.High[0])
		}
	}
}

// What follows from answers is marked where its interval says next to nothing, and is cut to what is possible otherwise.
func TestDerivedSaysNothing(t *testing.T) {
	c := compileSmall(t, derivedPlan(100, ""))
	plans, err := c.Plan.Questions[0].Derived(c.Problems[0].Workload)
	if err != nil {
		t.Fatal(err)
	}
	for unit, cases := range map[plan.Unit][]struct{ from, to result.Derived }{
		plan.InPercent: {
			{result.Derived{Value: 38, Low: 0, High: 80}, result.Derived{Low: 0, High: 80, Unreliable: true}},
			{result.Derived{Value: 38, Low: 13, High: 63}, result.Derived{Value: 38, Low: 13, High: 63}},
			{result.Derived{Value: 7, Low: 9, High: 20}, result.Derived{Value: 7, Low: 7, High: 20}},
			{result.Derived{Low: 0, High: 100, Unreliable: true}, result.Derived{Low: 0, High: 100, Unreliable: true}},
		},
		plan.InPoints: {
			{result.Derived{Value: -5, Low: -60, High: 41}, result.Derived{Low: -60, High: 41, Unreliable: true}},
			{result.Derived{Value: -5, Low: -55, High: 45}, result.Derived{Value: -5, Low: -55, High: 45}},
		},
		plan.InCounts: {
			{result.Derived{Value: 90.5, Low: 60.25, High: 120.75}, result.Derived{Value: 90.5, Low: 61, High: 100}},
			{result.Derived{Value: -90.5, Low: -120.75, High: -60.25}, result.Derived{Value: -90.5, Low: -100, High: -61}},
			{result.Derived{Value: 3, Low: 3, High: 3}, result.Derived{Value: 3, Low: 3, High: 3}},
		},
	} {
		for _, of := range cases {
			tables := make([]result.DerivedTable, len(plans))
			for k, p := range plans {
				tables[k] = result.DerivedTable{Unit: p.Unit, Values: make([]result.Derived, len(p.Values))}
				for i := range tables[k].Values {
					if p.Unit == unit {
						tables[k].Values[i] = of.from
					}
				}
			}
			if err := Contain(c, 0, tables); err != nil {
				t.Fatal(err)
			}
			for _, table := range tables {
				for _, got := range table.Values {
					if table.Unit == unit && (got.Value != of.to.Value || got.Low != of.to.Low || got.High != of.to.High || got.Unreliable != of.to.Unreliable) {
						t.Errorf("%s: of %+v came %+v, want %+v", unit, of.from, got, of.to)
					}
				}
			}
		}
	}
	if averages := (plan.DerivedTable{Unit: plan.InAverages, Low: 10, High: 30}); averages.SaysNothing(10) || !averages.SaysNothing(10.5) {
		t.Error("averages from 10 to 30 are not told by half of that")
	}
}
