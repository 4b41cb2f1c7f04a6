package widgets

import (
	"fmt"

	"fyne.io/fyne/v2"

	"steward/gui/theme"
)

const (
	ringHeight = 232
	ringMost   = 12 // values on the circle
)

// spots returns which values stand on the circle, in their order; -1 is the place of "…",
// for those left out.
func (g *SecretGraph) spots() []int {
	n := len(g.picture.Nodes)
	list := make([]int, 0, ringMost)
	if n <= ringMost {
		for i := range n {
			list = append(list, i)
		}
		return list
	}
	// The first ones, the last, and in between those that are looked at.
	middle := []int{}
	for i := range n {
		if g.looked(i) && i >= ringMost-2 && i != n-1 {
			middle = append(middle, i)
		}
	}
	for i := range ringMost - 2 - len(middle) {
		list = append(list, i)
	}
	list = append(list, middle...)
	return append(list, -1, n-1)
}

// drawRing draws the values on a circle, each joined to every other, and for a star the
// outside in the middle.
func (g *SecretGraph) drawRing(p *pen, size fyne.Size) {
	spots := g.spots()
	n := len(spots)
	note := float32(0)
	if n < len(g.picture.Nodes)+1 && len(g.picture.Nodes) > ringMost {
		note = lineNote + 8
	}
	center := fyne.NewPos(size.Width/2, (size.Height-note)/2)
	ry := (size.Height-note)/2 - 30
	rx := min(max(ry, size.Width/2-110), ry*1.7)
	at := func(k int) fyne.Position { return around(center, rx, ry, float64(k)/float64(n)) }
	star := g.picture.Kind == GraphStar
	g.ringEdges(p, spots, at)
	if star {
		for k, i := range spots {
			if i >= 0 {
				p.broken(center, at(k), theme.Chart2, 1.5, 5, 4)
			}
		}
	}
	for k, i := range spots {
		if i >= 0 {
			g.node(p, at(k), i, theme.Chart1)
		}
		g.ringText(p, center, at(k), i, size.Width)
	}
	if star {
		words := label{text: g.outside(), size: theme.SizeCaption, role: theme.Text, bold: true, align: fyne.TextAlignCenter}
		box := fyne.NewSize(p.width(words)+16, 24)
		p.box(center.SubtractXY(box.Width/2, box.Height/2), box, theme.Surface, theme.Chart2)
		height := fyne.MeasureText(words.text, dim(g, words.size), words.style()).Height
		p.text(center.SubtractXY(0, height/2), words)
	}
	if note > 0 {
		p.text(fyne.NewPos(size.Width/2, size.Height-lineNote+2), label{
			text:  fmt.Sprintf(ringWords, n-1, thousands(len(g.picture.Nodes))),
			size:  theme.SizeCaption,
			role:  theme.QuietText,
			align: fyne.TextAlignCenter,
		})
	}
}

func (g *SecretGraph) ringEdges(p *pen, spots []int, at func(int) fyne.Position) {
	for a := range spots {
		for b := range a {
			if spots[a] >= 0 && spots[b] >= 0 && !(g.looked(spots[a]) && g.looked(spots[b])) {
				p.line(at(a), at(b), theme.Other, 1)
			}
		}
	}
	for a := range spots {
		for b := range a {
			if spots[a] >= 0 && spots[b] >= 0 && g.looked(spots[a]) && g.looked(spots[b]) {
				p.line(at(a), at(b), theme.Chart5, 3)
			}
		}
	}
}

// ringText writes a value outside the circle, on the side where it stands.
func (g *SecretGraph) ringText(p *pen, center, at fyne.Position, i int, width float32) {
	if i < 0 {
		p.text(at.SubtractXY(0, 12), label{text: "…", size: theme.SizeCardTitle, role: theme.QuietText, bold: true, align: fyne.TextAlignCenter})
		return
	}
	l := label{text: g.picture.Nodes[i], size: theme.SizeCaption, role: theme.QuietText}
	if g.looked(i) {
		l.role, l.bold = theme.Danger, true
	}
	height := fyne.MeasureText("X", dim(g, l.size), l.style()).Height
	const off = graphPick + 5
	switch dx := at.X - center.X; {
	case dx > 8:
		l.room = width - at.X - off
		p.text(at.AddXY(off, -height/2), l)
	case dx < -8:
		l.room, l.align = at.X-off, fyne.TextAlignTrailing
		p.text(at.AddXY(-off, -height/2), l)
	case at.Y < center.Y:
		l.room, l.align = width/2, fyne.TextAlignCenter
		p.text(at.AddXY(0, -off-height+3), l)
	default:
		l.room, l.align = width/2, fyne.TextAlignCenter
		p.text(at.AddXY(0, off-3), l)
	}
}
