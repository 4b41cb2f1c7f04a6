package strategy

import (
	"math"
	"testing"
)

// moveCost is the loss of a secret pair under noise with these scales: the sum over rows of
// scale times change, measured row by row. to = -1 takes the record out of the file.
func moveCost(t *testing.T, r *Tuned, from, to int) float64 {
	t.Helper()
	c := r.Chain
	x := make([]int64, c.Spec().Cells)
	x[from] = 1
	before, after := make([]int64, c.Rows()), make([]int64, c.Rows())
	if err := c.MeasureInto(before, x); err != nil {
		t.Fatal(err)
	}
	x[from] = 0
	if to >= 0 {
		x[to] = 1
	}
	if err := c.MeasureInto(after, x); err != nil {
		t.Fatal(err)
	}
	var cost float64
	for g, group := range c.Groups() {
		for i := group.First; i < group.First+group.Rows; i++ {
			if before[i] != after[i] {
				cost += r.Scales[g] * math.Abs(float64(after[i]-before[i]))
			}
		}
	}
	return cost
}

// Every secret pair, one by one, must cost at most the budget, and the worst all of it.
func TestTunedChainsSpendTheBudgetOnTheWorstPair(t *testing.T) {
	const cells = 45
	line := func(theta int) func(u, v int) bool { return func(u, v int) bool { return v-u <= theta } }
	for name, c := range map[string]struct {
		problem TuneProblem
		pair    func(u, v int) bool
		absent  bool
	}{
		"line(1)":   {lineProblem(cells, 1), line(1), false},
		"line(3)":   {lineProblem(cells, 3), line(3), false},
		"line(7)":   {lineProblem(cells, 7), line(7), false},
		"line(16)":  {lineProblem(cells, 16), line(16), false},
		"full":      {lineProblem(cells, cells-1), line(cells), false},
		"presence":  {TuneProblem{Cells: cells, Budget: 1, Variance: laplaceVariance, Loads: absentLoads(cells)}, line(cells), true},
		"partition": {TuneProblem{Cells: cells, KnownTotal: true, Budget: 1, Variance: laplaceVariance, Loads: partitionLoads(6), FreeScale: math.Inf(1)}, func(u, v int) bool { return u/6 == v/6 }, false},
	} {
		for _, c.problem.Target = range []Target{AllRanges(), AllPrefixes(), AllCells()} {
			r := mustTune(t, c.problem)
			var worst float64
			for u := range cells {
				for v := u + 1; v < cells; v++ {
					if c.pair(u, v) {
						worst = max(worst, moveCost(t, r, u, v))
					}
				}
				if c.absent {
					worst = max(worst, moveCost(t, r, u, -1))
				}
			}
			if math.Abs(worst-1) > 1e-9 {
				t.Errorf("%s, %+v: the worst pair costs %v, want the budget 1", name, r.Chain.Spec(), worst)
			}
		}
	}
}
