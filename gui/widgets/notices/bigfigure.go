package notices

import (
	"fyne.io/fyne/v2"

	"steward/gui/theme"
	"steward/gui/widgets/layouts"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
)

// BigFigure is the one big number of the side column (24, bold) between two small lines:
// "Half of the numbers are within", "5 people", "19 times in 20 within 15".
type BigFigure struct {
	paint.Widget
	above, figure, below *prose.Text
}

// NewBigFigure returns a big number. An empty line above or below is left out.
func NewBigFigure(above, figure string, below ...prose.Span) *BigFigure {
	b := &BigFigure{
		above:  prose.Caption(above),
		figure: prose.NewText(theme.SizeFigure, theme.Text, prose.Bold(figure)),
		below:  prose.NewText(theme.SizeCaption, theme.QuietText, below...),
	}
	b.ExtendBaseWidget(b)
	return b
}

// Set shows another number and other lines.
func (b *BigFigure) Set(above, figure string, below ...prose.Span) {
	b.above.Set(prose.Plain(above))
	b.figure.Set(prose.Bold(figure))
	b.below.Set(below...)
	b.Refresh()
}

// String returns the number as it is shown.
func (b *BigFigure) String() string { return b.figure.String() }

func (b *BigFigure) Parts() []fyne.CanvasObject {
	return []fyne.CanvasObject{b.above, b.figure, b.below}
}

func (b *BigFigure) Least() fyne.Size { return layouts.ColumnLayout{}.MinSize(b.Parts()) }

func (b *BigFigure) Restyle() {
	paint.Show(b.above, b.above.String() != "")
	paint.Show(b.below, b.below.String() != "")
}

func (b *BigFigure) Arrange(size fyne.Size) { layouts.ColumnLayout{}.Layout(b.Parts(), size) }
