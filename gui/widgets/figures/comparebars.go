package figures

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"steward/gui/theme"
	"steward/gui/widgets/paint"
)

// CompareBar is one bar of CompareBars.
type CompareBar struct {
	Label     string
	Value     float64 // not negative
	ValueText string
	Strong    bool // the one that it is about; the others are there to compare with
}

// CompareBars is a few small bars with their values, all on one axis from 0, each under its
// words.
type CompareBars struct {
	paint.Picture
	bars []CompareBar
}

const (
	compareRow  = 38
	compareBar  = 14
	compareText = 18
)

// NewCompareBars returns the bars.
func NewCompareBars(bars ...CompareBar) *CompareBars {
	c := &CompareBars{bars: bars}
	c.ExtendBaseWidget(c)
	return c
}

// Set shows other bars.
func (c *CompareBars) Set(bars ...CompareBar) {
	c.bars = bars
	c.Refresh()
}

func (c *CompareBars) Least() fyne.Size {
	return fyne.NewSize(meterLeast, compareRow*float32(len(c.bars)))
}

// Paint is for Picture.
func (c *CompareBars) Paint(p *paint.Pen, size fyne.Size) {
	most, room := 0.0, float32(0)
	value := func(b CompareBar) paint.Label {
		return paint.Label{Text: b.ValueText, Size: theme.SizeTable, Role: theme.Text, Bold: b.Strong}
	}
	for _, b := range c.bars {
		most, room = max(most, b.Value), max(room, p.Width(value(b)))
	}
	for i, b := range c.bars {
		y, role := float32(i)*compareRow, theme.Other
		if b.Strong {
			role = theme.Chart1
		}
		p.Text(fyne.NewPos(0, y), paint.Label{Text: b.Label, Size: theme.SizeCaption, Role: theme.QuietText, Room: size.Width})
		width := float32(2)
		if most > 0 {
			width = max(float32(b.Value/most)*(size.Width-room-8), 2)
		}
		bar := &canvas.Rectangle{FillColor: paint.Ink(c, role), CornerRadius: 2}
		paint.Place(bar, 0, y+compareText, width, compareBar)
		p.Shapes = append(p.Shapes, bar)
		text := value(b)
		p.Text(fyne.NewPos(width+8, y+compareText+(compareBar-p.Tall(text))/2), text)
	}
}
