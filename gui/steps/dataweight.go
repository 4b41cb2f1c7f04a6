package steps

import (
	"slices"

	"fyne.io/fyne/v2"

	"steward/core/guide"
	"steward/core/plan"
	"steward/gui/session"
	"steward/gui/widgets"
)

// dataWeight says which column holds the weights of rows, in which steps and up to what they count.
type dataWeight struct {
	of      *data
	content *fyne.Container
	column  *widgets.Picker
	step    *widgets.Field
	most    *widgets.Field
	headers []string
}

func newDataWeight(of *data) *dataWeight {
	w := &dataWeight{of: of}
	w.column = widgets.NewPicker("Choose the column", func(i int) {
		if err := of.Session.WeightColumn(w.headers[i]); err != nil {
			of.Session.Fail(guide.Data, err)
		}
	})
	w.step = widgets.NewField("In steps of", said(of.Session.WeightStep))
	w.most = widgets.NewField("At most", said(of.Session.WeightCap))
	w.content = widgets.Column(8,
		widgets.Split(16, 0.5, 420, labelled("The column with the weights", w.column), widgets.Split(16, 0.5, 200, w.step, w.most)),
		widgets.Caption(widgets.Plain("Take numbers that are known from elsewhere or that make sense by themselves, not the largest weight in this file: that one is somebody's. Weights above it count as that many people, and every weight is rounded to whole steps.")))
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

func (w *dataWeight) update(f *session.File, weight *plan.Weight) {
	showIf(w.content, weight != nil)
	if weight == nil {
		return
	}
	w.headers = f.Header
	w.column.SetOptions(unpublished(w.of.Session, f.Header))
	w.column.SetSelected(slices.Index(w.headers, weight.Column))
	w.step.SetValue(weight.Step)
	w.most.SetValue(weight.Cap)
}

// unpublished offers the columns of the file, those that are published greyed out.
func unpublished(s *session.Session, header []string) []widgets.Option {
	options := make([]widgets.Option, len(header))
	for i, h := range header {
		options[i].Text = h
		if _, published := s.Published(h); published {
			options[i].Disabled, options[i].Note = true, "published: take it out in Columns first"
		}
	}
	return options
}
