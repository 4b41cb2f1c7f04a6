package widgets

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"steward/gui/theme"
)

// methodItem is the row of a method that applies.
type methodItem struct {
	Widget
	hover
	table *MethodTable
	row   int

	ground, halo *canvas.Rectangle
	rule         *canvas.Line
	mark         radio
	tag          *Badge
	shapes       []fyne.CanvasObject
}

func newMethodItem(m *MethodTable) *methodItem {
	i := &methodItem{
		table: m, ground: &canvas.Rectangle{}, halo: newHalo(0), rule: &canvas.Line{StrokeWidth: 1},
		mark: newRadio(), tag: NewBadge(BadgeGood, ""),
	}
	i.hoverChanged = i.Refresh
	i.ExtendBaseWidget(i)
	return i
}

// Tapped is for Fyne.
func (i *methodItem) Tapped(*fyne.PointEvent) {
	focusOn(i.table)
	i.table.choose(i.row)
}

// Cursor is for Fyne.
func (i *methodItem) Cursor() desktop.Cursor { return desktop.PointerCursor }

func (i *methodItem) Parts() []fyne.CanvasObject {
	list := append([]fyne.CanvasObject{i.ground}, i.mark.Parts()...)
	list = append(list, i.tag)
	list = append(list, i.shapes...)
	return append(list, i.rule, i.halo)
}

func (i *methodItem) Least() fyne.Size { return fyne.NewSize(methodLeast, methodRow) }

func (i *methodItem) Restyle() {
	r := i.table.methods.Rows[i.row]
	role := theme.Hover
	if r.Selected {
		role = theme.Selected
	}
	i.ground.FillColor = ink(i, role)
	show(i.ground, r.Selected || i.hovered)
	i.rule.StrokeColor = ink(i, theme.Line)
	i.mark.style(i, r.Selected, false)
	i.tag.Set(BadgeGood, r.Tag)
	show(i.tag, r.Tag != "")
	ring := i.table.Selected()
	if ring < 0 && len(i.table.live) > 0 {
		ring = i.table.live[0]
	}
	styleHalo(i, i.halo, i.table.focused && ring == i.row)
}

func (i *methodItem) Arrange(size fyne.Size) {
	r, g := i.table.methods.Rows[i.row], i.table.grid(size.Width)
	tall := i.table.tall(i.row, g)
	middle := tall / 2
	place(i.ground, 1, 0, size.Width-2, tall)
	place(i.halo, 3, 1, size.Width-6, tall-2)
	i.rule.Position1, i.rule.Position2 = fyne.NewPos(6, tall-0.5), fyne.NewPos(size.Width-6, tall-0.5)
	i.mark.place(methodEdge, middle-radioSize/2)

	p := &pen{w: i}
	name := label{size: theme.SizeBody, role: theme.Text, bold: r.Selected}
	lines, height, wide := i.table.nameLines(r, g), i.table.nameLine(), float32(0)
	for k, line := range lines {
		name.text = line
		wide = max(wide, p.text(fyne.NewPos(methodName, middle+(float32(k)-float32(len(lines))/2)*height), name).Width)
	}
	if r.Tag != "" {
		placeMiddle(i.tag, methodName+wide+8, 0, tall)
	}
	number := label{size: theme.SizeBody, role: theme.Text, bold: r.Selected, align: fyne.TextAlignTrailing}
	number.text = r.TypicalText
	p.text(fyne.NewPos(g.typical, middle-height/2), number)
	number.text = r.HalfText
	p.text(fyne.NewPos(g.half, middle-height/2), number)
	if g.chart() {
		i.drawBar(p, g, r, middle)
	}
	i.shapes = p.instead(i.shapes)
}

// drawBar draws the bar up to the typical error and the whisker up to 19 in 20. What is
// longer than the axis ends in an arrow.
func (i *methodItem) drawBar(p *pen, g methodGrid, r MethodRow, middle float32) {
	const thick = float32(14)
	role := theme.Other
	if r.Selected {
		role = theme.Chart1
	}
	bar := &canvas.Rectangle{FillColor: ink(i, role)}
	place(bar, g.left, middle-thick/2, max(1, g.at(r.Typical)-g.left), thick)
	p.shapes = append(p.shapes, bar)
	end := g.at(r.Half)
	p.line(fyne.NewPos(g.at(r.Typical), middle), fyne.NewPos(end, middle), theme.Text, 1.5)
	if r.Half <= g.most && !math.IsInf(r.Half, 0) {
		p.line(fyne.NewPos(end, middle-4.5), fyne.NewPos(end, middle+4.5), theme.Text, 1.5)
		return
	}
	const off, wing = 7, 4
	p.line(fyne.NewPos(end, middle), fyne.NewPos(end+off, middle), theme.Text, 1.5)
	p.line(fyne.NewPos(end+off-wing, middle-wing), fyne.NewPos(end+off, middle), theme.Text, 1.5)
	p.line(fyne.NewPos(end+off-wing, middle+wing), fyne.NewPos(end+off, middle), theme.Text, 1.5)
}

// methodNote is the row of a method that does not apply.
type methodNote struct {
	Widget
	rule *canvas.Line
	mark radio
	text *Text
	link *Link
	fix  func()
}

func newMethodNote() *methodNote {
	n := &methodNote{
		rule: &canvas.Line{StrokeWidth: 1}, mark: newRadio(),
		text: newText(theme.SizeTable, theme.QuietText),
	}
	n.link = NewLink("", func() { call(n.fix) })
	n.link.bold = false
	n.ExtendBaseWidget(n)
	return n
}

// set shows a method.
func (n *methodNote) set(r MethodRow) {
	spans := []Span{Plain(r.Name)}
	if len(r.Reason) > 0 {
		spans = append(spans, Plain(" · "))
		spans = append(spans, r.Reason...)
	}
	n.text.Set(spans...)
	n.fix = r.OnFix
	n.link.SetText(r.FixLabel)
	show(n.link, r.FixLabel != "")
	n.Refresh()
}

func (n *methodNote) Parts() []fyne.CanvasObject {
	return append(n.mark.Parts(), n.text, n.link, n.rule)
}

func (n *methodNote) Least() fyne.Size {
	return fyne.NewSize(methodLeast, max(methodRow, n.text.MinSize().Height+10))
}

func (n *methodNote) Restyle() {
	n.rule.StrokeColor = ink(n, theme.Line)
	n.mark.style(n, false, true)
}

func (n *methodNote) Arrange(size fyne.Size) {
	room := size.Width - methodName - methodEdge
	link := fyne.Size{}
	if n.link.Visible() {
		link = n.link.MinSize()
		room -= link.Width + 8
	}
	width := min(room, n.text.naturalWidth())
	height := placeWide(n.text, methodName, 0, width)
	top := max(0, (size.Height-height)/2)
	place(n.text, methodName, top, width, height)
	n.mark.place(methodEdge, top+(n.text.lineHeight()-radioSize)/2)
	last := top + height - n.text.lineHeight()
	place(n.link, methodName+width+5, last+(n.text.lineHeight()-link.Height)/2, link.Width, link.Height)
	n.rule.Position1, n.rule.Position2 = fyne.NewPos(6, size.Height-0.5), fyne.NewPos(size.Width-6, size.Height-0.5)
}
