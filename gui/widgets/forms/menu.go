package forms

import (
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"steward/gui/widgets/input"
)

// Menu is a button that opens a list of things to do, each with an explanation: "Add a
// question".
type Menu struct {
	widget.Button
	// OnChosen is told the index of what the person chooses.
	OnChosen func(index int)

	options []Option
	popup   *widget.PopUp
	list    *optionList // while it is open
}

// NewMenu returns a button for a list of things to do.
func NewMenu(text string, chosen func(index int)) *Menu {
	m := &Menu{OnChosen: chosen}
	m.Text, m.Icon, m.IconPlacement = text, fynetheme.MenuDropDownIcon(), widget.ButtonIconTrailingText
	m.Button.OnTapped = m.open
	m.ExtendBaseWidget(m)
	return m
}

// SetOptions shows other things to do.
func (m *Menu) SetOptions(options []Option) { m.options = options }

func (m *Menu) open() {
	if len(m.options) == 0 {
		return
	}
	at := func(i int) Option { return m.options[i] }
	m.popup, m.list = openOptions(m, newOptionList(len(m.options), at, -1, m.choose, m.close))
}

func (m *Menu) close() {
	if m.popup != nil {
		m.popup.Hide()
		m.popup, m.list = nil, nil
	}
	input.FocusOn(m)
}

func (m *Menu) choose(i int) {
	m.close()
	if m.OnChosen != nil {
		m.OnChosen(i)
	}
}

// FocusGained is for Fyne.
func (m *Menu) FocusGained() {
	m.Button.FocusGained()
	input.InSight()
}
