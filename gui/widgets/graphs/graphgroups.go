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
	groupBox   = 140 // height of a group's box
	groupLeast = 94  // its least width
	groupGap   = 8
	groupMost  = 12  // boxes; what is left over is counted
	groupWide  = 560 // from this width on there are two rows of boxes
	groupNodes = 6   // circles in a box

	groupRadius = 27 // of the circle they stand on
)

// GroupColor returns the colour of a group's circles. Colours come again: the boxes tell
// the groups apart.
func GroupColor(i int) fyne.ThemeColorName {
	c := theme.Charts()
	return []fyne.ThemeColorName{c[0], c[4], c[2], c[3], c[1]}[i%len(c)]
}

// shownGroups returns which groups have a box: the first ones, with those of the values that
// are looked at in place of the last of them.
func (g *SecretGraph) shownGroups(width float32) []int {
	n := len(g.picture.Groups)
	across := max(1, int((width+groupGap)/(groupLeast+groupGap)))
	rows := 1
	if width >= groupWide || across < 3 {
		rows = 2
	}
	list := make([]int, min(n, across*rows, groupMost))
	for i := range list {
		list[i] = i
	}
	var wanted []int
	if g.picture.Two() {
		wanted = []int{g.picture.GroupOf(g.picture.From), g.picture.GroupOf(g.picture.To)}
	}
	return including(list, wanted)
}

// including puts what is wanted into a rising list, in place of the last that are not, and
// keeps it rising.
func including(list, wanted []int) []int {
	at := len(list) - 1
	for _, w := range wanted {
		if slices.Contains(list, w) {
			continue
		}
		for at >= 0 && slices.Contains(wanted, list[at]) {
			at--
		}
		if at < 0 {
			break
		}
		list[at] = w
		at--
	}
	slices.Sort(list)
	return list
}

// grid returns how many of n boxes stand in a row, and how many rows there are.
func grid(n int, width float32) (across, down int) {
	n = max(1, n)
	across = min(n, max(1, int((width+groupGap)/(groupLeast+groupGap))))
	down = (n + across - 1) / across
	return (n + down - 1) / down, down // as even as can be
}

func (g *SecretGraph) groupsHeight(width float32) float32 {
	shown := len(g.shownGroups(width))
	_, down := grid(shown, width)
	height := float32(down)*(groupBox+groupGap) - groupGap
	if len(g.picture.Groups) > shown {
		height += lineNote
	}
	return height
}

// drawGroups draws a box per group with its values joined inside.
func (g *SecretGraph) drawGroups(p *paint.Pen, size fyne.Size) {
	shown := g.shownGroups(size.Width)
	across, down := grid(len(shown), size.Width)
	box := fyne.NewSize((size.Width-float32(across-1)*groupGap)/float32(across), groupBox)
	first, next := 0, 0 // the index of the first value of a group
	for i, group := range shown {
		for ; next < group; next++ {
			first += len(g.picture.Groups[next].Nodes)
		}
		at := fyne.NewPos(float32(i%across)*(box.Width+groupGap), float32(i/across)*(groupBox+groupGap))
		g.drawGroup(p, groupPlace{at: at, size: box, color: GroupColor(group), first: first}, g.picture.Groups[group])
	}
	if more := len(g.picture.Groups) - len(shown); more > 0 {
		p.Text(fyne.NewPos(0, float32(down)*(groupBox+groupGap)-groupGap+2), paint.Label{
			Text: words.T("and %d more groups", more), Size: theme.SizeCaption, Role: theme.QuietText,
		})
	}
}

// groupPlace is where and how a group is drawn; first is the index of its first value.
type groupPlace struct {
	at    fyne.Position
	size  fyne.Size
	color fyne.ThemeColorName
	first int
}

// shownNodes returns which values of a group of n have a circle, from a first one: with those
// that are looked at among them.
func (g *SecretGraph) shownNodes(first, n int) []int {
	list := make([]int, min(n, groupNodes))
	for i := range list {
		list[i] = first + i
	}
	var wanted []int
	for _, node := range []int{g.picture.From, g.picture.To} {
		if g.picture.Looked(node) && node >= first && node < first+n {
			wanted = append(wanted, node)
		}
	}
	return including(list, wanted)
}

func (g *SecretGraph) drawGroup(p *paint.Pen, b groupPlace, group secretgraph.Group) {
	p.Box(b.at, b.size, theme.Quiet, theme.Line)
	middle := b.at.X + b.size.Width/2
	p.Text(fyne.NewPos(middle, b.at.Y+6), paint.Label{
		Text: group.Title, Size: theme.SizeTable, Role: theme.Text, Bold: true,
		Align: fyne.TextAlignCenter, Room: b.size.Width - 12,
	})
	nodes := g.shownNodes(b.first, len(group.Nodes))
	shown := len(nodes)
	named := shown > 0 && shown == len(group.Nodes) && shown <= 3
	center := fyne.NewPos(middle, b.at.Y+80)
	if !named {
		center.Y -= 6
	}
	wide := float32(groupRadius)
	if named && shown == 3 {
		wide = min(b.size.Width/3, 56)
	}
	at := func(k int) fyne.Position {
		if shown == 1 {
			return center
		}
		return around(center, wide, groupRadius, float64(k)/float64(shown))
	}
	for a := range shown {
		for c := range a {
			p.Line(at(a), at(c), b.color, 1.5)
		}
	}
	for k, node := range nodes {
		g.node(p, at(k), node, b.color)
	}
	if named {
		g.groupText(p, b, group.Nodes, at)
		return
	}
	p.Text(fyne.NewPos(middle, b.at.Y+b.size.Height-22), paint.Label{
		Text: words.T("%s values", numbers.Thousands(len(group.Nodes))), Size: theme.SizeAxis, Role: theme.QuietText,
		Align: fyne.TextAlignCenter,
	})
}

// groupText writes up to three values beside their circles: the first above, the others
// below, in two lines where one has no room for both.
func (g *SecretGraph) groupText(p *paint.Pen, b groupPlace, nodes []string, at func(int) fyne.Position) {
	const pad = 6
	labels := make([]paint.Label, len(nodes))
	for k, node := range nodes {
		labels[k] = paint.Label{Text: node, Size: theme.SizeAxis, Role: theme.Text, Align: fyne.TextAlignCenter, Room: b.size.Width - 2*pad}
		if g.picture.Looked(b.first + k) {
			labels[k].Role, labels[k].Bold = theme.Danger, true
		}
	}
	height := paint.SizeOf("X", paint.Dim(g, theme.SizeAxis), fyne.TextStyle{}).Height
	half := func(k int) float32 { return min(p.Width(labels[k]), labels[k].Room) / 2 }
	center := func(k int) float32 {
		return min(max(at(k).X, b.at.X+pad+half(k)), b.at.X+b.size.Width-pad-half(k))
	}
	write := func(k int, y float32) { p.Text(fyne.NewPos(center(k), y), labels[k]) }
	below := func(k int) float32 { return at(k).Y + graphPick + 1 }
	if len(nodes) == 1 {
		if nodes[0] != g.picture.Groups[g.picture.GroupOf(b.first)].Title { // which says it already
			write(0, below(0))
		}
		return
	}
	write(0, at(0).Y-graphPick-height)
	write(1, below(1))
	if len(nodes) == 3 {
		y := below(2)
		if center(2)+half(2)+pad > center(1)-half(1) {
			y += height - 2
		}
		write(2, y)
	}
}
