package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"steward/gui/theme"
)

// SumChain is a small picture of why known facts matter: cells that are published with
// noise, and over each two neighbours their sum, which is public.
type SumChain struct {
	widget.BaseWidget
	cells, sums []string
	shapes      []fyne.CanvasObject
}

const (
	sumHeight = 64
	sumBox    = 30
	sumGap    = 8
	sumTop    = 34 // of the boxes
)

// NewSumChain returns the picture of some cells; sums[i] stands over cells i and i+1.
func NewSumChain(cells, sums []string) *SumChain {
	s := &SumChain{cells: cells, sums: sums}
	s.ExtendBaseWidget(s)
	return s
}

// CreateRenderer is for Fyne.
func (s *SumChain) CreateRenderer() fyne.WidgetRenderer {
	s.ExtendBaseWidget(s)
	return newRenderer(s)
}

func (s *SumChain) objects() []fyne.CanvasObject { return s.shapes }

func (s *SumChain) minSize() fyne.Size {
	return fyne.NewSize(float32(len(s.cells))*72, sumHeight)
}

func (s *SumChain) restyle() {
	if s.Size().IsZero() {
		s.shapes = nil
	}
}

func (s *SumChain) layout(size fyne.Size) {
	p := &pen{w: s}
	n := float32(len(s.cells))
	width := (size.Width - (n-1)*sumGap) / n
	middle := func(i int) float32 { return float32(i)*(width+sumGap) + width/2 }
	for i, words := range s.cells {
		at := fyne.NewPos(middle(i)-width/2, sumTop)
		p.box(at, fyne.NewSize(width, sumBox), theme.Quiet, theme.Line)
		l := label{text: words, size: theme.SizeCaption, role: theme.Text, align: fyne.TextAlignCenter, room: width - 4}
		p.text(fyne.NewPos(middle(i), sumTop+(sumBox-p.tall(l))/2), l)
	}
	for i, words := range s.sums {
		left, right, y := middle(i), middle(i+1), float32(sumTop-14)
		p.line(fyne.NewPos(left, sumTop-2), fyne.NewPos(left, y), theme.Chart5, 2)
		p.line(fyne.NewPos(right, sumTop-2), fyne.NewPos(right, y), theme.Chart5, 2)
		p.line(fyne.NewPos(left-1, y), fyne.NewPos(right+1, y), theme.Chart5, 2)
		l := label{text: words, size: theme.SizeCaption, role: theme.Danger, bold: true, align: fyne.TextAlignCenter, room: right - left}
		p.text(fyne.NewPos((left+right)/2, y-p.tall(l)-2), l)
	}
	s.shapes = p.instead(s.shapes)
}
