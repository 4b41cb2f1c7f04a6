package facts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"steward/gui/session/facts"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/input"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// factEditor is the form of the fact that is being entered: what it says, its price, and why it
// cannot be stated where that is so. Nothing is stated before the person presses the button.
type factEditor struct {
	of      *Page
	card    *layouts.Card
	title   *forms.Field
	count   *countForm
	ranges  *rangesForm
	totals  *totalsForm
	forms   *fyne.Container
	says    *prose.Text
	price   *notices.Badge
	why     *prose.Text
	missing *prose.Text
	trouble *notices.Banner
	state   *forms.Button
	shown   *facts.Draft
}

func newFactEditor(of *Page) *factEditor {
	e := &factEditor{of: of, says: prose.Body(""), why: prose.Quiet(""), missing: prose.Caption(""), price: notices.NewBadge(notices.BadgeNeutral, "…")}
	e.title = forms.NewField(words.T("Title, if you want another"), func(text string) string {
		of.Session.Facts.Change(func(d *facts.Draft) { d.Title = text })
		return ""
	})
	e.title.SetPlaceHolder(words.T("made from what it says"))
	e.count, e.ranges, e.totals = newCountForm(of), newRangesForm(of), newTotalsForm(of)
	e.trouble = notices.NewInlay(notices.Danger)
	e.state = forms.NewMainButton("", func() {
		if e.commit() {
			of.Session.Facts.State()
		}
	})
	cancel := forms.NewButton(words.T("Cancel"), of.Session.Facts.Drop)
	e.forms = layouts.Column(layouts.Gap, e.count.content, e.ranges.content, e.totals.content)
	priced := container.NewBorder(nil, nil, nil, layouts.Column(0, e.price), e.says)
	e.card = layouts.NewTitledCard("", nil, layouts.Column(layouts.Gap, e.forms, e.title, prose.NewRule(),
		layouts.Column(4, priced, e.why), e.trouble, layouts.Column(6, container.NewHBox(e.state, cancel), e.missing)))
	return e
}

// commit takes over what is still being typed, and reports whether all of it can be used.
func (e *factEditor) commit() bool {
	ok := true
	for _, f := range append(e.fields(), e.title) {
		if f.Commit(); f.Problem() != "" {
			ok = false
		}
	}
	return ok
}

// fields returns the fields of the form that is shown.
func (e *factEditor) fields() []*forms.Field {
	switch d := e.of.Session.Facts.Draft(); {
	case d == nil:
	case d.Kind == facts.Count:
		return []*forms.Field{e.count.number}
	case d.Kind == facts.Ranges:
		return e.ranges.fields()
	case d.Kind == facts.Totals:
		return e.totals.fields()
	}
	return nil
}

// update shows the draft.
func (e *factEditor) update() {
	d := e.of.Session.Facts.Draft()
	paint.Show(e.card, d != nil)
	if d == nil {
		e.shown = nil
		return
	}
	another := d != e.shown
	e.shown = d
	wording, button := words.T("A fact of your own"), words.T("Save")
	if d.New() {
		button = words.T("Add this fact")
		for _, f := range facts.Forms() {
			if f.Kind == d.Kind {
				wording = f.Name
			}
		}
	}
	e.card.SetTitle(wording)
	e.state.SetText(button)
	if another {
		e.title.Reset(d.Title)
	}
	e.title.SetValue(d.Title)
	paint.Show(e.count.content, d.Kind == facts.Count)
	paint.Show(e.ranges.content, d.Kind == facts.Ranges)
	paint.Show(e.totals.content, d.Kind == facts.Totals)
	switch d.Kind {
	case facts.Count:
		e.count.update(d, another)
	case facts.Ranges:
		e.ranges.update(d, another)
	case facts.Totals:
		e.totals.update(d, another)
	}
	standing := e.of.Session.Facts.DraftStanding()
	e.says.SetText(standing.Sentence)
	e.price.Set(priceStyle(standing.Factor), priceOf(standing.Factor))
	e.why.SetOrHide(standing.Why)
	e.missing.SetOrHide(standing.Missing)
	input.Enable(e.state, standing.Missing == "" && e.of.Session.Running() == nil)
	paint.Show(e.trouble, d.Trouble != "")
	title := words.T("Not saved.")
	if d.New() {
		title = words.T("Not added.")
	}
	e.trouble.Set(notices.Danger, title, prose.Plain(d.Trouble))
}

// change changes the draft.
func (p *Page) change(f func(d *facts.Draft)) { p.Session.Facts.Change(f) }

// peopleField is a field for a number of people that changes the draft.
func peopleField(of *Page, label string, set func(d *facts.Draft, text string)) *forms.Field {
	f := forms.NewField(label, forms.Taking(func(text string) error {
		text = words.Typed(text)
		err := facts.CheckNumber(text)
		if err == nil {
			of.change(func(d *facts.Draft) { set(d, text) })
		}
		return err
	}))
	f.Wide = 110
	return f
}
