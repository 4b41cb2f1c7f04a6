package editors

import (
	"math"
	"strconv"

	"fyne.io/fyne/v2"

	"steward/gui/theme"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/numbers"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/tables"
	"steward/gui/words"
)

// methodGrid is where the columns of a MethodTable are at a width.
type methodGrid struct {
	width         float32
	typical, half float32 // right edges of the numbers
	names         float32 // room for a name and its badge
	left, right   float32 // of the axis; equal where there is no room for it
	most          float64 // value at the right end of the axis
	step          float64 // between ticks
}

const (
	chartLeast = 100
	chartMost  = 340
	chartPart  = 0.3 // of the table's width, less where names need the room
	nameLeast  = 170 // no axis is drawn where the names would have less room
	numberGap  = 16  // between the columns of numbers
	axisTicks  = 6   // at most
	axisCut    = 12  // bars longer than this many of the shortest whisker are cut off
)

// grid returns the places of the columns at a width.
func (m *MethodTable) grid(width float32) methodGrid {
	g := methodGrid{width: width}
	typical, half := m.numberWidths()
	g.right = width - methodEdge - 8
	spare := g.right - methodName - m.nameWidth() - typical - half - 3*numberGap
	g.left = g.right - min(max(spare, chartLeast), width*chartPart, chartMost)
	g.half = g.left - numberGap
	if g.half-half-typical-2*numberGap-methodName < nameLeast {
		g.left = g.right
		g.half = width - methodEdge
	}
	g.typical = g.half - half - numberGap
	g.names = g.typical - typical - numberGap - methodName
	g.most, g.step = m.axis()
	return g
}

// nameLines breaks a name into as many lines as it needs, and tells whether its badge stands under them: beside them there may be no
// room for a word.
func (m *MethodTable) nameLines(r MethodRow, g methodGrid) (lines []string, under bool) {
	name, size, room := []prose.Span{{Text: r.Name, Bold: r.Selected}}, paint.Dim(m, theme.SizeBody), g.names
	if r.Tag != "" {
		if room -= m.tagWidth(r) + 8; room < prose.WidestWord(name, size) {
			room, under = g.names, true
		}
	}
	return prose.LineTexts(prose.Wrap(name, size, max(room, tables.LeastColumn))), under
}

// rowTall returns the height of the row of a method that applies.
func (m *MethodTable) rowTall(r MethodRow, g methodGrid) float32 {
	lines, under := m.nameLines(r, g)
	tall := methodTall + float32(len(lines)-1)*m.nameLine()
	if under {
		tall += notices.BadgeHeight + tagGap
	}
	return tall
}

// nameLine returns the height of a line of a name.
func (m *MethodTable) nameLine() float32 {
	return paint.SizeOf("X", paint.Dim(m, theme.SizeBody), fyne.TextStyle{}).Height
}

func (m *MethodTable) tagWidth(r MethodRow) float32 {
	return paint.Measure(r.Tag, paint.Dim(m, theme.SizeCaption), fyne.TextStyle{}) + 2*notices.BadgePad
}

// nameWidth returns the width of the widest name with its badge.
func (m *MethodTable) nameWidth() (width float32) {
	bold := fyne.TextStyle{Bold: true}
	for _, i := range m.live {
		r := m.methods.Rows[i]
		w := paint.Measure(r.Name, paint.Dim(m, theme.SizeBody), bold)
		if r.Tag != "" {
			w += m.tagWidth(r) + 8
		}
		width = max(width, w)
	}
	return width + 1
}

// numberWidths returns the widths of the two columns of numbers.
func (m *MethodTable) numberWidths() (typical, half float32) {
	bold := fyne.TextStyle{Bold: true}
	head, size := paint.Dim(m, theme.SizeCaption), paint.Dim(m, theme.SizeBody)
	typical, half = paint.Measure(words.T(typicalHeader), head, bold), paint.Measure(words.T(halfHeader), head, bold)
	for _, i := range m.live {
		typical = max(typical, paint.Measure(m.methods.Rows[i].TypicalText, size, bold))
		half = max(half, paint.Measure(m.methods.Rows[i].HalfText, size, bold))
	}
	return typical, half
}

// chart tells whether there is room for the axis.
func (g methodGrid) chart() bool { return g.right > g.left }

// at returns the place of a value on the axis; what is beyond its end is at the end.
func (g methodGrid) at(value float64) float32 {
	f := min(max(value/g.most, 0), 1)
	return g.left + float32(f)*(g.right-g.left)
}

// axis returns the value at the end of the axis and the distance of its ticks. One method
// that is far worse than the best does not flatten the others: its bar is cut off.
func (m *MethodTable) axis() (most, step float64) {
	shortest := math.Inf(1)
	for _, i := range m.live {
		r := m.methods.Rows[i]
		most = max(most, r.Typical, r.Half)
		if longer := max(r.Half, r.Typical); longer > 0 {
			shortest = min(shortest, longer)
		}
	}
	for _, l := range m.methods.Lines {
		if !math.IsInf(l.Value, 0) {
			most = max(most, l.Value)
		}
	}
	if limit := axisCut * shortest; most > limit {
		most = limit
	}
	if !(most > 0) || math.IsInf(most, 0) {
		return 1, 0.5
	}
	step = niceStep(most, axisTicks)
	return math.Ceil(most/step-1e-9) * step, step
}

// niceStep returns the least of 1, 2 and 5 times a power of ten that divides a length into at
// most n parts.
func niceStep(length float64, n int) float64 {
	raw := length / float64(n)
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= raw*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}

// drawAxis draws the axis under the rows, which end at y.
func (m *MethodTable) drawAxis(p *paint.Pen, y float32) {
	g := m.places
	p.Line(fyne.NewPos(g.left, y), fyne.NewPos(g.right, y), theme.Other, 1.5)
	right := float32(math.Inf(-1))
	for k := 0; ; k++ {
		v := float64(k) * g.step
		if v > g.most {
			return
		}
		x := g.at(v)
		p.Line(fyne.NewPos(x, y), fyne.NewPos(x, y+4), theme.Other, 1.5)
		l := paint.Label{Text: axisText(v, g.step), Size: theme.SizeAxis, Role: theme.QuietText, Align: fyne.TextAlignCenter}
		half := p.Width(l) / 2
		if x-half < right+6 {
			continue // ticks closer than their numbers
		}
		right = x + half
		p.Text(fyne.NewPos(x, y+5), l)
	}
}

// axisText writes a tick's number in as many decimals as the step needs, with commas in long
// ones.
func axisText(v, step float64) string {
	if v >= 1000 && v < 1e15 && v == math.Trunc(v) {
		return numbers.Thousands(int(v))
	}
	if v != 0 && (v >= 1e15 || v < 1e-6) {
		return words.Number(strconv.FormatFloat(v, 'g', 3, 64))
	}
	return numbers.ShownFigures(v, step)
}

// stroke returns how a line is drawn.
func (l PlainLine) stroke() (role fyne.ThemeColorName, width, dash, gap float32) {
	if l.Dotted {
		return theme.Chart2, 2, 2, 4
	}
	return theme.Chart5, 2, 7, 4
}

// drawLines draws the lines to compare with across the rows, which end at y.
func (m *MethodTable) drawLines(p *paint.Pen, y float32) {
	for _, l := range m.methods.Lines {
		if l.Value < 0 || l.Value > m.places.most {
			continue
		}
		role, width, dash, gap := l.stroke()
		x := m.places.at(l.Value)
		p.Broken(fyne.NewPos(x, 0), fyne.NewPos(x, y), role, width, dash, gap)
	}
}

// headed tells whether what bars and whiskers are stands over them, and not, for want of room, in the legend.
func (m *MethodTable) headed(g methodGrid) bool {
	return paint.Measure(words.T(barHeader), paint.Dim(m, theme.SizeCaption), fyne.TextStyle{}) <= g.right-g.left+methodEdge
}

// legendPart is one line of the legend: its sample stroke and its words.
type legendPart struct {
	line  int // index, -1 for the words before all
	words []paint.Label
	x     float32
	width float32
}

const legendSample = 26

// legendLines breaks the legend into lines left of the axis.
func (m *MethodTable) legendLines(g methodGrid) [][]legendPart {
	if len(m.methods.Lines) == 0 && (!g.chart() || m.headed(g)) {
		return nil
	}
	p := &paint.Pen{W: m}
	quiet := paint.Label{Size: theme.SizeCaption, Role: theme.QuietText}
	parts := []legendPart{}
	if g.chart() && !m.headed(g) {
		quiet.Text = words.T(barHeader)
		parts = append(parts, legendPart{line: -1, words: []paint.Label{quiet}, width: p.Width(quiet)})
	}
	if m.methods.Legend != "" {
		quiet.Text = m.methods.Legend
		parts = append(parts, legendPart{line: -1, words: []paint.Label{quiet}, width: p.Width(quiet)})
	}
	for i, l := range m.methods.Lines {
		quiet.Text = l.Label
		value := paint.Label{Text: l.ValueText, Size: theme.SizeCaption, Role: theme.Text, Bold: true}
		width := legendSample + 6 + p.Width(quiet) + 4 + p.Width(value)
		parts = append(parts, legendPart{line: i, words: []paint.Label{quiet, value}, width: width})
	}
	room := g.left - 14 - methodEdge
	if !g.chart() {
		room = g.width - 2*methodEdge
	}
	var lines [][]legendPart
	x := float32(0)
	for _, part := range parts {
		if len(lines) == 0 || x+part.width > room {
			lines = append(lines, nil)
			x = 0
		}
		part.x = x
		x += part.width + 12
		lines[len(lines)-1] = append(lines[len(lines)-1], part)
	}
	return lines
}

// drawLegend draws the legend under the rows, which end at y.
func (m *MethodTable) drawLegend(p *paint.Pen, y float32) {
	height := paint.SizeOf("X", paint.Dim(m, theme.SizeCaption), fyne.TextStyle{}).Height
	for k, line := range m.legendLines(m.places) {
		top := y + 3 + float32(k)*methodKey
		for _, part := range line {
			x := methodEdge + part.x
			if part.line >= 0 {
				role, width, dash, gap := m.methods.Lines[part.line].stroke()
				middle := top + height/2 + 1
				p.Broken(fyne.NewPos(x, middle), fyne.NewPos(x+legendSample, middle), role, width, dash, gap)
				x += legendSample + 6
			}
			for _, w := range part.words {
				x += p.Text(fyne.NewPos(x, top), w).Width + 4
			}
		}
	}
}
