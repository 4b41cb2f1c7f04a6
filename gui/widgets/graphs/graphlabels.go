package graphs

import (
	"slices"

	"fyne.io/fyne/v2"

	"steward/gui/theme"
	"steward/gui/widgets/paint"
)

const labelApart = 8 // least gap of two labels

// labelRow writes labels side by side, around places of their own, and remembers where there is still room.
type labelRow struct {
	p     *paint.Pen
	y     float32
	taken [][2]float32
}

// write writes a label of half a width around x, unless another is in its way and it can be left out.
func (l *labelRow) write(x, half float32, text paint.Label, can bool) {
	near := func(t [2]float32) bool { return x-half < t[1]+labelApart && x+half > t[0]-labelApart }
	if can && slices.ContainsFunc(l.taken, near) {
		return
	}
	l.taken = append(l.taken, [2]float32{x - half, x + half})
	l.p.Text(fyne.NewPos(x, l.y), text)
}

// lineWords writes labels under a line.
type lineWords struct {
	labelRow
	g     *SecretGraph
	at    func(int) fyne.Position
	width float32
}

// lineText writes the values under their circles: those looked at, the ends, and of the
// others as many as fit evenly.
func (g *SecretGraph) lineText(p *paint.Pen, at func(int) fyne.Position, width float32) {
	l := &lineWords{labelRow{p: p, y: at(0).Y + lineNodes/2}, g, at, width}
	if g.picture.Two() {
		l.pair(min(g.picture.From, g.picture.To), max(g.picture.From, g.picture.To))
	}
	shown := g.drawnNodes(width)
	n := len(shown)
	l.try(shown[0])
	l.try(shown[n-1])
	for _, parts := range []int{2, 4, 8} {
		for k := 1; k < parts; k++ {
			l.try(shown[k*(n-1)/parts])
		}
	}
	if n <= 16 {
		for _, i := range shown {
			l.try(i)
		}
	}
}

// of returns a value's label and half its width.
func (l *lineWords) of(i int, bold bool) (paint.Label, float32) {
	text := paint.Label{
		Text: l.g.picture.Nodes[i], Size: theme.SizeCaption, Role: theme.QuietText,
		Bold: bold, Align: fyne.TextAlignCenter,
	}
	if bold {
		text.Role = theme.Danger
	}
	half := min(l.p.Width(text), l.width/3) / 2
	text.Room = 2*half + 1
	return text, half
}

// inside returns the place nearest to x where a label lies within the picture.
func (l *lineWords) inside(x, half float32) float32 { return min(max(x, half), l.width-half) }

// pair writes the two values that are looked at, pushed apart where they would touch.
func (l *lineWords) pair(a, b int) {
	left, halfLeft := l.of(a, true)
	right, halfRight := l.of(b, true)
	x, y := l.inside(l.at(a).X, halfLeft), l.inside(l.at(b).X, halfRight)
	if short := halfLeft + labelApart + halfRight - (y - x); short > 0 {
		x -= short / 2
		y += short / 2
		x = l.inside(x, halfLeft)
		y = l.inside(max(y, x+halfLeft+labelApart+halfRight), halfRight)
		x = min(x, y-halfRight-labelApart-halfLeft)
	}
	l.write(x, halfLeft, left, false)
	l.write(y, halfRight, right, false)
}

// try writes a value if there is room for it.
func (l *lineWords) try(i int) {
	text, half := l.of(i, false)
	l.write(l.inside(l.at(i).X, half), half, text, true)
}
