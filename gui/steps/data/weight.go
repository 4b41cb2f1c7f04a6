package data

import (
	"strings"

	"fyne.io/fyne/v2"

	"steward/core/plan"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// dataWeight says which column holds the weights of rows, in which steps and up to what they count.
type dataWeight struct {
	of      *Page
	content *fyne.Container
	column  *columnChoice
	step    *forms.Field
	most    *forms.Field
}

func newDataWeight(of *Page) *dataWeight {
	w := &dataWeight{of: of}
	w.column = newColumnChoice(of, words.T("The column with the weights"), words.T("Choose the weights"), of.Session.Persons.WeightColumn)
	w.step = forms.NewField(words.T("In steps of"), typed(of.Session.Persons.WeightStep))
	w.most = forms.NewField(words.T("At most"), typed(of.Session.Persons.WeightCap))
	w.content = layouts.Column(8,
		layouts.Split(16, 0.5, 420, w.column.content, layouts.Split(16, 0.5, 200, w.step, w.most)),
		prose.Caption(words.T("Use numbers that are known from elsewhere or make sense on their own, not the largest weight in this file: that one is someone's. Weights above the limit count as that many people, and every weight is rounded to the nearest whole number of steps, such as 1.35 to 27 steps of 0.05: always in the same way, never at random.")))
	return w
}

// typed is forms.Taking for a field that holds a number.
func typed(take func(string) error) func(string) string {
	return forms.Taking(func(text string) error { return take(words.Typed(strings.TrimSpace(text))) })
}

func (w *dataWeight) update(weight *plan.Weight) {
	paint.Show(w.content, weight != nil)
	if weight == nil {
		return
	}
	w.column.show(weight.Column)
	w.step.SetValue(words.Number(weight.Step))
	w.most.SetValue(words.Number(weight.Cap))
}
