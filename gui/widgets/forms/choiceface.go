package forms

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"steward/gui/theme"
	"steward/gui/widgets/input"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
)

// choiceFace is the look of a card that can be chosen; ChoiceList adds the keyboard to several.
type choiceFace struct {
	paint.Widget
	input.Hover
	tapped                       func()
	selected, disabled, keyboard bool

	halo, surface, cover *canvas.Rectangle
	mark                 radio
	title, note          *prose.Text
}

const (
	choicePad  = 14
	choiceText = choicePad + RadioSize + 10 // where the words begin
	choiceLeft = 9                          // above and below the words
)

// init makes the parts; w is the widget that the face is, or is embedded in.
func (f *choiceFace) init(w fyne.Widget, title, note string) {
	f.halo, f.surface, f.cover = paint.NewHalo(6), &canvas.Rectangle{}, &canvas.Rectangle{}
	f.mark = newRadio()
	f.title = prose.NewText(theme.SizeTable, theme.Text, prose.Bold(title))
	f.note = prose.Caption(note)
	f.HoverChanged = f.Refresh
	f.ExtendBaseWidget(w)
}

// SetText shows another title and line.
func (f *choiceFace) SetText(title, note string) {
	f.title.Set(prose.Bold(title))
	f.note.Set(prose.Plain(note))
	f.Refresh()
}

// SetSelected shows whether this is the chosen card.
func (f *choiceFace) SetSelected(selected bool) {
	f.selected = selected
	f.Refresh()
}

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
func (f *choiceFace) Cursor() desktop.Cursor { return input.Pointer(!f.disabled) }

func (f *choiceFace) Parts() []fyne.CanvasObject {
	return append([]fyne.CanvasObject{f.halo, f.surface, f.cover, f.title, f.note}, f.mark.Parts()...)
}

func (f *choiceFace) Least() fyne.Size {
	words := layouts.ColumnLayout{}.MinSize([]fyne.CanvasObject{f.title, f.note})
	return words.AddWidthHeight(choiceText+choicePad, 2*choiceLeft)
}

// style draws the card in its state in the theme of w, the widget that the face is part of.
func (f *choiceFace) style(w paint.Drawn) {
	ground, line, width := theme.Surface, theme.Line, float32(1)
	if f.selected {
		ground, line, width = theme.Selected, theme.Primary, 2
	}
	f.surface.FillColor, f.surface.StrokeColor = paint.Ink(w, ground), paint.Ink(w, line)
	f.surface.StrokeWidth, f.surface.CornerRadius = width, paint.Dim(w, theme.SizeCardEdge)
	f.surface.Refresh()
	f.cover.FillColor, f.cover.CornerRadius = paint.Ink(w, theme.Hover), paint.Dim(w, theme.SizeCardEdge)
	paint.Show(f.cover, f.Hovered && !f.disabled && !f.selected)
	f.mark.style(w, f.selected, f.disabled)
	title, note := theme.Text, theme.QuietText
	if f.disabled {
		title, note = theme.Disabled, theme.Disabled
	}
	f.title.SetColor(title)
	f.note.SetColor(note)
	paint.Show(f.note, f.note.String() != "")
	paint.StyleHalo(w, f.halo, f.keyboard && !f.disabled)
}

func (f *choiceFace) Arrange(size fyne.Size) {
	paint.Place(f.surface, 0, 0, size.Width, size.Height)
	paint.Place(f.cover, 0, 0, size.Width, size.Height)
	paint.PlaceHalo(f.halo, 0, 0, size.Width, size.Height)
	f.mark.place(choicePad, (size.Height-RadioSize)/2)
	room := size.Width - choiceText - choicePad
	height := paint.PlaceWide(f.title, choiceText, 0, room)
	if f.note.Visible() {
		height += paint.PlaceWide(f.note, choiceText, 0, room)
	}
	y := (size.Height - height) / 2
	y += paint.PlaceWide(f.title, choiceText, y, room)
	if f.note.Visible() {
		paint.PlaceWide(f.note, choiceText, y, room)
	}
}
