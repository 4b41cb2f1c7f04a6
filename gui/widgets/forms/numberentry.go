package forms

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"steward/gui/widgets/input"
)

// NumberEntry is an entry that says when typing has ended and what the arrow keys ask for.
type NumberEntry struct {
	widget.Entry
	Name  string // what the number is, for those who do not see it
	quiet bool   // while the program sets the text
	typed func(text string)
	ended func()
	step  func(by int)
}

func NewNumberEntry(typed func(string), ended func(), step func(by int)) *NumberEntry {
	e := &NumberEntry{typed: typed, ended: ended, step: step}
	e.OnChanged = func(text string) {
		if !e.quiet {
			e.typed(text)
		}
	}
	e.OnSubmitted = func(string) { e.ended() }
	e.ExtendBaseWidget(e)
	return e
}

// Set shows a text without calling back.
func (e *NumberEntry) Set(text string) {
	if e.Text == text {
		return
	}
	e.quiet = true
	e.SetText(text)
	e.quiet = false
}

// CreateRenderer is for Fyne.
func (e *NumberEntry) CreateRenderer() fyne.WidgetRenderer { return newLine(e.Entry.CreateRenderer()) }

// FocusLost is for Fyne.
func (e *NumberEntry) FocusLost() {
	e.Entry.FocusLost()
	e.ended()
}

// TypedKey is for Fyne.
func (e *NumberEntry) TypedKey(key *fyne.KeyEvent) {
	switch key.Name {
	case fyne.KeyUp:
		e.step(1)
	case fyne.KeyDown:
		e.step(-1)
	default:
		e.Entry.TypedKey(key)
	}
}

// AccessibilityLabel returns what the number is.
func (e *NumberEntry) AccessibilityLabel() string { return e.Name }

// AccessibilityRole is for Fyne.
func (e *NumberEntry) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// FocusGained is for Fyne.
func (e *NumberEntry) FocusGained() {
	e.Entry.FocusGained()
	input.InSight()
}
