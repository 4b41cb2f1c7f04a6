package mechanism

import (
	"fmt"
	"math"
	"testing"

	"steward/core/domain"
	"steward/core/policy"
	"steward/core/seeded"
	"steward/core/workload"
)

// pairsOfColumns asks for all tables over two of some columns.
func pairsOfColumns(t testing.TB, sizes []int, parts func(columns []*domain.Attribute) []policy.Part, together int, known bool) example {
	t.Helper()
	var columns []*domain.Attribute
	for j, n := range sizes {
		columns = append(columns, column(t)(domain.NewWhole(domain.AttributeName(rune('a'+j)), 0, int64(n-1), noSpecial)))
	}
	e := setup{columns: columns, parts: parts(columns), together: together, known: known, epsilon: "0.1", question: workload.Question{Kind: workload.Table}}.make(t, fmt.Sprint("all pairs of ", sizes))
	var asked []*workload.Workload
	for j := range columns {
		for i := range j {
			w, err := workload.New(workload.Question{Kind: workload.Table, Columns: []domain.AttributeName{columns[i].Name(), columns[j].Name()}}, e.scene.published.Domain())
			if err != nil {
				t.Fatal(err)
			}
			asked = append(asked, w)
		}
	}
	w, err := workload.Join(asked, e.scene.published.Domain())
	if err != nil {
		t.Fatal(err)
	}
	projected, err := e.scene.published.Project(w.Question().Columns)
	if err != nil {
		t.Fatal(err)
	}
	e.scene.Workload, e.scene.Policy = w, projected
	return e
}

// eachComplete keeps every column's values secret from one another.
func eachComplete(columns []*domain.Attribute) (out []policy.Part) {
	for _, a := range columns {
		out = append(out, policy.Complete(a))
	}
	return out
}

// Under secrets of one column each an edge changes the tables of its column only: of all pairs of m
// columns m − 1, so that even noise on the tables alone has 2(m − 1)/ε; least squares does better than
// that, and the certificate and the formula for the error hold.
func TestMarginalsUnderSecretsOfEachColumn(t *testing.T) {
	for _, known := range []bool{true, false} {
		e := pairsOfColumns(t, []int{3, 2, 4, 2}, eachComplete, 1, known)
		prepared, err := marginals{}.Prepare(t.Context(), e.scene.Problem)
		if err != nil {
			t.Fatal(err)
		}
		certify(t, e.scene, prepared)
		checkErrors(t, e.scene, prepared)
		alone := 2 * math.Pow(2*3/0.1, 2)
		if got := prepared.ExpectedError().Summary().MeanSquare; got > 0.97*alone {
			t.Errorf("people known %v: error %v, noise on the tables alone has %v", known, got, alone)
		}
	}
}

// Where any values may change together every table pays for every edge; reconciled tables are better
// than tables alone, and the whole table is where it is small.
func TestMarginalsUnderFullSecrets(t *testing.T) {
	e := pairsOfColumns(t, []int{6, 5, 7, 4}, eachComplete, 4, true)
	prepared, err := marginals{}.Prepare(t.Context(), e.scene.Problem)
	if err != nil {
		t.Fatal(err)
	}
	alone := 2 * math.Pow(2*6/0.1, 2)
	if got := prepared.ExpectedError().Summary().MeanSquare; got > 0.9*alone {
		t.Errorf("error %v, noise on the tables alone has %v", got, alone)
	}
	small := pairsOfColumns(t, []int{2, 2, 2, 2}, eachComplete, 4, true)
	if prepared, err = (marginals{}).Prepare(t.Context(), small.scene.Problem); err != nil {
		t.Fatal(err)
	}
	cells, err := laplaceCells{}.Prepare(t.Context(), small.scene.Problem)
	if err != nil {
		t.Fatal(err)
	}
	if got, all := prepared.ExpectedError().Summary().MeanSquare, cells.ExpectedError().Summary().MeanSquare; got > all*(1+1e-3) {
		t.Errorf("error %v, noise on each cell has %v", got, all)
	}
}

// Several questions over many cells are tidied one by one: their unadjusted answers are those from the
// cells, the tidied ones are counts that add up to the known number of people, and no farther from the
// truth but for rounding.
func TestMarginalsAreTidiedOneByOne(t *testing.T) {
	e := pairsOfColumns(t, []int{9, 8, 7, 10}, eachComplete, 1, true)
	people, _ := e.scene.Facts.Total()
	prepared, err := marginals{}.Prepare(t.Context(), e.scene.Problem)
	if err != nil {
		t.Fatal(err)
	}
	q := prepared.(*preparedMarginals)
	if len(q.own) != 6 {
		t.Fatalf("%d questions are tidied by themselves", len(q.own))
	}
	a := mustRelease(t, e.scene, q, e.counts, 3)
	rows := make([][]int64, len(q.groups))
	src := seeded.New(20260101, 3)
	for g, group := range q.groups {
		rows[g] = q.measure(q.sets[g], e.counts)
		group.law.Add(src, rows[g], rows[g])
	}
	fromCells := make([]float64, q.Problem.Workload.Len())
	q.Problem.Workload.Operator().ApplyFloat(fromCells, q.table(columnSet(1)<<len(q.sizes)-1, q.partsOf(rows, []int64{people})))
	truth := make([]int64, len(fromCells))
	e.scene.Workload.Operator().Apply(truth, e.counts)
	unadjusted, tidied := 0.0, 0.0
	for i, v := range a.Unadjusted {
		if math.Abs(v-fromCells[i]) > 1e-6 {
			t.Fatalf("answer %d is %v, from the cells %v", i, v, fromCells[i])
		}
		unadjusted += square(v - float64(truth[i]))
		tidied += square(float64(a.Tidied[i] - truth[i]))
	}
	if tidied > 1.01*unadjusted {
		t.Errorf("tidied answers are off by %v, unadjusted ones by %v", tidied, unadjusted)
	}
	at := 0
	for _, w := range q.Problem.Workload.Parts() {
		sum := int64(0)
		for _, n := range a.Tidied[at : at+w.Len()] {
			if n < 0 {
				t.Fatal("a tidied count is below zero")
			}
			sum += n
		}
		if at += w.Len(); sum != people {
			t.Errorf("a table adds up to %d, there are %d people", sum, people)
		}
	}
}

// Preparing does not depend on the number of cells: eight columns of some hundred million combinations
// are as quick as their tables. A release needs the cells, and is for fewer.
func TestMarginalsOfManyColumns(t *testing.T) {
	e := pairsOfColumns(t, []int{9, 16, 7, 15, 6, 5, 2}, eachComplete, 1, true)
	prepared, err := marginals{}.Prepare(t.Context(), e.scene.Problem)
	if err != nil {
		t.Fatal(err)
	}
	if got, alone := prepared.ExpectedError().Summary().MeanSquare, 2*math.Pow(2*6/0.1, 2); got > alone {
		t.Errorf("error %v, noise on the tables alone has %v", got, alone)
	}
}

// All pairs of columns, each question with its own share: answered together under secrets of one
// column each, they have less than a third of the error, and every answer is among the group's own.
func TestTablesAreAnsweredTogether(t *testing.T) {
	var columns []*domain.Attribute
	var parts []policy.Part
	for j, n := range []int{4, 3, 5, 2} {
		a := column(t)(domain.NewWhole(domain.AttributeName(rune('a'+j)), 0, int64(n-1), noSpecial))
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

// What the policy discloses and the steward agreed to publish holds in every table that is tidied by
// itself: here the number of people in each half of the first column.
func TestTablesOneByOneMeetWhatIsDisclosed(t *testing.T) {
	halves := func(columns []*domain.Attribute) []policy.Part {
		groups := []policy.Group{{Name: "low"}, {Name: "high"}}
		for v := range columns[0].Size() {
			groups[v/5].Values = append(groups[v/5].Values, columns[0].Label(v))
		}
		return append([]policy.Part{part(t)(policy.Groups(columns[0], groups, policy.OwnGroup))}, eachComplete(columns[1:])...)
	}
	e := pairsOfColumns(t, []int{9, 8, 7, 10}, halves, 1, false)
	e.scene.Disclose = true
	prepared, err := marginals{}.Prepare(t.Context(), e.scene.Problem)
	if err != nil {
		t.Fatal(err)
	}
	q := prepared.(*preparedMarginals)
	a := mustRelease(t, e.scene, q, e.counts, 4)
	truth := make([]int64, len(a.Tidied))
	e.scene.Workload.Operator().Apply(truth, e.counts)
	at := 0
	for n, w := range q.Problem.Workload.Parts() {
		sums := make(map[bool][3]float64) // by half: the truth, the tidied and the unadjusted
		first, ok := w.Domain().Position("a")
		for cell := range w.Len() {
			high := ok && w.Domain().Value(cell, first) >= 5
			s := sums[high]
			sums[high] = [3]float64{s[0] + float64(truth[at+cell]), s[1] + float64(a.Tidied[at+cell]), s[2] + a.Unadjusted[at+cell]}
		}
		for high, s := range sums {
			if s[1] != s[0] || math.Abs(s[2]-s[0]) > 1e-6*s[0] && !ok {
				t.Errorf("question %d, high %v: the truth is %v, tidied %v, unadjusted %v", n, high, s[0], s[1], s[2])
			}
		}
		at += w.Len()
	}
}
