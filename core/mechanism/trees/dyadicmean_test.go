package trees

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"steward/core/constraint"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/message"
	"steward/core/policy/weighted"
	"steward/core/seeded"
)

// Along every edge of a policy the sums of neighbouring cells change by at most the stretch in all,
// by which their noise is scaled, and each cell is in one of them.
func TestDyadicMeanSums(t *testing.T) {
	used := 0
	mechanismtest.EachScene(t, 95, mechanismtest.Problems/2, func(_ mechanismtest.Maker, s mechanismtest.Scene) {
		g, err := histogramForest(s.Problem)
		if err != nil {
			t.Fatal(err)
		}
		n, err := NewSubtreeNoise(g, s.Problem)
		if err != nil {
			t.Fatal(err)
		}
		for _, width := range []int{1, 2, 3, 4} {
			n := dyadicNoise{n, width}
			one := make([]int64, g.forest.Cells())
			for u := range one {
				one[u] = 1
			}
			if got := mechanismtest.SumOf(n.sums(g, one)); got != int64(g.forest.Coordinates()) {
				t.Fatalf("%s: %d cells in sums, of %d", s.Name, got, g.forest.Coordinates())
			}
			check := func(u, v int, w weighted.Weight) {
				x := make([]int64, g.forest.Cells())
				x[u]++
				if v >= 0 {
					x[v]--
				}
				changed := int64(0)
				for _, d := range n.sums(g, g.sums(x)) {
					changed += max(d, -d)
				}
				loss := new(big.Rat).Quo(big.NewRat(changed, 1), n.Scale.Rat())
				budget := new(big.Rat).Quo(s.Effective().Rat(), s.Policy.LeastWeight().Rat())
				if loss.Cmp(budget.Mul(budget, w.Rat())) > 0 {
					t.Fatalf("%s, %d cells together: cells %d and %d lose %s of %s", s.Name, width, u, v, loss, budget)
				}
				if changed > 0 {
					used++
				}
			}
			edges := s.Edges(t)
			for _, e := range slices.Concat(edges.Own, edges.Published) {
				check(e.U, e.V, e.Weight)
			}
		}
	})
	if used == 0 {
		t.Error("no edge changed anything")
	}
}

// What is released is a function of the noisy sums alone: data with the same sums give the same.
func TestDyadicMeanSeesSumsOnly(t *testing.T) {
	e := mechanismtest.EveryRange(t, 64, 0, "0.5")
	g, err := histogramForest(e.Scene.Problem)
	if err != nil {
		t.Fatal(err)
	}
	n, err := NewSubtreeNoise(g, e.Scene.Problem)
	if err != nil {
		t.Fatal(err)
	}
	one, other := make([]int64, 64), make([]int64, 64)
	for u := range one {
		one[u] = int64(u % 8)
		other[u] = 28 * int64((8-u%8)/8)
	}
	var z [2][]float64
	for i, x := range [][]int64{one, other} {
		if z[i], err = (dyadicNoise{n, 8}).Estimate(g, measuring{z: x, src: seeded.New(20260101, 3)}); err != nil {
			t.Fatal(err)
		}
	}
	if !slices.Equal(z[0], z[1]) {
		t.Errorf("%v and %v", z[0], z[1])
	}
}

// Where people are few and the budget is small, cells are counted together; where counts are large and
// all different, one by one.
func TestDyadicMeanChoosesHowManyTogether(t *testing.T) {
	cells := seeded.Often(200, 400)
	for _, c := range []struct {
		name   string
		people func(u int) int64
		wide   bool
	}{
		{"few people, evenly", func(u int) int64 { return int64(1 + u/100%2) }, true},
		{"all different", func(u int) int64 { return int64(u*7919%1000) * 100_000 }, false},
	} {
		e := mechanismtest.EveryRange(t, cells, 0, "0.05")
		p, numbers := e.Scene.Problem, make([]int64, cells)
		for u := range numbers {
			numbers[u] = c.people(u)
		}
		var err error
		if p.StandIn, err = mechanism.Published(p.Workload.Domain(), numbers, message.Verbatim("last year's table")); err != nil {
			t.Fatal(err)
		}
		if p.Facts, err = constraint.Known(mechanismtest.SumOf(numbers)); err != nil {
			t.Fatal(err)
		}
		q, err := DyadicMean{}.Prepare(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		list := q.Noise()
		if wide := list[0].Rows < cells; wide != c.wide || len(list) != 1 || !list[0].Noisy() {
			t.Errorf("%s: %+v", c.name, list)
		}
		if v := q.ExpectedError().Summary().MeanSquare; math.IsNaN(v) || v <= 0 {
			t.Errorf("%s: an error of %v", c.name, v)
		}
	}
}
