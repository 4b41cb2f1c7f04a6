package widgets

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"steward/gui/theme"
)

// railItem is one step of a Rail.
type railItem struct {
	Widget
	hover
	rail  *Rail
	index int

	halo, ground *canvas.Rectangle
	mark         stepMark
	title, note  *Text
}

const railText = 40 // where the words begin

func newRailItem(r *Rail, index int) *railItem {
	i := &railItem{
		rail: r, index: index, halo: newHalo(4), ground: &canvas.Rectangle{}, mark: newStepMark(),
		title: newText(theme.SizeBody, theme.Text).OneLine(), note: Caption().OneLine(),
	}
	i.hoverChanged = i.Refresh
	i.ExtendBaseWidget(i)
	return i
}

// Tapped is for Fyne.
func (i *railItem) Tapped(*fyne.PointEvent) { i.rail.choose(i.index) }

// Cursor is for Fyne.
func (i *railItem) Cursor() desktop.Cursor { return desktop.PointerCursor }

func (i *railItem) Parts() []fyne.CanvasObject {
	list := []fyne.CanvasObject{i.halo, i.ground}
	return append(append(list, i.mark.Parts()...), i.title, i.note)
}

func (i *railItem) Least() fyne.Size { return fyne.NewSize(stepMarkSize, railItemHeight) }

func (i *railItem) Restyle() {
	s := i.rail.steps[i.index]
	current := i.index == i.rail.current
	title := Span{Text: s.Title, Bold: current || s.State != NotYet}
	switch {
	case current:
		title.Color = theme.Primary
	case s.State == NotYet:
		title.Color = theme.QuietText
	}
	i.title.Set(title)
	note := Plain(s.Note)
	if s.State == NotYet && !current {
		note.Color = theme.QuietText
	}
	i.note.Set(note)
	show(i.title, !i.rail.narrow)
	show(i.note, !i.rail.narrow)
	i.mark.style(i, strconv.Itoa(i.index+1), s.State, current)
	i.ground.CornerRadius = dim(i, theme.SizeEdge)
	i.ground.FillColor = ink(i, theme.Selected)
	if !current {
		i.ground.FillColor = ink(i, theme.Hover)
	}
	show(i.ground, current || i.hovered)
	i.ground.Refresh()
	styleHalo(i, i.halo, i.rail.focused && i.index == i.rail.aimed)
}

func (i *railItem) Arrange(size fyne.Size) {
	place(i.ground, 0, 0, size.Width, size.Height)
	placeHalo(i.halo, 0, 0, size.Width, size.Height)
	if i.rail.narrow {
		i.mark.place((size.Width-stepMarkSize)/2, (size.Height-stepMarkSize)/2, i.rail.steps[i.index].State)
		return
	}
	i.mark.place(9, 8, i.rail.steps[i.index].State)
	room := size.Width - railText - 4
	top := (size.Height - i.title.lineHeight() - i.note.lineHeight()) / 2
	top += placeWide(i.title, railText, top, room)
	placeWide(i.note, railText, top, room)
}
