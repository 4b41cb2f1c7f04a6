package trees

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"steward/core/constraint"
	"steward/core/mechanism"
	"steward/core/mechanism/box"
	"steward/core/mechanism/mechanismtest"
	"steward/core/message"
	"steward/core/policy/weighted"
	"steward/core/seeded"
	"steward/core/workload"
)

// Whatever the noisy counts of the coarse grid are, each cell is in one of its rectangles and in one of what they are cut into, and
// along every edge of a policy the counts of both change by no more than their noise is scaled by, so that the two losses add up to
// the budget at most.
func TestAdaptiveGridLosesItsBudget(t *testing.T) {
	used := 0
	mechanismtest.EachScene(t, 97, 2*mechanismtest.Problems, func(_ mechanismtest.Maker, s mechanismtest.Scene) {
		s.Problem.StandIn = mechanismtest.Like(t, s)
		if !(AdaptiveGrid{}).Check(s.Problem).OK() {
			return
		}
		g, err := histogramForest(s.Problem)
		if err != nil {
			t.Fatal(err)
		}
		r := seeded.New(97, uint64(g.forest.Cells()))
		for _, times := range []float64{0.5, 2, 40} {
			n, err := newGridNoise(g, s.Problem, big.NewRat(int64(1+r.IntN(3)), 4), times)
			if err != nil {
				t.Fatal(err)
			}
			// The same cuts for every histogram, since they are made of noisy counts alone.
			coarse := n.count(nil, g, make([]int64, g.forest.Cells()), n.rows, n.columns)
			var cuts [][2][]int
			for i := range coarse {
				coarse[i].sum = int64(math.Exp(12*r.Float64())) - 100
				rows, columns := n.cut(coarse[i])
				cuts = append(cuts, [2][]int{rows, columns})
			}
			counted := func(x []int64) (first, second []counted) {
				z := g.sums(x)
				first = n.count(nil, g, z, n.rows, n.columns)
				for _, c := range cuts {
					second = n.count(second, g, z, c[0], c[1])
				}
				return first, second
			}
			for u := range g.forest.Cells() {
				x := make([]int64, g.forest.Cells())
				x[u] = 1
				first, second := counted(x)
				want := int64(0)
				if g.forest.HasCoordinate(u) {
					want = 1
				}
				if a, b := changed(first), changed(second); a != want || b != want {
					t.Fatalf("%s: cell %d is in %d rectangles and %d smaller ones", s.Name, u, a, b)
				}
			}
			check := func(u, v int, w weighted.Weight) {
				x := make([]int64, g.forest.Cells())
				x[u]++
				if v >= 0 {
					x[v]--
				}
				first, second := counted(x)
				loss := new(big.Rat).Quo(big.NewRat(changed(first), 1), n.coarse.Rat())
				loss.Add(loss, new(big.Rat).Quo(big.NewRat(changed(second), 1), n.fine.Rat()))
				budget := new(big.Rat).Quo(s.Effective().Rat(), s.Policy.LeastWeight().Rat())
				if loss.Cmp(budget.Mul(budget, w.Rat())) > 0 {
					t.Fatalf("%s: cells %d and %d lose %s of %s", s.Name, u, v, loss, budget)
				}
				used++
			}
			edges := s.Edges(t)
			for _, e := range slices.Concat(edges.Own, edges.Published) {
				check(e.U, e.V, e.Weight)
			}
		}
	})
	if used == 0 {
		t.Error("no edge was looked at")
	}
}

// changed adds up the sizes of counts.
func changed(list []counted) (sum int64) {
	for _, c := range list {
		sum += max(c.sum, -c.sum)
	}
	return sum
}

// On a map of a few towns rectangles are nearer the truth than by the other methods, and a known number of people is met.
func TestAdaptiveGridOnASparseMap(t *testing.T) {
	const side = 64
	r := seeded.New(2013, 64)
	span := func() workload.Span {
		from, to := r.IntN(side), r.IntN(side)
		return workload.Span{From: fmt.Sprint(min(from, to)), To: fmt.Sprint(max(from, to))}
	}
	var boxes [][]workload.Span
	for range 40 {
		boxes = append(boxes, []workload.Span{span(), span()})
	}
	counts := make([]int64, side*side)
	for range 12 { // towns of many sizes
		x, y, people, wide := side*r.Float64(), side*r.Float64(), math.Exp(4+5*r.Float64()), 0.5+2*r.Float64()
		for u := range counts {
			dx, dy := (float64(u/side)-x)/wide, (float64(u%side)-y)/wide
			counts[u] += int64(people / (wide * wide) * math.Exp(-(dx*dx+dy*dy)/2))
		}
	}
	p := mechanismtest.SquareGrid(t, side, 2*side, "0.1", boxes).Scene.Problem
	var err error
	if p.Facts, err = constraint.Known(mechanismtest.SumOf(counts)); err != nil {
		t.Fatal(err)
	}
	if p.StandIn, err = mechanism.Published(p.Workload.Domain(), counts, message.Verbatim("last year's map")); err != nil {
		t.Fatal(err)
	}
	off := make(map[string]float64)
	for _, m := range []mechanism.Mechanism{AdaptiveGrid{}, DyadicMean{}, TreeDawa{}, box.NestedBoxes{}} {
		q, err := m.Prepare(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		off[m.Info().ID] = q.ExpectedError().Summary().MeanSquare
	}
	for id, v := range off {
		if id != "adaptive-grid" && off["adaptive-grid"] > v/2 {
			t.Errorf("errors %v", off)
		}
	}
	q, err := AdaptiveGrid{}.Prepare(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	g := q.(*PreparedTree)
	z, err := g.Noisy.Estimate(g.SpanningForest, measuring{z: g.SpanningForest.sums(counts), sums: []int64{mechanismtest.SumOf(counts)}, src: seeded.New(1, 2)})
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, v := range z {
		sum += v
	}
	if math.Abs(sum-float64(mechanismtest.SumOf(counts))) > 1e-6 {
		t.Errorf("the estimates add up to %v", sum)
	}
}
