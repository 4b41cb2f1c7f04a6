package figures

import (
	"fyne.io/fyne/v2"

	"steward/gui/theme"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
)

// SumChain is a small picture of why known facts matter: cells that are published with
// noise, and over each two neighbours their sum, which is public.
type SumChain struct {
	paint.Picture
	cells, sums []string
}

const (
	sumBox = 30
	sumGap = 8
	sumTop = 34 // of the boxes
)

// NewSumChain returns the picture of some cells; sums[i] stands over cells i and i+1.
func NewSumChain(cells, sums []string) *SumChain {
	s := &SumChain{cells: cells, sums: sums}
	s.ExtendBaseWidget(s)
	return s
}

func (s *SumChain) Least() fyne.Size {
	return fyne.NewSize(float32(len(s.cells))*72, s.top()+s.box(s.Size().Width))
}

// top returns where the boxes begin.
func (s *SumChain) top() float32 { return sumTop * paint.Enlarged(s) }

// wide returns the width of a box in a width of the picture.
func (s *SumChain) wide(width float32) float32 {
	n := float32(len(s.cells))
	return (width - (n-1)*sumGap) / n
}

// broken returns the lines of what stands in a box.
func (s *SumChain) broken(words string, width float32) []string {
	return prose.LineTexts(prose.Wrap([]prose.Span{prose.Plain(words)}, paint.Dim(s, theme.SizeCaption), s.wide(width)-4))
}

// box returns the height of the boxes: their words stand on one line as far as there is room.
func (s *SumChain) box(width float32) float32 {
	lines := 1
	if width > 0 {
		for _, words := range s.cells {
			lines = max(lines, len(s.broken(words, width)))
		}
	}
	line := paint.SizeOf("X", paint.Dim(s, theme.SizeCaption), fyne.TextStyle{}).Height
	return sumBox + float32(lines-1)*line
}

// Paint is for Picture.
func (s *SumChain) Paint(p *paint.Pen, size fyne.Size) {
	width, tall, top := s.wide(size.Width), s.box(size.Width), s.top()
	middle := func(i int) float32 { return float32(i)*(width+sumGap) + width/2 }
	for i, words := range s.cells {
		at := fyne.NewPos(middle(i)-width/2, top)
		p.Box(at, fyne.NewSize(width, tall), theme.Quiet, theme.Line)
		l := paint.Label{Size: theme.SizeCaption, Role: theme.Text, Align: fyne.TextAlignCenter, Room: width - 4}
		lines := s.broken(words, size.Width)
		y := top + (tall-p.Tall(l)*float32(len(lines)))/2
		for _, l.Text = range lines {
			p.Text(fyne.NewPos(middle(i), y), l)
			y += p.Tall(l)
		}
	}
	for i, words := range s.sums {
		left, right, y := middle(i), middle(i+1), top-14
		p.Line(fyne.NewPos(left, top-2), fyne.NewPos(left, y), theme.Chart5, 2)
		p.Line(fyne.NewPos(right, top-2), fyne.NewPos(right, y), theme.Chart5, 2)
		p.Line(fyne.NewPos(left-1, y), fyne.NewPos(right+1, y), theme.Chart5, 2)
		l := paint.Label{Text: words, Size: theme.SizeCaption, Role: theme.Danger, Bold: true, Align: fyne.TextAlignCenter, Room: right - left}
		if p.Width(l) > l.Room {
			l.Size = theme.SizeAxis
		}
		p.Text(fyne.NewPos((left+right)/2, y-p.Tall(l)-2), l)
	}
}
