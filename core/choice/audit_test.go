package choice

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"testing"

	"steward/core/account"
	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/internal/audit"
	"steward/core/mechanism"
	"steward/core/policy"
	"steward/core/policy/distance"
	"steward/core/workload"
)

// tiny is a domain of three ages and two towns.
func tiny(t testing.TB) *domain.Domain {
	t.Helper()
	refuse := domain.Special{Rule: domain.Refuse}
	opts := domain.Options{Origin: domain.Typed, Blank: refuse, Other: refuse}
	age, err := domain.NewWhole("age", 0, 2, opts)
	if err != nil {
		t.Fatal(err)
	}
	town, err := domain.NewList("town", []string{"North", "South"}, opts)
	if err != nil {
		t.Fatal(err)
	}
	d, err := domain.New([]*domain.Attribute{town, age}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// tinyPolicies are policies over it by name: plain, with thresholds, weights, kept apart by town, and
// with presence.
func tinyPolicies(t testing.TB, d *domain.Domain) map[string]*policy.Policy {
	t.Helper()
	town, age := d.Attributes()[0], d.Attributes()[1]
	near, err := policy.Near(age, big.NewRat(1, 1), policy.OwnGroup)
	if err != nil {
		t.Fatal(err)
	}
	graded, err := policy.Graded([]policy.Scaled{{Attribute: age, Scale: big.NewRat(1, 1)}}, policy.Grade{Norm: distance.L1, Unit: big.NewRat(2, 1)})
	if err != nil {
		t.Fatal(err)
	}
	made := func(s policy.Spec) *policy.Policy {
		s.Domain = d
		p, err := policy.New(s)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	return map[string]*policy.Policy{
		"all":              policy.Full(d, false),
		"all and presence": policy.Full(d, true),
		"presence":         policy.PresenceOnly(d),
		"near":             made(policy.Spec{Parts: []policy.Part{policy.Complete(town), near}}),
		"each answer":      made(policy.Spec{Parts: []policy.Part{policy.Complete(town), near}, Together: 1}),
		"graded":           made(policy.Spec{Parts: []policy.Part{policy.Complete(town), graded}, Together: 1}),
		"apart by town":    made(policy.Spec{Parts: []policy.Part{policy.Alone(town), policy.Complete(age)}}),
	}
}

// jointLaw returns the chances of all outputs of all draws together.
func jointLaw(p *Prepared, x []int64) []float64 {
	out := []float64{1}
	for _, s := range scoresOf(p.problem.Choice, p.draws, x) {
		law := p.law(s)
		next := make([]float64, 0, len(out)*len(law))
		for _, a := range out {
			for _, b := range law {
				next = append(next, a*b)
			}
		}
		out = next
	}
	return out
}

// audited returns the largest loss on all neighbouring files of one person more than up to four, at
// most two of whom have the same answers, as a multiple of what is promised.
func audited(t testing.TB, p *Prepared) float64 {
	t.Helper()
	worst := 0.0
	budget := p.problem.Cells.Budget.Float()
	laws := make(map[string][]float64)
	law := func(x []int64) []float64 {
		key := fmt.Sprint(x)
		if laws[key] == nil {
			laws[key] = jointLaw(p, x)
		}
		return laws[key]
	}
	cells := p.problem.Choice.domain.PossibleCells()
	eachHistogram(cells, 2, func(x []int64) {
		total := int64(0)
		for _, n := range x {
			total += n
		}
		if total > 4 {
			return
		}
		err := p.problem.Cells.Policy.Edges(func(e policy.Edge) bool {
			for _, pair := range along(x, e) {
				l := audit.Laws{P: law(pair[0]), Q: law(pair[1])}
				for _, l := range []audit.Laws{l, l.Turned()} {
					if !p.problem.Cells.Gaussian {
						worst = max(worst, l.MaxLoss()/(budget*e.Weight.Steps()))
						continue
					}
					rho := math.Pow(budget*e.Weight.Steps(), 2) / 2
					for _, order := range []float64{1.01, 1.5, 2, 8, 64} {
						worst = max(worst, l.Renyi(order)/(order*rho))
					}
				}
			}
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
	})
	return worst
}

// TestAuditOfTinyFiles audits every kind of choice under every policy, pure and with a delta, by the
// exact laws of all neighbouring files; copies that draw at a higher rate are found out.
func TestAuditOfTinyFiles(t *testing.T) {
	d := tiny(t)
	budget, err := account.ParseEpsilon("1.5")
	if err != nil {
		t.Fatal(err)
	}
	weight := func(a, b, c int64) map[string]*big.Rat {
		return map[string]*big.Rat{"0": big.NewRat(a, 1), "1": big.NewRat(b, 1), "2": big.NewRat(c, 1)}
	}
	town := []domain.AttributeName{"town"}
	tried, caught, kinds := 0, 0, make(map[string]bool)
	for policyName, published := range tinyPolicies(t, d) {
		for name, q := range map[string]Question{
			"median":           {Kind: Percentile, Percent: big.NewRat(50, 1)},
			"75 % by town":     {Kind: Percentile, Percent: big.NewRat(75, 1), By: town},
			"averaged":         {Kind: Percentile, Percent: big.NewRat(50, 1), Width: 1},
			"with an interval": {Kind: Percentile, Percent: big.NewRat(25, 1), Interval: true},
			"common":           {Kind: MostCommon, By: town},
			"score":            {Kind: Best, Test: Weights, Options: []Option{{Label: "a", Weights: weight(2, 0, 1)}, {Label: "b", Weights: weight(0, 3, -1)}, {Label: "c", Weights: weight(1, 1, 1)}}},
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
				cells, err := mechanism.NewProblem(w, published, constraint.Facts{}, budget)
				if err != nil {
					t.Fatal(err)
				}
				cells.Gaussian = gaussian
				p, err := prepare(context.Background(), Problem{c, cells})
				if err != nil {
					t.Fatal(err)
				}
				tried++
				if got := audited(t, p); got > 1+1e-9 {
					t.Errorf("%s under %s (delta: %v) loses %v times what it promises", name, policyName, gaussian, got)
				}
				sabotaged := *p
				sabotaged.rate = new(big.Rat).Mul(p.rate, big.NewRat(3, 2))
				if audited(t, &sabotaged) > 1+1e-9 {
					caught++
					kinds[fmt.Sprint(name, gaussian)] = true
				}
			}
		}
	}
	if caught < tried/3 || len(kinds) < 9 {
		t.Errorf("of %d sabotaged copies %d are found out, of %d of 12 kinds", tried, caught, len(kinds))
	}
}
