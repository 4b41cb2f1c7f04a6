package secrets

import (
	"slices"

	"fyne.io/fyne/v2"

	"steward/core/plan/secret"
	"steward/gui/session/secrets"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// weightRow gives a whole rule a multiple of the budget.
type weightRow struct {
	of    *Page
	box   *fyne.Container
	open  *prose.Link
	field *forms.Field
	note  *prose.Text
	form  *fyne.Container
	asked secrets.RuleAt // for which the field was opened
}

func newWeightRow(of *Page) *weightRow {
	w := &weightRow{of: of, note: prose.Caption("")}
	w.field = ruleField(words.T("Weight of this rule, times the budget"), func(text string) error { return of.rule().Set(secrets.Weight(), text) })
	w.field.SetPlaceHolder("1")
	w.note.SetText(words.T("Below 1, its answers are hidden better than others and need more noise; above 1, less well."))
	w.open = prose.NewLink(words.T("Give this rule its own weight…"), func() {
		w.asked = of.at()
		of.Update()
		of.Window.Canvas().Focus(w.field.Focusable())
	})
	w.form = layouts.Column(4, layouts.Fields(12, w.field), w.note)
	w.box = layouts.Column(4, layouts.Inline(0, w.open), w.form)
	return w
}

// update shows the weight, where rules can have one.
func (w *weightRow) update(secret secret.Secret, form secrets.Form) {
	on := w.of.card.Ruled() && w.of.column != "" && form.Weighed && (!form.Plain || secret.Weight != "")
	paint.Show(w.box, on)
	if !on {
		return
	}
	asked := w.asked.Column == w.of.column && slices.Equal(w.asked.Inside, w.of.inside)
	shown := secret.Weight != "" || asked || w.field.Dirty()
	paint.Show(w.form, shown)
	paint.Show(w.open, !shown)
	w.field.SetValue(words.Number(secret.Weight))
}
