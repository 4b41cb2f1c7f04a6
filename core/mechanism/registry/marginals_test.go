package registry

import (
	"math"
	"testing"

	"steward/core/domain"
	"steward/core/mechanism/box"
	"steward/core/mechanism/cells"
	"steward/core/mechanism/mechanismtest"
	"steward/core/policy"
	"steward/core/seeded"
	"steward/core/workload"
)

// Where any values may change together every table pays for every edge; reconciled tables are better
// than tables alone, and the whole table is where it is small.
func TestMarginalsUnderFullSecrets(t *testing.T) {
	e := mechanismtest.PairsOfColumns(t, []int{6, 5, 7, 4}, mechanismtest.EachComplete, 4, true)
	prepared, err := box.Marginals{}.Prepare(t.Context(), e.Scene.Problem)
	if err != nil {
		t.Fatal(err)
	}
	alone := 2 * math.Pow(2*6/0.1, 2)
	if got := prepared.ExpectedError().Summary().MeanSquare; got > 0.9*alone {
		t.Errorf("error %v, noise on the tables alone has %v", got, alone)
	}
	small := mechanismtest.PairsOfColumns(t, []int{2, 2, 2, 2}, mechanismtest.EachComplete, 4, true)
	if prepared, err = (box.Marginals{}).Prepare(t.Context(), small.Scene.Problem); err != nil {
		t.Fatal(err)
	}
	cells, err := cells.LaplaceCells{}.Prepare(t.Context(), small.Scene.Problem)
	if err != nil {
		t.Fatal(err)
	}
	if got, all := prepared.ExpectedError().Summary().MeanSquare, cells.ExpectedError().Summary().MeanSquare; got > all*(1+1e-3) {
		t.Errorf("error %v, noise on each cell has %v", got, all)
	}
}

// All pairs of columns, each question with its own share: answered together under secrets of one
// column each, they have less than a third of the error, and every answer is among the group's own.
func TestTablesAreAnsweredTogether(t *testing.T) {
	seeded.ForAudits(t)
	var columns []*domain.Attribute
	var parts []policy.Part
	for j, n := range []int{4, 3, 5, 2} {
		a := mechanismtest.Column(t)(domain.NewWhole(domain.AttributeName(rune('a'+j)), 0, int64(n-1), mechanismtest.NoSpecial))
		columns, parts = append(columns, a), append(parts, policy.Complete(a))
	}
	d, err := domain.New(columns, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		change int // columns that one secret pair changes
		part   float64
	}{{1, 0.3}, {4, 0.95}}[:seeded.Often(1, 2)] {
		published, err := policy.New(policy.Spec{Domain: d, Parts: parts, Together: c.change})
		if err != nil {
			t.Fatal(err)
		}
		var asked []workload.Question
		for j := range columns {
			for i := range j {
				asked = append(asked, workload.Question{Kind: workload.Table, Columns: []domain.AttributeName{columns[i].Name(), columns[j].Name()}})
			}
		}
		s := newSeveral(t, published, asked...)
		groups := s.arrange()
		if len(groups) != 1 || groups[0].Prepared.Info().ID != "marginals" {
			t.Fatalf("%d columns change: %v", c.change, together(groups))
		}
		for n, p := range s.problems {
			if n%seeded.Often(6, 1) > 0 {
				continue
			}
			alone, _, err := Choose(remembering(t), p, "")
			if err != nil {
				t.Fatal(err)
			}
			was, is := alone.ExpectedError().Summary().MeanSquare, groups[0].Error(n).Summary().MeanSquare
			if is > c.part*was {
				t.Errorf("%d columns change, question %d: %v together, %v alone", c.change, n, is, was)
			}
		}
	}
}

// Where all values of each column are secret from one another, contrasts of the best sizes are as good as anything with Gaussian
// noise: the best combinations of cells, found without knowing of columns, have no less error, and the bound for all is as
// high but for the gap that it was worked out to.
func TestContrastsAreTheBest(t *testing.T) {
	for _, sizes := range [][]int{{3, 3, 3}, {2, 2, 2, 2}} {
		for _, change := range []int{1, 2, len(sizes)} {
			e := mechanismtest.PairsOfColumns(t, sizes, mechanismtest.EachComplete, change, true)
			p := e.Scene.Problem
			p.Gaussian = true
			contrasts, err := box.GaussianMarginals{}.Prepare(t.Context(), p)
			if err != nil {
				t.Fatal(err)
			}
			bound, ok, err := LowerBound(t.Context(), p)
			if err != nil || !ok {
				t.Fatal(ok, err)
			}
			if got := contrasts.ExpectedError().Summary().MeanSquare; got > 1.011*bound.MeanSquare || got < bound.MeanSquare*(1-1e-6) {
				t.Errorf("%v, %d columns change: error %v, the least that there is %v", sizes, change, got, bound.MeanSquare)
			}
		}
	}
}
