package choice

import (
	"context"
	"math"
	"math/big"
	"slices"
	"testing"

	"steward/core/account"
	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/internal/audit"
	"steward/core/mechanism"
	"steward/core/policy"
	"steward/core/policy/distance"
	"steward/core/policy/weighted"
	"steward/core/workload"
)

// unevenPolicies are policies over the tiny domain by name, under all of which the number of people ties
// two of them together: whoever leaves, another one comes, at another weight perhaps.
func unevenPolicies(t testing.TB, d *domain.Domain) map[string]*policy.Policy {
	t.Helper()
	town, age := d.Attributes()[0], d.Attributes()[1]
	graded, err := policy.Graded([]policy.Scaled{{Attribute: age, Scale: big.NewRat(1, 1)}}, policy.Grade{Norm: distance.L1, Unit: big.NewRat(1, 1)})
	if err != nil {
		t.Fatal(err)
	}
	made := func(parts []policy.Part, absences ...policy.Absence) *policy.Policy {
		p, err := policy.New(policy.Spec{Domain: d, Parts: parts, Together: 1, Absences: absences})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	youngest := domain.Combination{"age": {"0"}}
	complete, alone := []policy.Part{policy.Complete(town), policy.Complete(age)}, []policy.Part{policy.Alone(town), policy.Alone(age)}
	return map[string]*policy.Policy{
		"presence":               policy.PresenceOnly(d),
		"the youngest hidden":    made(alone, policy.Absence{Where: youngest, Weight: big.NewRat(1, 8)}, policy.Absence{}),
		"all, and the youngest":  made(complete, policy.Absence{Where: youngest, Weight: big.NewRat(1, 8)}, policy.Absence{}),
		"graded, and presence":   made([]policy.Part{policy.Complete(town), graded}, policy.Absence{Weight: big.NewRat(1, 2)}),
		"light values, presence": made([]policy.Part{weighed(t, policy.Complete(town)), weighed(t, policy.Complete(age))}, policy.Absence{}),
	}
}

func weighed(t testing.TB, p policy.Part) policy.Part {
	t.Helper()
	w, ok := p.(interface {
		Weigh(factor *big.Rat) (policy.Part, error)
	})
	if !ok {
		t.Fatalf("%s has no weights", p.Expert())
	}
	out, err := w.Weigh(big.NewRat(1, 8))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// loses returns the largest loss between neighbouring files of so many people, as a multiple of what is
// promised: one person moves along an edge, or one leaves where another comes.
func loses(t testing.TB, p *Prepared, people int64) float64 {
	t.Helper()
	edges, budget, worst := p.problem.Cells.Policy, p.problem.Cells.Budget.Float(), 0.0
	eachHistogram(p.problem.Choice.domain.PossibleCells(), people, func(x []int64) {
		total := int64(0)
		for _, n := range x {
			total += n
		}
		if total != people {
			return
		}
		law := jointLaw(p, x)
		for u := range x {
			for v := range x {
				if x[u] == 0 || u == v {
					continue
				}
				weight, joined := edges.Weight(policy.Vertex(u), policy.Vertex(v))
				if !joined {
					weight = weighted.Infinite
				}
				if a, out := edges.AbsentWeight(policy.Vertex(u)); out {
					if b, in := edges.AbsentWeight(policy.Vertex(v)); in {
						weight = min(weight, a, b)
					}
				}
				if weight == weighted.Infinite {
					continue
				}
				y := slices.Clone(x)
				y[u], y[v] = y[u]-1, y[v]+1
				l, promised := audit.Laws{P: law, Q: jointLaw(p, y)}, budget*weight.Steps()
				if !p.problem.Cells.Gaussian {
					worst = max(worst, l.MaxLoss()/promised)
					continue
				}
				for _, order := range []float64{1.01, 2, 16} {
					worst = max(worst, l.Renyi(order)/(order*promised*promised/2))
				}
			}
		}
	})
	return worst
}

// Where facts tie people together, and their edges have different weights, every two neighbouring files are
// kept apart by no more than the lightest edge between them allows. Copies that forget the facts, or take
// what moves along with a light edge to be as light, are found out.
func TestFactsWithUnequalWeights(t *testing.T) {
	const people = 2
	facts, err := constraint.Known(people)
	if err != nil {
		t.Fatal(err)
	}
	budget, err := account.ParseEpsilon("1.5")
	if err != nil {
		t.Fatal(err)
	}
	d := tiny(t)
	forgetful, light := 0, 0
	for policyName, published := range unevenPolicies(t, d) {
		for name, q := range map[string]Question{
			"median": {Kind: Percentile, Percent: big.NewRat(50, 1)},
			"common": {Kind: MostCommon, By: []domain.AttributeName{"town"}},
			"score": {Kind: Best, Test: Weights, Options: []Option{
				{Label: "a", Weights: map[string]*big.Rat{"1": big.NewRat(2, 1)}}, {Label: "b", Weights: map[string]*big.Rat{"0": big.NewRat(1, 1), "2": big.NewRat(-1, 1)}}}},
		} {
			for _, gaussian := range []bool{false, true} {
				q.Title, q.Column = name, "age"
				c, err := New(q, d)
				if err != nil {
					t.Fatal(err)
				}
				w, err := workload.New(workload.Question{Title: name, Kind: workload.Table, Columns: q.Columns()}, d)
				if err != nil {
					t.Fatal(err)
				}
				cells, err := mechanism.NewProblem(w, published, facts, budget)
				if err != nil {
					t.Fatal(err)
				}
				if cells.Tied.Factor < 2 {
					t.Fatalf("%s: the facts tie %d people together", policyName, cells.Tied.Factor)
				}
				cells.Gaussian = gaussian
				p, err := prepare(context.Background(), Problem{c, cells})
				if err != nil {
					t.Fatal(err)
				}
				if got := loses(t, p, people); got > 1+1e-9 {
					t.Errorf("%s under %s (delta: %v) loses %v times what it promises", name, policyName, gaussian, got)
				}
				for found, divisor := range map[*int]int{&forgetful: 1, &light: cells.Tied.Moves} {
					copied, own := *p, new(big.Rat).Quo(big.NewRat(p.sensitivity.Change, 1), p.sensitivity.Weight.Rat())
					copied.rate = own.Quo(budget.Over(divisor).Rat(), own)
					if gaussian {
						copied.rate.Mul(copied.rate, big.NewRat(2, 1))
					}
					if loses(t, &copied, people) > 1+1e-9 {
						*found++
					}
				}
			}
		}
	}
	if forgetful < 20 || light < 3 {
		t.Errorf("of 30 copies that forget facts %d are found out, of 30 that count moves %d", forgetful, light)
	}
}

// Where there are too many edges to walk over, the bound that stands for them is below none of them.
func TestTooManyEdgesAreBounded(t *testing.T) {
	for seed := range uint64(60) {
		m, ok := randomChoice(t, seed)
		if !ok {
			continue
		}
		p := m.problem.Cells.Policy
		all, err := sensitivityOf(t.Context(), m.choice, p, math.MaxInt)
		if err != nil {
			t.Fatal(err)
		}
		for _, most := range []int{1, 2, 5} {
			some, err := sensitivityOf(t.Context(), m.choice, p, most)
			if err != nil {
				t.Fatal(err)
			}
			if above(all.Change, all.Weight, some.Change, some.Weight) || all.Largest > some.Largest {
				t.Fatalf("seed %d: %+v of %d edges, %+v of all", seed, some, most, all)
			}
		}
	}
}
