package tables

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"steward/gui/theme"
	"steward/gui/widgets/input"
	"steward/gui/widgets/numbers"
	"steward/gui/widgets/paint"
	"steward/gui/words"
)

// Distances is what a DistanceTable shows: values and for each two of them the figure that was entered, as English
// writes it, "" for nothing, how many steps that is in truth, 0 where nothing joins them, and whether that is
// nearer than was entered.
type Distances struct {
	Labels  []string
	Entered [][]string
	Far     [][]float64
	Differs [][]bool
}

// DistanceTable is a table of the distances between values: the half under the diagonal, with the
// values written along it, so that each pair is there once. Squares are the darker the better
// their two values are hidden from one another; a corner marks those that are kept nearer than
// was entered. A tap or the arrow keys choose a pair; typing begins to change it, delete clears
// it. Of many values those around the chosen pair are drawn.
type DistanceTable struct {
	paint.Picture
	input.Focus
	// OnSelected is told the pair that the person chooses, the later value first.
	OnSelected func(u, v int)
	// OnTyped is told what the person begins to type, 0 for enter, OnCleared that a pair is to be
	// taken out. Without them the table is only looked at.
	OnTyped   func(r rune)
	OnCleared func()

	table  Distances
	u, v   int      // the chosen pair, u > v; 0 and 0 for none
	cells  [][2]int // the pairs drawn
	places []fyne.Position
	side   float32
}

const (
	tableSideLeast = 28
	tableSideMost  = 44
	tableRowTall   = 26
	tableLabel     = 96 // room for a label behind the last square
	tableNote      = 20 // height of what is said under it
	tableLeast     = 240
)

// NewDistanceTable returns a table without values.
func NewDistanceTable() *DistanceTable {
	t := &DistanceTable{}
	t.FocusChanged, t.Typed = t.Refresh, t.key
	t.ExtendBaseWidget(t)
	return t
}

// Set shows other distances.
func (t *DistanceTable) Set(d Distances) {
	t.table = d
	if t.u >= len(d.Labels) || t.u <= t.v {
		t.u, t.v = 0, 0
		if len(d.Labels) > 1 {
			t.u = 1
		}
	}
	t.Refresh()
}

// Select shows another pair as chosen.
func (t *DistanceTable) Select(u, v int) {
	u, v = max(u, v), min(u, v)
	if v < 0 || u == v || u >= len(t.table.Labels) {
		return
	}
	t.u, t.v = u, v
	t.Refresh()
}

// Selected returns the chosen pair, the later value first; the same value twice for none.
func (t *DistanceTable) Selected() (u, v int) { return t.u, t.v }

// Summary says in words what the table shows, for those who do not see it and for tests.
func (t *DistanceTable) Summary() string {
	entered, nearer := 0, 0
	for u := range t.table.Labels {
		for v := range u {
			if t.table.Entered[u][v] != "" {
				entered++
			}
			if t.table.Differs[u][v] {
				nearer++
			}
		}
	}
	wording := words.T("table of %d values, %d distances", len(t.table.Labels), entered)
	if nearer > 0 {
		wording += words.T(", %d kept nearer", nearer)
	}
	return wording
}

// AccessibilityLabel says what is in the chosen square.
func (t *DistanceTable) AccessibilityLabel() string {
	if t.u == t.v {
		return words.T("Table of distances")
	}
	d := words.Number(t.table.Entered[t.u][t.v])
	if d == "" {
		d = words.T("not connected")
	}
	return words.T("%s and %s: %s", t.table.Labels[t.v], t.table.Labels[t.u], d)
}

// key moves over the pairs.
func (t *DistanceTable) key(name fyne.KeyName) {
	u, v, n := t.u, t.v, len(t.table.Labels)
	switch name {
	case fyne.KeyUp:
		if u--; u == v { // over the diagonal
			v--
		}
	case fyne.KeyDown:
		u++
	case fyne.KeyLeft:
		v--
	case fyne.KeyRight:
		v++
	case fyne.KeyHome:
		v = 0
	case fyne.KeyEnd:
		v = u - 1
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		if t.OnTyped != nil {
			t.OnTyped(0)
		}
		return
	case fyne.KeyDelete, fyne.KeyBackspace:
		if t.OnCleared != nil {
			t.OnCleared()
		}
		return
	default:
		return
	}
	if u < 1 || u >= n || v < 0 || v >= u {
		return
	}
	t.choose(u, v)
}

// TypedRune is for Fyne: a figure begins to change the chosen distance.
func (t *DistanceTable) TypedRune(r rune) {
	if t.OnTyped != nil && (r >= '0' && r <= '9' || r == '.' || r == ',') {
		t.OnTyped(r)
	}
}

func (t *DistanceTable) choose(u, v int) {
	t.u, t.v = u, v
	t.Refresh()
	if t.OnSelected != nil {
		t.OnSelected(u, v)
	}
}

// Tapped is for Fyne.
func (t *DistanceTable) Tapped(e *fyne.PointEvent) {
	input.FocusOn(t)
	for i, at := range t.places {
		if e.Position.X >= at.X && e.Position.X < at.X+t.side && e.Position.Y >= at.Y && e.Position.Y < at.Y+tableRowTall {
			t.choose(t.cells[i][0], t.cells[i][1])
			return
		}
	}
}

// Cursor is for Fyne.
func (t *DistanceTable) Cursor() desktop.Cursor { return input.Pointer(true) }

// fits returns how many values are drawn at a width.
func (t *DistanceTable) fits(width float32) int {
	return min(len(t.table.Labels), max(3, int((width-tableLabel)/tableSideLeast)+1), 16)
}

// first returns the first value that is Drawn, of rows and of columns alike, so that the chosen
// pair is among them where it can be.
func (t *DistanceTable) first(fits int) (row, column int) {
	n := len(t.table.Labels)
	if fits >= n {
		return 0, 0
	}
	column = min(max(t.v-fits/2, 0), n-fits)
	row = min(max(t.u-fits/2, 0), n-fits)
	if t.u-t.v < fits-1 { // both in one run: the diagonal is in sight
		row = min(max(t.u-fits+1, min(column, n-fits)), t.v)
		column = row
	}
	return row, column
}

func (t *DistanceTable) Least() fyne.Size {
	width := max(t.Size().Width, tableLeast)
	fits := t.fits(width)
	height := float32(fits) * tableRowTall
	if fits < len(t.table.Labels) {
		height += tableNote
		if row, column := t.first(fits); row != column {
			height += tableRowTall // the labels over the squares
		}
	}
	return fyne.NewSize(tableLeast, height)
}

// Paint is for Picture.
func (t *DistanceTable) Paint(p *paint.Pen, size fyne.Size) {
	t.cells, t.places = nil, nil
	n := len(t.table.Labels)
	if n < 2 || size.Width <= 0 {
		return
	}
	fits := t.fits(size.Width)
	row, column := t.first(fits)
	t.side = min(max((size.Width-tableLabel)/float32(max(fits-1, 1)), tableSideLeast), tableSideMost)
	left, top := float32(0), float32(0)
	if row != column { // away from the diagonal: labels at the left and over the squares
		left, top = tableLabel-8, tableRowTall
		fits = min(fits, max(2, int((size.Width-left)/tableSideLeast)))
		row, column = t.first(fits)
		t.side = min((size.Width-left)/float32(fits), tableSideMost)
	}
	for u := row; u < min(row+fits, n); u++ {
		y := top + float32(u-row)*tableRowTall
		for v := column; v < min(column+fits, n, u); v++ {
			at := fyne.NewPos(left+float32(v-column)*t.side, y)
			t.square(p, at, u, v)
		}
		t.rowLabel(p, u, row, column, left, y, size.Width)
	}
	if row != column {
		for v := column; v < min(column+fits, n); v++ {
			l := t.labelOf(v, t.side-4)
			p.Text(fyne.NewPos(left+float32(v-column)*t.side+2, 4), l)
		}
	}
	if fits < n {
		p.Text(fyne.NewPos(0, top+float32(fits)*tableRowTall+2), paint.Label{
			Text: words.T("%s values; those around the chosen pair are drawn", numbers.Thousands(n)), Size: theme.SizeCaption, Role: theme.QuietText, Room: size.Width,
		})
	}
	for i, c := range t.cells {
		if c == [2]int{t.u, t.v} {
			p.Frame(t.places[i], fyne.NewSize(t.side, tableRowTall), theme.Chart5, 3)
			if t.Focused {
				p.Frame(t.places[i].SubtractXY(3, 3), fyne.NewSize(t.side+6, tableRowTall+6), theme.Focus, 3)
			}
		}
	}
}

// square draws a pair.
func (t *DistanceTable) square(p *paint.Pen, at fyne.Position, u, v int) {
	box := fyne.NewSize(t.side, tableRowTall)
	shade(p, at, box, shadeOf(t.table.Far[u][v]))
	if t.table.Entered[u][v] != "" {
		figureOn(p, at, box, words.Number(t.table.Entered[u][v]), false)
	} else if t.table.Far[u][v] == 0 {
		crossed(p, at, box)
	}
	if t.table.Differs[u][v] {
		for i := float32(0); i < 8; i++ { // a filled corner
			p.Line(at.AddXY(box.Width-8+i, 1), at.AddXY(box.Width-8+i, 1+i), theme.Chart5, 1)
		}
	}
	t.cells, t.places = append(t.cells, [2]int{u, v}), append(t.places, at)
}

// labelOf returns a value's label in some room.
func (t *DistanceTable) labelOf(v int, room float32) paint.Label {
	l := paint.Label{Text: t.table.Labels[v], Size: theme.SizeCaption, Role: theme.QuietText, Room: room}
	if t.u != t.v && (v == t.u || v == t.v) {
		l.Role, l.Bold = theme.Danger, true
	}
	return l
}

// rowLabel writes a row's value behind its last square: on the diagonal, where its column begins.
func (t *DistanceTable) rowLabel(p *paint.Pen, u, row, column int, left, y, width float32) {
	x := left + float32(u-column)*t.side + 6
	if row != column {
		x = 0
		width = left - 4
	}
	l := t.labelOf(u, width-x)
	tall := paint.SizeOf("X", paint.Dim(t, l.Size), l.Style()).Height
	p.Text(fyne.NewPos(x, y+(tableRowTall-tall)/2), l)
}
