package chart

import (
	"image/color"

	"steward/core/message"
	"steward/reports/secretgraph"
)

const (
	groupBox    = 140 // height of a group's box
	groupLeast  = 94  // its least width
	groupGap    = 8
	groupMost   = 12  // boxes; what is left over is counted
	groupWide   = 560 // from this width on there are two rows of boxes
	groupNodes  = 6   // circles in a box
	groupRadius = 27  // of the circle they stand on
)

// groupColor returns the colour of a group's circles. Colours come again: the boxes tell
// the groups apart.
func (g *graph) groupColor(i int) color.RGBA {
	s := g.th.Series
	return []color.RGBA{s[0], s[1], s[3], s[4], s[2]}[i%len(s)]
}

// shownGroups returns which groups have a box: the first ones, with those of the values that
// are looked at in place of the last of them.
func (g *graph) shownGroups() []int {
	n := len(g.Groups)
	across := max(1, int((g.wide+groupGap)/(groupLeast+groupGap)))
	rows := 1
	if g.wide >= groupWide || across < 3 {
		rows = 2
	}
	list := make([]int, min(n, across*rows, groupMost))
	for i := range list {
		list[i] = i
	}
	var wanted []int
	if g.Two() {
		wanted = []int{g.GroupOf(g.From), g.GroupOf(g.To)}
	}
	return including(list, wanted)
}

// boxes returns how many of n boxes stand in a row, and how many rows there are.
func (g *graph) boxes(n int) (across, down int) {
	n = max(1, n)
	across = min(n, max(1, int((g.wide+groupGap)/(groupLeast+groupGap))))
	down = (n + across - 1) / across
	return (n + down - 1) / down, down // as even as can be
}

func (g *graph) groupsTall() float64 {
	_, down := g.boxes(len(g.shownGroups()))
	return float64(down)*(groupBox+groupGap) - groupGap + 2
}

// groupsThinning says how many groups have no box.
func (g *graph) groupsThinning() []string {
	switch more := len(g.Groups) - len(g.shownGroups()); more {
	case 0:
		return nil
	case 1:
		return []string{g.say(message.Sprintf("and one more group"))}
	default:
		return []string{g.say(message.Sprintf("and %d more groups", more))}
	}
}

// drawGroups draws a box per group with its values joined inside.
func (g *graph) drawGroups() {
	shown := g.shownGroups()
	across, _ := g.boxes(len(shown))
	size := pos{(g.wide - float64(across-1)*groupGap) / float64(across), groupBox}
	first, next := 0, 0 // the index of the first value of a group
	for i, group := range shown {
		for ; next < group; next++ {
			first += len(g.Groups[next].Nodes)
		}
		at := pos{float64(i%across) * (size.x + groupGap), g.top + float64(i/across)*(groupBox+groupGap)}
		g.drawGroup(groupPlace{at, size, g.groupColor(group), first}, g.Groups[group])
	}
}

// groupPlace is where and how a group is drawn; first is the index of its first value.
type groupPlace struct {
	at, size pos
	color    color.RGBA
	first    int
}

// shownNodes returns which values of a group of n have a circle, from a first one: with those
// that are looked at among them.
func (g *graph) shownNodes(first, n int) []int {
	list := make([]int, min(n, groupNodes))
	for i := range list {
		list[i] = first + i
	}
	var wanted []int
	for _, node := range []int{g.From, g.To} {
		if g.Looked(node) && node >= first && node < first+n {
			wanted = append(wanted, node)
		}
	}
	return including(list, wanted)
}

func (g *graph) drawGroup(b groupPlace, group secretgraph.Group) {
	g.rectangle(b.at.plus(0.5, 0.5), b.size.plus(-1, -1), g.th.Ground, g.th.Grid, 1)
	title := g.say(group.Title)
	middle := b.at.plus(b.size.x/2, 0)
	g.text(middle.plus(0, 15), lettering{text: title, size: boldSize, bold: true, across: -0.5, room: b.size.x - 12})
	nodes := g.shownNodes(b.first, len(group.Nodes))
	shown := len(nodes)
	named := shown > 0 && shown == len(group.Nodes) && shown <= 3
	center := middle.plus(0, 80)
	if !named {
		center.y -= 6
	}
	wide := float64(groupRadius)
	if named && shown == 3 {
		wide = min(b.size.x/3, 56)
	}
	at := func(k int) pos {
		if shown == 1 {
			return center
		}
		return onEllipse(center, wide, groupRadius, float64(k)/float64(shown))
	}
	for a := range shown {
		for c := range a {
			g.stroke(at(a), at(c), b.color, 1.5)
		}
	}
	for k, node := range nodes {
		g.node(at(k), node, b.color)
	}
	if named {
		g.groupText(b, title, group.Nodes, at)
		return
	}
	count := message.Sprintf("%s values", counted(len(group.Nodes)))
	g.text(middle.plus(0, b.size.y-15), lettering{text: g.say(count), size: axisSize, quiet: true, across: -0.5})
}

// groupText writes up to three values beside their circles: the first above, the others
// below, in two lines where one has no room for both.
func (g *graph) groupText(b groupPlace, title string, nodes []string, at func(int) pos) {
	const pad, tall = 6, axisSize * 1.2
	labels, half := make([]lettering, len(nodes)), make([]float64, len(nodes))
	for k, node := range nodes {
		looked := g.Looked(b.first + k)
		labels[k] = lettering{text: g.label(node), size: axisSize, alert: looked, bold: looked, across: -0.5, room: b.size.x - 2*pad}
		half[k] = min(g.textWidth(labels[k]), labels[k].room) / 2
	}
	center := func(k int) float64 {
		return min(max(at(k).x, b.at.x+pad+half[k]), b.at.x+b.size.x-pad-half[k])
	}
	below := func(k int) float64 { return at(k).y + pickRadius + 1 + tall/2 }
	if len(nodes) == 1 {
		if labels[0].text != title { // which says it already
			g.text(pos{center(0), below(0)}, labels[0])
		}
		return
	}
	g.text(pos{center(0), at(0).y - pickRadius - tall/2}, labels[0])
	g.text(pos{center(1), below(1)}, labels[1])
	if len(nodes) == 3 {
		y := below(2)
		if center(2)+half[2]+pad > center(1)-half[1] {
			y += tall
		}
		g.text(pos{center(2), y}, labels[2])
	}
}
