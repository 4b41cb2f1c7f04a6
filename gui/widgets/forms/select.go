package forms

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"steward/gui/widgets/input"
)

// What takes the keyboard has a name and a role for those who do not see it. Fyne's own boxes to
// tick and to choose from have none; those of this package say their words.

// Select is a box to choose from that has a name.
type Select struct {
	widget.Select
	Name string // what is chosen here
}

// NewSelect returns a box with nothing chosen.
func NewSelect(name string, options []string, changed func(option string)) *Select {
	s := &Select{Name: name}
	s.Options, s.OnChanged = options, changed
	s.ExtendBaseWidget(s)
	return s
}

// TypedKey is for Fyne.
func (s *Select) TypedKey(key *fyne.KeyEvent) {
	if !input.Escaped(key) {
		s.Select.TypedKey(key)
	}
}

// AccessibilityLabel returns the name and what is chosen.
func (s *Select) AccessibilityLabel() string { return input.Named(s.Name, s.Selected) }

// AccessibilityRole is for Fyne.
func (s *Select) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// FocusGained is for Fyne.
func (s *Select) FocusGained() {
	s.Select.FocusGained()
	input.InSight()
}
