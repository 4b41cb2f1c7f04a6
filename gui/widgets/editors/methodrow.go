package editors

import (
	"math"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"steward/gui/theme"
	"steward/gui/widgets/forms"
	"steward/gui/widgets/input"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
)

// drawRow draws a method that applies, the axis and the legend under those, or a method that does not apply.
func (m *MethodTable) drawRow(p *paint.Pen, i int, y, width float32) {
	switch {
	case i < len(m.live):
		m.drawMethod(p, m.live[i], y, m.Top(i+1)-y)
	case i == len(m.live) && i > 0:
		if m.places.chart() {
			m.drawLines(p, y)
			m.drawAxis(p, y)
		}
		m.drawLegend(p, y)
		return
	default:
		m.notes[i-(m.Count-len(m.dead))].draw(p, y, width, m.Top(i+1)-y)
	}
	p.Line(fyne.NewPos(6, m.Top(i+1)-0.5), fyne.NewPos(width-6, m.Top(i+1)-0.5), theme.Line, 1)
	if ring := max(m.Chosen, 0); m.Focused && i == ring {
		halo := paint.NewHalo(0)
		paint.StyleHalo(m, halo, true)
		paint.Place(halo, 3, y+1, width-6, m.Top(i+1)-y-2)
		p.Shapes = append(p.Shapes, halo)
	}
}

// drawMethod draws a method that applies.
func (m *MethodTable) drawMethod(p *paint.Pen, row int, y, tall float32) {
	r, g, middle := m.methods.Rows[row], m.places, y+tall/2
	forms.DrawRadio(p, methodEdge, middle-forms.RadioSize/2, r.Selected, false)
	name := paint.Label{Size: theme.SizeBody, Role: theme.Text, Bold: r.Selected}
	lines, under := m.nameLines(r, g)
	height, wide := m.nameLine(), float32(0)
	block := float32(len(lines)) * height
	if under {
		block += notices.BadgeHeight + tagGap
	}
	for k, line := range lines {
		name.Text = line
		wide = max(wide, p.Text(fyne.NewPos(methodName, middle-block/2+float32(k)*height), name).Width)
	}
	switch {
	case under:
		notices.DrawBadge(p, notices.BadgeGood, r.Tag, methodName, middle+block/2-notices.BadgeHeight, m.tagWidth(r))
	case r.Tag != "":
		notices.DrawBadge(p, notices.BadgeGood, r.Tag, methodName+wide+8, middle-notices.BadgeHeight/2, m.tagWidth(r))
	}
	number := paint.Label{Size: theme.SizeBody, Role: theme.Text, Bold: r.Selected, Align: fyne.TextAlignTrailing}
	number.Text = r.TypicalText
	p.Text(fyne.NewPos(g.typical, middle-height/2), number)
	number.Text = r.HalfText
	p.Text(fyne.NewPos(g.half, middle-height/2), number)
	if g.chart() {
		g.drawBar(p, r, middle)
	}
}

// drawBar draws the bar up to the typical error and the whisker up to 19 in 20. What is
// longer than the axis ends in an arrow.
func (g methodGrid) drawBar(p *paint.Pen, r MethodRow, middle float32) {
	const thick = float32(14)
	role := theme.Other
	if r.Selected {
		role = theme.Chart1
	}
	bar := &canvas.Rectangle{FillColor: paint.Ink(p.W, role)}
	paint.Place(bar, g.left, middle-thick/2, max(1, g.at(r.Typical)-g.left), thick)
	p.Shapes = append(p.Shapes, bar)
	end := g.at(r.Half)
	p.Line(fyne.NewPos(g.at(r.Typical), middle), fyne.NewPos(end, middle), theme.Text, 1.5)
	if r.Half <= g.most && !math.IsInf(r.Half, 0) {
		p.Line(fyne.NewPos(end, middle-4.5), fyne.NewPos(end, middle+4.5), theme.Text, 1.5)
		return
	}
	const off, wing = 7, 4
	p.Line(fyne.NewPos(end, middle), fyne.NewPos(end+off, middle), theme.Text, 1.5)
	p.Line(fyne.NewPos(end+off-wing, middle-wing), fyne.NewPos(end+off, middle), theme.Text, 1.5)
	p.Line(fyne.NewPos(end+off-wing, middle+wing), fyne.NewPos(end+off, middle), theme.Text, 1.5)
}

// methodNote says why a method does not apply, and links to what would change that.
type methodNote struct {
	text *prose.Text
	link *prose.Link
	fix  func()
	bare bool // drawn without a mark to choose it by
}

func newMethodNote() *methodNote {
	n := &methodNote{text: prose.NewText(theme.SizeTable, theme.QuietText)}
	n.link = prose.NewLink("", func() { input.Call(n.fix) })
	n.link.Bold = false
	return n
}

// set shows a method.
func (n *methodNote) set(r MethodRow) {
	n.bare = r.Heading || r.Family
	spans := []prose.Span{prose.Plain(r.Name)}
	if r.Heading {
		spans = []prose.Span{prose.Bold(r.Name)}
	}
	if len(r.Reason) > 0 {
		spans = append(spans, prose.Plain(" · "))
		spans = append(spans, r.Reason...)
	}
	n.text.Set(spans...)
	n.fix = r.OnFix
	n.link.SetText(r.FixLabel)
	paint.Show(n.link, r.FixLabel != "")
}

// room returns the width of the text in a width of the table, beside the link.
func (n *methodNote) room(width float32) float32 {
	room := width - n.left() - methodEdge
	if n.link.Visible() {
		room -= n.link.MinSize().Width + 8
	}
	return min(room, n.text.NaturalWidth())
}

// left returns where the text begins.
func (n *methodNote) left() float32 {
	if n.bare {
		return methodEdge
	}
	return methodName
}

// tall returns the height that it needs in a width of the table.
func (n *methodNote) tall(width float32) float32 {
	n.text.Resize(fyne.NewSize(max(n.room(width), 0), n.text.Size().Height))
	return max(methodTall, n.text.MinSize().Height+10)
}

// draw draws it as a row of the table.
func (n *methodNote) draw(p *paint.Pen, y, width, tall float32) {
	room := n.room(width)
	height := paint.PlaceWide(n.text, n.left(), 0, room)
	top, line := y+max(0, (tall-height)/2), n.text.LineHeight()
	paint.Place(n.text, n.left(), top, room, height)
	if !n.bare {
		forms.DrawRadio(p, methodEdge, top+(line-forms.RadioSize)/2, false, true)
	}
	p.Shapes = append(p.Shapes, n.text)
	if n.link.Visible() {
		paint.PlaceMiddle(n.link, n.left()+room+5, top+height-line, line)
		p.Shapes = append(p.Shapes, n.link)
	}
}
