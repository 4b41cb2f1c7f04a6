package gui_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/seeded"
	"steward/gui/session/questions"
	"steward/gui/session/secrets"
	"steward/gui/widgets/forms"
	"steward/gui/words"
)

// germanDesk is a window on the sample in German, and what says which English it finds there. Errors are
// worked out only where work is not quiet: they take long.
func germanDesk(t *testing.T, quiet bool, missed func() []string) (desk, func(t *testing.T, where string)) {
	t.Helper()
	t.Setenv("TMPDIR", t.TempDir()) // where the sample is written
	begun := false
	around := surroundings(t)
	around.Go = func(f func()) {
		if !begun || !quiet {
			f()
		}
	}
	d := newDeskOn(t, around, fyne.NewSize(1280, 1500))
	d.session.OpenSample()
	begun = true
	return d, func(t *testing.T, where string) {
		t.Helper()
		for _, line := range d.settled().english() {
			t.Errorf("%s: %q is left in English", where, line)
		}
		for _, text := range missed() {
			if text != "age …" { // a condition whose values are not chosen yet
				t.Errorf("%s: %q has no German", where, text)
			}
		}
		d.picture(t, "de-form-"+where)
	}
}

// TestGermanRules looks at every kind of rule for what is secret, and at what could be told, in German.
func TestGermanRules(t *testing.T) {
	seeded.ForAudits(t)
	missed := german(t)
	d, look := germanDesk(t, false, missed)
	d.session.Edit(func(p *plan.Plan) { p.Questions = p.Questions[1:2] }) // what ages cost under each is other tests' business
	for _, state := range ruleStates() {
		t.Run(state.name, func(t *testing.T) {
			d.session.Edit(state.set)
			d.frame.Show(secretsStep)
			if d.session.Secrets.Card().Ruled() && state.name != "broken" {
				d.settled().pick(t, words.T("Column"), state.column)
			}
			look(t, "rule-"+state.name)
			d.session.Undo()
		})
	}
	d, look = germanDesk(t, true, missed)
	for _, card := range secrets.Cards() {
		if why := d.session.Secrets.CannotChoose(card.Card); why != "" {
			continue
		}
		if err := d.session.Secrets.Choose(card.Card); err != nil {
			t.Fatal(err)
		}
		d.frame.Show(secretsStep)
		look(t, "card-"+string(card.Card))
	}
}

// TestGermanForms looks at the forms of facts, of combinations that cannot occur, and of questions, in
// German.
func TestGermanForms(t *testing.T) {
	seeded.ForAudits(t)
	missed := german(t)
	d, look := germanDesk(t, true, missed)
	d.frame.Show(factsStep)
	d.session.Edit(func(p *plan.Plan) {
		harbour := constraint.Fact{ID: "harbour", Counts: []constraint.Count{{Of: constraint.Predicate{{{Column: "district", Values: []string{"Harbour"}}}}, Count: 300}}}
		p.Facts.Stated = []constraint.Fact{harbour}
		p.Impossible = []domain.Combination{{"smoker": {"yes"}, "age": {"0", "1", "2", "3", "4"}}}
	})
	look(t, "facts")
	for _, kind := range []string{"A count", "Counts by range", "Totals by columns"} {
		test.Tap(part(t, d, "the menu of facts", func(m *forms.Menu) bool { return m.Text == words.T("Add a fact") }))
		d.touch(t, words.Text(kind))
		look(t, "fact-"+kind)
		d.said(t, "Cancel")
	}
	d.said(t, "Choose another reading…")
	look(t, "fact-reading")
	d.frame.Show(1)
	d.said(t, "Add a combination…")
	look(t, "impossible")
	d.frame.Show(questionsStep)
	var kinds []string
	for _, k := range questions.Kinds() {
		kinds = append(kinds, k.Name)
	}
	for _, k := range questions.ChoiceKinds() {
		kinds = append(kinds, k.Name)
	}
	for _, kind := range append(kinds, words.Text(questions.ClustersName), words.Text(questions.SyntheticName)) {
		test.Tap(part(t, d, "the menu of questions", func(m *forms.Menu) bool { return m.Text == words.T("Add a question") }))
		d.touch(t, kind)
		look(t, "question-"+kind)
		d.session.Undo()
	}
}
