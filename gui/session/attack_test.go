package session

import (
	"context"
	"errors"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/noise/noisetest"
	"steward/core/plan"
	"steward/gui/session/facts"
)

// Averaging brings the attacker nearer where facts are left out, and less so where they are counted.
func TestAttack(t *testing.T) {
	s := newSample(t)
	a, err := facts.NewAttack(t.Context(), s.Compiled())
	if err != nil || a.Factor < 2 || len(a.Columns) != 1 || a.Epsilon != "0.5" {
		t.Fatalf("worked out %+v, %v", a, err)
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
	s.Edit(func(p *plan.Plan) { p.Budget.Epsilon = "1" })
	if again, err := facts.NewAttack(t.Context(), s.Compiled()); err != nil || again.Epsilon != "1" || again.Rows[0].Plain.Typical > one.Plain.Typical*0.75 {
		t.Errorf("at twice the budget one number is off by %s, at first by %s", again.Rows[0].Plain.Off(), one.Plain.Off())
	}
}

// A plan without a suitable column says what would suit, and one without secrets as well.
func TestAttackNeedsAColumn(t *testing.T) {
	refuse := plan.Special{Rule: domain.Refuse}
	small := plan.Column{Name: "smoker", Kind: domain.List, Values: []string{"yes", "no"}, Origin: domain.Typed, Blank: refuse, Other: refuse}
	s := New(Surroundings{Go: func(f func()) { f() }, Noise: noisetest.Fresh(t), LedgerDir: t.TempDir(), Optima: &optima, Planner: planner})
	s.Edit(func(p *plan.Plan) { p.Columns = []plan.Column{small} })
	if a, err := facts.NewAttack(t.Context(), s.outlook()); err == nil || !strings.Contains(err.Error(), "no column") || !strings.Contains(err.Error(), "publish another column") {
		t.Fatalf("on two answers %+v, %v", a, err)
	}
	other := small
	other.Name = "married"
	s.Edit(func(p *plan.Plan) { p.Columns = append(p.Columns, other) })
	if a, err := facts.NewAttack(t.Context(), s.outlook()); err != nil || len(a.Columns) != 2 || len(a.Example) != 4 {
		t.Errorf("on two columns of two answers %+v, %v", a, err)
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
	if a, err := facts.NewAttack(ctx, s.Compiled()); !errors.Is(err, context.Canceled) || a.Rows != nil {
		t.Errorf("cancelled: %+v, %v", a, err)
	}
}
