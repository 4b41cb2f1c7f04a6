package session

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/preview"
	"steward/core/seeded"
	"steward/core/workload"
)

// quickBench is a bench without the question whose errors take longest: it has a table and
// a list of ranges.
func quickBench(t *testing.T) *bench {
	t.Helper()
	b := newBench(t)
	b.Questions.Remove(0)
	return b
}

// A slider that moves faster than errors can be worked out shows the latest place, and skips
// those in between.
func TestTryingKeepsUp(t *testing.T) {
	seeded.ForAudits(t)
	b := quickBench(t)
	if p, _ := b.Budget.Look(); p != nil {
		t.Fatal("there are errors before any were worked out")
	}
	b.finish()
	first, current := b.Budget.Look()
	if first == nil || !current || first.Epsilon != "0.5" {
		t.Fatalf("under the plan: %+v, current %v", first, current)
	}
	worked := 0
	for i := range 20 {
		b.Budget.Try(fmt.Sprintf("0.%d", 51+i))
		p, current := b.Budget.Look()
		if p == nil || current {
			t.Fatalf("while 0.%d is tried: %v, current %v", 51+i, p, current)
		}
		if i%7 == 0 {
			b.one()
			worked++
			if p, _ := b.Budget.Look(); p.Epsilon == "0.5" {
				t.Errorf("after %d previews the first one is shown", worked)
			}
		}
	}
	for len(b.waiting) > 0 {
		b.one()
		worked++
	}
	p, current := b.Budget.Look()
	if p.Epsilon != "0.70" || !current || b.Budget.Tried() != "0.70" || b.Plan().Budget.Epsilon != "0.5" {
		t.Errorf("at the end: at %s, current %v, the plan has %s", p.Epsilon, current, b.Plan().Budget.Epsilon)
	}
	if worked > 6 {
		t.Errorf("20 places of the slider were worked out %d times", worked)
	}
	before, after := first.Questions[0].Of().Summary.Typical, p.Questions[0].Of().Summary.Typical
	if r := before / after; math.Abs(r-0.7/0.5) > 0.05 {
		t.Errorf("the error fell from %v to %v", before, after)
	}
	if own := b.Budget.Preview(); own.Epsilon != "0.5" {
		t.Errorf("the plan's own errors are those at %s", own.Epsilon)
	}
	b.Budget.SetBudget("0.70")
	if p, current := b.Budget.Look(); !current || p.Epsilon != "0.70" || len(b.waiting) > 0 {
		t.Errorf("letting the slider go works it out again: at %s, current %v, %d wait", p.Epsilon, current, len(b.waiting))
	}
}

// What does not change an error does not have errors worked out again; what does, does.
func TestPreviewIsRemembered(t *testing.T) {
	b := quickBench(t)
	b.Budget.Preview()
	b.finish()
	if b.Budget.Preview() == nil {
		t.Fatal("no preview")
	}
	b.Questions.Question(1).Change(func(q *plan.Question) { q.Mechanism, q.Title = "ordered", "Visits" })
	b.Edit(func(p *plan.Plan) { p.Title, p.Budget.Limit = "Later", "7" })
	p := b.Budget.Preview()
	if p == nil || len(b.waiting) > 0 {
		t.Fatalf("choosing a mechanism has errors worked out again (%d wait)", len(b.waiting))
	}
	if q := p.Questions[1]; q.Question.Title != "Visits" || q.Of().Info.ID != "ordered" || q.Chosen == q.Best {
		t.Errorf("question %q is answered by %s", q.Question.Title, q.Of().Info.ID)
	}
	b.Budget.SetBudget("0.6")
	if b.Budget.Preview() != nil || len(b.waiting) != 1 {
		t.Fatal("another budget shows the errors of the last")
	}
	b.finish()
	b.Undo()
	if b.Budget.Preview() == nil || len(b.waiting) > 0 {
		t.Error("undoing has errors worked out again")
	}
	b.Questions.Add(workload.Table, []domain.AttributeName{"district"})
	if p, _ := b.Budget.Look(); p != nil {
		t.Errorf("with a question more, the errors of %d questions are shown", len(p.Questions))
	}
	b.Questions.Remove(1) // while the errors of three are worked out
	b.finish()
	if p := b.Budget.Preview(); p == nil || len(p.Questions) != 2 {
		t.Errorf("of two questions: %+v", p)
	}
}

// The help says about how far off the sample's table of smokers is.
func TestErrorOfTheSampleInTheHelp(t *testing.T) {
	b := quickBench(t)
	b.Questions.Question(0).Change(func(q *plan.Question) { q.Share = "2" })
	b.Questions.Question(1).Change(func(q *plan.Question) { q.Share = "3" }) // two fifths, as beside the question that is left out
	b.Budget.Preview()
	b.finish()
	if off := b.Budget.Preview().Questions[0].Of().Summary.Typical; off < 9 || off > 11 {
		t.Errorf("the help says about 10, and it is %g", off)
	}
}

func TestRanked(t *testing.T) {
	s := quickBench(t)
	s.Budget.Preview()
	s.finish()
	for _, q := range s.Budget.Preview().Questions {
		order := q.Ranked()
		if len(order) != len(q.Candidates) || order[0] != q.Best {
			t.Errorf("%s: order %v, best %d", q.Question.Title, order, q.Best)
		}
		last := 0.0
		for _, i := range order[1:] {
			e := math.Inf(1)
			if q.Candidates[i].Prepared != nil {
				e = q.Candidates[i].Summary.MeanSquare
			}
			if e < last {
				t.Errorf("%s: %s stands after a worse one", q.Question.Title, q.Candidates[i].Info.Name)
			}
			last = e
		}
	}
}

// Every method applies or is in one family, and the families that could apply come first.
func TestUnfits(t *testing.T) {
	s := quickBench(t)
	s.Budget.Preview()
	s.finish()
	for _, q := range s.Budget.Preview().Questions {
		seen, could := make(map[int]bool), true
		for _, u := range q.Unfits() {
			if u.Could() && !could {
				t.Errorf("%s: %q could apply and stands after what does not", q.Question.Title, u.Reason.Text)
			}
			could = u.Could()
			for _, i := range u.Methods {
				if seen[i] || q.Candidates[i].Prepared != nil || q.Candidates[i].Fit.Reasons[0].Text.String() != u.Reason.Text.String() {
					t.Errorf("%s: %s is among those of which %q", q.Question.Title, q.Candidates[i].Info.Name, u.Reason.Text)
				}
				seen[i] = true
			}
		}
		for i, c := range q.Candidates {
			if seen[i] == (c.Prepared != nil) {
				t.Errorf("%s: %s is in a family: %v", q.Question.Title, c.Info.Name, seen[i])
			}
		}
	}
}

// A curve is worked out once; other budgets need few new points.
func TestCurveIsRemembered(t *testing.T) {
	b := quickBench(t)
	b.Budget.Look()
	b.finish()
	if b.Budget.Curve(0) != nil {
		t.Fatal("there is a curve before it was worked out")
	}
	b.finish()
	c := b.Budget.Curve(0)
	if c == nil || c.Present != 0.5 || len(c.Points) < 4 {
		t.Fatalf("curve %+v", c)
	}
	if !slices.IsSortedFunc(c.Points, func(a, b preview.Point) int { return int(math.Copysign(1, a.Epsilon-b.Epsilon)) }) {
		t.Errorf("points %+v", c.Points)
	}
	for i := 1; i < len(c.Points); i++ {
		if c.Points[i].Own.Typical >= c.Points[i-1].Own.Typical {
			t.Errorf("the error does not fall from %v to %v", c.Points[i-1], c.Points[i])
		}
	}
	b.Budget.Try("0.55")
	b.finish()
	if again := b.Budget.Curve(0); again == nil || again.Present != 0.55 || len(b.waiting) > 0 {
		t.Errorf("at 0.55: %+v, %d wait", again, len(b.waiting))
	}
	b.Edit(func(p *plan.Plan) { p.Facts.People = nil })
	if b.Budget.Curve(0) != nil {
		t.Error("under another plan the last curve is shown")
	}
	b.finish()
	if b.Budget.Curve(99) != nil {
		t.Error("a question that there is not has a curve")
	}
}

// A wish that is typed over gives way to the later one.
func TestLatestWishWins(t *testing.T) {
	seeded.ForAudits(t)
	b := quickBench(t)
	b.Budget.Wish(0, 10)
	b.Budget.Wish(0, 20)
	if w := b.Budget.Wished(); !w.Busy || w.Half != 20 {
		t.Fatalf("wish %+v", w)
	}
	b.finish()
	w := b.Budget.Wished()
	if w.Busy || w.Half != 20 || w.Err != nil {
		t.Fatalf("wish %+v", w)
	}
	b.Budget.SetBudget(w.Epsilon)
	b.Budget.Preview()
	b.finish()
	if got := b.Budget.Preview().Questions[0].Of().Summary.HalfWidth; got > 20 || got < 18 {
		t.Errorf("at %s the numbers are within %v, 20 was wished for", w.Epsilon, got)
	}
	if b.Budget.Wished() == nil {
		t.Error("another budget forgot the wish")
	}
	b.Edit(func(p *plan.Plan) { p.Questions[1].Share = "9" })
	if b.Budget.Wished() != nil {
		t.Error("the wish outlived the plan that it was for")
	}
	b.Budget.Wish(0, 0)
	b.finish()
	if w := b.Budget.Wished(); w.Err == nil {
		t.Errorf("numbers without error were wished for: %+v", w)
	}
	b.Budget.Wish(7, 10)
	if b.Budget.Wished() != nil {
		t.Error("a wish about a question that there is not")
	}
}
