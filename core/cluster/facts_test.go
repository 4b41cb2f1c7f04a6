package cluster

import (
	"math/big"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/internal/randompolicy"
	"steward/core/mechanism"
	"steward/core/policy"
	"steward/core/policy/weighted"
)

// exchanged returns the most that neighbouring files cost by the noise of one of so many rounds, as a part
// of what they may, where the number of people is known: one person moves along an edge, or one leaves where
// another comes, and the lightest edge between the two files counts.
func (r random) exchanged(t *testing.T, m *measure, now amounts, rounds int64) *big.Rat {
	t.Helper()
	cells, worst := r.problem.Cells, new(big.Rat)
	for u := range r.clustering.cells {
		for v := range r.clustering.cells {
			weight, joined := cells.Policy.Weight(policy.Vertex(u), policy.Vertex(v))
			if !joined {
				weight = weighted.Infinite
			}
			if a, out := cells.Policy.AbsentWeight(policy.Vertex(u)); out {
				if b, in := cells.Policy.AbsentWeight(policy.Vertex(v)); in {
					weight = min(weight, a, b)
				}
			}
			if u == v || weight == weighted.Infinite {
				continue
			}
			lost, known := r.lost(m, now, policy.Vertex(u), policy.Vertex(v))
			if !known {
				t.Fatalf("a sum that changes has no noise (%s)", randompolicy.Describe(cells.Policy))
			}
			allowed := new(big.Rat).Mul(cells.Budget.Rat(), weight.Rat())
			if cells.Gaussian {
				allowed.Mul(allowed, allowed)
			}
			allowed.Quo(allowed, big.NewRat(rounds, 1))
			if lost.Quo(lost, allowed); lost.Cmp(worst) > 0 {
				worst.Set(lost)
			}
		}
	}
	return worst
}

// Where the number of people ties two of them together, and their edges have different weights, the noise
// of a round hides one who leaves and another who comes. Copies that forget the fact, or take what moves
// along with a light edge to be as light, are found out.
func TestFactsWithUnequalWeights(t *testing.T) {
	facts, err := constraint.Known(9)
	if err != nil {
		t.Fatal(err)
	}
	tried, forgetful, light := 0, 0, 0
	enough := func() bool { return tried >= 20 && forgetful >= 10 && light >= 5 }
	for seed := uint64(0); seed < 100 || seed < 2000 && !enough(); seed++ {
		r, ok := randomClustering(t, seed)
		if !ok || r.clustering.cells > 24 {
			continue
		}
		before := r.problem.Cells
		cells, err := mechanism.NewProblem(before.Workload, someHidden(t, before.Policy), facts, before.Budget)
		if err != nil || cells.Tied.Factor < 2 {
			t.Fatalf("seed %d: %d are tied together, %v", seed, cells.Tied.Factor, err)
		}
		cells.Gaussian = before.Gaussian
		r.problem.Cells = cells
		walked, _, _ := r.problem.edgesAndBudget()
		e, err := newEdges(t.Context(), r.clustering, walked)
		if err != nil {
			t.Fatal(err)
		}
		in, err := r.problem.prepareRounds(t.Context(), e, 2)
		if err != nil {
			t.Fatal(err)
		}
		centres, people := r.randomCentres(), make([]float64, r.clustering.question.Clusters)
		of := make([]int16, r.clustering.cells)
		r.clustering.assign(of, centres)
		worst := func(in *inRounds) *big.Rat {
			about, now, err := in.design(of, centres, people)
			if err != nil {
				t.Fatal(err)
			}
			return r.exchanged(t, &measure{c: r.clustering, of: of, about: about}, now.amounts, 2)
		}
		one := big.NewRat(1, 1)
		tried++
		if got := worst(in); got.Cmp(one) > 0 {
			t.Errorf("seed %d: %s of what may be lost (%s)", seed, got.FloatString(6), randompolicy.Describe(cells.Policy))
		}
		own, err := newEdges(t.Context(), r.clustering, cells.Policy)
		if err != nil {
			t.Fatal(err)
		}
		for found, divisor := range map[*int]int{&forgetful: 1, &light: cells.Tied.Moves} {
			copied := *in
			copied.edges = own
			copied.loss.budget = cells.Budget.Over(divisor).Rat()
			if cells.Gaussian {
				copied.loss.budget.Mul(copied.loss.budget, copied.loss.budget)
			}
			copied.loss.budget.Quo(copied.loss.budget, big.NewRat(2, 1))
			if worst(&copied).Cmp(one) > 0 {
				*found++
			}
		}
	}
	if !enough() {
		t.Errorf("of %d copies that forget the fact %d are found out, and %d that count moves", tried, forgetful, light)
	}
}

// someHidden returns a policy with the values of another, under which it is a secret whether somebody is in
// the file, and a closer one for those with the first value of the first column.
func someHidden(t *testing.T, p *policy.Policy) *policy.Policy {
	t.Helper()
	first := p.Domain().Attributes()[0]
	out, err := policy.New(policy.Spec{Domain: p.Domain(), Parts: p.Parts(), Together: max(p.Together(), 1), Absences: []policy.Absence{
		{}, {Where: domain.Combination{first.Name(): {first.Label(0)}}, Weight: big.NewRat(1, 8)}}})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The noise of a start that is drawn, and of the rounds after it, together hide every edge: each has an
// equal part of the budget, the draw too.
func TestDrawnStartHasItsShare(t *testing.T) {
	tried := 0
	for seed := range uint64(120) {
		r, ok := randomClustering(t, seed)
		if !ok || r.clustering.cells > 200 {
			continue
		}
		r.clustering.question.Start = Drawn
		walked, budget, _ := r.problem.edgesAndBudget()
		e, err := newEdges(t.Context(), r.clustering, walked)
		if err != nil {
			t.Fatal(err)
		}
		in, err := r.problem.prepareRounds(t.Context(), e, 2)
		if err != nil {
			continue // fewer combinations of values than groups
		}
		tried++
		whole := new(big.Rat).Mul(in.loss.budget, big.NewRat(3, 1)) // two rounds and the draw
		if r.problem.Cells.Gaussian {
			budget = new(big.Rat).Mul(budget, budget)
		}
		if whole.Cmp(budget) > 0 {
			t.Fatalf("seed %d: a draw and two rounds spend %s of %s", seed, whole, budget)
		}
		r.drawKeeps(t, in, budget.Quo(budget, big.NewRat(3, 1)))
	}
	if tried < 40 {
		t.Errorf("%d starts were looked at", tried)
	}
}

// drawKeeps compares what the draw of a start costs along every edge with what it may, by the changes of the
// scores as they are worked out for whole data sets.
func (r random) drawKeeps(t *testing.T, in *inRounds, part *big.Rat) {
	t.Helper()
	d, c := in.drawn, r.clustering
	scores := func(cell policy.Vertex) []int64 {
		out := make([]int64, len(d.lists))
		if cell == policy.Absent {
			return out
		}
		for i, cost := range d.costs() {
			out[i] = -int64(cost[cell])
		}
		return out
	}
	err := in.edges.policy.Edges(func(x policy.Edge) bool {
		if c.kindOf(int(x.U)) != 0 || x.V != policy.Absent && c.kindOf(int(x.V)) != 0 {
			return true
		}
		a, b := scores(x.U), scores(x.V)
		least, most := a[0]-b[0], a[0]-b[0]
		for i := range a {
			least, most = min(least, a[i]-b[i]), max(most, a[i]-b[i])
		}
		if d.rate == nil && most == least {
			return true // the best is taken for public sums
		}
		lost := new(big.Rat).Mul(d.rate, new(big.Rat).SetInt64(most-least))
		allowed := new(big.Rat).Mul(part, x.Weight.Rat())
		if d.squares { // a log ratio that spans a range of l has a loss of l²/4 in squares of r
			lost.Mul(lost, lost)
			lost.Quo(lost, big.NewRat(4, 1))
			allowed.Mul(allowed, x.Weight.Rat())
		}
		if lost.Cmp(allowed) > 0 {
			t.Fatalf("the draw loses %s of %s (%s)", lost.FloatString(9), allowed.FloatString(9), randompolicy.Describe(in.edges.policy))
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
}
