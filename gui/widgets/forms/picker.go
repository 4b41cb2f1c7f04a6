package forms

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"steward/gui/theme"
	"steward/gui/widgets/input"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
)

// Picker chooses one of a list: a box that shows what is chosen and opens the list under it.
// Long lists, such as the values of a column, are asked for as they come into sight and can
// be narrowed down by typing a part. It takes the focus: space, enter and down open it.
type Picker struct {
	paint.Widget
	input.Hover
	input.Focus
	// OnChanged is told the index of what the person chooses, and only when it is another.
	OnChanged func(index int)

	n        int
	option   func(i int) Option
	selected int
	hint     string
	prefix   string // before what is chosen
	disabled bool
	popup    *widget.PopUp
	list     *optionList // while it is open

	box, cover, halo *canvas.Rectangle
	text             *prose.Text
	arrow            *canvas.Image
}

const (
	pickerPad   = 10
	pickerArrow = 20
	pickerLeast = 76
	pickerMost  = 170 // the width it asks for by itself
)

// NewPicker returns a box in which nothing is chosen. hint stands in it meanwhile, and says
// what is chosen here to those who do not see it.
func NewPicker(hint string, changed func(index int)) *Picker {
	p := &Picker{
		OnChanged: changed, selected: -1, hint: hint, option: func(int) Option { return Option{} },
		box: &canvas.Rectangle{}, cover: &canvas.Rectangle{}, halo: paint.NewHalo(4),
		text: prose.Body("").OneLine(), arrow: paint.NewIcon(),
	}
	p.HoverChanged, p.FocusChanged = p.Refresh, p.Refresh
	p.Typed = input.Taps(p.Tapped, fyne.KeyDown)
	p.ExtendBaseWidget(p)
	return p
}

// SetTexts shows other options without notes. Nothing is chosen where the old choice lies
// beyond them.
func (p *Picker) SetTexts(texts []string) {
	p.SetList(len(texts), func(i int) string { return texts[i] })
}

// SetList shows n options without notes that are asked for when they come into sight.
func (p *Picker) SetList(n int, text func(i int) string) {
	p.SetSource(n, func(i int) Option { return Option{Text: text(i)} })
}

// SetOptions shows other options.
func (p *Picker) SetOptions(options []Option) {
	p.SetSource(len(options), func(i int) Option { return options[i] })
}

// SetSource shows n options that are asked for when they come into sight.
func (p *Picker) SetSource(n int, option func(i int) Option) {
	p.n, p.option = n, option
	if p.selected >= n {
		p.selected = -1
	}
	p.Refresh()
}

// SetSelected shows another choice; -1 for none.
func (p *Picker) SetSelected(index int) {
	if index >= p.n {
		index = -1
	}
	p.selected = index
	p.Refresh()
}

// SetPrefix shows words before what is chosen, in the box only: "age: ".
func (p *Picker) SetPrefix(words string) {
	p.prefix = words
	p.Refresh()
}

// Selected returns the index of what is chosen, -1 for nothing.
func (p *Picker) Selected() int { return p.selected }

// String returns the words in the box.
func (p *Picker) String() string {
	if p.selected < 0 {
		return ""
	}
	return p.option(p.selected).Text
}

// AccessibilityLabel returns the hint.
func (p *Picker) AccessibilityLabel() string { return p.hint }

// Enable lets the choice be changed.
func (p *Picker) Enable() { p.setDisabled(false) }

// Disable greys the box.
func (p *Picker) Disable() { p.setDisabled(true) }

// Disabled tells whether the box is greyed.
func (p *Picker) Disabled() bool { return p.disabled }

func (p *Picker) setDisabled(disabled bool) {
	p.disabled = disabled
	p.Refresh()
}

// Tapped is for Fyne: it opens the list.
func (p *Picker) Tapped(*fyne.PointEvent) {
	if p.disabled || p.n == 0 {
		return
	}
	p.popup, p.list = openOptions(p, newOptionList(p.n, p.option, p.selected, p.choose, p.close))
}

func (p *Picker) close() {
	if p.popup != nil {
		p.popup.Hide()
		p.popup, p.list = nil, nil
	}
	input.FocusOn(p)
}

// choose is what the person does.
func (p *Picker) choose(i int) {
	p.close()
	if i == p.selected {
		return
	}
	p.selected = i
	p.Refresh()
	if p.OnChanged != nil {
		p.OnChanged(i)
	}
}

// Cursor is for Fyne.
func (p *Picker) Cursor() desktop.Cursor { return input.Pointer(!p.disabled) }

func (p *Picker) Parts() []fyne.CanvasObject {
	return []fyne.CanvasObject{p.halo, p.box, p.cover, p.text, p.arrow}
}

func (p *Picker) Least() fyne.Size {
	width := p.text.NaturalWidth() + 2*pickerPad + pickerArrow
	return fyne.NewSize(min(max(width, pickerLeast), pickerMost), PickerHeight(p))
}

// PickerHeight is that of an entry.
func PickerHeight(w paint.Drawn) float32 {
	return paint.SizeOf("X", paint.Dim(w, theme.SizeBody), fyne.TextStyle{}).Height + 2*paint.Dim(w, fynetheme.SizeNameInnerPadding)
}

func (p *Picker) Restyle() {
	role := theme.Text
	words := p.prefix + p.String()
	if p.selected < 0 {
		words, role = p.hint, theme.QuietText
	}
	if p.disabled {
		role = theme.Disabled
	}
	p.text.Color = role
	p.text.Set(prose.Plain(words))
	p.box.FillColor, p.box.StrokeColor, p.box.StrokeWidth = paint.Ink(p, theme.Surface), paint.Ink(p, theme.Control), 1
	p.box.CornerRadius, p.cover.CornerRadius = paint.Dim(p, theme.SizeEdge), paint.Dim(p, theme.SizeEdge)
	if p.disabled {
		p.box.StrokeColor = paint.Ink(p, theme.Line)
	}
	p.box.Refresh()
	p.cover.FillColor = paint.Ink(p, theme.Hover)
	paint.Show(p.cover, p.Hovered && !p.disabled)
	paint.SetIcon(p.arrow, fynetheme.MenuDropDownIcon(), role)
	paint.StyleHalo(p, p.halo, p.Focused && !p.disabled)
}

func (p *Picker) Arrange(size fyne.Size) {
	paint.Place(p.box, 0, 0, size.Width, size.Height)
	paint.Place(p.cover, 0, 0, size.Width, size.Height)
	paint.PlaceHalo(p.halo, 0, 0, size.Width, size.Height)
	line := p.text.LineHeight()
	paint.Place(p.text, pickerPad, (size.Height-line)/2, size.Width-2*pickerPad-pickerArrow, line)
	paint.Place(p.arrow, size.Width-pickerArrow-pickerPad/2, (size.Height-pickerArrow)/2, pickerArrow, pickerArrow)
}

// openOptions opens a list of options under a widget, or over it where there is more room,
// and gives it the keyboard.
func openOptions(under fyne.CanvasObject, list *optionList) (*widget.PopUp, *optionList) {
	c := fyne.CurrentApp().Driver().CanvasForObject(under)
	if c == nil {
		return nil, nil
	}
	popup := widget.NewPopUp(list, c)
	at := fyne.CurrentApp().Driver().AbsolutePositionForObject(under)
	size, room := list.natural(), c.Size()
	size.Width = min(max(size.Width, under.Size().Width), room.Width)
	at.X = max(min(at.X, room.Width-size.Width), 0)
	below, above := room.Height-at.Y-under.Size().Height-optionGap, at.Y-optionGap
	if below >= size.Height || below >= above {
		size.Height = min(size.Height, below)
		at.Y += under.Size().Height + 1
	} else {
		size.Height = min(size.Height, above)
		at.Y -= size.Height + 1
	}
	popup.ShowAtPosition(at)
	popup.Resize(size)
	list.rows.Highlight(list.rows.Chosen)
	c.Focus(list.focusable())
	return popup, list
}
