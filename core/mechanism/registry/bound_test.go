package registry

import (
	"math"
	"testing"

	"steward/core/domain"
	"steward/core/mechanism/mechanismtest"
	"steward/core/optimum"
	"steward/core/policy"
	"steward/core/seeded"
	"steward/core/workload"
)

// No mechanism is better than the bound, whatever the problem.
func TestNothingIsBelowTheBound(t *testing.T) {
	bounded, ofAny, nearest := 0, 0, math.Inf(1)
	enough := func() bool {
		return bounded >= seeded.Often(20, 100) && ofAny >= seeded.Often(10, 50) && nearest <= 1.01
	}
	mechanismtest.EachSceneUntil(t, 41, seeded.Often(30, 200), enough, func(m mechanismtest.Maker, s mechanismtest.Scene) {
		s.Problem.Rows = m.Pick(1, 3)
		b, ok, err := LowerBound(t.Context(), s.Problem)
		if err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		if !ok {
			return
		}
		if b.Any > b.MeanSquare || b.Any < 0 {
			t.Errorf("%s: %g for any method, %g for those that add noise", s.Name, b.Any, b.MeanSquare)
		}
		candidates, err := Candidates(t.Context(), s.Problem)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range candidates {
			if c.Prepared == nil || c.Info.DataDependent {
				continue
			}
			bounded++
			if b.OfAll() {
				ofAny++
			}
			f := b.Factor(c.Summary.MeanSquare)
			nearest = min(nearest, f)
			if f < 1-1e-6 {
				t.Errorf("%s, %s: %g times the best possible", s.Name, c.Info.ID, f)
			}
		}
	})
}

// Cumulative counts along a line of ranges are within two per cent of the best possible; a
// table under full secrecy within a factor of sqrt(2) or so.
func TestBoundIsNear(t *testing.T) {
	d := twoColumns(t)
	s := newSeveral(t, policy.Full(d, false), ask("ages", workload.Table, "age"))
	b, ok, err := LowerBound(t.Context(), s.problems[0])
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	best, _, err := Choose(t.Context(), s.problems[0], "")
	if err != nil {
		t.Fatal(err)
	}
	if f := b.Factor(best.ExpectedError().Summary().MeanSquare); f < 1 || f > 1.6 {
		t.Errorf("a table is within a factor of %g", f)
	}
}

// Large questions have a bound where there is a closed form, and none otherwise.
func TestBoundOfLargeQuestions(t *testing.T) {
	for _, c := range []struct {
		kind  workload.Kind
		every bool
		ok    bool
	}{{workload.Ranges, true, true}, {workload.Cumulative, false, false}} {
		d := wideColumn(t, 1000)
		q := ask("q", c.kind, "v")
		q.Every = c.every
		s := newSeveral(t, policy.Full(d, false), q)
		b, ok, err := LowerBound(t.Context(), s.problems[0])
		if err != nil || ok != c.ok {
			t.Errorf("%s: %v, %v", c.kind, ok, err)
		}
		if ok && !(b.MeanSquare > 0) {
			t.Errorf("%s: a bound of %g", c.kind, b.MeanSquare)
		}
	}
}

// The bound from the edges of one column is below the exact optimum on small grids, and near it: of all
// boxes on 16 by 16 the least error is 7.01 (STRATEGIES section 6).
func TestBoundOfGrids(t *testing.T) {
	for _, e := range []mechanismtest.Example{mechanismtest.SquareGrid(t, 5, 1, "1", nil), mechanismtest.SquareGrid(t, 6, 2, "1", nil), mechanismtest.EverythingOn(t, 5)} {
		boxes, how, ok := allBoxes(e.Scene.Problem)
		if !ok || how.IsZero() {
			t.Fatalf("%s: there is no bound", e.Name)
		}
		q, err := optimum.New(e.Scene.Workload.Operator(), e.Scene.Policy, true)
		if err != nil {
			t.Fatal(err)
		}
		s, err := q.Solve(t.Context(), 0.001, 400)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %.4g of %.4g", e.Name, boxes, s.Upper)
		if boxes > s.Upper || boxes < s.Upper/4 {
			t.Errorf("%s: the bound is %v, the optimum between %v and %v", e.Name, boxes, s.Lower, s.Upper)
		}
	}
	for n, want := range map[int]float64{16: 5.09, 32: 7.4} {
		e := mechanismtest.SquareGrid(t, n, 1, "1", nil)
		boxes, _, ok := allBoxes(e.Scene.Problem)
		if got := boxes / float64(e.Scene.Workload.Len()); !ok || math.Abs(got-want) > 0.02*want {
			t.Errorf("%d × %d: the bound is %.3f, want %.2f", n, n, got, want)
		}
	}
	if got := joinedAlong(mechanismtest.SquareGrid(t, 6, 2, "1", nil).Scene.Policy, 0); got != 2 {
		t.Errorf("values within 2 are joined up to %d", got)
	}
}

// Where a secret pair changes every answer by one, nothing is better than discrete Laplace noise on each, and tables of a known number of
// people are as near to what any method can do as the proof says.
func TestBoundOfAnyMethod(t *testing.T) {
	near := func(columns []*domain.Attribute) []policy.Part {
		return []policy.Part{mechanismtest.Part(t)(policy.Near(columns[0], mechanismtest.RatOf(1), policy.OwnGroup))}
	}
	for _, c := range []struct {
		name        string
		cells       int64
		parts       func([]*domain.Attribute) []policy.Part
		kind        workload.Kind
		epsilon     string
		rows        int
		least, most float64 // of the factor
	}{
		{"2 cells", 2, mechanismtest.EachComplete, workload.Table, "0.01", 1, 1, 1},
		{"2 cells at a large budget", 2, mechanismtest.EachComplete, workload.Table, "2", 1, 1, 1},
		{"3 cells", 3, mechanismtest.EachComplete, workload.Table, "0.01", 1, 1, 1.0001},
		{"4 cells", 4, mechanismtest.EachComplete, workload.Table, "0.01", 1, 1.024, 1.026},
		{"6 cells", 6, mechanismtest.EachComplete, workload.Table, "0.01", 1, 1.022, 1.025},
		{"16 cells", 16, mechanismtest.EachComplete, workload.Table, "0.01", 1, 1.01, 1.017},
		{"4 cells, 3 rows each", 4, mechanismtest.EachComplete, workload.Table, "0.01", 3, 1.024, 1.026},
		{"4 cells at a budget of 1", 4, mechanismtest.EachComplete, workload.Table, "1", 1, 1.03, 1.1},
		{"200 cells", 200, mechanismtest.EachComplete, workload.Table, "0.01", 1, 1.05, 1.09},
		{"1500 cells", 1500, mechanismtest.EachComplete, workload.Table, "0.01", 1, 1.05, 1.09},
		{"who is in the file", 50, nil, workload.Table, "1", 1, 1, 1},
		{"cumulative counts of neighbours", 50, near, workload.Cumulative, "1", 1, 1, 1},
	} {
		a := mechanismtest.Column(t)(domain.NewWhole("v", 0, c.cells-1, mechanismtest.NoSpecial))
		setup := mechanismtest.Setup{Columns: []*domain.Attribute{a}, Presence: c.parts == nil, Known: c.parts != nil, Question: workload.Question{Kind: c.kind}, Epsilon: c.epsilon}
		if c.parts != nil {
			setup.Parts = c.parts(setup.Columns)
		}
		p := setup.Make(t, c.name).Scene.Problem
		p.Rows = c.rows
		b, ok, err := LowerBound(t.Context(), p)
		if err != nil || !ok || !b.OfAll() || b.How.IsZero() {
			t.Errorf("%s: %+v, %v, %v", c.name, b, ok, err)
			continue
		}
		best, _, err := Choose(t.Context(), p, "")
		if err != nil {
			t.Fatal(err)
		}
		if f := b.Factor(best.ExpectedError().Summary().MeanSquare); f < c.least-1e-9 || f > c.most+1e-9 {
			t.Errorf("%s: within a factor of %g, want %g to %g", c.name, f, c.least, c.most)
		}
	}
}
