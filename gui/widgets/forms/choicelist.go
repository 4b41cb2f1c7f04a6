package forms

import (
	"slices"

	"fyne.io/fyne/v2"

	"steward/gui/theme"
	"steward/gui/widgets/input"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/words"
)

// Choice is one card of a ChoiceList.
type Choice struct {
	ID          string // what the callback names; unique in the list
	Title, Note string
	Disabled    bool
}

// ChoiceList is a column of cards of which one is chosen. It takes the focus as a whole, as
// radio buttons do: up and down, home and end choose.
type ChoiceList struct {
	paint.Widget
	input.Focus
	OnChanged func(id string)

	choices  []Choice
	selected int // index, -1 for none
	cards    []*choiceItem
}

// choiceItem is a card of the list; the keyboard belongs to the list.
type choiceItem struct{ choiceFace }

func (c *choiceItem) Restyle() { c.style(c) }

// NewChoiceList returns a list in which nothing is chosen. changed is told the id of the
// card that the person chooses, and only when it is another one.
func NewChoiceList(choices []Choice, changed func(id string)) *ChoiceList {
	l := &ChoiceList{OnChanged: changed, selected: -1}
	l.FocusChanged = l.Refresh
	l.Typed = l.key
	l.ExtendBaseWidget(l)
	l.SetChoices(choices)
	return l
}

// SetChoices shows other cards; the chosen one stays chosen if it is among them.
func (l *ChoiceList) SetChoices(choices []Choice) {
	id := l.Selected()
	l.choices = slices.Clone(choices)
	for len(l.cards) < len(choices) {
		l.cards = append(l.cards, l.newCard(len(l.cards)))
	}
	l.cards = l.cards[:len(choices)]
	for i, c := range choices {
		l.cards[i].disabled = c.Disabled
		l.cards[i].SetText(c.Title, c.Note)
	}
	l.SetSelected(id)
}

func (l *ChoiceList) newCard(i int) *choiceItem {
	c := &choiceItem{}
	c.init(c, "", "")
	c.tapped = func() {
		input.FocusOn(l)
		l.choose(i)
	}
	return c
}

// SetSelected chooses a card; an id that no card has chooses none.
func (l *ChoiceList) SetSelected(id string) {
	l.selected = slices.IndexFunc(l.choices, func(c Choice) bool { return c.ID == id })
	l.Refresh()
}

// Selected returns the id of the chosen card, "" for none.
func (l *ChoiceList) Selected() string {
	if l.selected < 0 {
		return ""
	}
	return l.choices[l.selected].ID
}

// choose is what the person does.
func (l *ChoiceList) choose(i int) {
	if i == l.selected || i < 0 || l.choices[i].Disabled {
		return
	}
	l.selected = i
	l.Refresh()
	if l.OnChanged != nil {
		l.OnChanged(l.choices[i].ID)
	}
}

func (l *ChoiceList) key(key fyne.KeyName) {
	l.choose(input.Step(key, l.selected, len(l.choices), func(i int) bool { return l.choices[i].Disabled }))
}

func (l *ChoiceList) Parts() []fyne.CanvasObject {
	list := make([]fyne.CanvasObject, len(l.cards))
	for i, c := range l.cards {
		list[i] = c
	}
	return list
}

func (l *ChoiceList) stack() layouts.ColumnLayout {
	return layouts.ColumnLayout{Gap: paint.Dim(l, theme.SizeGap)}
}

func (l *ChoiceList) Least() fyne.Size { return l.stack().MinSize(l.Parts()) }

// Restyle rings the chosen card, or the first that can be chosen, while the list has the
// keyboard.
func (l *ChoiceList) Restyle() {
	ring := l.selected
	if ring < 0 {
		ring = slices.IndexFunc(l.choices, func(c Choice) bool { return !c.Disabled })
	}
	for i, c := range l.cards {
		c.keyboard = l.Focused && i == ring
		c.SetSelected(i == l.selected)
	}
}

func (l *ChoiceList) Arrange(size fyne.Size) { l.stack().Layout(l.Parts(), size) }

// AccessibilityLabel returns the title of the card that is chosen.
func (l *ChoiceList) AccessibilityLabel() string {
	if l.selected < 0 || l.selected >= len(l.choices) {
		return words.T("Choices")
	}
	return input.Named(words.T("Choices"), l.choices[l.selected].Title)
}
