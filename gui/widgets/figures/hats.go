package figures

import (
	"math"

	"fyne.io/fyne/v2"

	"steward/gui/theme"
	"steward/gui/widgets/paint"
	"steward/gui/words"
)

// Hats is a picture of what a reader may see under each of two truths: two humps of noise,
// one record apart. The flatter they are, the less a number tells which of the two is true.
type Hats struct {
	paint.Picture
	first, second string
	epsilon       float64
}

// NewHats returns the picture for a budget, with the names of the two truths.
func NewHats(first, second string, epsilon float64) *Hats {
	h := &Hats{first: first, second: second, epsilon: epsilon}
	h.ExtendBaseWidget(h)
	return h
}

func (h *Hats) Least() fyne.Size { return fyne.NewSize(320, 120) }

// hatSpan is how many people either side of the two truths the picture shows.
const hatSpan = 12.0

// Paint is for Picture.
func (h *Hats) Paint(p *paint.Pen, size fyne.Size) {
	base := size.Height - 20
	rise := base - 24
	at := func(x, center float64) fyne.Position {
		y := math.Exp(-h.epsilon * math.Abs(x-center))
		return fyne.NewPos(float32((x+hatSpan)/(2*hatSpan))*size.Width, base-float32(y)*rise)
	}
	draw := func(center float64, role fyne.ThemeColorName, dashed bool, name string, align fyne.TextAlign) {
		last := at(-hatSpan, center)
		for x := -hatSpan + 0.5; x <= hatSpan; x += 0.5 {
			next := at(x, center)
			if !dashed || int(math.Round(x*2))%2 == 0 {
				p.Line(last, next, role, 2)
			}
			last = next
		}
		top := at(center, center)
		beside := float32(6)
		if align == fyne.TextAlignTrailing {
			beside = -6
		}
		p.Text(fyne.NewPos(top.X+beside, top.Y-20), paint.Label{Text: name, Size: theme.SizeCaption, Role: theme.Text, Align: align})
	}
	p.Line(fyne.NewPos(0, base), fyne.NewPos(size.Width, base), theme.Line, 1)
	draw(-0.5, theme.Chart1, false, h.first, fyne.TextAlignTrailing)
	draw(0.5, theme.Chart2, true, h.second, fyne.TextAlignLeading)
	p.Text(fyne.NewPos(size.Width/2, base+3), paint.Label{Text: words.T("the number that is published"), Size: theme.SizeCaption, Role: theme.QuietText, Align: fyne.TextAlignCenter})
}
