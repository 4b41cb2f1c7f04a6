package steps

import (
	"fyne.io/fyne/v2"

	"steward/core/plan"
	"steward/gui/session"
	"steward/gui/widgets"
)

// dataWeight says which column holds the weights of rows, in which steps and up to what they count.
type dataWeight struct {
	of      *data
	content *fyne.Container
	column  *columnChoice
	step    *widgets.Field
	most    *widgets.Field
}

func newDataWeight(of *data) *dataWeight {
	w := &dataWeight{of: of}
	w.column = newColumnChoice(of, "The column with the weights", "Choose the weights", of.Session.WeightColumn)
	w.step = widgets.NewField("In steps of", said(of.Session.WeightStep))
	w.most = widgets.NewField("At most", said(of.Session.WeightCap))
	w.content = widgets.Column(8,
		widgets.Split(16, 0.5, 420, w.column.content, widgets.Split(16, 0.5, 200, w.step, w.most)),
		widgets.Caption(widgets.Plain("Take numbers that are known from elsewhere or that make sense by themselves, not the largest weight in this file: that one is somebody's. Weights above it count as that many people, and every weight is rounded to the nearest whole number of steps, such as 1.35 to 27 steps of 0.05: always in the same way, without chance.")))
	return w
}

// said has a field say why what was typed cannot be taken.
func said(take func(string) error) func(string) string {
	return func(text string) string {
		if err := take(text); err != nil {
			return session.Sentence(err.Error())
		}
		return ""
	}
}

func (w *dataWeight) update(weight *plan.Weight) {
	showIf(w.content, weight != nil)
	if weight == nil {
		return
	}
	w.column.show(weight.Column)
	w.step.SetValue(weight.Step)
	w.most.SetValue(weight.Cap)
}
