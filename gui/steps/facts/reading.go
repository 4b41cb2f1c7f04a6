package facts

import (
	"steward/core/constraint"
	"steward/gui/session/facts"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/words"
)

// readingCard chooses which files nobody may tell apart when facts are known.
type readingCard struct {
	of     *Page
	card   *layouts.Card
	list   *forms.ChoiceList
	now    *prose.Text
	change *prose.Link
	why    *prose.Text
	open   bool
}

func newReadingCard(of *Page) *readingCard {
	r := &readingCard{of: of, now: prose.Body(""), why: prose.Quiet("")}
	r.list = forms.NewChoiceList(nil, func(id string) { of.Session.Facts.ChooseReading(constraint.Reading(id)) })
	r.change = prose.NewLink("", func() {
		r.open = !r.open
		of.Update()
	})
	r.card = layouts.NewTitledCard(words.T("Which files nobody may tell apart"), nil, layouts.Column(8, r.now, r.list, r.why, layouts.Inline(0, r.change)))
	return r
}

func (r *readingCard) update() {
	readings := r.of.Session.Facts.Readings()
	paint.Show(r.card, len(readings) > 0)
	if len(readings) == 0 {
		return
	}
	var choices []forms.Choice
	for _, c := range readings {
		choices = append(choices, forms.Choice{ID: string(c.Reading), Title: c.Title, Note: c.Note + " " + costOfReading(c.Factor)})
		if c.Chosen {
			r.now.Set(prose.Bold(c.Title+". "), prose.Plain(c.Note))
			r.why.SetText(c.Why)
		}
	}
	r.list.SetChoices(choices)
	for _, c := range readings {
		if c.Chosen {
			r.list.SetSelected(string(c.Reading))
		}
	}
	paint.Show(r.list, r.open)
	paint.Show(r.now, !r.open)
	paint.Show(r.why, r.open)
	r.change.SetText(words.T("Choose another reading…"))
	if r.open {
		r.change.SetText(words.T("Close"))
	}
}

// costOfReading says what a reading costs.
func costOfReading(factor int) string {
	switch factor {
	case facts.Unpriced:
		return words.T("Its cost is being worked out.")
	case 0:
		return words.T("There, the effect of these facts cannot be bounded.")
	case 1:
		return words.T("No extra noise.")
	}
	return words.T("Noise × %d.", factor)
}

// showReading names the reading beside the price.
func (p *Page) showReading() {
	p.reading.Set()
	for _, c := range p.Session.Facts.Readings() {
		if c.Chosen {
			p.reading.SetText(words.T("in the %s reading of neighbours", words.Say(c.Reading.Said())))
		}
	}
	paint.Show(p.reading, p.reading.String() != "")
}
