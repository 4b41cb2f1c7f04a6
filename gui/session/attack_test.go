package session

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/noise/noisetest"
	"steward/core/plan"
	"steward/gui/session/facts"
)

// The attack is worked in the background, once for the columns, secrets and budget, and
// stays while anything else is edited.
func TestAttackIsKept(t *testing.T) {
	b := newBench(t)
	a, ok := b.Facts.Attack()
	if !ok || a.Ready || len(b.waiting) != 1 {
		t.Fatalf("at first %+v, %v, %d works wait", a, ok, len(b.waiting))
	}
	b.Facts.Attack()
	if len(b.waiting) != 1 {
		t.Fatalf("it is worked out %d times", len(b.waiting))
	}
	b.finish()
	a, ok = b.Facts.Attack()
	if !ok || !a.Ready || a.Problem != "" || a.Factor < 2 || len(a.Columns) != 1 || a.Epsilon != "0.5" {
		t.Fatalf("worked out %+v", a)
	}
	one, all := a.Rows[0], a.Rows[len(a.Rows)-1]
	if one.Used != 1 || all.Used != len(a.Example) || len(a.Words) != 3 {
		t.Errorf("rows %+v with words %q", a.Rows, a.Words)
	}
	// Of 400 tables of 16 cells: the average is off by a quarter of one number and is counted
	// good when below half, which 400 independent averages miss with a chance below 10^-20.
	if all.Plain.Typical > one.Plain.Typical/2 || all.Guarded.Typical < one.Plain.Typical/2 {
		t.Errorf("averaging brings %+v", a.Rows)
	}
	n := int64(4000)
	b.Edit(func(p *plan.Plan) { p.Title, p.Facts.People = "Another", &n })
	b.Questions.Remove(0)
	if kept, _ := b.Facts.Attack(); !reflect.DeepEqual(kept, a) {
		t.Error("an edit of the title, the questions and a fact drew the tables anew")
	}
	b.Edit(func(p *plan.Plan) { p.Budget.Epsilon = "1" })
	if again, ok := b.Facts.Attack(); !ok || again.Ready {
		t.Errorf("at another budget %+v", again)
	}
	b.finish()
	if again, _ := b.Facts.Attack(); again.Epsilon != "1" || again.Rows[0].Plain.Typical > one.Plain.Typical*0.75 {
		t.Errorf("at twice the budget one number is off by %s, at first by %s", again.Rows[0].Plain.Off(), one.Plain.Off())
	}
}

// While columns have issues there is nothing to show, and what is under way for an earlier
// plan does not arrive.
func TestAttackOfAnEarlierPlan(t *testing.T) {
	b := newBench(t)
	b.Facts.Attack()
	b.Edit(func(p *plan.Plan) { p.Budget.Epsilon = "0.25" })
	b.Facts.Attack()
	if len(b.waiting) != 2 {
		t.Fatalf("%d works wait", len(b.waiting))
	}
	b.one()
	if a, ok := b.Facts.Attack(); !ok || a.Ready {
		t.Errorf("the attack at another budget is shown: %+v", a)
	}
	b.finish()
	if a, _ := b.Facts.Attack(); a.Epsilon != "0.25" || !a.Ready {
		t.Errorf("at the end %+v", a)
	}
	b.Edit(func(p *plan.Plan) { p.Columns[0].Origin = "" })
	if a, ok := b.Facts.Attack(); ok || a.Ready {
		t.Errorf("columns without an origin are shown %+v", a)
	}
}

// A plan without a suitable column says what would suit, and one without secrets as well.
func TestAttackNeedsAColumn(t *testing.T) {
	refuse := plan.Special{Rule: domain.Refuse}
	small := plan.Column{Name: "smoker", Kind: domain.List, Values: []string{"yes", "no"}, Origin: domain.Typed, Blank: refuse, Other: refuse}
	s := New(Surroundings{Go: func(f func()) { f() }, Noise: noisetest.Fresh(t), LedgerDir: t.TempDir(), Optima: &optima, Planner: planner})
	s.Edit(func(p *plan.Plan) { p.Columns = []plan.Column{small} })
	s.Facts.Attack()
	a, ok := s.Facts.Attack()
	if !ok || a.Ready || !strings.Contains(a.Problem, "No column") && !strings.Contains(a.Problem, "no column") || !strings.Contains(a.Problem, "publish another column") {
		t.Fatalf("on two answers %+v", a)
	}
	other := small
	other.Name = "married"
	s.Edit(func(p *plan.Plan) { p.Columns = append(p.Columns, other) })
	s.Facts.Attack()
	if a, _ := s.Facts.Attack(); !a.Ready || len(a.Columns) != 2 || len(a.Example) != 4 {
		t.Errorf("on two columns of two answers %+v", a)
	}
}

func TestAttackAdvice(t *testing.T) {
	n := int64(5)
	for _, c := range []struct {
		factor int
		facts  plan.Facts
		says   []string
	}{
		{8, plan.Facts{}, []string{"step Known facts", "Leaving out a true fact weakens", "states no known facts"}},
		{8, plan.Facts{People: &n}, []string{"states 1 known fact,"}},
		{1, plan.Facts{}, []string{"need not be stated", "if the secrets change", "states no known facts"}},
	} {
		text := strings.Join(facts.Attack{Factor: c.factor}.Advice(c.facts), "\n")
		for _, says := range c.says {
			if !strings.Contains(text, says) {
				t.Errorf("at factor %d: %q does not say %q", c.factor, text, says)
			}
		}
	}
}

func TestAttackIsCancelled(t *testing.T) {
	s := newSample(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if a, err := facts.NewAttack(ctx, s.Compiled()); !errors.Is(err, context.Canceled) || a.Ready {
		t.Errorf("cancelled: %+v, %v", a, err)
	}
}
