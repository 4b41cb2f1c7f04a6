package steps

import (
	"fyne.io/fyne/v2"

	"steward/gui/widgets/layouts"
	"steward/gui/widgets/prose"
)

// sidePart is a part of the side column, with a line over it.
type sidePart struct {
	content *fyne.Container
	heading *prose.Heading
	text    *prose.Text
}

func newSidePart() *sidePart {
	p := &sidePart{heading: prose.NewHeading(nil, "", ""), text: prose.Body("")}
	p.content = layouts.Column(4, layouts.Inset(0, 0, prose.NewRule()), layouts.Inset(4, 0, p.heading), p.text)
	return p
}

func (p *sidePart) set(icon fyne.Resource, role fyne.ThemeColorName, title string, spans ...prose.Span) {
	p.heading.Set(icon, role, title)
	p.text.Set(spans...)
}
