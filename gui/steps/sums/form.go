// Package sums is the form in which released answers are added up and taken from one another.
package sums

import (
	"fmt"
	"path/filepath"

	"fyne.io/fyne/v2"

	"steward/gui/session/amounts"
	"steward/gui/session/answers"
	"steward/gui/session/sums"
	"steward/gui/steps/page"
	"steward/gui/theme"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// Form adds released answers up, or takes some from others, and says how far the result may be
// off. What is added up stays while other questions are looked at, so that a sum can be of several.
type Form struct {
	page.Surroundings
	Box      *fyne.Container
	add      *forms.Picker
	subtract *forms.Picker
	all      *prose.Link
	clear    *prose.Link
	terms    layouts.Remade
	says     *prose.Text
	caption  *prose.Text

	// Of an earlier release: its name, the question whose answers the pickers list, and the way there
	// and back.
	open, back *prose.Link
	since      *prose.Link // to how much answers have changed since another release
	of, wrong  *prose.Text
	picker     *forms.Picker
	earlier    *sums.Earlier

	question int
	category string
	results  *answers.View // whose answers the pickers list
}

// mostChips is how many terms of a sum are named.
const mostChips = 12

// New returns the form, which Show fills.
func New(s page.Surroundings) *Form {
	f := &Form{Surroundings: s, terms: layouts.Remade{Box: layouts.Inline(6)}, says: prose.Body("")}
	f.add = forms.NewPicker(words.T("Add an answer"), func(i int) { f.take(f.add, i, false) })
	f.subtract = forms.NewPicker(words.T("Subtract an answer"), func(i int) { f.take(f.subtract, i, true) })
	f.all = prose.NewLink(words.T("Add all that are shown"), f.takeAll)
	f.clear = prose.NewLink(words.T("Start again"), s.Session.Sums.Clear)
	f.of, f.wrong = prose.Strong(""), prose.Body("")
	f.wrong.SetColor(theme.Danger)
	f.picker = forms.NewPicker(words.T("question"), f.ask)
	f.open = prose.NewLink(words.T("Open an earlier release's record…"), func() {
		s.OpenRecord(s.Session.Sums.Open)
	})
	f.since = prose.NewLink(words.T("Show changes since an earlier release…"), func() {
		s.OpenRecord(func(record string) {
			s.Session.Sums.Compare(record, func(c sums.Since) { showChanges(s, c) })
		})
	})
	f.back = prose.NewLink(words.T("Close the earlier release"), s.Session.Sums.Close)
	f.caption = prose.Caption(words.T("From unadjusted numbers. The interval takes into account which errors are related. You can add up answers to several questions: look at the next one, and go on."))
	f.Box = layouts.Column(6, f.of, f.picker, f.add, f.subtract, f.all, f.terms.Box, f.says, f.clear, f.caption, f.wrong, f.since, f.open, f.back)
	return f
}

// ask lists the answers to a question of an earlier release.
func (f *Form) ask(question int) {
	f.question = question
	if f.earlier != nil {
		f.list(f.earlier.Answers(question))
	}
}

// list has the pickers list answers.
func (f *Form) list(labels []string) {
	for _, p := range []*forms.Picker{f.add, f.subtract} {
		p.SetTexts(labels)
		p.SetSelected(-1)
	}
}

func (f *Form) take(p *forms.Picker, answer int, minus bool) {
	p.SetSelected(-1) // the same answer may be taken again
	if f.earlier != nil {
		f.Session.Sums.Add(f.earlier.Term(f.question, answer, minus))
		return
	}
	f.Session.Sums.Add(sums.Term{Question: f.question, Answer: answer, Minus: minus})
}

// takeAll adds all answers that the table shows.
func (f *Form) takeAll() {
	if f.results == nil || f.earlier != nil {
		return
	}
	var terms []sums.Term
	for _, i := range f.results.Answers(f.category) {
		terms = append(terms, sums.Term{Question: f.question, Answer: i})
	}
	f.Session.Sums.Add(terms...)
}

// showEarlier shows which earlier release is open, or what was wrong with the one that was to be, and reports
// whether one is. here tells that there is another release to go back to.
func (f *Form) showEarlier(here bool) bool {
	e, opening, err := f.Session.Sums.Earlier()
	if e != f.earlier {
		f.earlier, f.results = e, nil
		if e != nil {
			titles := e.Questions()
			f.of.SetText(words.T("The release of %s", e.Name))
			f.picker.SetTexts(titles)
			f.picker.SetSelected(0)
			f.ask(0)
			paint.Show(f.picker, len(titles) > 1)
		}
	}
	paint.Show(f.of, e != nil || opening != "")
	if opening != "" {
		f.of.SetText(words.T("Opening %s…", filepath.Base(opening)))
	} else if e != nil {
		f.of.SetText(words.T("The release of %s", e.Name))
	}
	paint.Show(f.picker, e != nil && len(e.Questions()) > 1)
	paint.Show(f.wrong, err != nil)
	if err != nil {
		f.wrong.SetText(words.SentenceOf(err))
	}
	paint.Show(f.back, e != nil)
	if here {
		f.back.SetText(words.T("Back to this release"))
	}
	return e != nil
}

// Show shows what is added up beside the results of a question, nil while there are none, of which the
// table shows a category.
func (f *Form) Show(question int, results *answers.View, category string) {
	earlier := f.showEarlier(results != nil)
	if !earlier {
		f.question, f.category = question, category
	}
	for _, o := range []fyne.CanvasObject{f.add, f.subtract, f.caption, f.since} {
		paint.Show(o, earlier || results != nil)
	}
	paint.Show(f.all, !earlier && results != nil)
	if !earlier && results != nil && results != f.results {
		f.results = results
		for _, p := range []*forms.Picker{f.add, f.subtract} {
			p.SetList(results.Len(""), results.Label)
			p.SetSelected(-1)
		}
	}
	if category != "" {
		f.all.SetText(words.T("Add all of %s", prose.Shortened(category, 30)))
	} else {
		f.all.SetText(words.T("Add all that are shown"))
	}
	terms, says := f.Session.Sums.Said()
	f.says.SetOrHide(says)
	paint.Show(f.terms.Box, len(terms) > 0)
	paint.Show(f.clear, len(terms) > 0)
	f.terms.Show(fmt.Sprint(terms), func() (objects []fyne.CanvasObject) {
		for k, t := range terms[:min(len(terms), mostChips)] {
			sign := "+ "
			if t.Minus {
				sign = "− "
			}
			objects = append(objects, forms.NewChip(sign+prose.Shortened(f.Session.Sums.Label(t), 30), func() { f.Session.Sums.Take(k) }))
		}
		if more := len(terms) - mostChips; more > 0 {
			objects = append(objects, prose.Quiet(words.T("and %s more", amounts.Commas(more))))
		}
		return objects
	})
}
