package mechanism

import (
	"fmt"
	"math"
	"testing"

	"steward/core/domain"
	"steward/core/linop"
	"steward/core/policy"
	"steward/core/seeded"
	"steward/core/workload"
)

// rounded is by how much rounding may move the answers in all, as a distance: along an order every run of
// neighbouring cells by less than one person, and a box by one for each of its runs.
func rounded(op linop.Operator) float64 {
	sum := 0.0
	for i := range op.Rows() {
		runs, last := 0.0, -2
		op.Row(i, func(cell int, _ int64) {
			if cell != last+1 {
				runs++
			}
			last = cell
		})
		sum += square(runs)
	}
	return math.Sqrt(sum)
}

// checkTidied draws some releases of every method for a problem that tidies by answers: their tidied
// answers are no farther from the truth in total than the unadjusted ones, but for rounding and for how
// near the search for them comes.
func checkTidied(t *testing.T, e example) {
	t.Helper()
	p := e.scene.Problem
	p.Quick = !seeded.Audit && len(e.counts) > 32 // the fast run searches for combinations of few cells only
	list, err := Candidates(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	x := vectorOf(t, p, e.counts)
	truth := make([]int64, p.Workload.Len())
	p.Workload.Operator().Apply(truth, x.Counts())
	slack := rounded(p.Workload.Operator())
	for _, c := range list {
		// Answers with noise each are tidied each by itself.
		if c.Prepared == nil || c.Info.DataDependent || c.Info.ID == "laplace-answers" {
			continue
		}
		for seed := range uint64(2) {
			a, err := c.Prepared.Release(t.Context(), x, seeded.New(20260101, seed))
			if err != nil {
				t.Fatal(err)
			}
			raw, tidied := 0.0, 0.0
			for i, n := range truth {
				raw += square(a.Unadjusted[i] - float64(n))
				tidied += square(float64(a.Tidied[i] - n))
			}
			if got, most := math.Sqrt(tidied), 1.02*math.Sqrt(raw)+slack; got > most {
				t.Errorf("%s, %s: tidied answers are %.1f off in all, unadjusted ones %.1f, and rounding makes at most %.1f", e.name, c.Info.ID, got, math.Sqrt(raw), slack)
			}
		}
	}
}

// Tidying never brings answers farther from the truth.
func TestTidiedAnswersAreNoWorse(t *testing.T) {
	var boxes []example
	for _, e := range examples(t) {
		if linop.CountsBoxes(e.scene.Workload.Operator()) {
			boxes = append(boxes, e)
		}
	}
	for _, e := range evenly(boxes, seeded.Often(5, len(boxes))) {
		checkTidied(t, e)
	}
}

// Where a few ranges are asked, the best methods know next to nothing of single cells: tidied answers are near
// the unadjusted ones even so.
func TestTidiedAnswersToFewRanges(t *testing.T) {
	r := seeded.New(8, 9)
	ages := seeded.Often(20, 96)
	age, place := column(t)(domain.NewWhole("age", 0, int64(ages-1), noSpecial)), column(t)(domain.NewWhole("place", 0, 3, noSpecial))
	few := column(t)(domain.NewWhole("few", 0, 3, noSpecial))
	span := func(n int) workload.Span {
		a, b := r.IntN(n), r.IntN(n)
		return workload.Span{From: fmt.Sprint(min(a, b)), To: fmt.Sprint(max(a, b))}
	}
	for k, theta := range []int64{1, 5, int64(ages - 1)} {
		var spans []workload.Span
		var boxes [][]workload.Span
		for range 12 {
			spans = append(spans, span(ages))
			boxes = append(boxes, []workload.Span{span(ages), span(4)})
		}
		near := part(t)(policy.Near(age, ratOf(float64(theta)), policy.OwnGroup))
		for i, s := range []setup{
			{columns: []*domain.Attribute{age}, parts: []policy.Part{near}, question: workload.Question{Kind: workload.Ranges, Spans: spans}, epsilon: "0.5"},
			{columns: []*domain.Attribute{age}, parts: []policy.Part{near}, known: true, presence: true, question: workload.Question{Kind: workload.Ranges, Spans: spans}, epsilon: "0.5"},
			{columns: []*domain.Attribute{age, place}, parts: []policy.Part{near, policy.Complete(place)}, known: true, question: workload.Question{Kind: workload.Ranges, Boxes: boxes}, epsilon: "0.5"},
			{columns: []*domain.Attribute{few, place}, zeros: []domain.Combination{{"few": {"0", "1", "3"}, "place": {"0", "2", "3"}}}, parts: []policy.Part{policy.Complete(few), policy.Complete(place)}, question: workload.Question{Kind: workload.Ranges, Every: true}, epsilon: "0.1"},
		} {
			if !seeded.Audit && (i+k)%3 > 0 {
				continue // the fast run looks at each question under one policy
			}
			checkTidied(t, s.make(t, fmt.Sprintf("%d columns, within %d", len(s.columns), theta)))
		}
	}
}

// The metrics of answers are WᵀW, whichever way they are made, and their bounds hold.
func TestAnswerMetric(t *testing.T) {
	r := seeded.New(5, 6)
	runs := linop.Ranges(6, []linop.Interval{{Lo: 1, Hi: 4}, {Lo: 0, Hi: 5}, {Lo: 3, Hi: 3}, {Lo: 1, Hi: 4}})
	for _, op := range []linop.Operator{
		runs, linop.Every(5, 4), linop.Prefixes(4, 4), linop.EveryBox([]linop.Intervals{runs, linop.Every(3, 3), linop.Prefixes(2, 2)}),
		linop.NewBoxes([]int{3, 4}, [][]linop.Interval{{{Lo: 0, Hi: 1}, {Lo: 1, Hi: 3}}, {{Lo: 2, Hi: 2}, {Lo: 0, Hi: 0}}}),
		linop.NewMarginals([]int{2, 3}, [][]int{{0}, {1}, {}}),
	} {
		m, _, ok := answerMetric(op)
		if !ok {
			t.Fatalf("%T has no metric", op)
		}
		w := linop.Dense(op)
		n := op.Columns()
		for range 20 {
			d, got, length, product := make([]float64, n), make([]float64, n), 0.0, 0.0
			for j := range d {
				d[j] = r.NormFloat64()
			}
			m.Apply(got, d)
			for j := range n {
				want := 0.0
				for _, row := range w {
					answer := 0.0
					for i, v := range row {
						answer += float64(v) * d[i]
					}
					want += float64(row[j]) * answer
				}
				if math.Abs(got[j]-want) > 1e-9*(1+math.Abs(want)) {
					t.Fatalf("%T: entry %d is %v, want %v", op, j, got[j], want)
				}
				length, product = length+square(d[j]), product+d[j]*want
			}
			if product > m.Largest*length*(1+1e-9) {
				t.Errorf("%T: %v is more than the bound %v", op, product/length, m.Largest)
			}
		}
	}
	for _, op := range []linop.Operator{linop.Identity(5), linop.NewWeighed(runs, []int64{1, 2, 3, 4, 5, 6})} {
		if _, _, ok := answerMetric(op); ok {
			t.Errorf("%T has a metric", op)
		}
	}
}

// Cumulative counts are measured by the runs between them.
func TestRunMetric(t *testing.T) {
	m := runMetric([][2]int{{0, 2}, {1, 3}, {2, 3}}, 3)
	got := make([]float64, 3)
	m.Apply(got, []float64{1, 10, 100}) // the runs have 10, 99 and 90
	if got[0] != -99 || got[1] != 10-90 || got[2] != 99+90 || m.Largest != 4 {
		t.Errorf("%v, %v", got, m.Largest)
	}
}

// Cells that cannot occur take nothing of what the others are asked to add up to.
func TestImpossibleCellsAreNotFitted(t *testing.T) {
	few, place := column(t)(domain.NewWhole("few", 0, 3, noSpecial)), column(t)(domain.NewWhole("place", 0, 1, noSpecial))
	e := setup{columns: []*domain.Attribute{few, place}, zeros: []domain.Combination{{"few": {"0", "1", "2"}, "place": {"1"}}}, parts: []policy.Part{policy.Complete(few), policy.Complete(place)},
		question: workload.Question{Kind: workload.Ranges, Boxes: [][]workload.Span{{{From: "0", To: "3"}, {From: "0", To: "1"}}}}, epsilon: "1"}.make(t, "impossible")
	p := e.scene.Problem
	out, err := p.tidyFor(knownSums{}, []float64{50, 0, -30, 0, 10, 0, -6, 0}, nil)
	if err != nil {
		t.Fatal(err)
	}
	total := int64(0)
	for cell, n := range out {
		if total += n; n < 0 || n > 0 && !p.Workload.Domain().Possible(cell) {
			t.Errorf("cell %d has %d", cell, n)
		}
	}
	if total != 24 {
		t.Errorf("the cells are %v, of which the total is %d, want 24", out, total)
	}
}
