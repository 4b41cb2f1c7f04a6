package gui_test

import (
	"slices"
	"testing"

	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/core/plan"
	"steward/gui/session"
)

// While the errors of a plan are worked out, none of another plan or question stands under its name.
func TestNoNumbersOfAnotherQuestion(t *testing.T) {
	newApp(t, fynetheme.VariantLight)
	around, waiting := surroundings(t), []func(){}
	around.Go = func(f func()) { waiting = append(waiting, f) }
	finish := func() {
		for len(waiting) > 0 {
			next := waiting[0]
			waiting = waiting[1:]
			next()
		}
	}
	s := session.New(around)
	s.OpenSample()
	finish()
	d := newWindowOn(t, s, fyne.NewSize(1280, 1600))
	d.frame.Show(atBudget)
	d.settled().sees(t, "Working it out…")
	finish()
	d.settled().sees(t, "recommended", "What your choices gain", "Plain differential privacy would be off by", "its share: 40 %")
	was := d.methods(t).Shown()
	if len(was) < 3 {
		t.Fatalf("the table shows %q", was)
	}
	for what, change := range map[string]func(q *plan.Question){
		"another share": func(q *plan.Question) { q.Share = "3" },
		"another table": func(q *plan.Question) { q.Kind = "table" },
	} {
		s.Questions.Question(0).Change(change)
		d.settled().sees(t, "Working it out…")
		d.not(t, "recommended", "Plain differential privacy would be off by", "12 to 53")
		if got := d.methods(t).Shown(); len(got) > 0 {
			t.Errorf("%s: the table shows %q", what, got)
		}
		finish()
		d.settled().sees(t, "recommended")
		s.Undo()
		finish()
	}
	now := d.methods(t).Shown()
	slices.Sort(was) // what has been searched for by now may stand elsewhere
	slices.Sort(now)
	if !slices.Equal(now, was) {
		t.Errorf("undone the table shows %q, before %q", now, was)
	}
}
