package graphs

import (
	"slices"

	"fyne.io/fyne/v2"

	"steward/gui/session/secretgraph"
	"steward/gui/theme"
	"steward/gui/widgets/numbers"
	"steward/gui/widgets/paint"
	"steward/gui/words"
)

const (
	ringHeight = 216
	ringMost   = 12 // values on the circle, where all are
	ringSome   = 11 // where not all are
)

// spots returns which values stand on the circle, in their order: all, or some from the first
// to the last at even distances, with those that are looked at in place of their neighbours.
func (g *SecretGraph) spots() []int {
	n := len(g.picture.Nodes)
	list := make([]int, 0, ringMost)
	if g.picture.Kind == secretgraph.Web {
		return g.webSpots()
	}
	if n <= ringMost {
		for i := range n {
			list = append(list, i)
		}
		return list
	}
	for k := range ringSome {
		list = append(list, k*(n-1)/(ringSome-1))
	}
	for _, i := range []int{g.picture.From, g.picture.To} {
		if !g.picture.Looked(i) || slices.Contains(list, i) {
			continue
		}
		near := -1
		for k, other := range list {
			if !g.picture.Looked(other) && (near < 0 || abs(other-i) < abs(list[near]-i)) {
				near = k
			}
		}
		list[near] = i
		slices.Sort(list)
	}
	return list
}

func abs(i int) int { return max(i, -i) }

// drawRing draws the values on a circle, each joined to every other, and for a star the
// outside in the middle, which may be all that joins them.
func (g *SecretGraph) drawRing(p *paint.Pen, size fyne.Size) {
	spots := g.spots()
	n := len(spots)
	note := float32(0)
	if n < len(g.picture.Nodes) {
		note = lineNote + 8
	}
	center := fyne.NewPos(size.Width/2, (size.Height-note)/2)
	ry := (size.Height-note)/2 - 30
	rx := min(max(ry, size.Width/2-110), ry*1.7)
	at := func(k int) fyne.Position { return around(center, rx, ry, float64(k)/float64(n)) }
	star := g.picture.Kind == secretgraph.Star
	switch {
	case g.picture.Kind == secretgraph.Web:
		g.webEdges(p, spots, at)
	case star && g.picture.Alone:
		for k, i := range spots {
			if g.picture.Looked(i) {
				p.Line(at(k), center, theme.Chart5, 3)
			}
		}
	default:
		g.ringEdges(p, spots, at)
	}
	if star {
		for k, i := range spots {
			if g.picture.Some != nil && (i >= len(g.picture.Some) || !g.picture.Some[i]) {
				continue
			}
			p.Broken(center, at(k), theme.Chart2, 1.5, 5, 4)
		}
	}
	for k, i := range spots {
		g.node(p, at(k), i, theme.Chart1)
		g.ringText(p, center, at(k), i, size.Width)
	}
	if star {
		words := paint.Label{Text: g.picture.Centre(), Size: theme.SizeCaption, Role: theme.Text, Bold: true, Align: fyne.TextAlignCenter}
		box := fyne.NewSize(p.Width(words)+16, 24)
		p.Box(center.SubtractXY(box.Width/2, box.Height/2), box, theme.Surface, theme.Chart2)
		height := paint.SizeOf(words.Text, paint.Dim(g, words.Size), words.Style()).Height
		p.Text(center.SubtractXY(0, height/2), words)
	}
	if note > 0 {
		p.Text(fyne.NewPos(size.Width/2, size.Height-lineNote+2), paint.Label{
			Text:  words.T("%d of %s values are drawn", n, numbers.Thousands(len(g.picture.Nodes))),
			Size:  theme.SizeCaption,
			Role:  theme.QuietText,
			Align: fyne.TextAlignCenter,
		})
	}
}

func (g *SecretGraph) ringEdges(p *paint.Pen, spots []int, at func(int) fyne.Position) {
	for a := range spots {
		for b := range a {
			if !(g.picture.Looked(spots[a]) && g.picture.Looked(spots[b])) {
				p.Line(at(a), at(b), theme.Other, 1)
			}
		}
	}
	for a := range spots {
		for b := range a {
			if g.picture.Looked(spots[a]) && g.picture.Looked(spots[b]) {
				p.Line(at(a), at(b), theme.Chart5, 3)
			}
		}
	}
}

// ringText writes a value outside the circle, on the side where it stands.
func (g *SecretGraph) ringText(p *paint.Pen, center, at fyne.Position, i int, width float32) {
	l := paint.Label{Text: g.picture.Nodes[i], Size: theme.SizeCaption, Role: theme.QuietText}
	if g.picture.Looked(i) {
		l.Role, l.Bold = theme.Danger, true
	}
	height := paint.SizeOf("X", paint.Dim(g, l.Size), l.Style()).Height
	const off = graphPick + 5
	switch dx := at.X - center.X; {
	case dx > 8:
		l.Room = width - at.X - off
		p.Text(at.AddXY(off, -height/2), l)
	case dx < -8:
		l.Room, l.Align = at.X-off, fyne.TextAlignTrailing
		p.Text(at.AddXY(-off, -height/2), l)
	case at.Y < center.Y:
		l.Room, l.Align = width/2, fyne.TextAlignCenter
		p.Text(at.AddXY(0, -off-height+3), l)
	default:
		l.Room, l.Align = width/2, fyne.TextAlignCenter
		p.Text(at.AddXY(0, off-3), l)
	}
}
