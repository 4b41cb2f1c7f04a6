package page

import (
	"fyne.io/fyne/v2"

	"steward/gui/widgets/layouts"
	"steward/gui/widgets/prose"
)

// SidePart is a part of the side column, with a line over it.
type SidePart struct {
	Content *fyne.Container
	heading *prose.Heading
	text    *prose.Text
}

// NewSidePart returns an empty part.
func NewSidePart() *SidePart {
	p := &SidePart{heading: prose.NewHeading(nil, "", ""), text: prose.Body("")}
	p.Content = layouts.Column(4, layouts.Inset(0, 0, prose.NewRule()), layouts.Inset(4, 0, p.heading), p.text)
	return p
}

// Set shows a title and what it says.
func (p *SidePart) Set(icon fyne.Resource, role fyne.ThemeColorName, title string, spans ...prose.Span) {
	p.heading.Set(icon, role, title)
	p.text.Set(spans...)
}
