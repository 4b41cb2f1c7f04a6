package widgets

import (
	"fmt"

	"fyne.io/fyne/v2"

	"steward/gui/theme"
)

const (
	groupBox   = 140 // height of a group's box
	groupLeast = 104 // its least width
	groupGap   = 8
	groupMost  = 12 // boxes; what is left over is counted
	groupNodes = 6  // circles in a box
)

// groupColor returns the colour of a group's circles. Colours come again: the boxes tell
// the groups apart.
func groupColor(i int) fyne.ThemeColorName {
	c := theme.Charts()
	return []fyne.ThemeColorName{c[0], c[4], c[2], c[3], c[1]}[i%len(c)]
}

// shownGroups returns the number of boxes.
func (g *SecretGraph) shownGroups() int { return min(len(g.picture.Groups), groupMost) }

// grid returns how many boxes stand in a row, and how many rows there are.
func (g *SecretGraph) grid(width float32) (across, down int) {
	n := max(1, g.shownGroups())
	across = min(n, max(1, int((width+groupGap)/(groupLeast+groupGap))))
	down = (n + across - 1) / across
	return (n + down - 1) / down, down // as even as can be
}

func (g *SecretGraph) groupsHeight(width float32) float32 {
	_, down := g.grid(width)
	height := float32(down)*(groupBox+groupGap) - groupGap
	if len(g.picture.Groups) > groupMost {
		height += lineNote
	}
	return height
}

// drawGroups draws a box per group with its values joined inside.
func (g *SecretGraph) drawGroups(p *pen, size fyne.Size) {
	across, down := g.grid(size.Width)
	box := fyne.NewSize((size.Width-float32(across-1)*groupGap)/float32(across), groupBox)
	first := 0
	for i, group := range g.picture.Groups[:g.shownGroups()] {
		at := fyne.NewPos(float32(i%across)*(box.Width+groupGap), float32(i/across)*(groupBox+groupGap))
		g.drawGroup(p, groupPlace{at: at, size: box, color: groupColor(i), first: first}, group)
		first += len(group.Nodes)
	}
	if more := len(g.picture.Groups) - groupMost; more > 0 {
		p.text(fyne.NewPos(0, float32(down)*(groupBox+groupGap)-groupGap+2), label{
			text: fmt.Sprintf(moreGroupsWords, more), size: theme.SizeCaption, role: theme.QuietText,
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

func (g *SecretGraph) drawGroup(p *pen, b groupPlace, group GraphGroup) {
	p.box(b.at, b.size, theme.Quiet, theme.Line)
	middle := b.at.X + b.size.Width/2
	p.text(fyne.NewPos(middle, b.at.Y+6), label{
		text: group.Title, size: theme.SizeTable, role: theme.Text, bold: true,
		align: fyne.TextAlignCenter, room: b.size.Width - 12,
	})
	shown := min(len(group.Nodes), groupNodes)
	named := shown == len(group.Nodes) && shown <= 3
	center := fyne.NewPos(middle, b.at.Y+80)
	if !named {
		center.Y -= 6
	}
	const radius = 27
	at := func(k int) fyne.Position {
		if shown == 1 {
			return center
		}
		return around(center, radius, radius, float64(k)/float64(shown))
	}
	for a := range shown {
		for c := range a {
			p.line(at(a), at(c), b.color, 1.5)
		}
	}
	for k := range shown {
		g.node(p, at(k), b.first+k, b.color)
	}
	if named {
		g.groupText(p, b, group.Nodes, at)
		return
	}
	p.text(fyne.NewPos(middle, b.at.Y+b.size.Height-22), label{
		text: fmt.Sprintf(groupWords, thousands(len(group.Nodes))), size: theme.SizeAxis, role: theme.QuietText,
		align: fyne.TextAlignCenter,
	})
}

// groupText writes up to three values beside their circles: the first above, the others in
// two lines below.
func (g *SecretGraph) groupText(p *pen, b groupPlace, nodes []string, at func(int) fyne.Position) {
	for k, node := range nodes {
		l := label{text: node, size: theme.SizeAxis, role: theme.Text, align: fyne.TextAlignCenter, room: b.size.Width - 12}
		if g.looked(b.first + k) {
			l.role, l.bold = theme.Danger, true
		}
		height := fyne.MeasureText("X", dim(g, l.size), l.style()).Height
		y := at(k).Y + graphPick + 1
		half := min(p.width(l), l.room) / 2
		x := min(max(at(k).X, b.at.X+6+half), b.at.X+b.size.Width-6-half)
		switch k {
		case 0:
			y = at(k).Y - graphPick - height
			if len(nodes) == 1 {
				y = at(k).Y + graphPick + 2
			}
		case 1:
			if len(nodes) == 3 { // at the right, on the first of the two lines
				x = b.at.X + b.size.Width - 6 - half
			}
		case 2:
			x = b.at.X + 6 + half
			y += height - 2
		}
		p.text(fyne.NewPos(x, y), l)
	}
}
