package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"steward/gui/theme"
)

// choiceFace is the look of a card that can be chosen; ChoiceList adds the keyboard to several.
type choiceFace struct {
	Widget
	hover
	tapped                       func()
	selected, disabled, keyboard bool

	halo, surface, cover *canvas.Rectangle
	mark                 radio
	title, note          *Text
}

const (
	choicePad  = 14
	choiceText = choicePad + radioSize + 10 // where the words begin
	choiceLeft = 9                          // above and below the words
)

// init makes the parts; w is the widget that the face is, or is embedded in.
func (f *choiceFace) init(w fyne.Widget, title, note string) {
	f.halo, f.surface, f.cover = newHalo(6), &canvas.Rectangle{}, &canvas.Rectangle{}
	f.mark = newRadio()
	f.title = newText(theme.SizeTable, theme.Text, Bold(title))
	f.note = Caption(Plain(note))
	f.hoverChanged = f.Refresh
	f.ExtendBaseWidget(w)
}

// SetText shows another title and line.
func (f *choiceFace) SetText(title, note string) {
	f.title.Set(Bold(title))
	f.note.Set(Plain(note))
	f.Refresh()
}

// SetSelected shows whether this is the chosen card.
func (f *choiceFace) SetSelected(selected bool) {
	f.selected = selected
	f.Refresh()
}

// Selected tells whether this is shown as the chosen card.
func (f *choiceFace) Selected() bool { return f.selected }

// Enable lets the card be tapped.
func (f *choiceFace) Enable() {
	f.disabled = false
	f.Refresh()
}

// Disable greys the card; it can be neither tapped nor focused.
func (f *choiceFace) Disable() {
	f.disabled = true
	f.Refresh()
}

// Disabled tells whether the card is greyed.
func (f *choiceFace) Disabled() bool { return f.disabled }

// Tapped is for Fyne.
func (f *choiceFace) Tapped(*fyne.PointEvent) {
	if !f.disabled && f.tapped != nil {
		f.tapped()
	}
}

// Cursor is for Fyne.
func (f *choiceFace) Cursor() desktop.Cursor { return pointer(!f.disabled) }

func (f *choiceFace) Parts() []fyne.CanvasObject {
	return append([]fyne.CanvasObject{f.halo, f.surface, f.cover, f.title, f.note}, f.mark.Parts()...)
}

func (f *choiceFace) Least() fyne.Size {
	words := columnLayout{}.MinSize([]fyne.CanvasObject{f.title, f.note})
	return words.AddWidthHeight(choiceText+choicePad, 2*choiceLeft)
}

// style draws the card in its state in the theme of w, the widget that the face is part of.
func (f *choiceFace) style(w Drawn) {
	ground, line, width := theme.Surface, theme.Line, float32(1)
	if f.selected {
		ground, line, width = theme.Selected, theme.Primary, 2
	}
	f.surface.FillColor, f.surface.StrokeColor = ink(w, ground), ink(w, line)
	f.surface.StrokeWidth, f.surface.CornerRadius = width, dim(w, theme.SizeCardEdge)
	f.surface.Refresh()
	f.cover.FillColor, f.cover.CornerRadius = ink(w, theme.Hover), dim(w, theme.SizeCardEdge)
	show(f.cover, f.hovered && !f.disabled && !f.selected)
	f.mark.style(w, f.selected, f.disabled)
	title, note := theme.Text, theme.QuietText
	if f.disabled {
		title, note = theme.Disabled, theme.Disabled
	}
	f.title.SetColor(title)
	f.note.SetColor(note)
	show(f.note, f.note.String() != "")
	styleHalo(w, f.halo, f.keyboard && !f.disabled)
}

func (f *choiceFace) Arrange(size fyne.Size) {
	place(f.surface, 0, 0, size.Width, size.Height)
	place(f.cover, 0, 0, size.Width, size.Height)
	placeHalo(f.halo, 0, 0, size.Width, size.Height)
	f.mark.place(choicePad, (size.Height-radioSize)/2)
	room := size.Width - choiceText - choicePad
	height := placeWide(f.title, choiceText, 0, room)
	if f.note.Visible() {
		height += placeWide(f.note, choiceText, 0, room)
	}
	y := (size.Height - height) / 2
	y += placeWide(f.title, choiceText, y, room)
	if f.note.Visible() {
		placeWide(f.note, choiceText, y, room)
	}
}
