package steps

import (
	"fmt"

	"fyne.io/fyne/v2"

	"steward/gui/session"
	"steward/gui/widgets"
)

// sumForm adds released answers up, or takes some from others, and says how far the result may be
// off.
type sumForm struct {
	Surroundings
	box      *fyne.Container
	add      *widgets.Picker
	subtract *widgets.Picker
	terms    *fyne.Container
	says     *widgets.Text

	question int
	results  *session.Results // whose answers the pickers list
	shown    string
}

func newSumForm(s Surroundings) *sumForm {
	f := &sumForm{Surroundings: s, terms: widgets.Inline(6), says: widgets.Body("")}
	f.add = widgets.NewPicker("Add an answer", func(i int) { f.take(f.add, session.SumTerm{Answer: i}) })
	f.subtract = widgets.NewPicker("Take an answer away", func(i int) { f.take(f.subtract, session.SumTerm{Answer: i, Minus: true}) })
	f.box = widgets.Column(6, f.add, f.subtract, f.terms, f.says,
		widgets.Caption(widgets.Plain("From unadjusted numbers. The interval knows which errors go together.")))
	return f
}

func (f *sumForm) take(p *widgets.Picker, t session.SumTerm) {
	p.SetSelected(-1) // the same answer may be taken again
	f.Session.AddToSum(f.question, t)
}

// show shows the sum of answers to a question whose results are shown, nil while there are none.
func (f *sumForm) show(question int, results *session.Results) {
	if results == nil {
		visible(f.box, false)
		return
	}
	visible(f.box, true)
	if results != f.results {
		f.results, f.question = results, question
		for _, p := range []*widgets.Picker{f.add, f.subtract} {
			p.SetSource(results.Len(""), func(i int) widgets.Option { return widgets.Option{Text: results.Label(i)} })
			p.SetSelected(-1)
		}
	}
	terms, says := f.Session.Sum(question)
	f.says.SetText(says)
	visible(f.says, says != "")
	visible(f.terms, len(terms) > 0)
	key := fmt.Sprint(question, terms)
	if key == f.shown {
		return
	}
	f.shown = key
	objects := make([]fyne.CanvasObject, len(terms))
	for k, t := range terms {
		sign := "+ "
		if t.Minus {
			sign = "− "
		}
		objects[k] = widgets.NewChip(sign+shortened(results.Label(t.Answer), 30), func() { f.Session.TakeFromSum(question, k) })
	}
	fill(f.terms, objects...)
}
