package steps

import (
	"steward/core/constraint"
	"steward/gui/session"
	"steward/gui/widgets"
	"steward/gui/words"
)

// readingCard chooses which files nobody may tell apart when facts are known.
type readingCard struct {
	of     *facts
	card   *widgets.Card
	list   *widgets.ChoiceList
	now    *widgets.Text
	change *widgets.Link
	why    *widgets.Text
	open   bool
}

func newReadingCard(of *facts) *readingCard {
	r := &readingCard{of: of, now: widgets.Body(""), why: widgets.Quiet()}
	r.list = widgets.NewChoiceList(nil, func(id string) { of.Session.ChooseReading(constraint.Reading(id)) })
	r.change = widgets.NewLink("", func() {
		r.open = !r.open
		of.Update()
	})
	r.card = widgets.NewTitledCard(words.T("Which files nobody may tell apart"), nil, widgets.Column(8, r.now, r.list, r.why, leftmost(r.change)))
	return r
}

func (r *readingCard) update() {
	readings := r.of.Session.Readings()
	visible(r.card, len(readings) > 0)
	if len(readings) == 0 {
		return
	}
	var choices []widgets.Choice
	for _, c := range readings {
		choices = append(choices, widgets.Choice{ID: string(c.Reading), Title: c.Title, Note: c.Note + " " + costOfReading(c.Factor)})
		if c.Chosen {
			r.now.Set(widgets.Bold(c.Title+". "), widgets.Plain(c.Note))
			r.why.Set(widgets.Plain(c.Why))
		}
	}
	r.list.SetChoices(choices)
	for _, c := range readings {
		if c.Chosen {
			r.list.SetSelected(string(c.Reading))
		}
	}
	visible(r.list, r.open)
	visible(r.now, !r.open)
	visible(r.why, r.open)
	r.change.SetText(words.T("Choose another reading…"))
	if r.open {
		r.change.SetText(words.T("Close"))
	}
}

// costOfReading says what a reading costs.
func costOfReading(factor int) string {
	switch factor {
	case session.Unpriced:
		return words.T("Its cost is being worked out.")
	case 0:
		return words.T("In it the effect of these facts cannot be bounded.")
	case 1:
		return words.T("No extra noise.")
	}
	return words.T("Noise × %d.", factor)
}

// showReading names the reading beside the price.
func (p *facts) showReading() {
	p.reading.Set()
	for _, c := range p.Session.Readings() {
		if c.Chosen {
			p.reading.Set(widgets.Plain(words.T("in the %s reading of neighbours", words.Text(string(c.Reading)))))
		}
	}
	visible(p.reading, p.reading.String() != "")
}
