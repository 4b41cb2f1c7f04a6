package gui_test

import (
	"testing"

	"steward/core/guide"
	"steward/core/plan"
	"steward/gui/session/current"
)

// TestNothingKnownIsAskedOnce leaves the known facts empty: the step is not green, Next asks once, and then goes on without a question.
func TestNothingKnownIsAskedOnce(t *testing.T) {
	d := newQuick(t)
	d.session.Edit(func(p *plan.Plan) { p.Facts = plan.Facts{} })
	if p := d.session.Progress(guide.Facts); p.State != current.Doubtful {
		t.Errorf("nobody looked, and the step is %+v", p)
	}
	d.frame.Show(factsStep)
	d.tap(t, "Next")
	d.sees(t, "Does the public know nothing for certain?")
	d.tap(t, "Nothing is known")
	d.sees(t, "What will be published?")
	if p := d.session.Progress(guide.Facts); p.State != current.Done {
		t.Errorf("it was said that nothing is known, and the step is %+v", p)
	}
	d.frame.Show(factsStep)
	d.tap(t, "Next")
	if d.over() {
		t.Error("it is asked again")
	}
}
