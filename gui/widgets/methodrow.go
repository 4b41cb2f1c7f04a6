package widgets

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"steward/gui/theme"
)

// drawRow draws a method that applies, the axis and the legend under those, or a method that does not apply.
func (m *MethodTable) drawRow(p *pen, i int, y, width float32) {
	switch {
	case i < len(m.live):
		m.drawMethod(p, m.live[i], y, m.top(i+1)-y)
	case i == len(m.live) && i > 0:
		if m.places.chart() {
			m.drawLines(p, y)
			m.drawAxis(p, y)
		}
		m.drawLegend(p, y)
		return
	default:
		m.notes[i-(m.n-len(m.dead))].draw(p, y, width, m.top(i+1)-y)
	}
	p.line(fyne.NewPos(6, m.top(i+1)-0.5), fyne.NewPos(width-6, m.top(i+1)-0.5), theme.Line, 1)
	if ring := max(m.at, 0); m.focused && i == ring {
		halo := newHalo(0)
		styleHalo(m, halo, true)
		place(halo, 3, y+1, width-6, m.top(i+1)-y-2)
		p.shapes = append(p.shapes, halo)
	}
}

// drawMethod draws a method that applies.
func (m *MethodTable) drawMethod(p *pen, row int, y, tall float32) {
	r, g, middle := m.methods.Rows[row], m.places, y+tall/2
	drawRadio(p, methodEdge, middle-radioSize/2, r.Selected, false)
	name := label{size: theme.SizeBody, role: theme.Text, bold: r.Selected}
	lines, height, wide := m.nameLines(r, g), m.nameLine(), float32(0)
	for k, line := range lines {
		name.text = line
		wide = max(wide, p.text(fyne.NewPos(methodName, middle+(float32(k)-float32(len(lines))/2)*height), name).Width)
	}
	if r.Tag != "" {
		drawBadge(p, BadgeGood, r.Tag, methodName+wide+8, middle-badgeHeight/2, m.tagWidth(r))
	}
	number := label{size: theme.SizeBody, role: theme.Text, bold: r.Selected, align: fyne.TextAlignTrailing}
	number.text = r.TypicalText
	p.text(fyne.NewPos(g.typical, middle-height/2), number)
	number.text = r.HalfText
	p.text(fyne.NewPos(g.half, middle-height/2), number)
	if g.chart() {
		g.drawBar(p, r, middle)
	}
}

// drawBar draws the bar up to the typical error and the whisker up to 19 in 20. What is
// longer than the axis ends in an arrow.
func (g methodGrid) drawBar(p *pen, r MethodRow, middle float32) {
	const thick = float32(14)
	role := theme.Other
	if r.Selected {
		role = theme.Chart1
	}
	bar := &canvas.Rectangle{FillColor: ink(p.w, role)}
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

// methodNote says why a method does not apply, and links to what would change that.
type methodNote struct {
	text *Text
	link *Link
	fix  func()
}

func newMethodNote() *methodNote {
	n := &methodNote{text: newText(theme.SizeTable, theme.QuietText)}
	n.link = NewLink("", func() { call(n.fix) })
	n.link.bold = false
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
}

// room returns the width of the text in a width of the table, beside the link.
func (n *methodNote) room(width float32) float32 {
	room := width - methodName - methodEdge
	if n.link.Visible() {
		room -= n.link.MinSize().Width + 8
	}
	return min(room, n.text.naturalWidth())
}

// tall returns the height that it needs in a width of the table.
func (n *methodNote) tall(width float32) float32 {
	n.text.Resize(fyne.NewSize(max(n.room(width), 0), n.text.Size().Height))
	return max(methodRow, n.text.MinSize().Height+10)
}

// draw draws it as a row of the table.
func (n *methodNote) draw(p *pen, y, width, tall float32) {
	room := n.room(width)
	height := placeWide(n.text, methodName, 0, room)
	top, line := y+max(0, (tall-height)/2), n.text.lineHeight()
	place(n.text, methodName, top, room, height)
	drawRadio(p, methodEdge, top+(line-radioSize)/2, false, true)
	p.shapes = append(p.shapes, n.text)
	if n.link.Visible() {
		placeMiddle(n.link, methodName+room+5, top+height-line, line)
		p.shapes = append(p.shapes, n.link)
	}
}
