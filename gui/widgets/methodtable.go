package widgets

import (
	"fyne.io/fyne/v2"

	"steward/gui/theme"
	"steward/gui/words"
)

// MethodRow is one method of a MethodTable. Typical and Half are errors in the unit of the
// answer (people): the mean absolute error, and the half-width of the interval that holds 19
// times in 20.
type MethodRow struct {
	Name                  string
	Tag                   string // a badge after the name: "recommended"; "" for none
	Typical, Half         float64
	TypicalText, HalfText string // the two as they are to be read
	Selected              bool
	Disabled              bool   // does not apply: the reason is shown instead of numbers
	Reason                []Span // why not: "needs a small allowed chance of failure:"
	FixLabel              string // what would change it, as a link: "More options"; "" for none
	OnFix                 func()
}

// PlainLine is an error to compare with, drawn across all rows: plain differential privacy.
type PlainLine struct {
	Label     string // "one record changed"
	Value     float64
	ValueText string
	Dotted    bool // dots in orange instead of dashes in vermilion
}

// Methods is what a MethodTable shows.
type Methods struct {
	Rows   []MethodRow
	Legend string // before the lines' labels: "Plain differential privacy:"
	Lines  []PlainLine
}

// MethodTable compares methods: a row each with a radio mark, the name, both errors as
// numbers and as a bar (typical) with a whisker (19 in 20), all on one axis, and lines to
// compare with across the rows. Methods that do not apply stand below, with the reason. It
// takes the focus: up and down choose among the methods that apply.
type MethodTable struct {
	Widget
	focus
	OnSelected func(row int)

	methods Methods
	live    []int // rows of those that apply, by index
	dead    []int // the others
	items   []*methodItem
	notes   []*methodNote
	shapes  []fyne.CanvasObject // header, axis, lines, legend
}

const (
	methodHead  = 28
	methodRow   = 31
	methodAxis  = 24
	methodKey   = 20 // a line of the legend
	methodEdge  = 16 // left and right
	methodName  = 42 // where the name begins
	methodLeast = 360
	methodEnd   = 4 // under the last row
)

// NewMethodTable returns an empty table. selected is told the index in Methods.Rows of the
// method that the person chooses.
func NewMethodTable(selected func(row int)) *MethodTable {
	m := &MethodTable{OnSelected: selected}
	m.focusChanged = m.Refresh
	m.typed = m.key
	m.ExtendBaseWidget(m)
	return m
}

// Set shows other methods.
func (m *MethodTable) Set(methods Methods) {
	m.methods = methods
	m.live, m.dead = nil, nil
	for i, r := range methods.Rows {
		if r.Disabled {
			m.dead = append(m.dead, i)
		} else {
			m.live = append(m.live, i)
		}
	}
	for len(m.items) < len(m.live) {
		m.items = append(m.items, newMethodItem(m))
	}
	m.items = m.items[:len(m.live)]
	for i, item := range m.items {
		item.row = m.live[i]
	}
	for len(m.notes) < len(m.dead) {
		m.notes = append(m.notes, newMethodNote())
	}
	m.notes = m.notes[:len(m.dead)]
	for i, note := range m.notes {
		note.set(methods.Rows[m.dead[i]])
	}
	m.Refresh()
}

// Selected returns the index of the row shown as chosen, -1 for none.
func (m *MethodTable) Selected() int {
	for _, i := range m.live {
		if m.methods.Rows[i].Selected {
			return i
		}
	}
	return -1
}

// choose is what the person does; the owner then calls Set.
func (m *MethodTable) choose(row int) {
	if row == m.Selected() {
		return
	}
	rows := append([]MethodRow(nil), m.methods.Rows...)
	for i := range rows {
		rows[i].Selected = i == row
	}
	m.methods.Rows = rows
	m.Refresh()
	if m.OnSelected != nil {
		m.OnSelected(row)
	}
}

func (m *MethodTable) key(key fyne.KeyName) {
	if opensMenu(key) {
		m.menu(nil)
		return
	}
	at := -1
	for k, i := range m.live {
		if m.methods.Rows[i].Selected {
			at = k
		}
	}
	if to := step(key, at, len(m.live), nil); to != at {
		m.choose(m.live[to])
	}
}

func (m *MethodTable) Parts() []fyne.CanvasObject {
	var list []fyne.CanvasObject
	for _, i := range m.items {
		list = append(list, i)
	}
	for _, n := range m.notes {
		list = append(list, n)
	}
	return append(list, m.shapes...)
}

// axisHeight returns the height of the axis and the legend under the rows.
func (m *MethodTable) axisHeight(g methodGrid) float32 {
	if len(m.live) == 0 {
		return 0
	}
	height := float32(methodAxis)
	if !g.chart() {
		height = 0
	}
	if n := len(m.legendLines(g)); n > 0 {
		height = max(height, float32(n)*methodKey+6)
	}
	return height
}

func (m *MethodTable) Least() fyne.Size {
	g := m.grid(max(m.Size().Width, methodLeast))
	height := methodHead + m.axisHeight(g) + methodEnd
	for _, row := range m.live {
		height += m.tall(row, g)
	}
	for _, n := range m.notes {
		height += n.MinSize().Height
	}
	return fyne.NewSize(methodLeast, height)
}

func (m *MethodTable) Restyle() {
	for _, i := range m.items {
		i.Refresh()
	}
	for _, n := range m.notes {
		n.Refresh()
	}
}

func (m *MethodTable) Arrange(size fyne.Size) {
	g := m.grid(size.Width)
	p := &pen{w: m}
	m.drawHead(p, g)
	y := float32(methodHead)
	for _, i := range m.items {
		tall := m.tall(i.row, g)
		place(i, 0, y, size.Width, tall)
		i.Refresh()
		y += tall
	}
	if len(m.live) > 0 {
		if g.chart() {
			m.drawLines(p, g, y)
			m.drawAxis(p, g, y)
		}
		m.drawLegend(p, g, y)
		y += m.axisHeight(g)
	}
	for _, n := range m.notes {
		y += placeWide(n, 0, y, size.Width)
	}
	m.shapes = p.instead(m.shapes)
}

// drawHead writes the columns' titles.
func (m *MethodTable) drawHead(p *pen, g methodGrid) {
	l := label{size: theme.SizeCaption, role: theme.QuietText, bold: true}
	const y = 6
	write := func(x float32, text string, align fyne.TextAlign, bold bool) {
		l.text, l.align, l.bold = text, align, bold
		p.text(fyne.NewPos(x, y), l)
	}
	write(methodEdge, words.T(methodHeader), fyne.TextAlignLeading, true)
	write(g.typical, words.T(typicalHeader), fyne.TextAlignTrailing, true)
	write(g.half, words.T(halfHeader), fyne.TextAlignTrailing, true)
	if g.chart() && m.headed(g) {
		write(g.left, words.T(barHeader), fyne.TextAlignLeading, false)
	}
	p.line(fyne.NewPos(6, methodHead-0.5), fyne.NewPos(g.width-6, methodHead-0.5), theme.Line, 1)
}
