package chart

import (
	"slices"

	"steward/core/message"
	"steward/reports/secretgraph"
)

const (
	ringTall    = 216
	labelRoom   = 60 // at each side of the circle, at least
	ringMost    = 12 // values on the circle, where all are
	ringSome    = 11 // where not all are
	mostWebText = 12 // pairs whose weights are all written; of more, only those of the values that are looked at
)

// spots returns which values stand on the circle, in their order: all, or some from the first
// to the last at even distances, with those that are looked at in place of their neighbours.
func (g *graph) spots() []int {
	if g.Kind == secretgraph.Web {
		return g.webSpots()
	}
	n := len(g.Nodes)
	list := make([]int, 0, ringMost)
	if n <= ringMost {
		for i := range n {
			list = append(list, i)
		}
		return list
	}
	for k := range ringSome {
		list = append(list, k*(n-1)/(ringSome-1))
	}
	for _, i := range []int{g.From, g.To} {
		if !g.Looked(i) || slices.Contains(list, i) {
			continue
		}
		near := -1
		for k, other := range list {
			if !g.Looked(other) && (near < 0 || max(other-i, i-other) < max(list[near]-i, i-list[near])) {
				near = k
			}
		}
		list[near] = i
		slices.Sort(list)
	}
	return list
}

// webSpots returns which values stand on the circle: those that are looked at and those that are
// in a pair, at most ringMost of them, in their order.
func (g *graph) webSpots() (list []int) {
	add := func(i int) {
		if len(list) < ringMost && i >= 0 && i < len(g.Nodes) && !slices.Contains(list, i) {
			list = append(list, i)
		}
	}
	if g.Two() {
		add(g.From)
		add(g.To)
	}
	for _, e := range g.Joined {
		if g.Looked(e.A) || g.Looked(e.B) {
			add(e.A)
			add(e.B)
		}
	}
	for _, e := range g.Joined {
		add(e.A)
		add(e.B)
	}
	for i := range g.Nodes {
		if len(list) < 3 {
			add(i)
		}
	}
	slices.Sort(list)
	return list
}

// ringThinning says how many of the values are drawn, where not all are.
func (g *graph) ringThinning() []string {
	spots := g.spots()
	n, all := len(spots), counted(len(g.Nodes))
	apart := func(e secretgraph.Pair) bool { return !slices.Contains(spots, e.A) || !slices.Contains(spots, e.B) }
	switch {
	case n == len(g.Nodes):
		return nil
	case g.Kind == secretgraph.Web && !slices.ContainsFunc(g.Joined, apart):
		return []string{g.say(message.Sprintf("%d of %s values are drawn; the others are joined to none", n, all))}
	}
	return []string{g.say(message.Sprintf("%d of %s values are drawn", n, all))}
}

// drawRing draws the values on a circle, each joined to every other, and for a star the
// outside in the middle, which may be all that joins them.
func (g *graph) drawRing() {
	spots := g.spots()
	center := pos{g.wide / 2, g.top + ringTall/2}
	ry := ringTall/2.0 - 30
	rx := min(max(min(ry, g.wide/2-labelRoom), g.wide/2-110, pickRadius), ry*1.7)
	at := func(k int) pos { return onEllipse(center, rx, ry, float64(k)/float64(len(spots))) }
	if len(spots) == 1 {
		at = func(int) pos { return center.plus(0, -ry) }
	}
	star := g.Kind == secretgraph.Star
	switch {
	case g.Kind == secretgraph.Web:
		defer g.webText(g.webEdges(spots, at), spots, at)
	case star && g.Alone:
		for k, i := range spots {
			if g.Looked(i) {
				g.stroke(at(k), center, g.marked(), 3)
			}
		}
	default:
		g.ringEdges(spots, at)
	}
	for k, i := range spots {
		if star && g.JoinedOutside(i) {
			g.stroke(center, at(k), g.th.Series[2], 1.5, 5, 4)
		}
	}
	for k, i := range spots {
		g.node(at(k), i, g.th.Series[0])
		g.ringText(center, at(k), i)
	}
	if star {
		l := lettering{text: g.say(g.Outside), bold: true, across: -0.5}
		size := pos{g.textWidth(l) + 16, 24}
		g.rectangle(center.plus(-size.x/2, -size.y/2), size, g.th.Background, g.th.Series[2], 1)
		g.text(center, l)
	}
}

func (g *graph) ringEdges(spots []int, at func(int) pos) {
	for _, both := range []bool{false, true} { // those that are looked at over the rest
		for a := range spots {
			for b := range a {
				if looked := g.Looked(spots[a]) && g.Looked(spots[b]); looked != both {
					continue
				}
				if both {
					g.stroke(at(a), at(b), g.marked(), 3)
				} else {
					g.stroke(at(a), at(b), g.th.Other, 1)
				}
			}
		}
	}
}

// ringText writes a value outside the circle, on the side where it stands.
func (g *graph) ringText(center, at pos, i int) {
	l := lettering{text: g.label(g.Nodes[i]), quiet: true}
	if g.Looked(i) {
		l.quiet, l.alert, l.bold = false, true, true
	}
	const off, half = pickRadius + 5, captionSize * 0.6
	switch dx := at.x - center.x; {
	case dx > 8:
		l.room = g.wide - at.x - off
		g.text(at.plus(off, 0), l)
	case dx < -8:
		l.room, l.across = at.x-off, -1
		g.text(at.plus(-off, 0), l)
	default:
		l.room, l.across = g.wide/2, -0.5
		away := off + half - 2
		if at.y < center.y {
			away = -away
		}
		g.text(at.plus(0, away), l)
	}
}

// webLine is a pair as it is drawn: its ends, and its weight.
type webLine struct {
	from, to pos
	text     lettering
}

// webEdges draws the pairs between the values on the circle, and returns those whose weights are written.
func (g *graph) webEdges(spots []int, at func(int) pos) (out []webLine) {
	for _, e := range g.Joined {
		a, b := slices.Index(spots, e.A), slices.Index(spots, e.B)
		if a < 0 || b < 0 {
			continue
		}
		c, width := g.th.Series[0], 1.5
		both := g.Looked(e.A) && g.Looked(e.B)
		if both {
			c, width = g.marked(), 3
		}
		from, to := at(a), at(b)
		if e.Heavy {
			g.stroke(from, to, c, width, 6, 4)
		} else {
			g.stroke(from, to, c, width)
		}
		if !e.Text.IsZero() && (len(g.Joined) <= mostWebText || g.Looked(e.A) || g.Looked(e.B)) {
			out = append(out, webLine{from, to, lettering{text: g.say(e.Text), size: axisSize, bold: both, across: -0.5}})
		}
	}
	return out
}

// webText writes the weights on the lines: not in the middle, where the lines of a circle cross, and not onto one another.
func (g *graph) webText(lines []webLine, spots []int, at func(int) pos) {
	var taken [][2]pos // corners of what is there
	for k := range spots {
		taken = append(taken, [2]pos{at(k).plus(-pickRadius, -pickRadius), at(k).plus(pickRadius, pickRadius)})
	}
	for _, line := range lines {
		half := pos{g.textWidth(line.text)/2 + 4, axisSize*0.5 + 3}
		box := func(along float64) [2]pos {
			middle := line.from.plus((line.to.x-line.from.x)*along, (line.to.y-line.from.y)*along)
			middle.x = g.inside(middle.x, half.x+1)
			return [2]pos{middle.plus(-half.x, -half.y), middle.plus(half.x, half.y)}
		}
		found := box(0.36)
		for k := range 33 { // from there ever farther, at both ends in turn
			along := 0.36 + float64(k/4)*0.02*float64(1-k&2)
			if k%2 == 1 {
				along = 1 - along
			}
			if b := box(along); !slices.ContainsFunc(taken, func(t [2]pos) bool {
				return b[0].x < t[1].x && t[0].x < b[1].x && b[0].y < t[1].y && t[0].y < b[1].y
			}) {
				found = b
				break
			}
		}
		taken = append(taken, found)
		g.rectangle(found[0], pos{2 * half.x, 2 * half.y}, g.th.Background, g.th.Grid, 1)
		g.text(found[0].plus(half.x, half.y), line.text)
	}
}
