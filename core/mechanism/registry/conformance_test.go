package registry

import (
	"context"
	"errors"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"

	"steward/core/account"
	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/guide"
	"steward/core/histogram"
	"steward/core/mechanism"
	"steward/core/mechanism/box"
	"steward/core/mechanism/cells"
	"steward/core/mechanism/edges"
	"steward/core/mechanism/line"
	"steward/core/mechanism/matrix"
	"steward/core/mechanism/mechanismtest"
	"steward/core/mechanism/trees"
	"steward/core/noise"
	"steward/core/policy"
	"steward/core/policy/weighted"
	"steward/core/seeded"
	"steward/core/workload"
)

var (
	_ mechanism.Mechanism = cells.LaplaceCells{}
	_ mechanism.Mechanism = cells.LaplaceAnswers{}
	_ mechanism.Mechanism = line.Ordered{}
	_ mechanism.Mechanism = line.Hierarchical{}
	_ mechanism.Mechanism = line.OrderedHierarchical{}
	_ mechanism.Mechanism = edges.EdgeLaplace{}
	_ mechanism.Mechanism = line.Ramps{}
	_ mechanism.Mechanism = line.SoftBlocks{}
	_ mechanism.Mechanism = box.Privelet{}
	_ mechanism.Mechanism = box.NestedBoxes{}
	_ mechanism.Mechanism = edges.GridLines{}
	_ mechanism.Mechanism = matrix.Products{}
	_ mechanism.Mechanism = matrix.MatrixSearch{}
	_ mechanism.Mechanism = trees.TreeLaplace{}
	_ mechanism.Mechanism = trees.TreeIsotonic{}
	_ mechanism.Mechanism = trees.TreeDawa{}
	_ mechanism.Mechanism = trees.TreeDawaIsotonic{}
	_ mechanism.Mechanism = cells.GaussianCells{}
	_ mechanism.Mechanism = edges.GaussianEdges{}
	_ mechanism.Mechanism = line.GaussianHierarchical{}
	_ mechanism.Mechanism = line.GaussianOrdered{}
	_ mechanism.Mechanism = box.GaussianNested{}
	_ mechanism.Mechanism = line.GaussianStationary{}
	_ mechanism.Mechanism = box.GaussianWaves{}
	_ mechanism.Mechanism = matrix.GaussianOptimal{}
)

func TestRegistry(t *testing.T) {
	ids, names := make(map[string]bool), make(map[string]bool)
	for _, m := range All() {
		i := m.Info()
		if i.ID == "" || ids[i.ID] || strings.ToLower(i.ID) != i.ID || strings.ContainsAny(i.ID, " _") {
			t.Errorf("id %q is empty, taken, or not of small letters and hyphens", i.ID)
		}
		if i.Name.IsZero() || names[i.Name.String()] {
			t.Errorf("%s: name %q is empty or taken", i.ID, i.Name)
		}
		if !strings.ContainsAny(i.Source.String(), "0123456789") {
			t.Errorf("%s: source %q has no year", i.ID, i.Source)
		}
		ids[i.ID], names[i.Name.String()] = true, true
		if got, ok := ByID(i.ID); !ok || !reflect.DeepEqual(got.Info(), i) {
			t.Errorf("%s is not found by its id", i.ID)
		}
	}
	if _, ok := ByID("no such mechanism"); ok {
		t.Error("a mechanism that is not there was found")
	}
	if got := Pilot().Info(); got.DataDependent || !ids[got.ID] {
		t.Errorf("the pilot is %+v", got)
	}
}

var steps = []guide.Step{guide.Data, guide.Columns, guide.Secrets, guide.Facts, guide.Questions, guide.Budget, guide.Release, guide.Summary}

// Every mechanism either applies to a problem and can be prepared, or says why not and which
// step would change it; at least one applies.
func TestCheckIsTotal(t *testing.T) {
	eachProblem(t, 30, mechanismtest.Problems, func(_ mechanismtest.Maker, p mechanismtest.Prepared) {
		s, ready := p.Scene, p.By
		for _, m := range All() {
			fit := m.Check(s.Problem)
			if fit.OK() {
				if got := ready[0].Info(); !reflect.DeepEqual(got, m.Info()) {
					t.Fatalf("%s, %s: what is prepared calls itself %q", m.Info().ID, s.Name, got.ID)
				}
				ready = ready[1:]
				continue
			}
			_, err := m.Prepare(t.Context(), s.Problem)
			if err == nil {
				t.Fatalf("%s, %s: it does not apply, and was prepared", m.Info().ID, s.Name)
			}
			for _, r := range fit.Reasons {
				if r.Text.IsZero() || !slices.Contains(steps, r.Step) {
					t.Fatalf("%s, %s: the reason is %+v", m.Info().ID, s.Name, r)
				}
				if !strings.Contains(err.Error(), r.Text.String()) {
					t.Fatalf("%s, %s: preparing says %q, the reason is %q", m.Info().ID, s.Name, err, r.Text)
				}
			}
		}
		if len(p.By) == 0 {
			t.Fatalf("%s: nothing applies", s.Name)
		}
	})
}

// A release spends the budget and says so exactly; its noise is listed as it is measured.
func TestLossAndNoise(t *testing.T) {
	eachPrepared(t, 31, mechanismtest.Problems, func(_ mechanismtest.Maker, s mechanismtest.Scene, q mechanism.Prepared) {
		if q.Loss().Cmp(s.Budget) != 0 {
			t.Fatalf("%s, %s: the loss is %s of %s", q.Info().ID, s.Name, q.Loss(), s.Budget)
		}
		listedAsMeasured(t, s, q)
	})
}

// listedAsMeasured checks that noise is listed as it is measured.
func listedAsMeasured(t *testing.T, s mechanismtest.Scene, q mechanism.Prepared) {
	t.Helper()
	listed, measuredRows := make(map[noise.Law]int), make(map[noise.Law]int)
	for _, n := range q.Noise() {
		if n.What.IsZero() || n.Rows < 1 || n.Sensitivity == nil || n.Sensitivity.Sign() < 0 {
			t.Fatalf("%s, %s: %+v", q.Info().ID, s.Name, n)
		}
		if n.Noisy() {
			listed[n.Law] += n.Rows
		} else if n.Sensitivity.Sign() != 0 {
			t.Fatalf("%s, %s: %s change by %s and carry no noise", q.Info().ID, s.Name, n.What, n.Sensitivity)
		}
	}
	for _, r := range mechanismtest.Measured(t, q).Rows {
		if !r.Exact() {
			measuredRows[r.Law.InGroup(0)]++ // sets of rows whose noise adds up to zero are listed together where they are alike
		}
	}
	for scale, n := range measuredRows {
		if listed[scale] != n {
			t.Fatalf("%s, %s: %d rows of scale %v are measured, %d are listed", q.Info().ID, s.Name, n, scale, listed[scale])
		}
	}
}

func TestSameSeedSameAnswer(t *testing.T) {
	const problems = 30
	alpha := seeded.Among(41 * problems * len(independent()))
	eachPrepared(t, 32, min(mechanismtest.Problems/4, problems), func(m mechanismtest.Maker, s mechanismtest.Scene, q mechanism.Prepared) {
		anew := s.Problem
		anew.Optima = nil // nothing is remembered
		q, err := mustByID(t, q.Info().ID).Prepare(t.Context(), anew)
		if err != nil {
			t.Fatal(err)
		}
		again, err := mustByID(t, q.Info().ID).Prepare(t.Context(), anew)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(q.ExpectedError().Answers, again.ExpectedError().Answers) {
			t.Fatalf("%s, %s: prepared twice, the errors differ", q.Info().ID, s.Name)
		}
		x := s.Counts(m)
		before := slices.Clone(x)
		v := mechanismtest.VectorOf(t, s.Problem, x)
		a, err := q.Release(t.Context(), v, seeded.New(20260101, 4))
		if err != nil {
			t.Fatal(err)
		}
		b := mechanismtest.MustRelease(t, s, again, x, 4)
		if !slices.Equal(a.Unadjusted, b.Unadjusted) || !slices.Equal(a.Tidied, b.Tidied) {
			t.Fatalf("%s, %s: the same noise gave other answers", q.Info().ID, s.Name)
		}
		if !slices.Equal(v.Counts(), before) {
			t.Fatalf("%s, %s: a release changed the counts", q.Info().ID, s.Name)
		}
		if chance := mechanismtest.OtherAnswers(q); chance > 0.01 && !differ(t, s, q, x, seeded.Draws(chance, 0, alpha, 0.5)) {
			t.Fatalf("%s, %s: other noise gave the same answers", q.Info().ID, s.Name)
		}
	})
}

// differ reports whether the answers of one of so many pairs of releases differ.
func differ(t *testing.T, s mechanismtest.Scene, q mechanism.Prepared, x []int64, pairs int) bool {
	t.Helper()
	for i := range uint64(pairs) {
		a, b := mechanismtest.MustRelease(t, s, q, x, 2*i), mechanismtest.MustRelease(t, s, q, x, 2*i+1)
		if !slices.Equal(a.Unadjusted, b.Unadjusted) {
			return true
		}
	}
	return false
}

func mustByID(t *testing.T, id string) mechanism.Mechanism {
	t.Helper()
	m, ok := ByID(id)
	if !ok {
		t.Fatalf("there is no mechanism %q", id)
	}
	return m
}

// Renaming the values of a list, or the order of a table's columns, changes which answer is
// which and nothing else.
func TestRelabelling(t *testing.T) {
	values := []string{"a", "b", "c", "d", "e"}
	back := slices.Clone(values)
	slices.Reverse(back)
	errorsOf := func(order []string) []float64 {
		a := mechanismtest.Column(t)(domain.NewList("x", order, mechanismtest.NoSpecial))
		groups := []policy.Group{{Name: "one", Values: []string{"a"}}, {Name: "two", Values: []string{"b", "d"}}, {Name: "three", Values: []string{"c", "e"}}}
		e := mechanismtest.Setup{Columns: []*domain.Attribute{a}, Parts: []policy.Part{mechanismtest.Part(t)(policy.Groups(a, groups, policy.OwnGroup))},
			Question: workload.Question{Kind: workload.Table}, Disclose: true, Epsilon: "0.5"}.Make(t, "groups")
		return mechanismtest.Variances(applying(e, t)[0])
	}
	got := errorsOf(back)
	slices.Reverse(got)
	if want := errorsOf(values); !slices.Equal(got, want) {
		t.Errorf("errors %v, relabelled %v", want, got)
	}
}

// Plain differential privacy is shown in both kinds, and a policy that protects less is
// answered no worse than the kind that protects a change of one record.
func TestPlains(t *testing.T) {
	same := 0
	mechanismtest.EachSceneUntil(t, 33, mechanismtest.Problems/4, func() bool { return same > 0 }, func(_ mechanismtest.Maker, s mechanismtest.Scene) {
		plains, err := Plains(t.Context(), s.Problem, nil)
		if err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		if len(plains) != 2 || !strings.Contains(plains[0].Name, "changed") || !strings.Contains(plains[1].Name, "half") {
			t.Fatalf("%s: %+v", s.Name, plains)
		}
		for _, p := range plains {
			answers := s.Workload.Len()
			if n := mechanism.Leading(s.Workload); n > 0 {
				answers = n // the totals of averages
			}
			if p.Info.ID == "" || p.Summary.Answers != answers {
				t.Fatalf("%s: %+v", s.Name, p)
			}
		}
		if changesOne(s.Problem) {
			same++
			own, err := candidatesFor(t.Context(), s.Problem)
			if err != nil {
				t.Fatal(err)
			}
			again, err := Plains(t.Context(), s.Problem, own)
			if err != nil || !reflect.DeepEqual(again, plains) {
				t.Fatalf("%s: %+v by its own methods, %+v otherwise: %v", s.Name, again, plains, err)
			}
		}
		if s.Policy.Presence() || s.Disclose || s.Policy.LeastWeight() < weighted.One {
			return // the policy keeps what plain differential privacy does not
		}
		chosen, _, err := Choose(t.Context(), s.Problem, "laplace")
		if err != nil {
			t.Fatal(err)
		}
		full := s.Problem
		full.Policy = policy.Full(s.Workload.Domain(), false)
		plain, err := prepareOne(t.Context(), cells.LaplaceCells{}, full)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := chosen.ExpectedError().Summary().MeanSquare, plain.ExpectedError().Summary().MeanSquare; got > want*(1+1e-9) {
			t.Fatalf("%s: error %v, under plain differential privacy %v", s.Name, got, want)
		}
	})
}

func TestChooseByID(t *testing.T) {
	e := mechanismtest.Examples(t)[0]
	q, why, err := Choose(t.Context(), e.Scene.Problem, "ordered")
	if err != nil || q.Info().ID != "ordered" || why.IsZero() {
		t.Errorf("%v, %q, %v", q, why, err)
	}
	if _, _, err := Choose(t.Context(), e.Scene.Problem, "dawa"); err == nil || !strings.Contains(err.Error(), `"dawa"`) {
		t.Errorf("a mechanism that is not there: %v", err)
	}
	table := mechanismtest.Examples(t)[9]
	if _, _, err := Choose(t.Context(), table.Scene.Problem, "ordered"); err == nil || !strings.Contains(err.Error(), "one column") {
		t.Errorf("cumulative counts for a table of two columns: %v", err)
	}
}

func TestCancelled(t *testing.T) {
	e := mechanismtest.Examples(t)[0]
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Candidates(ctx, e.Scene.Problem); !errors.Is(err, context.Canceled) {
		t.Errorf("candidates: %v", err)
	}
	for _, q := range applying(e, t) {
		if _, err := q.Release(ctx, mechanismtest.VectorOf(t, e.Scene.Problem, e.Counts), seeded.New(20260101, 1)); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", q.Info().ID, err)
		}
	}
}

// Counts over another domain, and counts that belie the stated number of people, are
// refused; the error does not say how many there are.
func TestReleaseRefusesWrongCounts(t *testing.T) {
	e := mechanismtest.Examples(t)[0]
	other := mechanismtest.Column(t)(domain.NewWhole("other", 0, 3, mechanismtest.NoSpecial))
	d, err := domain.New([]*domain.Attribute{other}, nil)
	if err != nil {
		t.Fatal(err)
	}
	small, err := histogram.New(d)
	if err != nil {
		t.Fatal(err)
	}
	fewer := slices.Clone(e.Counts)
	for i := range fewer {
		fewer[i] /= 2
	}
	for _, q := range applying(e, t) {
		for _, v := range []*histogram.Vector{nil, small} {
			if _, err := q.Release(t.Context(), v, seeded.New(20260101, 1)); err == nil || !strings.Contains(err.Error(), "not over its cells") {
				t.Errorf("%s: counts over another domain: %v", q.Info().ID, err)
			}
		}
		_, err := q.Release(t.Context(), mechanismtest.VectorOf(t, e.Scene.Problem, fewer), seeded.New(20260101, 1))
		var wrong *constraint.FactError
		if !errors.As(err, &wrong) {
			t.Errorf("%s: another number of people: %v", q.Info().ID, err)
		}
	}
}

// The known facts' multiplier reaches every mechanism: with presence secret and the number
// of people known, noise is made for half the budget.
func TestMultiplierIsCharged(t *testing.T) {
	for _, e := range mechanismtest.AuditProblems(t) {
		m := e.Scene.Multiplier().Factor
		want := new(big.Rat).Quo(e.Scene.Budget.Rat(), big.NewRat(int64(m), 1))
		if e.Scene.Effective().Rat().Cmp(want) != 0 {
			t.Errorf("%s: the effective budget is %s", e.Name, e.Scene.Effective())
		}
		_, known := e.Scene.Facts.Total()
		if (m == 2) != (known && e.Scene.Policy.Presence()) {
			t.Errorf("%s: the multiplier is %d", e.Name, m)
		}
	}
}

func TestNewProblemErrors(t *testing.T) {
	e := mechanismtest.Examples(t)[0]
	if _, err := mechanism.NewProblem(e.Scene.Workload, e.Scene.Published, constraint.Facts{}, account.Epsilon{}); err == nil || !strings.Contains(err.Error(), "budget") {
		t.Errorf("no budget: %v", err)
	}
	other := mechanismtest.Examples(t)[3]
	if _, err := mechanism.NewProblem(e.Scene.Workload, other.Scene.Published, constraint.Facts{}, e.Scene.Budget); err == nil || !strings.Contains(err.Error(), `"age"`) {
		t.Errorf("a question over columns of another policy: %v", err)
	}
}
