package box

import (
	"math"
	"testing"

	"steward/core/domain"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/policy"
	"steward/core/seeded"
)

// Under secrets of one column each an edge changes the tables of its column only: of all pairs of m
// columns m − 1, so that even noise on the tables alone has 2(m − 1)/ε; least squares does better than
// that, and the certificate and the formula for the error hold.
func TestMarginalsUnderSecretsOfEachColumn(t *testing.T) {
	for _, known := range []bool{true, false} {
		e := mechanismtest.PairsOfColumns(t, []int{3, 2, 4, 2}, mechanismtest.EachComplete, 1, known)
		prepared, err := Marginals{}.Prepare(t.Context(), e.Scene.Problem)
		if err != nil {
			t.Fatal(err)
		}
		mechanismtest.Certify(t, e.Scene, prepared)
		mechanismtest.CheckErrors(t, e.Scene, prepared)
		alone := 2 * math.Pow(2*3/0.1, 2)
		if got := prepared.ExpectedError().Summary().MeanSquare; got > 0.97*alone {
			t.Errorf("people known %v: error %v, noise on the tables alone has %v", known, got, alone)
		}
	}
}

// Several questions over many cells are tidied one by one: their unadjusted answers are those from the
// cells, the tidied ones are counts that add up to the known number of people, and no farther from the
// truth but for rounding.
func TestMarginalsAreTidiedOneByOne(t *testing.T) {
	e := mechanismtest.PairsOfColumns(t, []int{9, 8, 7, 10}, mechanismtest.EachComplete, 1, true)
	people, _ := e.Scene.Facts.Total()
	prepared, err := Marginals{}.Prepare(t.Context(), e.Scene.Problem)
	if err != nil {
		t.Fatal(err)
	}
	q := prepared.(*preparedMarginals)
	if q.whole {
		t.Fatal("the questions are tidied together")
	}
	a := mechanismtest.MustRelease(t, e.Scene, q, e.Counts, 3)
	rows := make([][]int64, len(q.groups))
	src := seeded.New(20260101, 3)
	for g, group := range q.groups {
		rows[g] = q.measure(q.sets[q.measured[g]], mechanismtest.VectorOf(t, e.Scene.Problem, e.Counts))
		group.Law.Add(src, rows[g], rows[g])
	}
	fromCells := make([]float64, q.Problem.Workload.Len())
	parts, told := q.estimated(rows, people), []int(nil)
	for i, x := range parts {
		if x != nil {
			told = append(told, i)
		}
	}
	q.Problem.Workload.Operator().ApplyFloat(fromCells, q.table(q.counted[0].columns, told, parts))
	truth := make([]int64, len(fromCells))
	e.Scene.Workload.Operator().Apply(truth, e.Counts)
	unadjusted, tidied := 0.0, 0.0
	for i, v := range a.Unadjusted {
		if math.Abs(v-fromCells[i]) > 1e-6 {
			t.Fatalf("answer %d is %v, from the cells %v", i, v, fromCells[i])
		}
		unadjusted += mechanism.Square(v - float64(truth[i]))
		tidied += mechanism.Square(float64(a.Tidied[i] - truth[i]))
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
	e := mechanismtest.PairsOfColumns(t, []int{9, 16, 7, 15, 6, 5, 2}, mechanismtest.EachComplete, 1, true)
	prepared, err := Marginals{}.Prepare(t.Context(), e.Scene.Problem)
	if err != nil {
		t.Fatal(err)
	}
	if got, alone := prepared.ExpectedError().Summary().MeanSquare, 2*math.Pow(2*6/0.1, 2); got > alone {
		t.Errorf("error %v, noise on the tables alone has %v", got, alone)
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
		return append([]policy.Part{mechanismtest.Part(t)(policy.Groups(columns[0], groups, policy.OwnGroup))}, mechanismtest.EachComplete(columns[1:])...)
	}
	e := mechanismtest.PairsOfColumns(t, []int{9, 8, 7, 10}, halves, 1, false)
	e.Scene.Disclose = true
	prepared, err := Marginals{}.Prepare(t.Context(), e.Scene.Problem)
	if err != nil {
		t.Fatal(err)
	}
	q := prepared.(*preparedMarginals)
	a := mechanismtest.MustRelease(t, e.Scene, q, e.Counts, 4)
	truth := make([]int64, len(a.Tidied))
	e.Scene.Workload.Operator().Apply(truth, e.Counts)
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
