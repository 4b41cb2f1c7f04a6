package registry

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"steward/core/histogram"
	"steward/core/internal/audit"
	"steward/core/mechanism"
	"steward/core/mechanism/box"
	"steward/core/mechanism/cells"
	"steward/core/mechanism/line"
	"steward/core/mechanism/matrix"
	"steward/core/mechanism/mechanismtest"
	"steward/core/noise"
	"steward/core/seeded"
)

// claimOf is what every mechanism promises for a problem: where a delta is accepted, rho = r²/2.
func claimOf(s mechanismtest.Scene) audit.Claim {
	if r := s.Budget.Float(); s.Gaussian {
		return audit.Concentrated{Rho: r * r / 2}
	}
	return audit.Pure{Epsilon: s.Budget.Float()}
}

// claimBy is what a mechanism keeps on a problem: what it promises, and with Gaussian noise on a fine
// lattice, which is normal as far as anyone can see, Gaussian differential privacy, of which single
// events say more.
func claimBy(s mechanismtest.Scene, q mechanism.Prepared) audit.Claim {
	m, ok := ByID(q.Info().ID)
	if ok && s.Gaussian && m.Info().Gaussian && coarse(m) != m {
		return audit.Shifted{Distance: s.Budget.Float()}
	}
	return claimOf(s)
}

// coarse returns a mechanism that measures on a fine lattice on one of a few steps, so that its laws can
// be enumerated; all others as they are.
func coarse(m mechanism.Mechanism) mechanism.Mechanism {
	switch m.(type) {
	case line.GaussianStationary:
		return line.GaussianStationary{Lattice: 3}
	case matrix.GaussianOptimal:
		return matrix.GaussianOptimal{Lattice: 3}
	case box.GaussianWaves:
		return box.GaussianWaves{Lattice: 2}
	}
	return m
}

// coarsely prepares the mechanisms of a list that apply to a problem, on a lattice of few steps.
func coarsely(e mechanismtest.Example, t testing.TB, list []mechanism.Mechanism) (out []mechanism.Prepared) {
	t.Helper()
	for _, m := range list {
		if m = coarse(m); !m.Check(e.Scene.Problem).OK() {
			continue
		}
		q, err := m.Prepare(t.Context(), e.Scene.Problem)
		switch {
		case err != nil && isCoarse(m): // its few steps leave nothing of some weights here
		case err != nil:
			t.Fatalf("%s, %s: %v", m.Info().ID, e.Name, err)
		default:
			out = append(out, q)
		}
	}
	return out
}

// isCoarse reports whether a mechanism is one that coarse made.
func isCoarse(m mechanism.Mechanism) bool {
	plain, ok := ByID(m.Info().ID)
	return ok && plain != m
}

// subjectOf shows the real release of a prepared mechanism to an audit, with everything that
// it publishes.
func subjectOf(s mechanismtest.Scene, q mechanism.Prepared) audit.Subject {
	release := func(ctx context.Context, counts []int64, src noise.Source) (audit.Output, error) {
		v, err := histogram.FromCounts(s.Workload.Domain(), counts)
		if err != nil {
			return nil, err
		}
		a, err := q.Release(ctx, v, src)
		tidied := make([]float64, len(a.Tidied))
		for i, n := range a.Tidied {
			tidied[i] = float64(n)
		}
		return audit.Output{a.Unadjusted, tidied}, err
	}
	return audit.Subject{Release: release, Claim: claimBy(s, q), Source: func(stream uint64) noise.Source { return seeded.New(20260101, 1000+stream) }}
}

// auditor audits mechanisms on problems.
type auditor struct {
	problems []mechanismtest.Example
	runs     int
	// hardest is how many pairs of a problem are sampled, the hardest ones; where errors
	// depend on the data any pair may be, and so many are, evenly from all of them.
	hardest, any int
	// Each is how many problems a mechanism is audited on, of those it applies to: evenly from all of
	// them, and from another one on than for the mechanism before it.
	each int
}

// audit returns what is wrong with mechanisms: claims that are broken, and mechanisms that no
// problem is there for.
func (a auditor) audit(t testing.TB, mechanisms []mechanism.Mechanism) []string {
	t.Helper()
	var wrong []string
	sampled := audit.Sampled{Runs: a.runs, FalseAlarm: seeded.Among(len(mechanisms) * len(a.problems))}
	for j, m := range mechanisms {
		fitting := a.fitting(m)
		for _, e := range evenly(rotated(fitting, j), a.each) {
			q, err := m.Prepare(t.Context(), e.Scene.Problem)
			if err != nil {
				t.Fatalf("%s, %s: %v", m.Info().ID, e.Name, err)
			}
			pairs := pairsOf(t, neighbourhood(e.Scene))
			if m.Info().DataDependent {
				pairs = evenly(pairs, a.any)
			} else {
				pairs = audit.Hardest(audit.Distinct(pairs), a.hardest, change(e.Scene))
			}
			for _, f := range findings(t, sampled, e.Scene, q, pairs) {
				if f.Broken() {
					wrong = append(wrong, fmt.Sprintf("%s, %s: %s", m.Info().ID, e.Name, f))
				}
			}
		}
		if len(fitting) == 0 {
			wrong = append(wrong, fmt.Sprintf("%s applies to none of the problems that mechanisms are audited on, so nothing shows that it keeps its promise: "+
				"add a problem of two to four cells that it answers to auditProblems (auditproblems_test.go)", m.Info().ID))
		}
	}
	return wrong
}

// fitting returns the problems that a mechanism applies to.
func (a auditor) fitting(m mechanism.Mechanism) (out []mechanismtest.Example) {
	for _, e := range a.problems {
		if m.Check(e.Scene.Problem).OK() {
			out = append(out, e)
		}
	}
	return out
}

// evenly returns at most so many of a list, evenly from all of it.
func evenly[E any](list []E, most int) []E {
	var out []E
	for i := range min(most, len(list)) {
		out = append(out, list[i*len(list)/min(most, len(list))])
	}
	return out
}

// rotated returns a list from another entry on, after which come those before it.
func rotated[E any](list []E, by int) []E {
	if len(list) == 0 {
		return nil
	}
	by %= len(list)
	return slices.Concat(list[by:], list[:by])
}

// findings audits one prepared mechanism by sampling, the loudest finding first.
func findings(t testing.TB, sampled audit.Sampled, s mechanismtest.Scene, q mechanism.Prepared, pairs []audit.Pair) []audit.Finding {
	t.Helper()
	found, err := sampled.Run(t.Context(), subjectOf(s, q), pairs)
	if err != nil {
		t.Fatalf("%s, %s: %v", q.Info().ID, s.Name, err)
	}
	return found
}

// No event on what is released has chances on neighbouring data sets that differ by more than
// the budget allows, for every registered mechanism.
func TestAudit(t *testing.T) {
	a := auditor{mechanismtest.AuditProblems(t), auditRuns, auditPairs, auditAnyPairs, auditProblemsEach}
	for _, complaint := range a.audit(t, All()) {
		t.Error(complaint)
	}
}

// choosy is a mechanism that applies to nothing.
type choosy struct{ cells.LaplaceCells }

func (choosy) Info() mechanism.Info                  { return mechanism.Info{ID: "choosy"} }
func (choosy) Check(mechanism.Problem) mechanism.Fit { return mechanism.Unfit(0, "it is never right") }

// A mechanism that there is no problem for does not pass by not being looked at.
func TestAuditNeedsAProblem(t *testing.T) {
	a := auditor{mechanismtest.AuditProblems(t), 100, 1, 1, 1}
	wrong := a.audit(t, []mechanism.Mechanism{choosy{}})
	if len(wrong) != 1 || !strings.Contains(wrong[0], "choosy") || !strings.Contains(wrong[0], "auditproblems_test.go") {
		t.Errorf("%q", wrong)
	}
}

// rowsOf lays a prepared mechanism open for an exact audit. It returns false when more than
// most rows are noisy, or one on a lattice too fine to go through.
func rowsOf(t testing.TB, q mechanism.Prepared, most int) (audit.Rows, bool) {
	t.Helper()
	m := mechanismtest.Measured(t, q)
	r := audit.Rows{Values: m.Values, Output: m.Answer}
	noisy, groups := 0, make(map[noise.Law][]int)
	for i, row := range m.Rows {
		switch {
		case row.Exact():
			r.Laws = append(r.Laws, audit.Exact())
			continue
		case row.Family() == noise.Gaussian && row.Variance() > mostSpread:
			return audit.Rows{}, false
		case row.Family() == noise.Gaussian:
			v, _ := row.Rat().Float64()
			r.Laws = append(r.Laws, audit.Gaussian(v))
		default:
			s, err := noise.NewScale(row.Rat())
			if err != nil {
				t.Fatal(err)
			}
			r.Laws = append(r.Laws, audit.Laplace(s))
			if together, kept := row.Balanced(); together > 0 {
				groups[row.Law] = append(groups[row.Law], i)
				if kept {
					r.KeptBack, r.Balanced = r.Laws[i], []map[int]int64{{}}
					for _, kept := range groups[row.Law] {
						r.Balanced[0][kept] = 1
					}
				}
			}
		}
		noisy++
	}
	for law, rows := range groups {
		for _, without := range law.Without() {
			sum := make(map[int]int64)
			for place, times := range without {
				sum[rows[place]] = times
			}
			r.Balanced = append(r.Balanced, sum)
		}
	}
	return r, noisy <= most || r.Free() <= most && r.States() < 1e6
}

// mostSpread is the most sigma² of a row whose values are enumerated.
const mostSpread = 1e6

// enumerable returns the independent mechanisms, those that measure on a fine lattice on one of a few
// steps, so that the laws of all can be enumerated.
func enumerable() []mechanism.Mechanism {
	out := independent()
	for i, m := range out {
		out[i] = coarse(m)
	}
	return out
}

// worst returns the loss of the laid open rows on the worst pair of a problem, as a multiple
// of what is claimed.
func worst(t testing.TB, s mechanismtest.Scene, r audit.Rows, pairs []audit.Pair) (float64, audit.Pair) {
	t.Helper()
	multiple, at, err := r.Worst(claimOf(s), audit.Distinct(pairs))
	if err != nil {
		t.Fatalf("%s: %v", s.Name, err)
	}
	return multiple, at
}

// Where one or two rows are noisy, the laws of the answers on neighbouring data sets are
// added up output by output, and no output is likelier than the budget allows. No luck is
// involved. Each mechanism spends its whole budget on some problem, so less noise than it
// draws would break the claim.
func TestAuditExactly(t *testing.T) {
	tight, looked := make(map[string]float64), make(map[string]int)
	enumerated := 0
	look := func(s mechanismtest.Scene, q mechanism.Prepared) {
		if looked[q.Info().ID] >= lawsEach && tight[q.Info().ID] >= 0.999 {
			return // the fast run goes on until it spends all of its budget
		}
		r, few := rowsOf(t, q, 2)
		if !few {
			return
		}
		enumerated++
		looked[q.Info().ID]++
		multiple, at := worst(t, s, r, pairsOf(t, neighbourhood(s)))
		if multiple > 1+1e-9 {
			t.Errorf("%s, %s: %.9f of the budget is spent between %s", q.Info().ID, s.Name, multiple, at)
		}
		tight[q.Info().ID] = max(tight[q.Info().ID], multiple)
	}
	for _, e := range mechanismtest.AuditProblems(t) {
		e.Scene.Raw = true
		for _, q := range coarsely(e, t, independent()) {
			look(e.Scene, q)
		}
	}
	for _, m := range enumerable() {
		if tight[m.Info().ID] < 0.999 {
			t.Errorf("%s spends %.3f of its budget where it spends most: add a problem on which one or two noisy rows are all that it measures to auditProblems, or give coarse a case where its lattice is too fine to go through", m.Info().ID, tight[m.Info().ID])
		}
	}
	t.Logf("%d laws enumerated; most spent: %v", enumerated, tight)
}

// The law that is enumerated is that of the real releases: how often each of the likeliest
// answers comes has its chance. Releases with 0.7 times the noise are told from it. The fast run compares
// each mechanism on so many problems.
func TestEnumeratedLawsAreThoseOfReleases(t *testing.T) {
	problems := mechanismtest.AuditProblems(t)
	c := lawCheck{runs: seeded.Often(1500, 4000), outputs: 12}
	c.alpha = seeded.Among(c.outputs * len(problems) * len(All()))
	compared, told := make(map[string]int), make(map[string]bool)
	for _, e := range problems {
		e.Scene.Raw = true
		for _, q := range coarsely(e, t, independent()) {
			id := q.Info().ID
			r, few := rowsOf(t, q, 2)
			if !few || compared[id] == lawsEach && (told[id] || !seeded.Audit) {
				continue
			}
			compared[id]++
			if off := c.off(t, e, r, q); off != "" {
				t.Errorf("%s, %s: %s", id, e.Name, off)
			}
			if told[id] || !seeded.Audit { // that the comparison tells less noise is for the audits to see
				continue
			}
			less, ok := bench{t: t, m: coarse(mustByID(t, id)), e: e}.prepare(e.Scene.Problem, mechanismtest.Rat(10, 7))
			told[id] = ok && c.off(t, e, r, less) != ""
		}
	}
	for _, m := range enumerable() {
		if compared[m.Info().ID] == 0 {
			t.Errorf("%s: no law was compared", m.Info().ID)
		}
		if seeded.Audit && !told[m.Info().ID] {
			t.Errorf("%s: less noise was not told from the law", m.Info().ID)
		}
	}
}

// lawCheck compares releases with a law.
type lawCheck struct {
	runs, outputs int
	alpha         float64
}

// off says which of the likeliest answers comes too often or too seldom, or nothing.
func (c lawCheck) off(t *testing.T, e mechanismtest.Example, r audit.Rows, q mechanism.Prepared) string {
	t.Helper()
	laws, err := audit.Enumerate(r, audit.Pair{A: e.Counts, B: e.Counts})
	if err != nil {
		t.Fatalf("%s, %s: %v", q.Info().ID, e.Name, err)
	}
	likeliest := make([]int, len(laws.P))
	for i := range likeliest {
		likeliest[i] = i
	}
	slices.SortFunc(likeliest, func(i, j int) int { return cmp.Compare(laws.P[j], laws.P[i]) })
	seen, src, x := make(map[string]int), seeded.New(20260101, 50), mechanismtest.VectorOf(t, e.Scene.Problem, e.Counts)
	for range c.runs {
		a, err := q.Release(t.Context(), x, src)
		if err != nil {
			t.Fatalf("%s, %s: %v", q.Info().ID, e.Name, err)
		}
		seen[audit.Key(a.Unadjusted)]++
	}
	for _, i := range likeliest[:min(c.outputs, len(likeliest))] {
		if err := seeded.Came(seen[laws.Keys[i]], c.runs, laws.P[i], c.alpha); err != nil {
			return fmt.Sprintf("the answer %v: %v", laws.Keys[i], err)
		}
	}
	return ""
}
