package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"steward/gui/words"
)

// What takes the keyboard has a name and a role for those who do not see it. Fyne's own boxes to
// tick and to choose from have none; those of this package say their words.

// AccessibilityRole is for Fyne, which knows buttons, links, texts and containers: what is drawn
// here is used as a button is.
func (f *focus) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

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
	if !escaped(key) {
		s.Select.TypedKey(key)
	}
}

// AccessibilityLabel returns the name and what is chosen.
func (s *Select) AccessibilityLabel() string { return named(s.Name, s.Selected) }

// AccessibilityRole is for Fyne.
func (s *Select) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// named is a name with what is there at present, if anything is.
func named(name, now string) string {
	if name == "" || now == "" {
		return name + now
	}
	return words.T("%s: %s", name, now)
}

// AccessibilityLabel returns the link's words.
func (l *Link) AccessibilityLabel() string { return l.String() }

// AccessibilityRole is for Fyne.
func (l *Link) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleLink }

// AccessibilityLabel returns the entry's name, or else what it says while it is empty.
func (e *Entry) AccessibilityLabel() string {
	if e.Name != "" {
		return e.Name
	}
	return e.PlaceHolder
}

// AccessibilityRole is for Fyne.
func (e *Entry) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// AccessibilityRole is for Fyne.
func (e *fieldEntry) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// AccessibilityLabel returns what the number is.
func (e *numberEntry) AccessibilityLabel() string { return e.name }

// AccessibilityRole is for Fyne.
func (e *numberEntry) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// AccessibilityLabel returns what is typed here.
func (e *optionEntry) AccessibilityLabel() string { return e.PlaceHolder }

// AccessibilityRole is for Fyne.
func (e *optionEntry) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleText }

// AccessibilityLabel returns what the slider sets.
func (t *track) AccessibilityLabel() string { return t.name }

// AccessibilityRole is for Fyne.
func (t *track) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// AccessibilityLabel returns the step that is open, or that the keyboard stands on.
func (r *Rail) AccessibilityLabel() string {
	at := r.current
	if r.focused {
		at = r.aimed
	}
	if at < 0 || at >= len(r.steps) {
		return words.T("Steps")
	}
	return named(words.T("Steps"), r.steps[at].Title)
}

// AccessibilityLabel returns which page is open.
func (v *PageView) AccessibilityLabel() string { return named(words.T("Pages"), v.words.String()) }

// AccessibilityLabel returns the title of the card that is chosen.
func (l *ChoiceList) AccessibilityLabel() string {
	if l.selected < 0 || l.selected >= len(l.choices) {
		return words.T("Choices")
	}
	return named(words.T("Choices"), l.choices[l.selected].Title)
}

// AccessibilityLabel returns the method that is chosen.
func (m *MethodTable) AccessibilityLabel() string {
	for _, row := range m.methods.Rows {
		if row.Selected {
			return named(words.T("Methods"), row.Name)
		}
	}
	return words.T("Methods")
}

// spoken joins the words of a row.
func spoken(cells ...string) string {
	text := ""
	for _, c := range cells {
		if c != "" && text != "" {
			text += ", "
		}
		text += c
	}
	return text
}
