package registry

import (
	"fmt"
	"math"
	"testing"

	"steward/core/domain"
	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
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
		sum += mechanism.Square(runs)
	}
	return math.Sqrt(sum)
}

// checkTidied draws some releases of every method for a problem that tidies by answers: their tidied
// answers are no farther from the truth in total than the unadjusted ones, but for rounding.
func checkTidied(t *testing.T, e mechanismtest.Example) {
	t.Helper()
	p := e.Scene.Problem
	p.Quick = !seeded.Audit && len(e.Counts) > 32 // the fast run searches for combinations of few cells only
	list, err := Candidates(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	x := mechanismtest.VectorOf(t, p, e.Counts)
	truth := make([]int64, p.Workload.Len())
	p.Workload.Operator().Apply(truth, x.Counts())
	slack := rounded(p.Workload.Operator())
	for _, c := range list {
		if c.Prepared == nil || c.Info.DataDependent {
			continue
		}
		for seed := range uint64(2) {
			a, err := c.Prepared.Release(t.Context(), x, seeded.New(20260101, seed))
			if err != nil {
				t.Fatal(err)
			}
			if err := noFarther(a, truth, slack); err != nil {
				t.Errorf("%s, %s: %v", e.Name, c.Info.ID, err)
			}
		}
	}
}

// noFarther checks that tidied answers are no farther from the truth in total than the unadjusted ones, but for rounding, which makes
// so much at most.
func noFarther(a mechanism.Answers, truth []int64, slack float64) error {
	raw, tidied := 0.0, 0.0
	for i, n := range truth {
		raw += mechanism.Square(a.Unadjusted[i] - float64(n))
		tidied += mechanism.Square(a.TidiedAt(i) - float64(n))
	}
	if got, most := math.Sqrt(tidied), math.Sqrt(raw+0.25*float64(len(truth)))+slack; got > most {
		return fmt.Errorf("tidied answers are %.1f off in all, unadjusted ones %.1f, and rounding makes at most %.1f", got, math.Sqrt(raw), slack)
	}
	return nil
}

// Tidying never brings answers farther from the truth.
func TestTidiedAnswersAreNoWorse(t *testing.T) {
	var boxes []mechanismtest.Example
	for _, e := range mechanismtest.Examples(t) {
		if linop.CountsBoxes(e.Scene.Workload.Operator()) {
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
	age, place := mechanismtest.Column(t)(domain.NewWhole("age", 0, int64(ages-1), mechanismtest.NoSpecial)), mechanismtest.Column(t)(domain.NewWhole("place", 0, 3, mechanismtest.NoSpecial))
	few := mechanismtest.Column(t)(domain.NewWhole("few", 0, 3, mechanismtest.NoSpecial))
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
		near := mechanismtest.Part(t)(policy.Near(age, mechanismtest.RatOf(float64(theta)), policy.OwnGroup))
		for i, s := range []mechanismtest.Setup{
			{Columns: []*domain.Attribute{age}, Parts: []policy.Part{near}, Question: workload.Question{Kind: workload.Ranges, Spans: spans}, Epsilon: "0.5"},
			{Columns: []*domain.Attribute{age}, Parts: []policy.Part{near}, Known: true, Presence: true, Question: workload.Question{Kind: workload.Ranges, Spans: spans}, Epsilon: "0.5"},
			{Columns: []*domain.Attribute{age, place}, Parts: []policy.Part{near, policy.Complete(place)}, Known: true, Question: workload.Question{Kind: workload.Ranges, Boxes: boxes}, Epsilon: "0.5"},
			{Columns: []*domain.Attribute{few, place}, Zeros: []domain.Combination{{"few": {"0", "1", "3"}, "place": {"0", "2", "3"}}}, Parts: []policy.Part{policy.Complete(few), policy.Complete(place)}, Question: workload.Question{Kind: workload.Ranges, Every: true}, Epsilon: "0.1"},
		} {
			if !seeded.Audit && (i+k)%3 > 0 {
				continue // the fast run looks at each question under one policy
			}
			checkTidied(t, s.Make(t, fmt.Sprintf("%d columns, within %d", len(s.Columns), theta)))
		}
	}
}

// clustered puts people on a map of n by n cells as they live: in clusters of very different sizes, with most cells empty.
func clustered(n int, people int64, seed uint64) []int64 {
	r := seeded.New(seed, 6)
	counts := make([]int64, n*n)
	for left := people; left > 0; {
		x, y, wide := r.IntN(n), r.IntN(n), float64(n)/64
		size := min(left, int64(math.Exp(8*r.Float64())))
		left -= size
		for range size {
			u, v := x+int(wide*r.NormFloat64()), y+int(wide*r.NormFloat64())
			counts[min(max(u, 0), n-1)*n+min(max(v, 0), n-1)]++
		}
	}
	return counts
}

// On a sparse map of many cells, where methods know next to nothing of single ones, tidied answers to rectangles are as
// near the truth as unadjusted ones, rounding included: cut at zero cell by cell they were up to a hundred thousand times
// as far in total.
func TestTidiedAnswersOfSparseMaps(t *testing.T) {
	asked := seeded.Often(40, 300)
	for i, eps := range []string{"0.01", "0.1", "1"} {
		for j, known := range []bool{false, true} {
			if (i+j)%2 > 0 {
				continue
			}
			n := seeded.Often(16, 64)
			if seeded.Audit && i == 0 {
				n = 256
			}
			r := seeded.New(7, uint64(2*i+j))
			x, y := mechanismtest.Column(t)(domain.NewWhole("x", 0, int64(n-1), mechanismtest.NoSpecial)), mechanismtest.Column(t)(domain.NewWhole("y", 0, int64(n-1), mechanismtest.NoSpecial))
			span := func() workload.Span {
				a, b := r.IntN(n), r.IntN(n)
				return workload.Span{From: fmt.Sprint(min(a, b)), To: fmt.Sprint(max(a, b))}
			}
			var boxes [][]workload.Span
			for range asked {
				boxes = append(boxes, []workload.Span{span(), span()})
			}
			e := mechanismtest.Setup{Columns: []*domain.Attribute{x, y}, Known: known, Parts: []policy.Part{policy.Complete(x), policy.Complete(y)},
				Question: workload.Question{Kind: workload.Ranges, Boxes: boxes}, Epsilon: eps}.Make(t, fmt.Sprintf("a map of %d by %d at %s, people known: %v", n, n, eps, known))
			p := e.Scene.Problem
			people, _ := p.Facts.Total()
			counts := clustered(n, max(people, int64(n*n)), uint64(i))
			list, err := quickCandidates(t.Context(), p) // a first look leaves most of these for later
			if err != nil {
				t.Fatal(err)
			}
			truth, tried := make([]int64, p.Workload.Len()), 0
			p.Workload.Operator().Apply(truth, counts)
			slack := rounded(p.Workload.Operator())
			for _, c := range list {
				if c.Prepared == nil || c.Info.DataDependent {
					continue
				}
				a, err := c.Prepared.Release(t.Context(), mechanismtest.VectorOf(t, p, counts), seeded.New(20260101, 1))
				if err != nil {
					t.Fatal(err)
				}
				if err := noFarther(a, truth, slack); err != nil {
					t.Errorf("%s, %s: %v", e.Name, c.Info.ID, err)
				}
				tried++
			}
			if tried < 3 {
				t.Errorf("%s: only %d methods were tried", e.Name, tried)
			}
		}
	}
}

// Cells that cannot occur take nothing of what the others are asked to add up to.
func TestImpossibleCellsAreNotFitted(t *testing.T) {
	few, place := mechanismtest.Column(t)(domain.NewWhole("few", 0, 3, mechanismtest.NoSpecial)), mechanismtest.Column(t)(domain.NewWhole("place", 0, 1, mechanismtest.NoSpecial))
	e := mechanismtest.Setup{Columns: []*domain.Attribute{few, place}, Zeros: []domain.Combination{{"few": {"0", "1", "2"}, "place": {"1"}}}, Parts: []policy.Part{policy.Complete(few), policy.Complete(place)},
		Question: workload.Question{Kind: workload.Ranges, Boxes: [][]workload.Span{{{From: "0", To: "3"}, {From: "0", To: "1"}}}}, Epsilon: "1"}.Make(t, "impossible")
	p := e.Scene.Problem
	out, err := p.TidyFor(mechanism.KnownSums{}, []float64{50, 0, -30, 0, 10, 0, -6, 0}, nil)
	if err != nil {
		t.Fatal(err)
	}
	total := int64(0)
	for cell, n := range out.Cells {
		if total += n; n < 0 || n > 0 && !p.Workload.Domain().Possible(cell) {
			t.Errorf("cell %d has %d", cell, n)
		}
	}
	if total != 24 || out.Gave != mechanism.GaveNothing {
		t.Errorf("the cells are %v, of which the total is %d, want 24", out.Cells, total)
	}
}
