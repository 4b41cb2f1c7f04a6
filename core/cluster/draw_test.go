package cluster

import (
	"context"
	"math"
	"math/big"
	"testing"

	"steward/core/histogram"
	"steward/core/mechanism"
	"steward/core/policy"
	"steward/core/policy/weighted"
	"steward/core/seeded"
)

// TestDrawOfCentresHidesEveryEdge adds up what a draw of centres to begin with costs along every edge of
// random policies: the rate times the range of the changes of scores.
func TestDrawOfCentresHidesEveryEdge(t *testing.T) {
	tried, full := 0, 0
	for seed := range uint64(400) {
		r, ok := randomClustering(t, seed)
		if !ok {
			continue
		}
		r.clustering.question.Start = Drawn
		p := r.problem
		walked, _, _ := p.edgesAndBudget()
		e, err := newEdges(context.Background(), r.clustering, walked)
		if err != nil {
			t.Fatal(err)
		}
		in, err := p.prepareRounds(context.Background(), e, 3)
		if err != nil {
			t.Fatal(err)
		}
		d := in.drawn
		worst := 0.0
		err = p.Cells.Policy.Edges(func(x policy.Edge) bool {
			// The scores of one person at each end, by the definition.
			low, high := math.Inf(1), math.Inf(-1)
			for _, cost := range d.costs() {
				change := -float64(cost[x.U])
				if x.V != policy.Absent {
					change += float64(cost[x.V])
				}
				low, high = min(low, change), max(high, change)
			}
			if d.rate == nil { // the best is taken for public sums: no edge may change a score
				worst = max(worst, 2*(high-low))
				return true
			}
			rate, _ := d.rate.Float64()
			// A quarter of the budget; with a delta a range of twice the root of a quarter of r².
			allowed := p.Cells.EffectiveAt(x.Weight).Float() / 4
			if p.Cells.Gaussian {
				allowed = 2 * p.Cells.EffectiveAt(x.Weight).Float() / 2
			}
			worst = max(worst, rate*(high-low)/allowed)
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		tried++
		if worst > 1+1e-9 {
			t.Errorf("seed %d: a draw costs %v of what it may", seed, worst)
		}
		if worst > 0.99 {
			full++
		}
	}
	if tried < 100 || full < tried/3 {
		t.Errorf("of %d draws %d use all of their budget", tried, full)
	}
}

// TestDrawnCentresAreNear draws among lists where one is far better, at a large budget.
func TestDrawnCentresAreNear(t *testing.T) {
	d := grid(t, []int{30})
	c := asks(t, d, 3)
	p := problemOn(t, c, thresholdOn(t, d, 0), "9", 300)
	lists := [][]point{{{0}, {1}, {2}}, {{5}, {15}, {25}}, {{27}, {28}, {29}}}
	e, err := newEdges(context.Background(), c, p.Cells.Policy)
	if err != nil {
		t.Fatal(err)
	}
	draw := newDrawing(c, e, loss{budget: big.NewRat(3, 1)}, false, weighted.One, lists)
	counts := make([]int64, 30)
	counts[5], counts[15], counts[25] = 100, 100, 100
	src := seeded.New(20261123, 2)
	for range 50 {
		// Another list is worse by more than 300 people's tenths at a rate of 3/1000 or more: a chance
		// below 1e-20.
		if i, err := draw.draw(counts, counts, src); err != nil || i != 1 {
			t.Fatalf("list %d was drawn: %v", i, err)
		}
	}
}

// TestSizesAreInPeople finds groups of rows that stand for ten people each.
func TestSizesAreInPeople(t *testing.T) {
	d := grid(t, []int{10, 10})
	c := asks(t, d, 2)
	counts := make([]int64, c.cells)
	counts[d.Index([]int{2, 2})], counts[d.Index([]int{9, 9})] = 300, 200
	v, err := histogram.FromCounts(d, counts)
	if err != nil {
		t.Fatal(err)
	}
	p := problemOn(t, c, thresholdOn(t, d, 0), "100", 0)
	p.Cells.Unit = mechanism.Unit{People: 10, Parts: 1}
	list, err := Alternatives(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	src := seeded.New(20261123, 3)
	for _, a := range list {
		found, err := a.Release(context.Background(), v, src)
		if err != nil {
			t.Fatal(err)
		}
		for g, want := range []float64{3000, 2000} {
			got := found.Groups[g]
			// Laplace noise is 300 people off with a chance of exp(-300 √2 / SizeError).
			if got.SizeError > 15 || math.Abs(got.Size-want) > 300 || math.Mod(got.Tidied, 10) != 0 || math.Abs(got.Tidied-want) > 300 {
				t.Errorf("%s %s: group %d has %+v", a.Info().ID, a.Table(), g+1, got)
			}
		}
	}
}
