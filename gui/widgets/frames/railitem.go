package frames

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"steward/gui/theme"
	"steward/gui/widgets/input"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
)

// railItem is one step of a Rail.
type railItem struct {
	paint.Widget
	input.Hover
	rail  *Rail
	index int

	halo, ground *canvas.Rectangle
	mark         stepMark
	title, note  *prose.Text
	below        *prose.Text // the title below the mark, in a slim rail
}

const (
	railText = 40 // where the words begin
	railEdge = 6  // left and right of words in a slim rail
)

func newRailItem(r *Rail, index int) *railItem {
	i := &railItem{
		rail: r, index: index, halo: paint.NewHalo(4), ground: &canvas.Rectangle{}, mark: newStepMark(),
		title: prose.NewText(theme.SizeBody, theme.Text).OneLine(), note: prose.Caption("").OneLine(),
		below: prose.NewText(theme.SizeAxis, theme.Text).Aligned(fyne.TextAlignCenter),
	}
	i.HoverChanged = i.Refresh
	i.ExtendBaseWidget(i)
	return i
}

// Tapped is for Fyne.
func (i *railItem) Tapped(*fyne.PointEvent) { i.rail.choose(i.index) }

// Cursor is for Fyne.
func (i *railItem) Cursor() desktop.Cursor { return desktop.PointerCursor }

func (i *railItem) Parts() []fyne.CanvasObject {
	list := []fyne.CanvasObject{i.halo, i.ground}
	return append(append(list, i.mark.Parts()...), i.title, i.note, i.below)
}

func (i *railItem) Least() fyne.Size { return fyne.NewSize(stepMarkSize, railItemHeight) }

func (i *railItem) Restyle() {
	s := i.rail.steps[i.index]
	current := i.index == i.rail.current
	title := prose.Span{Text: s.Title, Bold: current || s.State != NotYet}
	switch {
	case current:
		title.Color = theme.Primary
	case s.State == NotYet:
		title.Color = theme.QuietText
	}
	i.title.Set(title)
	note := prose.Plain(s.Note)
	if s.State == NotYet && !current {
		note.Color = theme.QuietText
	}
	i.note.Set(note)
	i.below.Set(title)
	if width := i.Size().Width; i.rail.narrow && width > 0 && !strings.Contains(s.Title, " ") && i.below.NaturalWidth() > width {
		title.Bold = false // or a letter of the word would stand below it
		i.below.Set(title)
	}
	paint.Show(i.below, i.rail.narrow)
	paint.Show(i.title, !i.rail.narrow)
	paint.Show(i.note, !i.rail.narrow)
	i.mark.style(i, strconv.Itoa(i.index+1), s.State, current)
	i.ground.CornerRadius = paint.Dim(i, theme.SizeEdge)
	i.ground.FillColor = paint.Ink(i, theme.Selected)
	if !current {
		i.ground.FillColor = paint.Ink(i, theme.Hover)
	}
	paint.Show(i.ground, current || i.Hovered)
	i.ground.Refresh()
	paint.StyleHalo(i, i.halo, i.rail.Focused && i.index == i.rail.aimed)
}

func (i *railItem) Arrange(size fyne.Size) {
	paint.Place(i.ground, 0, 0, size.Width, size.Height)
	paint.PlaceHalo(i.halo, 0, 0, size.Width, size.Height)
	if i.rail.narrow {
		edge := float32(0)
		if strings.Contains(i.rail.steps[i.index].Title, " ") { // words that can break keep off the edges
			edge = railEdge
		}
		i.below.Resize(fyne.NewSize(size.Width-2*edge, 0)) // it breaks into lines of this width
		high := i.below.MinSize().Height
		top := max(1, (size.Height-stepMarkSize-high)/2)
		i.mark.place((size.Width-stepMarkSize)/2, top, i.rail.steps[i.index].State)
		paint.Place(i.below, edge, top+stepMarkSize, size.Width-2*edge, high)
		return
	}
	i.mark.place(9, 8, i.rail.steps[i.index].State)
	room := size.Width - railText - 4
	top := (size.Height - i.title.LineHeight() - i.note.LineHeight()) / 2
	top += paint.PlaceWide(i.title, railText, top, room)
	paint.PlaceWide(i.note, railText, top, room)
}
