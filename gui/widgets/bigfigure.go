package widgets

import (
	"fyne.io/fyne/v2"

	"steward/gui/theme"
)

// BigFigure is the one big number of the side column (24, bold) between two small lines:
// "Typically within", "5 people", "19 times in 20 within 15".
type BigFigure struct {
	Widget
	above, figure, below *Text
}

// NewBigFigure returns a big number. An empty line above or below is left out.
func NewBigFigure(above, figure string, below ...Span) *BigFigure {
	b := &BigFigure{
		above:  Caption(Plain(above)),
		figure: newText(theme.SizeFigure, theme.Text, Bold(figure)),
		below:  Caption(below...),
	}
	b.ExtendBaseWidget(b)
	return b
}

// Set shows another number and other lines.
func (b *BigFigure) Set(above, figure string, below ...Span) {
	b.above.Set(Plain(above))
	b.figure.Set(Bold(figure))
	b.below.Set(below...)
	b.Refresh()
}

// String returns the number as it is shown.
func (b *BigFigure) String() string { return b.figure.String() }

func (b *BigFigure) Parts() []fyne.CanvasObject {
	return []fyne.CanvasObject{b.above, b.figure, b.below}
}

func (b *BigFigure) Least() fyne.Size { return columnLayout{}.MinSize(b.Parts()) }

func (b *BigFigure) Restyle() {
	show(b.above, b.above.String() != "")
	show(b.below, b.below.String() != "")
}

func (b *BigFigure) Arrange(size fyne.Size) { columnLayout{}.Layout(b.Parts(), size) }
