package steps

import (
	"fmt"

	"fyne.io/fyne/v2"

	"steward/gui/session"
	"steward/gui/widgets"
	"steward/gui/words"
)

// sumForm adds released answers up, or takes some from others, and says how far the result may be
// off. What is added up stays while other questions are looked at, so that a sum can be of several.
type sumForm struct {
	Surroundings
	box      *fyne.Container
	add      *widgets.Picker
	subtract *widgets.Picker
	all      *widgets.Link
	clear    *widgets.Link
	terms    *fyne.Container
	says     *widgets.Text

	question int
	category string
	results  *session.Results // whose answers the pickers list
	shown    string
}

// mostChips is how many terms of a sum are named.
const mostChips = 12

func newSumForm(s Surroundings) *sumForm {
	f := &sumForm{Surroundings: s, terms: widgets.Inline(6), says: widgets.Body("")}
	f.add = widgets.NewPicker(words.T("Add an answer"), func(i int) { f.take(f.add, i, false) })
	f.subtract = widgets.NewPicker(words.T("Take an answer away"), func(i int) { f.take(f.subtract, i, true) })
	f.all = widgets.NewLink(words.T("Add all that are shown"), f.takeAll)
	f.clear = widgets.NewLink(words.T("Begin anew"), s.Session.ClearSum)
	f.box = widgets.Column(6, f.add, f.subtract, f.all, f.terms, f.says, f.clear,
		widgets.Caption(widgets.Plain(words.T("From unadjusted numbers. The interval knows which errors go together. Answers to several questions can be added up: look at the next one, and go on."))))
	return f
}

func (f *sumForm) take(p *widgets.Picker, answer int, minus bool) {
	p.SetSelected(-1) // the same answer may be taken again
	f.Session.AddToSum(session.SumTerm{Question: f.question, Answer: answer, Minus: minus})
}

// takeAll adds all answers that the table shows.
func (f *sumForm) takeAll() {
	if f.results == nil {
		return
	}
	var terms []session.SumTerm
	for _, i := range f.results.Answers(f.category) {
		terms = append(terms, session.SumTerm{Question: f.question, Answer: i})
	}
	f.Session.AddToSum(terms...)
}

// show shows what is added up beside the results of a question, nil while there are none, of which the
// table shows a category.
func (f *sumForm) show(question int, results *session.Results, category string) {
	f.question, f.category = question, category
	if results == nil {
		visible(f.box, false)
		return
	}
	visible(f.box, true)
	if results != f.results {
		f.results = results
		for _, p := range []*widgets.Picker{f.add, f.subtract} {
			p.SetSource(results.Len(""), func(i int) widgets.Option { return widgets.Option{Text: results.Label(i)} })
			p.SetSelected(-1)
		}
	}
	if category != "" {
		f.all.SetText(words.T("Add all of %s", shortened(category, 30)))
	} else {
		f.all.SetText(words.T("Add all that are shown"))
	}
	terms, says := f.Session.Sum()
	f.says.SetText(says)
	visible(f.says, says != "")
	visible(f.terms, len(terms) > 0)
	visible(f.clear, len(terms) > 0)
	key := fmt.Sprint(terms)
	if key == f.shown {
		return
	}
	f.shown = key
	var objects []fyne.CanvasObject
	for k, t := range terms[:min(len(terms), mostChips)] {
		sign := "+ "
		if t.Minus {
			sign = "− "
		}
		objects = append(objects, widgets.NewChip(sign+shortened(f.Session.SumLabel(t), 30), func() { f.Session.TakeFromSum(k) }))
	}
	if more := len(terms) - mostChips; more > 0 {
		objects = append(objects, widgets.Quiet(widgets.Plain(words.T("and %s more", grouped(more)))))
	}
	fill(f.terms, objects...)
}
