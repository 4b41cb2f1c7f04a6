package registry

import (
	"context"
	"fmt"
	"math/big"
	"testing"

	"steward/core/account"
	"steward/core/histogram"
	"steward/core/internal/audit"
	"steward/core/mechanism"
	"steward/core/mechanism/box"
	"steward/core/mechanism/mechanismtest"
	"steward/core/noise"
	"steward/core/policy"
	"steward/core/policy/weighted"
	"steward/core/seeded"
)

// sabotaged is a mechanism made to break its promise for a problem, or its honest twin, and
// the data sets on which that would show.
type sabotaged struct {
	mechanism.Prepared
	pairs []audit.Pair
}

// sabotage is a way to break a promise. It works on every mechanism from outside: by what is
// prepared, what a release is given, or what is made of it.
type sabotage struct {
	name string
	// Of returns the sabotaged copy of a mechanism for a problem, and false where it would
	// be none; with honest set the twin that goes through the same hands and keeps the
	// promise.
	of func(b bench, honest bool) (sabotaged, bool)
}

// bench is what a copy is made of.
type bench struct {
	t testing.TB
	m mechanism.Mechanism
	e mechanismtest.Example
	// pair is the pair that the copy is to be caught on.
	pair audit.Pair
}

// prepare prepares the mechanism for a share of the budget.
func (b bench) prepare(p mechanism.Problem, share *big.Rat) (mechanism.Prepared, bool) {
	b.t.Helper()
	epsilon, err := account.FromRat(new(big.Rat).Mul(p.Budget.Rat(), share))
	if err != nil {
		b.t.Fatal(err)
	}
	p.Budget = epsilon
	if !b.m.Check(p).OK() {
		return nil, false
	}
	q, err := b.m.Prepare(b.t.Context(), p)
	if err != nil && isCoarse(b.m) {
		return nil, false
	}
	if err != nil {
		b.t.Fatalf("%s, %s: %v", b.m.Info().ID, b.e.Name, err)
	}
	return q, true
}

// at returns a copy prepared for one share of the budget, the honest twin for another.
func (b bench) at(honest bool, share, fair *big.Rat) (mechanism.Prepared, bool) {
	b.t.Helper()
	if honest {
		share = fair
	}
	return b.prepare(b.e.Scene.Problem, share)
}

// twice releases twice and publishes both.
type twice struct{ mechanism.Prepared }

func (q twice) Release(ctx context.Context, counts *histogram.Vector, src noise.Source) (mechanism.Answers, error) {
	a, err := q.Prepared.Release(ctx, counts, src)
	if err != nil {
		return mechanism.Answers{}, err
	}
	b, err := q.Prepared.Release(ctx, counts, src)
	return mechanism.Answers{Unadjusted: append(a.Unadjusted, b.Unadjusted...), Tidied: append(a.Tidied, b.Tidied...)}, err
}

// chosen releases with one of two mechanisms, by a count of the data when cell is one, by a
// public coin otherwise.
type chosen struct {
	mechanism.Prepared
	other mechanism.Prepared
	cell  int
	below int64
}

func (q chosen) Release(ctx context.Context, counts *histogram.Vector, src noise.Source) (mechanism.Answers, error) {
	if q.cell >= 0 && counts.Counts()[q.cell] < q.below || q.cell < 0 && src.Uint64()%2 == 0 {
		return q.other.Release(ctx, counts, src)
	}
	return q.Prepared.Release(ctx, counts, src)
}

// tidiedByTruth publishes the true answers as tidied ones.
type tidiedByTruth struct {
	mechanism.Prepared
	s mechanismtest.Scene
}

func (q tidiedByTruth) Release(ctx context.Context, counts *histogram.Vector, src noise.Source) (mechanism.Answers, error) {
	a, err := q.Prepared.Release(ctx, counts, src)
	q.s.Workload.Operator().Apply(a.Tidied, counts.Counts())
	return a, err
}

// weakly releases with randomness that takes one of a few values only.
type weakly struct {
	mechanism.Prepared
	values uint64
}

func (q weakly) Release(ctx context.Context, counts *histogram.Vector, src noise.Source) (mechanism.Answers, error) {
	return q.Prepared.Release(ctx, counts, seeded.New(src.Uint64()%q.values, 1))
}

// lacking is a secret of one column without the edge between two of its values.
type lacking struct {
	policy.Part
	u, v int
}

func (p lacking) Weight(u, v int) (weighted.Weight, bool) {
	w, joined := p.Part.Weight(u, v)
	return w, joined && !(u == p.u && v == p.v || u == p.v && v == p.u)
}

func (p lacking) Neighbours(u int, yield func(v int, w weighted.Weight) bool) {
	p.Part.Neighbours(u, func(v int, w weighted.Weight) bool {
		_, joined := p.Weight(u, v)
		return !joined || yield(v, w)
	})
}

func (p lacking) Project([]int) policy.Part { return p }

// Components walks over the edges that are left.
func (p lacking) Components() ([]int, int) {
	of, count := make([]int, p.Size()), 0
	for i := range of {
		of[i] = -1
	}
	var visit func(u int)
	visit = func(u int) {
		of[u] = count
		p.Neighbours(u, func(v int, _ weighted.Weight) bool {
			if of[v] < 0 {
				visit(v)
			}
			return true
		})
	}
	for u := range of {
		if of[u] < 0 {
			visit(u)
			count++
		}
	}
	return of, count
}

// withoutEdge returns the problem under the policy that lacks the edge of a pair: one between
// two values, or all those to "not in the file".
func (b bench) withoutEdge() (mechanism.Problem, bool) {
	b.t.Helper()
	p := b.e.Scene.Problem
	var at []int
	for cell := range b.pair.A {
		if b.pair.A[cell] != b.pair.B[cell] {
			at = append(at, cell)
		}
	}
	spec := policy.Spec{Domain: p.Policy.Domain(), Parts: p.Policy.Parts(), Together: p.Policy.Together(), Presence: p.Policy.Presence()}
	switch {
	case len(at) == 1:
		if spec.Together == 0 {
			return mechanism.Problem{}, false // no other edge would be left
		}
		spec.Presence = false
	case len(at) == 2 && len(spec.Parts) == 1 && !spec.Presence:
		spec.Parts = []policy.Part{lacking{spec.Parts[0], at[0], at[1]}}
	default:
		return mechanism.Problem{}, false
	}
	weaker, err := policy.New(spec)
	if err != nil {
		b.t.Fatal(err)
	}
	p.Policy = weaker
	return p, true
}

// sabotages returns every way to break a promise that the audits are shown to see.
func sabotages() []sabotage {
	one, less, shares, squared, slots := mechanismtest.Rat(1, 1), mechanismtest.Rat(5, 4), mechanismtest.Rat(3, 5), mechanismtest.Rat(99, 100), mechanismtest.Rat(1, 2)
	of := func(b bench, q mechanism.Prepared, ok bool) (sabotaged, bool) {
		return sabotaged{q, []audit.Pair{b.pair}}, ok
	}
	return []sabotage{
		{"less noise", func(b bench, honest bool) (sabotaged, bool) {
			share := less
			if b.m.Info().ID == (box.GaussianMarginals{}).Info().ID {
				// Its answers add up the noise of several rows, which is as good as normal: of its claim, too, less shows (see below).
				share = mechanismtest.Rat(3, 2)
			}
			q, ok := b.at(honest, share, one)
			return of(b, q, ok)
		}},
		{"a budget split into shares of more than the whole", func(b bench, honest bool) (sabotaged, bool) {
			share, fair := shares, mechanismtest.Rat(1, 2) // 1.2 in all
			if b.m.Info().Gaussian {
				// Squares add up: to 1.4². A claim of zCDP says less of single events than normal noise keeps,
				// so that 1.2 of it shows in no event whose chance some 100,000 draws can tell.
				share, fair = squared, mechanismtest.Rat(7, 10)
			}
			q, ok := b.at(honest, share, fair)
			return of(b, twice{q}, ok)
		}},
		{"a sensitivity that misses one edge", func(b bench, honest bool) (sabotaged, bool) {
			p, ok := b.withoutEdge()
			if honest {
				p = b.e.Scene.Problem
			}
			if !ok {
				return sabotaged{}, false
			}
			q, ok := b.prepare(p, one)
			return of(b, q, ok)
		}},
		{"a choice that reads the data", func(b bench, honest bool) (sabotaged, bool) {
			q, ok := b.prepare(b.e.Scene.Problem, one)
			if !ok {
				return sabotaged{}, false
			}
			other, ok := b.prepare(b.e.Scene.Problem, mechanismtest.Rat(1, 5))
			c := chosen{Prepared: q, other: other, cell: -1}
			for cell, n := range b.pair.A {
				if !honest && n != b.pair.B[cell] {
					c.cell, c.below = cell, max(n, b.pair.B[cell])
				}
			}
			return of(b, c, ok)
		}},
		{"a missing slot of a person of three rows", func(b bench, honest bool) (sabotaged, bool) {
			n := neighbourhood(b.e.Scene)
			n.Rows = 3
			pairs := audit.Hardest(audit.Distinct(pairsOf(b.t, n)), 1, change(b.e.Scene))
			if len(pairs) == 0 {
				return sabotaged{}, false
			}
			q, ok := b.at(honest, slots, mechanismtest.Rat(1, 3))
			return sabotaged{q, pairs}, ok
		}},
		{"tidied answers from the true ones", func(b bench, honest bool) (sabotaged, bool) {
			q, ok := b.prepare(b.e.Scene.Problem, one)
			if honest || !ok {
				return of(b, q, ok)
			}
			return of(b, tidiedByTruth{q, b.e.Scene}, ok)
		}},
		{"randomness of ten values", func(b bench, honest bool) (sabotaged, bool) {
			q, ok := b.prepare(b.e.Scene.Problem, one)
			if honest || !ok {
				return of(b, q, ok)
			}
			return of(b, weakly{q, 10}, ok)
		}},
	}
}

// Every way to break the promise is seen by the audit that honest copies pass, among them the
// twins that go through the same hands: less noise on every mechanism, the other ways by
// default on one each, in turn.
func TestAuditCatchesSabotage(t *testing.T) {
	seeded.ForAudits(t)
	problems, all := mechanismtest.AuditProblems(t), sabotages()
	sampled := audit.Sampled{Runs: sabotageRuns, FalseAlarm: seeded.Among(len(All()) * len(problems) * len(all))}
	for i, how := range all {
		for j, m := range All() {
			turn := i%len(All()) == j
			if !allSabotage && i > 0 && !turn {
				continue
			}
			caught := catch(t, sampled, m, how, problems, turn || allSabotage)
			switch {
			case caught == "" && coversAnyway[m.Info().ID] == how.name:
				t.Logf("%s: %s does no harm", m.Info().ID, how.name)
			case caught == "":
				t.Errorf("%s: %s went unnoticed on every problem", m.Info().ID, how.name)
			default:
				t.Logf("%s: %s caught on %q", m.Info().ID, how.name, caught)
			}
		}
	}
}

// catch returns the first problem on which a sabotaged copy is caught; with twins set its
// honest twin is to pass there.
func catch(t *testing.T, sampled audit.Sampled, m mechanism.Mechanism, how sabotage, problems []mechanismtest.Example, twins bool) string {
	t.Helper()
	for _, e := range problems {
		if !m.Check(e.Scene.Problem).OK() {
			continue
		}
		for _, pair := range audit.Hardest(audit.Distinct(pairsOf(t, neighbourhood(e.Scene))), 1, change(e.Scene)) {
			b := bench{t, m, e, pair}
			copied, ok := how.of(b, false)
			if !ok || !broken(t, sampled, e.Scene, copied) {
				continue
			}
			if twin, ok := how.of(b, true); twins && (!ok || broken(t, sampled, e.Scene, twin)) {
				t.Errorf("%s, %s, %s: the honest twin is accused too, or there is none", m.Info().ID, e.Name, how.name)
			}
			return e.Name
		}
	}
	return ""
}

// broken says whether an audit by sampling finds a claim broken.
func broken(t *testing.T, sampled audit.Sampled, s mechanismtest.Scene, q sabotaged) bool {
	t.Helper()
	return findings(t, sampled, s, q, q.pairs)[0].Broken()
}

// coversAnyway are mechanisms that a sabotage does no harm to, with its name: noise on the lines of
// a grid is on all pairs of neighbours, whichever of them are secret, products hide all changes of
// columns that are tied together, and balanced noise is as large for one edge as for all, and refused where there is none. (TestChangesOfProducts
// has the edges of single columns.)
var coversAnyway = map[string]string{"grid-lines": "a sensitivity that misses one edge", "products": "a sensitivity that misses one edge", "laplace-balanced": "a sensitivity that misses one edge"}

// Where the sabotage is in what is prepared, the exact audit sees it too, on every mechanism.
func TestAuditExactlyCatchesSabotage(t *testing.T) {
	seeded.ForAudits(t)
	ways := 0
	looked := enumerable()
	for _, how := range sabotages() {
		caught, laidOpen := make(map[string]string), false
		for _, e := range mechanismtest.AuditProblems(t) {
			for _, m := range looked {
				pairs := audit.Hardest(audit.Distinct(pairsOf(t, neighbourhood(e.Scene))), 1, change(e.Scene))
				if caught[m.Info().ID] != "" || !m.Check(e.Scene.Problem).OK() || len(pairs) == 0 {
					continue
				}
				copied, ok := how.of(bench{t, m, e, pairs[0]}, false)
				if _, open := copied.Prepared.(mechanism.RowLister); !ok || !open {
					continue
				}
				laidOpen = true
				most, states := 2, 1e6
				if isCoarse(m) { // it has as many rows as cells, with little noise
					most, states = 3, 2e5
				}
				r, few := rowsOf(t, copied.Prepared, most)
				if !few || r.States() > states {
					continue
				}
				if multiple, _ := worst(t, e.Scene, r, copied.pairs); multiple > 1+1e-9 {
					caught[m.Info().ID] = fmt.Sprintf("%.3f of the budget on %q", multiple, e.Name)
				}
			}
		}
		if !laidOpen {
			continue
		}
		ways++
		for _, m := range looked {
			if caught[m.Info().ID] == "" && coversAnyway[m.Info().ID] != how.name {
				t.Errorf("%s: %s went unnoticed", m.Info().ID, how.name)
			}
		}
		t.Log(how.name, caught)
	}
	if ways < 3 {
		t.Errorf("%d ways were looked at", ways)
	}
}
