package mechanism

import (
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"steward/core/accuracy"
	"steward/core/guide"
	"steward/core/linop"
	"steward/core/policy"
	"steward/core/seeded"
)

// independent returns the mechanisms whose error does not depend on the data.
func independent() []Mechanism {
	return slices.DeleteFunc(All(), func(m Mechanism) bool { return m.Info().DataDependent })
}

// dependent returns the others that answer questions about people; the one for a total has tests of its
// own.
func dependent() []Mechanism {
	return slices.DeleteFunc(All(), func(m Mechanism) bool { return !m.Info().DataDependent || m == smoothedTotal{} })
}

func sumOf(counts []int64) (sum int64) {
	for _, n := range counts {
		sum += n
	}
	return sum
}

// like makes up a stand-in for a scene.
func like(t testing.TB, s scene) StandIn {
	t.Helper()
	standIn, err := Even(s.Workload.Domain(), 20)
	if err != nil {
		t.Fatal(err)
	}
	return standIn
}

// eachDependent prepares every mechanism whose error depends on the data for n random problems
// with stand-ins.
func eachDependent(t *testing.T, stream uint64, n int, do func(m maker, s scene, q *preparedTree)) {
	t.Helper()
	used := make(map[string]int)
	eachScene(t, stream, n, func(m maker, s scene) {
		if s.Workload.Domain().PossibleCells() == 0 {
			return // nobody can be in such a file, so that there is nothing to go by
		}
		s.StandIn = like(t, s)
		for _, mech := range dependent() {
			if !mech.Check(s.Problem).OK() {
				continue
			}
			q, err := mech.Prepare(t.Context(), s.Problem)
			if err != nil {
				t.Fatalf("%s, %s: %v", mech.Info().ID, s.name, err)
			}
			used[mech.Info().ID]++
			do(m, s, q.(*preparedTree))
		}
	})
	for _, mech := range dependent() {
		if used[mech.Info().ID] < n/2 {
			t.Errorf("%s was prepared for %d of %d problems only", mech.Info().ID, used[mech.Info().ID], n)
		}
	}
}

// The promise of everything that is made of a grove: along every edge of the policy, seen
// through the question's columns or not, at most stretch coordinates change by one in all, and
// no public number changes but the stated number of people.
func TestGroves(t *testing.T) {
	stretched, used := 0, 0
	eachScene(t, 90, problems, func(_ maker, s scene) {
		q, err := bestGrove(s.Problem)
		if err != nil {
			t.Fatal(err)
		}
		worst := 0
		least := s.Policy.LeastWeight() // what budgets are multiplied by
		check := func(u, v int, w policy.Weight) {
			x := make([]int64, q.forest.Cells())
			x[u]++
			if v >= 0 {
				x[v]--
			}
			changed := 0
			for cell, d := range q.sums(x) {
				switch {
				case q.forest.HasCoordinate(cell):
					changed += int(max(d, -d))
				case d != 0:
					t.Fatalf("%s: the public number of cell %d tells cells %d and %d apart", s.name, cell, u, v)
				}
			}
			loss := new(big.Rat).Mul(big.NewRat(int64(changed), 1), least.Rat())
			if loss.Cmp(new(big.Rat).Mul(big.NewRat(int64(q.stretch), 1), w.Rat())) > 0 {
				t.Fatalf("%s: cells %d and %d change %d coordinates, more than %d for their weight", s.name, u, v, changed, q.stretch)
			}
			worst = max(worst, changed)
		}
		edges := s.edges(t)
		for _, e := range slices.Concat(edges.own, edges.published) {
			check(e.u, e.v, e.weight)
		}
		if q.stretch > 1 {
			stretched++
			if worst == q.stretch {
				used++
			}
		}
	})
	if stretched == 0 || used < stretched/2 {
		t.Errorf("%d problems with a stretch, which %d of them need", stretched, used)
	}
}

// Of the budget at most all is spent on a coordinate: what buys the groups and what buys sums of
// them add up to it, over the stretch, in exact arithmetic, for as many groups as there can be.
func TestGroupBudgets(t *testing.T) {
	eachDependent(t, 91, problems/8, func(_ maker, s scene, q *preparedTree) {
		limit := new(big.Rat).Quo(s.Effective().Rat(), big.NewRat(int64(q.stretch), 1))
		noisy := q.noisy
		if n, ok := noisy.(evenedNoise); ok {
			noisy = n.subtreeNoise
		}
		switch n := noisy.(type) {
		case subtreeNoise:
			if spent := new(big.Rat).Inv(n.scale.Rat()); spent.Cmp(limit) > 0 {
				t.Fatalf("%s, %s: %s of %s is spent", q.By.ID, s.name, spent, limit)
			}
		case groupNoise:
			spent := new(big.Rat).Add(n.finding, new(big.Rat).Inv(n.scale.Rat()))
			if n.finding.Sign() < 0 || spent.Cmp(limit) > 0 {
				t.Fatalf("%s, %s: %s of %s is spent", q.By.ID, s.name, spent, limit)
			}
			if n.ranges {
				checkNesting(t, q, n)
			}
		}
	})
}

// checkNesting checks that a coordinate is in one row of each level, whose budgets add up to
// that of the sums.
func checkNesting(t *testing.T, q *preparedTree, n groupNoise) {
	t.Helper()
	src := seeded.New(20260101, 6)
	for groups := 2; groups <= q.forest.Coordinates(); groups++ {
		exact := make([]int64, groups)
		for at := range exact {
			exact[at] = 1000
			dst := make([]float64, groups)
			sums := make([]int64, max(q.known.count, 1))
			sums[0] = 1000
			if err := n.nested(dst, exact, nesting{q.grove, measuring{sums: sums, src: src}}); err != nil {
				t.Fatal(err)
			}
			exact[at] = 0
		}
		for _, fan := range []int{groups, 2, 4} {
			if fan > groups {
				continue
			}
			l, err := n.levels(n.spec(groups, q.grove), fan)
			if err != nil {
				t.Fatal(err)
			}
			one, rows := make([]int64, groups), make([]int64, l.chain.Rows())
			for at := range one {
				one[at] = 1
				if err := l.chain.MeasureInto(rows, one); err != nil {
					t.Fatal(err)
				}
				if spent := new(big.Rat).Quo(big.NewRat(sumOf(rows), 1), l.scale.Rat()); spent.Cmp(n.summing) > 0 {
					t.Fatalf("%d groups in %ds: %s of %s is spent", groups, fan, spent, n.summing)
				}
				one[at] = 0
			}
		}
	}
}

// What depends on the data is shown for a stand-in and says so, nothing is said to be exact that
// is not, the same plan shows the same errors, and tidied answers are counts.
func TestDependentMechanisms(t *testing.T) {
	eachDependent(t, 92, problems/4, func(m maker, s scene, q *preparedTree) {
		e := q.ExpectedError()
		if e.Kind != accuracy.Simulated || !strings.Contains(e.StandIn, "made-up") || len(e.Answers) != s.Workload.Len() {
			t.Fatalf("%s, %s: %d errors, %s on %q", q.By.ID, s.name, len(e.Answers), e.Kind, e.StandIn)
		}
		if q.Loss().Cmp(s.Budget) != 0 {
			t.Fatalf("%s, %s: the loss is %s of %s", q.By.ID, s.name, q.Loss(), s.Budget)
		}
		again, err := mustByID(t, q.By.ID).Prepare(t.Context(), s.Problem)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(e.Answers, again.ExpectedError().Answers) {
			t.Fatalf("%s, %s: prepared twice, the errors differ", q.By.ID, s.name)
		}
		x := s.counts(m)
		for seed := range uint64(3) {
			a := mustRelease(t, s, q, x, seed)
			if problem := untidy(s, q, x, a); problem != "" {
				t.Fatalf("%s, %s: %s: %v", q.By.ID, s.name, problem, a.Tidied)
			}
			b := mustRelease(t, s, again, x, seed)
			if !slices.Equal(a.Unadjusted, b.Unadjusted) || !slices.Equal(a.Tidied, b.Tidied) {
				t.Fatalf("%s, %s: the same noise gave other answers", q.By.ID, s.name)
			}
			if q.consistent && slices.ContainsFunc(a.Unadjusted, func(v float64) bool { return v < -1e-6 }) {
				t.Fatalf("%s, %s: answers below zero: %v", q.By.ID, s.name, a.Unadjusted)
			}
		}
		exactIsConstant(t, s, q, x)
	})
}

// exactIsConstant fails when an answer of no error is not that of a known sum.
func exactIsConstant(t *testing.T, s scene, q Prepared, x []int64) {
	t.Helper()
	truth := make([]int64, s.Workload.Len())
	s.Workload.Operator().Apply(truth, x)
	rows := linop.Dense(s.Workload.Operator())
	for seed := range uint64(4) {
		for i, v := range mustRelease(t, s, q, x, 100+seed).Unadjusted {
			if q.ExpectedError().Answers[i].Variance > 0 {
				continue
			}
			if math.Abs(v-float64(truth[i])) > 1e-6 {
				t.Fatalf("%s, %s: answer %d is said to be exact, and is %v instead of %d", q.Info().ID, s.name, i, v, truth[i])
			}
			if r := (row{of: rows[i]}); !s.Disclose && !empty(s, r) && !statedTotal(s, r) {
				t.Fatalf("%s, %s: answer %d is published exactly", q.Info().ID, s.name, i)
			}
		}
	}
}

// Without a stand-in these mechanisms do not apply and say what to give, and Automatic takes none
// of them; with one it takes the best of all on it.
func TestStandInsLetAutomaticCompare(t *testing.T) {
	e := everyRange(t, 300, 1, "0.1")
	p := e.scene.Problem
	for _, m := range dependent() {
		fit := m.Check(p)
		if fit.OK() || fit.Reasons[0].Step != guide.Budget || !strings.Contains(fit.Reasons[0].Text, "public numbers") {
			t.Errorf("%s: %+v", m.Info().ID, fit)
		}
	}
	chosen, _, err := Choose(t.Context(), p, "")
	if err != nil || chosen.Info().DataDependent {
		t.Fatalf("%v, %v", chosen, err)
	}
	// People in a few cells all over: isotonic regression of the cumulative counts wins.
	numbers := make([]int64, 300)
	for cell := 5; cell < 300; cell += 20 {
		numbers[cell] = 4000 - 10*int64(cell)
	}
	if p.StandIn, err = Published(p.Workload.Domain(), numbers, "last year's table"); err != nil {
		t.Fatal(err)
	}
	chosen, why, err := Choose(t.Context(), p, "")
	if err != nil || chosen.Info().ID != "tree-isotonic" || !strings.Contains(why, "last year's table") {
		t.Fatalf("%v, %q, %v", chosen.Info(), why, err)
	}
	if e := chosen.ExpectedError(); e.Kind != accuracy.Simulated || !strings.Contains(e.StandIn, "last year's table") {
		t.Errorf("the error is %s on %q", e.Kind, e.StandIn)
	}
	p.StandIn.counts = p.StandIn.counts[:10]
	if fit := (treeDawa{}).Check(p); fit.OK() {
		t.Error("a stand-in over other cells was taken")
	}
}

// A stand-in of another number of people is brought to the known one, and a hint of nobody to
// none.
func TestStandInsAreBroughtToTheKnownTotal(t *testing.T) {
	got, err := inProportion([]int64{1, 2, 0, 1}, 10)
	if err != nil || sumOf(got) != 10 || got[1] != 5 || got[2] != 0 {
		t.Errorf("%v, %v", got, err)
	}
	e := everyRange(t, 5, 1, "1")
	nobody, err := Published(e.scene.Workload.Domain(), make([]int64, 5), "an empty table")
	if err != nil {
		t.Fatal(err)
	}
	e.scene.StandIn = nobody
	if fit := (treeIsotonic{}).Check(e.scene.Problem); fit.OK() || !strings.Contains(fit.Reasons[0].Text, "nobody") {
		t.Errorf("%+v", fit)
	}
}

// Counting up a tree of pairs has the error of its edges: one for a leaf, three for the middle.
func TestTreeOfPairs(t *testing.T) {
	for _, e := range auditProblems(t) {
		if e.name != "four values in a tree" {
			continue
		}
		q, err := treeLaplace{}.Prepare(t.Context(), e.scene.Problem)
		if err != nil {
			t.Fatal(err)
		}
		v := q.Noise()[0].Scale.Variance()
		for i, edges := range []float64{1, 3, 1, 1} {
			if got := variances(q)[i]; math.Abs(got-edges*v) > 1e-12 {
				t.Errorf("cell %d: %v, want %v", i, got, edges*v)
			}
		}
		return
	}
	t.Fatal("the problem is gone")
}

// The forests are those of the least error: the line for short thresholds, combs (Haney et al.
// 2015, section 5.3.1) for longer ones, the histogram where every value is secret from every
// other.
func TestBestGroves(t *testing.T) {
	for _, c := range []struct {
		name    string
		e       example
		stretch int
		star    bool
	}{
		{"a line", everyRange(t, 512, 1, "1"), 1, false},
		{"within 3", everyRange(t, 512, 3, "1"), 3, false},
		{"within 16", everyRange(t, 512, 16, "1"), 4, false},
		{"everything", everyRange(t, 64, 0, "1"), 2, true},
	} {
		g, err := bestGrove(c.e.scene.Problem)
		if err != nil || g.stretch != c.stretch || g.star != c.star {
			t.Errorf("%s: a stretch of %d, a star %v, %v", c.name, g.stretch, g.star, err)
		}
	}
}
