package widgets

import "fyne.io/fyne/v2"

// ChoiceCard is one answer to a question as a card: a radio mark, a bold title and a quiet
// line. It takes the focus; space and enter tap it. It does not select itself: the owner
// does, in OnTapped. Where several cards answer one question, ChoiceList keeps them. It can be
// Enabled and Disabled; SetText, SetSelected and Selected are its other methods.
type ChoiceCard struct {
	choiceFace
	focus
	OnTapped func()
}

// NewChoiceCard returns a card that is neither selected nor disabled.
func NewChoiceCard(title, note string, tapped func()) *ChoiceCard {
	c := &ChoiceCard{OnTapped: tapped}
	c.init(c, title, note)
	c.tapped = func() {
		if c.OnTapped != nil {
			c.OnTapped()
		}
	}
	c.focusChanged = func() {
		c.keyboard = c.focused
		c.Refresh()
	}
	c.typed = func(key fyne.KeyName) {
		if isTap(key) {
			c.Tapped(nil)
		}
	}
	return c
}

// CreateRenderer is for Fyne.
func (c *ChoiceCard) CreateRenderer() fyne.WidgetRenderer { return newRenderer(c) }

func (c *ChoiceCard) restyle() { c.style(c) }
