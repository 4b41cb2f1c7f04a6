package graphs

import (
	"slices"

	"fyne.io/fyne/v2"

	"steward/gui/theme"
	"steward/gui/widgets/paint"
)

// mostWebText is the most pairs whose weights are all written; of more, only those of the values
// that are looked at.
const mostWebText = 12

// webSpots returns which values stand on the circle: those that are looked at and those that are
// in a pair, at most ringMost of them, in their order.
func (g *SecretGraph) webSpots() []int {
	var list []int
	add := func(i int) {
		if len(list) < ringMost && i >= 0 && i < len(g.picture.Nodes) && !slices.Contains(list, i) {
			list = append(list, i)
		}
	}
	if g.picture.Two() {
		add(g.picture.From)
		add(g.picture.To)
	}
	for _, e := range g.picture.Joined {
		if g.picture.Looked(e.A) || g.picture.Looked(e.B) {
			add(e.A)
			add(e.B)
		}
	}
	for _, e := range g.picture.Joined {
		add(e.A)
		add(e.B)
	}
	for i := range g.picture.Nodes {
		if len(list) < 3 {
			add(i)
		}
	}
	slices.Sort(list)
	return list
}

// webEdges draws the pairs between the values on the circle.
func (g *SecretGraph) webEdges(p *paint.Pen, spots []int, at func(int) fyne.Position) {
	type text struct {
		at    fyne.Position
		words string
		bold  bool
	}
	var texts []text
	for _, e := range g.picture.Joined {
		a, b := slices.Index(spots, e.A), slices.Index(spots, e.B)
		if a < 0 || b < 0 {
			continue
		}
		role, width := theme.Chart1, float32(1.5)
		both := g.picture.Looked(e.A) && g.picture.Looked(e.B)
		if both {
			role, width = theme.Chart5, 3
		}
		from, to := at(a), at(b)
		if e.Heavy {
			p.Broken(from, to, role, width, 6, 4)
		} else {
			p.Line(from, to, role, width)
		}
		if e.Text != "" && (len(g.picture.Joined) <= mostWebText || g.picture.Looked(e.A) || g.picture.Looked(e.B)) {
			// Not in the middle, where the lines of a circle cross.
			texts = append(texts, text{from.AddXY((to.X-from.X)*0.36, (to.Y-from.Y)*0.36), e.Text, both})
		}
	}
	for _, t := range texts {
		l := paint.Label{Text: t.words, Size: theme.SizeAxis, Role: theme.Text, Bold: t.bold, Align: fyne.TextAlignCenter}
		height := paint.SizeOf("0", paint.Dim(g, l.Size), l.Style()).Height
		size := fyne.NewSize(p.Width(l)+8, height+2)
		p.Box(t.at.SubtractXY(size.Width/2, size.Height/2), size, theme.Surface, theme.Line)
		p.Text(t.at.SubtractXY(0, height/2), l)
	}
}
