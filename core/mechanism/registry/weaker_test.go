package registry

import (
	"fmt"
	"math/big"
	"testing"

	"steward/core/account"
	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/internal/randompolicy"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/policy"
	"steward/core/policy/distance"
	"steward/core/seeded"
	"steward/core/workload"
)

// How much more error the best that a search finds may have under a weaker policy: searches end near the best there is, and not at it.
// What is found with everything that there is to choose from is nearer than a single method.
const (
	searchedTo    = 1.005
	searchedToAny = 1.01
)

// everWeaker is ever weaker policies on a domain, and questions about it.
type everWeaker struct {
	name      string
	domain    *domain.Domain
	policies  [][]policy.Part
	together  []int
	questions []workload.Question
}

// TestWeakerSecretsAreAnsweredNoWorse goes down chains of ever weaker policies, to where nothing is secret, with the number of people known and not,
// and with what the secrets leave open published exactly and not: no policy has more error than one before it, by the best method and by each other.
func TestWeakerSecretsAreAnsweredNoWorse(t *testing.T) {
	compared := 0
	for _, c := range chains(t) {
		for _, q := range c.questions[:seeded.Often(1, len(c.questions))] {
			q.ID, q.Title = "q", "q"
			w, err := workload.New(q, c.domain)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range settings() {
				least := make(map[string]float64)
				for i, parts := range c.policies {
					spec := policy.Spec{Domain: c.domain, Parts: parts, Together: c.together[i], Presence: s.presence}
					published, err := policy.New(spec)
					if err != nil {
						t.Fatal(err)
					}
					for id, e := range errorsUnder(t, w, published, s) {
						allowed := searchedTo
						if id != "" {
							allowed = searchedToAny
						}
						if before, ok := least[id]; ok {
							if compared++; e > before*allowed {
								t.Errorf("%s, %s %v, %+v: the error by %q is %.6g under policy %d of the chain, and %.6g under one before it", c.name, q.Kind, q.Columns, s, id, e, i, before)
							}
							e = min(e, before)
						}
						least[id] = e
					}
				}
			}
		}
	}
	if t.Logf("%d errors compared", compared); compared < 100 {
		t.Error("too few")
	}
}

// setting is what the public knows beside a policy, and what was agreed to.
type setting struct{ presence, known, agreed, gaussian bool }

func settings() []setting {
	all := []setting{{known: true, gaussian: true}, {agreed: true}, {}, {known: true}, {gaussian: true}, {known: true, agreed: true}, {presence: true}}
	return all[:seeded.Often(1, len(all))]
}

// errorsUnder returns the mean squared errors by the best method, under "", and by each that applies. Those that depend on the data are
// measured in the audits, on numbers spread evenly; not where something was agreed to, which they do not make more of by more secrets.
func errorsUnder(t *testing.T, w *workload.Workload, published *policy.Policy, s setting) map[string]float64 {
	t.Helper()
	var facts constraint.Facts
	var err error
	if s.known {
		if facts, err = constraint.Known(1000); err != nil {
			t.Fatal(err)
		}
	}
	epsilon, err := account.ParseEpsilon("0.5")
	if err != nil {
		t.Fatal(err)
	}
	p, err := mechanism.NewProblem(w, published, facts, epsilon)
	if err != nil {
		t.Fatal(err)
	}
	p.Gaussian, p.Disclose = s.gaussian, s.agreed
	if seeded.Audit && !s.agreed {
		if p.StandIn, err = mechanism.Even(w.Domain(), 1000); err != nil {
			t.Fatal(err)
		}
	}
	candidates, err := Candidates(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]float64{"": candidates[Best(candidates)].Aim}
	for _, c := range candidates {
		if c.Prepared != nil && c.Aim >= 0 {
			out[c.Info.ID] = c.Aim
		}
	}
	return out
}

// TestWaysHideMore compares the policies that problems are answered under with their own: they join no two values less, and leave open what was
// agreed to.
func TestWaysHideMore(t *testing.T) {
	stronger := 0
	mechanismtest.EachSceneUntil(t, 781, seeded.Often(150, 3000), func() bool { return stronger >= 100 }, func(m mechanismtest.Maker, s mechanismtest.Scene) {
		of := waysOf(s.Problem)
		_, apart, err := s.Policy.Components()
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range append(of.own[1:], of.stronger...) {
			stronger++
			if !randompolicy.NoStronger(s.Policy, p.Policy) {
				t.Errorf("%s: less is hidden under %s", s.Name, randompolicy.Describe(p.Policy))
			}
			if _, count, err := p.Policy.Components(); err != nil || s.Disclose && count != apart {
				t.Errorf("%s: %d sums were agreed to, of %d: %v", s.Name, apart, count, err)
			}
			if p.Budget.Cmp(s.Budget) != 0 || p.TiedPeople().Factor < s.TiedPeople().Factor {
				t.Errorf("%s: noise for a budget of %s and %d people", s.Name, p.Budget, p.TiedPeople().Factor)
			}
		}
	})
}

// chains are on a line, by distance and in groups, and on a grid, by distance and one column after another.
func chains(t *testing.T) []everWeaker {
	t.Helper()
	must := func(p policy.Part, err error) policy.Part {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	line, k := wholeNumbers(t, "a", 20), 20
	near := func(n int64) policy.Part { return must(policy.Near(line, big.NewRat(n, 1), policy.JoinAll)) }
	var groups []policy.Group
	for v := 0; v < k; v += 5 {
		groups = append(groups, policy.Group{Name: fmt.Sprint(v), Values: line.Labels()[v : v+5]})
	}
	grouped := must(policy.Groups(line, groups, policy.OwnGroup))
	of := []domain.AttributeName{"a"}
	along := []workload.Question{{Kind: workload.Cumulative, Columns: of}, {Kind: workload.Table, Columns: of}, {Kind: workload.Ranges, Columns: of, Spans: []workload.Span{
		{From: line.Label(0), To: line.Label(4)}, {From: line.Label(3), To: line.Label(8)}, {From: line.Label(5), To: line.Label(k - 1)}}}}
	x, y := wholeNumbers(t, "x", 4), wholeNumbers(t, "y", 4)
	within := func(n int64) policy.Part {
		one := big.NewRat(1, 1)
		return must(policy.Within([]policy.Scaled{{Attribute: x, Scale: one}, {Attribute: y, Scale: one}}, big.NewRat(n, 1), distance.L1, policy.JoinAll))
	}
	both := []domain.AttributeName{"x", "y"}
	over := []workload.Question{{Kind: workload.Table, Columns: both, Totals: true}, {Kind: workload.Ranges, Columns: both, Boxes: [][]workload.Span{
		{{From: x.Label(0), To: x.Label(2)}, {From: y.Label(1), To: y.Label(3)}}, {{From: x.Label(1), To: x.Label(1)}, {From: y.Label(0), To: y.Label(2)}}}}}
	onLine, onGrid := columns(t, line), columns(t, x, y)
	everything, nothing := []policy.Part{policy.Complete(x), policy.Complete(y)}, []policy.Part{policy.Alone(x), policy.Alone(y)}
	return []everWeaker{
		{"by distance", onLine, [][]policy.Part{{policy.Complete(line)}, {near(16)}, {near(8)}, {near(6)}, {near(4)}, {near(1)}, {policy.Alone(line)}}, make([]int, 7), along},
		{"in groups", onLine, [][]policy.Part{{policy.Complete(line)}, {grouped}, {must(policy.Intersection(grouped, near(1)))}, {policy.Alone(line)}}, make([]int, 4), along},
		{"by distance on a grid", onGrid, [][]policy.Part{everything, {within(4)}, {within(1)}, nothing}, make([]int, 4), over},
		{"by columns", onGrid, [][]policy.Part{everything, everything, {policy.Complete(x), policy.Alone(y)}, nothing}, []int{2, 1, 1, 1}, over},
	}
}

func wholeNumbers(t *testing.T, name domain.AttributeName, k int64) *domain.Attribute {
	t.Helper()
	a, err := domain.NewWhole(name, 0, k-1, domain.Options{Origin: domain.Typed})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func columns(t *testing.T, of ...*domain.Attribute) *domain.Domain {
	t.Helper()
	d, err := domain.New(of, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
