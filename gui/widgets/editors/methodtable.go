package editors

import (
	"slices"

	"fyne.io/fyne/v2"

	"steward/gui/theme"
	"steward/gui/widgets/input"
	"steward/gui/widgets/lists"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
	"steward/gui/widgets/tables"
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
	Disabled              bool         // does not apply: the reason is shown instead of numbers
	Reason                []prose.Span // why not: "needs a small allowed chance of failure:"
	FixLabel              string       // what would change it, as a link: "More options"; "" for none
	OnFix                 func()
	// Heading makes it the name of a part of the table, such as of methods that do not apply; Family says that it stands for
	// several methods, of which none can be chosen.
	Heading, Family bool
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
// compare with across the rows. Methods that do not apply stand below, with the reason, under headings where there are some. It
// takes the focus: up and down choose among the methods that apply.
type MethodTable struct {
	lists.List
	OnSelected func(row int)

	methods Methods
	live    []int // rows of those that apply, by index
	dead    []int // the others
	notes   []*methodNote
	places  methodGrid // for the width that it has now
	header  *paint.Sketch
}

const (
	methodHead  = 28
	methodTall  = 31
	methodAxis  = 24
	methodKey   = 20 // a line of the legend
	methodEdge  = 16 // left and right
	methodName  = 42 // where the name begins
	methodLeast = 360
	methodEnd   = 4 // under the last row
	tagGap      = 2 // between a name and its badge under it
)

// NewMethodTable returns an empty table. selected is told the index in Methods.Rows of the
// method that the person chooses.
func NewMethodTable(selected func(row int)) *MethodTable {
	m := &MethodTable{OnSelected: selected}
	m.Init(m, methodTall)
	m.Head, m.Edge, m.Plain, m.header = methodHead, 1, true, paint.NewSketch(m.drawHead)
	m.DrawRow, m.Choosable, m.OnKey, m.OnMenu = m.drawRow, func(i int) bool { return i < len(m.live) }, m.act, m.open
	m.OnKeyed = func(i int) { m.choose(m.live[i]) }
	m.OnTap = func(i int, _ float32) {
		if m.Choosable(i) {
			m.choose(m.live[i])
		}
	}
	return m
}

// Set shows other methods.
func (m *MethodTable) Set(methods Methods) {
	m.methods = methods
	m.live, m.dead = nil, nil
	for i, r := range methods.Rows {
		if r.Disabled || r.Heading || r.Family {
			m.dead = append(m.dead, i)
		} else {
			m.live = append(m.live, i)
		}
	}
	for len(m.notes) < len(m.dead) {
		m.notes = append(m.notes, newMethodNote())
	}
	m.notes = m.notes[:len(m.dead)]
	for i, note := range m.notes {
		note.set(methods.Rows[m.dead[i]])
	}
	m.places, m.RowTops = m.lay(max(m.Size().Width, methodLeast))
	m.Reset(len(m.RowTops)-1, slices.Index(m.live, m.Selected()))
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

// Shown returns the methods that apply as they are shown, with their typical errors.
func (m *MethodTable) Shown() (out []string) {
	for _, i := range m.live {
		out = append(out, m.methods.Rows[i].Name+" "+m.methods.Rows[i].TypicalText)
	}
	return out
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
	m.Highlight(slices.Index(m.live, row))
	if m.OnSelected != nil {
		m.OnSelected(row)
	}
}

// act has left and right choose as up and down do.
func (m *MethodTable) act(key fyne.KeyName) {
	switch key {
	case fyne.KeyLeft:
		m.Go(m.Led(fyne.KeyUp, m.Chosen))
	case fyne.KeyRight:
		m.Go(m.Led(fyne.KeyDown, m.Chosen))
	}
}

// Parts is for Drawn.
func (m *MethodTable) Parts() []fyne.CanvasObject {
	return append([]fyne.CanvasObject{m.header}, m.List.Parts()...)
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

// lay returns the places of the columns and of the rows in a width: the methods that apply, the axis under them and
// the methods that do not.
func (m *MethodTable) lay(width float32) (methodGrid, []float32) {
	g, tops := m.grid(width), []float32{0}
	add := func(tall float32) { tops = append(tops, tops[len(tops)-1]+tall) }
	for _, row := range m.live {
		add(m.rowTall(m.methods.Rows[row], g))
	}
	if len(m.live) > 0 {
		add(m.axisHeight(g))
	}
	for _, n := range m.notes {
		add(n.tall(width))
	}
	return g, tops
}

// Least is for Drawn.
func (m *MethodTable) Least() fyne.Size {
	_, tops := m.lay(max(m.Size().Width, methodLeast))
	return fyne.NewSize(methodLeast, methodHead+tops[len(tops)-1]+methodEnd)
}

// Arrange is for Drawn.
func (m *MethodTable) Arrange(size fyne.Size) {
	m.places, m.RowTops = m.lay(size.Width)
	paint.Place(m.header, 0, 0, size.Width, methodHead)
	m.header.Refresh()
	m.List.Arrange(size)
}

// drawHead writes the columns' titles.
func (m *MethodTable) drawHead(p *paint.Pen, size fyne.Size) {
	g := m.places
	l := paint.Label{Size: theme.SizeCaption, Role: theme.QuietText, Bold: true}
	const y = 6
	write := func(x float32, text string, align fyne.TextAlign, bold bool) {
		l.Text, l.Align, l.Bold = text, align, bold
		p.Text(fyne.NewPos(x, y), l)
	}
	write(methodEdge, words.T(methodHeader), fyne.TextAlignLeading, true)
	write(g.typical, words.T(typicalHeader), fyne.TextAlignTrailing, true)
	write(g.half, words.T(halfHeader), fyne.TextAlignTrailing, true)
	if g.chart() && m.headed(g) {
		write(g.left, words.T(barHeader), fyne.TextAlignLeading, false)
	}
	p.Line(fyne.NewPos(6, methodHead-0.5), fyne.NewPos(size.Width-6, methodHead-0.5), theme.Line, 1)
}

// The titles of the columns.
const (
	methodHeader  = "Method"
	typicalHeader = "typical"
	halfHeader    = "19 in 20"
	barHeader     = "bar: typical, whisker: 19 in 20"
)

// AccessibilityLabel returns the method that is chosen.
func (m *MethodTable) AccessibilityLabel() string {
	for _, row := range m.methods.Rows {
		if row.Selected {
			return input.Named(words.T("Methods"), row.Name)
		}
	}
	return words.T("Methods")
}

// sheet returns methods as text for the clipboard: those that apply, with their errors.
func (m *MethodTable) sheet(from, n int) string {
	titles := []string{words.T(methodHeader), words.T(typicalHeader), words.T(halfHeader)}
	return tables.SheetText(titles, []bool{false, true, true}, min(n, len(m.live)-from), func(i int) []string {
		row := m.methods.Rows[m.live[from+i]]
		return []string{row.Name, row.TypicalText, row.HalfText}
	})
}

// TypedShortcut is for Fyne: copying copies the methods. All other shortcuts are the window's.
func (m *MethodTable) TypedShortcut(shortcut fyne.Shortcut) {
	if _, ok := shortcut.(*fyne.ShortcutCopy); ok {
		tables.ToClipboard(m.sheet(0, len(m.live)))
		return
	}
	input.HandOn(m, shortcut)
}

// open opens the menu of what can be done with the methods.
func (m *MethodTable) open(at *fyne.Position, _ int) {
	if len(m.live) > 0 {
		input.OpenMenu(m, at, tables.CopyItems(len(m.live), -1, m.sheet))
	}
}
