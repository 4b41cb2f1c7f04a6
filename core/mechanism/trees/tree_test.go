package trees

import (
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"steward/core/accuracy"
	"steward/core/linop/linoptest"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/message"
	"steward/core/policy/weighted"
	"steward/core/seeded"
)

// onForests returns the mechanisms that release the sums of a forest and whose error depends on the data.
func onForests() []mechanism.Mechanism {
	return []mechanism.Mechanism{TreeIsotonic{}, TreeDawa{}, TreeDawaIsotonic{}, DyadicMean{}, AdaptiveGrid{}}
}

// onForest returns the one with an ID.
func onForest(id string) mechanism.Mechanism {
	list := onForests()
	return list[slices.IndexFunc(list, func(m mechanism.Mechanism) bool { return m.Info().ID == id })]
}

// The promise of everything that is made of a spanning forest: along every edge of the policy, seen
// through the question's columns or not, at most stretch coordinates change by one in all, and
// no public number changes but the stated number of people.
func TestSpanningForests(t *testing.T) {
	stretched, used := 0, 0
	enough := func() bool { return stretched >= 2 && used >= stretched/2 } // half of the stretches are needed
	mechanismtest.EachSceneUntil(t, 90, mechanismtest.Problems, enough, func(_ mechanismtest.Maker, s mechanismtest.Scene) {
		forests, err := spanningForests(s.Problem, 10)
		if err != nil {
			t.Fatal(err)
		}
		edges := s.Edges(t)
		for n, q := range forests {
			worst := 0
			least := s.Policy.LeastWeight() // what budgets are multiplied by
			check := func(u, v int, w weighted.Weight) {
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
						t.Fatalf("%s: the public number of cell %d tells cells %d and %d apart", s.Name, cell, u, v)
					}
				}
				loss := new(big.Rat).Mul(big.NewRat(int64(changed), 1), least.Rat())
				if loss.Cmp(new(big.Rat).Mul(big.NewRat(int64(q.stretch), 1), w.Rat())) > 0 {
					t.Fatalf("%s: cells %d and %d change %d coordinates, more than %d for their weight", s.Name, u, v, changed, q.stretch)
				}
				worst = max(worst, changed)
			}
			for _, e := range slices.Concat(edges.Own, edges.Published) {
				check(e.U, e.V, e.Weight)
			}
			if n == 0 && q.stretch > 1 {
				stretched++
				if worst == q.stretch {
					used++
				}
			}
		}
	})
}

// Of the budget at most all is spent on a coordinate: what buys the groups and what buys sums of
// them add up to it, over the stretch, in exact arithmetic, for as many groups as there can be.
func TestGroupBudgets(t *testing.T) {
	nested := 0 // of several levels
	mechanismtest.EachDependent(t, onForests(), 91, mechanismtest.Problems/8, func() bool { return nested >= 10 }, func(_ mechanismtest.Maker, s mechanismtest.Scene, p mechanism.Prepared) {
		q := p.(*PreparedTree)
		limit := new(big.Rat).Quo(s.Effective().Rat(), big.NewRat(int64(q.stretch), 1))
		noisy := q.Noisy
		if n, ok := noisy.(dyadicNoise); ok {
			noisy = n.SubtreeNoise
		}
		switch n := noisy.(type) {
		case SubtreeNoise:
			if spent := new(big.Rat).Inv(n.Scale.Rat()); spent.Cmp(limit) > 0 {
				t.Fatalf("%s, %s: %s of %s is spent", q.By.ID, s.Name, spent, limit)
			}
		case groupNoise:
			spent := new(big.Rat).Add(n.finding, new(big.Rat).Inv(n.scale.Rat()))
			if n.finding.Sign() < 0 || spent.Cmp(limit) > 0 {
				t.Fatalf("%s, %s: %s of %s is spent", q.By.ID, s.Name, spent, limit)
			}
			if n.ranges {
				nested += checkNesting(t, q, n)
			}
		}
	})
}

// checkNesting checks that a coordinate is in one row of each level, whose budgets add up to
// that of the sums, and returns how often there were several levels.
func checkNesting(t *testing.T, q *PreparedTree, n groupNoise) (several int) {
	t.Helper()
	src := seeded.New(20260101, 6)
	for groups := 2; groups <= q.forest.Coordinates(); groups++ {
		exact := make([]int64, groups)
		for at := range exact {
			exact[at] = 1000
			dst := make([]float64, groups)
			sums := make([]int64, max(q.known.Count, 1))
			sums[0] = 1000
			if err := n.nested(dst, exact, nesting{q.SpanningForest, measuring{sums: sums, src: src}}); err != nil {
				t.Fatal(err)
			}
			exact[at] = 0
		}
		for _, fan := range []int{groups, 2, 4} {
			if fan > groups {
				continue
			}
			l, err := n.Levels(n.spec(groups, q.SpanningForest), fan)
			if err != nil {
				t.Fatal(err)
			}
			if len(l.chain.Groups()) > 1 {
				several++
			}
			one, rows := make([]int64, groups), make([]int64, l.chain.Rows())
			for at := range one {
				one[at] = 1
				if err := l.chain.MeasureInto(rows, one); err != nil {
					t.Fatal(err)
				}
				if spent := new(big.Rat).Quo(big.NewRat(mechanismtest.SumOf(rows), 1), l.scale.Rat()); spent.Cmp(n.summing) > 0 {
					t.Fatalf("%d groups in %ds: %s of %s is spent", groups, fan, spent, n.summing)
				}
				one[at] = 0
			}
		}
	}
	return several
}

// What depends on the data is shown for a stand-in and says so, nothing is said to be exact that
// is not, the same plan shows the same errors, and tidied answers are counts.
func TestDependentMechanisms(t *testing.T) {
	mechanismtest.EachDependent(t, onForests(), 92, mechanismtest.Problems/4, func() bool { return true }, func(m mechanismtest.Maker, s mechanismtest.Scene, p mechanism.Prepared) {
		q := p.(*PreparedTree)
		e := q.ExpectedError()
		if e.Kind != accuracy.Simulated || !strings.Contains(e.StandIn.String(), "made-up") || len(e.Answers) != s.Workload.Len() {
			t.Fatalf("%s, %s: %d errors, %s on %q", q.By.ID, s.Name, len(e.Answers), e.Kind, e.StandIn)
		}
		if q.Loss().Cmp(s.Budget) != 0 {
			t.Fatalf("%s, %s: the loss is %s of %s", q.By.ID, s.Name, q.Loss(), s.Budget)
		}
		again, err := onForest(q.By.ID).Prepare(t.Context(), s.Problem)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(e.Answers, again.ExpectedError().Answers) {
			t.Fatalf("%s, %s: prepared twice, the errors differ", q.By.ID, s.Name)
		}
		x := s.Counts(m)
		for seed := range uint64(3) {
			a := mechanismtest.MustRelease(t, s, q, x, seed)
			if problem := mechanismtest.Untidy(s, q, x, a); problem != "" {
				t.Fatalf("%s, %s: %s: %v", q.By.ID, s.Name, problem, a.Tidied)
			}
			b := mechanismtest.MustRelease(t, s, again, x, seed)
			if !slices.Equal(a.Unadjusted, b.Unadjusted) || !slices.Equal(a.Tidied, b.Tidied) {
				t.Fatalf("%s, %s: the same noise gave other answers", q.By.ID, s.Name)
			}
			if q.Consistent && slices.ContainsFunc(a.Unadjusted, func(v float64) bool { return v < -1e-6 }) {
				t.Fatalf("%s, %s: answers below zero: %v", q.By.ID, s.Name, a.Unadjusted)
			}
		}
		exactIsConstant(t, s, q, x)
	})
}

// exactIsConstant fails when an answer of no error is not that of a known sum.
func exactIsConstant(t *testing.T, s mechanismtest.Scene, q mechanism.Prepared, x []int64) {
	t.Helper()
	truth := make([]int64, s.Workload.Len())
	s.Workload.Operator().Apply(truth, x)
	rows := linoptest.Dense(s.Workload.Operator())
	for seed := range uint64(4) {
		for i, v := range mechanismtest.MustRelease(t, s, q, x, 100+seed).Unadjusted {
			if q.ExpectedError().Answers[i].Variance > 0 {
				continue
			}
			if math.Abs(v-float64(truth[i])) > 1e-6 {
				t.Fatalf("%s, %s: answer %d is said to be exact, and is %v instead of %d", q.Info().ID, s.Name, i, v, truth[i])
			}
			if r := (mechanismtest.Row{Of: rows[i]}); !s.Disclose && !mechanismtest.Empty(s, r) && !mechanismtest.StatedTotal(s, r) {
				t.Fatalf("%s, %s: answer %d is published exactly", q.Info().ID, s.Name, i)
			}
		}
	}
}

// A stand-in of another number of people is brought to the known one, and a hint of nobody to
// none.
func TestStandInsAreBroughtToTheKnownTotal(t *testing.T) {
	got, err := mechanism.InProportion([]int64{1, 2, 0, 1}, 10)
	if err != nil || mechanismtest.SumOf(got) != 10 || got[1] != 5 || got[2] != 0 {
		t.Errorf("%v, %v", got, err)
	}
	e := mechanismtest.EveryRange(t, 5, 1, "1")
	nobody, err := mechanism.Published(e.Scene.Workload.Domain(), make([]int64, 5), message.Verbatim("an empty table"))
	if err != nil {
		t.Fatal(err)
	}
	e.Scene.StandIn = nobody
	if fit := (TreeIsotonic{}).Check(e.Scene.Problem); fit.OK() || !strings.Contains(fit.Reasons[0].Text.String(), "nobody") {
		t.Errorf("%+v", fit)
	}
}

// Noise on the cumulative counts of a tree of pairs has the error of its edges: one for a leaf, three for the middle.
func TestTreeOfPairs(t *testing.T) {
	for _, e := range mechanismtest.AuditProblems(t) {
		if e.Name != "four values in a tree" {
			continue
		}
		q, err := TreeLaplace{}.Prepare(t.Context(), e.Scene.Problem)
		if err != nil {
			t.Fatal(err)
		}
		v := q.Noise()[0].Variance()
		for i, edges := range []float64{1, 3, 1, 1} {
			if got := mechanismtest.Variances(q)[i]; math.Abs(got-edges*v) > 1e-12 {
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
func TestBestForests(t *testing.T) {
	for _, c := range []struct {
		name    string
		e       mechanismtest.Example
		stretch int
		star    bool
	}{
		{"a line", mechanismtest.EveryRange(t, 512, 1, "1"), 1, false},
		{"within 3", mechanismtest.EveryRange(t, 512, 3, "1"), 3, false},
		{"within 16", mechanismtest.EveryRange(t, 512, 16, "1"), 4, false},
		{"everything", mechanismtest.EveryRange(t, 64, 0, "1"), 2, true},
	} {
		g, err := BestForest(c.e.Scene.Problem)
		if err != nil || g.stretch != c.stretch || g.star != c.star {
			t.Errorf("%s: a stretch of %d, a star %v, %v", c.name, g.stretch, g.star, err)
		}
	}
}
