package widgets

import (
	"fyne.io/fyne/v2"

	"steward/gui/theme"
)

const labelApart = 8 // least gap of two labels

// lineWords writes labels under a line and remembers where there is still room.
type lineWords struct {
	g     *SecretGraph
	p     *pen
	at    func(int) fyne.Position
	width float32
	taken [][2]float32
}

// lineText writes the values under their circles: those looked at, the ends, and of the
// others as many as fit evenly.
func (g *SecretGraph) lineText(p *pen, at func(int) fyne.Position, width float32) {
	l := &lineWords{g: g, p: p, at: at, width: width}
	if g.two() {
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
func (l *lineWords) of(i int, bold bool) (label, float32) {
	text := label{
		text: l.g.picture.Nodes[i], size: theme.SizeCaption, role: theme.QuietText,
		bold: bold, align: fyne.TextAlignCenter,
	}
	if bold {
		text.role = theme.Danger
	}
	half := min(l.p.width(text), l.width/3) / 2
	text.room = 2*half + 1
	return text, half
}

// inside returns the place nearest to x where a label lies within the picture.
func (l *lineWords) inside(x, half float32) float32 { return min(max(x, half), l.width-half) }

func (l *lineWords) write(i int, x, half float32, text label) {
	l.taken = append(l.taken, [2]float32{x - half, x + half})
	l.p.text(fyne.NewPos(x, l.at(i).Y+lineNodes/2), text)
}

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
	l.write(a, x, halfLeft, left)
	l.write(b, y, halfRight, right)
}

// try writes a value if there is room for it.
func (l *lineWords) try(i int) {
	text, half := l.of(i, false)
	x := l.inside(l.at(i).X, half)
	for _, t := range l.taken {
		if x-half < t[1]+labelApart && x+half > t[0]-labelApart {
			return
		}
	}
	l.write(i, x, half, text)
}
