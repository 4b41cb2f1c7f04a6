package session

import (
	"strings"
	"testing"

	"steward/core/mechanism/registry"
	"steward/core/plan"
)

// Ticking the chance of failure is one edit that can be undone; it makes Gaussian methods apply,
// shows the errors without it beside them, and unticking lets go of methods that need it.
func TestAcceptChance(t *testing.T) {
	b := quickBench(t)
	b.finish()
	if b.Budget.Spends() != "0.5" {
		t.Errorf("without a chance it spends %q", b.Budget.Spends())
	}
	applies := func() int {
		b.Budget.Preview()
		b.finish()
		p := b.Budget.Preview()
		if p == nil {
			t.Fatal("there is no preview")
		}
		n := 0
		for _, c := range p.Questions[0].Candidates {
			if m, ok := registry.ByID(c.Info.ID); ok && m.Info().Gaussian && c.Prepared != nil {
				n++
			}
		}
		if (p.Questions[0].Without != nil) != (n > 0) {
			t.Errorf("%d Gaussian methods apply, the error without: %v", n, p.Questions[0].Without)
		}
		return n
	}
	if n := applies(); n != 0 {
		t.Errorf("%d Gaussian methods apply without a chance", n)
	}
	b.Budget.AcceptChance(true)
	if d := b.Budget.Delta(); d.IsZero() || !strings.Contains(b.Budget.Spends(), "0.5 and a chance of 1 in") {
		t.Errorf("accepted %q it spends %q", d, b.Budget.Spends())
	}
	if n := applies(); n == 0 {
		t.Error("no Gaussian method applies")
	}
	if p := b.Budget.Preview(); !strings.Contains(p.Questions[0].WithoutChance().String(), "without it within") {
		t.Errorf("the comparison is %q", p.Questions[0].WithoutChance())
	}
	b.Questions.Question(0).Change(func(q *plan.Question) { q.Mechanism = "gaussian" })
	b.Budget.AcceptChance(false)
	if q := b.Plan().Questions[0]; q.Mechanism != "" || b.Plan().Budget.Delta != "" {
		t.Errorf("without a chance again: method %q, %+v", q.Mechanism, b.Plan().Budget)
	}
	b.Undo()
	if q := b.Plan().Questions[0]; q.Mechanism != "gaussian" || b.Plan().Budget.Delta == "" {
		t.Errorf("undone: method %q, %+v", q.Mechanism, b.Plan().Budget)
	}
}

// What is typed is taken when it can be accepted, and warned of when it is large for the number
// of people.
func TestSetDelta(t *testing.T) {
	b := quickBench(t)
	for _, wrong := range []string{"0.5", "0", "a little"} {
		if err := b.Budget.SetDelta(wrong); err == nil || b.Plan().Budget.Delta != "" {
			t.Errorf("%q: %v, %+v", wrong, err, b.Plan().Budget)
		}
	}
	if err := b.Budget.SetDelta(" 0.005 "); err != nil || b.Plan().Budget.Delta != "0.005" {
		t.Errorf("%v, %+v", err, b.Plan().Budget)
	}
	b.Edit(func(p *plan.Plan) {
		n := int64(1000)
		p.Facts.People = &n
	})
	if w := b.Budget.ChanceWarning(); !strings.Contains(w, "1 in 200") || !strings.Contains(w, "1,000 people") {
		t.Errorf("the warning is %q", w)
	}
	if err := b.Budget.SetDelta("0.000001"); err != nil || b.Budget.ChanceWarning() != "" {
		t.Errorf("%v, %q", err, b.Budget.ChanceWarning())
	}
}
