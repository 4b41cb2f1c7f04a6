package widgets

import (
	"slices"

	"fyne.io/fyne/v2"

	"steward/gui/theme"
)

const (
	leastColumn = 48  // no column is narrower
	mostColumn  = 280 // nor wider, unless it is told to be
	sampleCells = 4000
	sampleMost  = 50 // rows looked at to find a column's width
	sampleLeast = 3
)

// measureColumns finds the columns' widths for a width of the table.
func (t *Table) measureColumns(width float32) {
	if size := dim(t, theme.SizeTable); t.widths == nil || size != t.sized {
		t.widths, t.sized = t.naturalWidths(), size
	}
	widths := slices.Clone(t.widths)
	var total float32
	for _, w := range widths {
		total += w
	}
	switch spare := width - total; {
	case spare > 0:
		t.spread(widths, spare)
	case width > 0:
		narrow(widths, -spare, leastGrowing*enlarged(t), func(i int) bool { return t.columns[i].Grow && t.columns[i].Width > 0 })
	}
	t.starts = make([]float32, len(widths)+1)
	for i, w := range widths {
		t.starts[i+1] = t.starts[i] + w
	}
}

// naturalWidths returns the width each column is told to have, or that its title and first
// rows need: a column of figures, which does not grow, is never narrower than they are, in whatever size
// of text.
func (t *Table) naturalWidths() []float32 {
	widths := make([]float32, len(t.columns))
	size := dim(t, theme.SizeTable)
	for i, c := range t.columns {
		widths[i] = c.Width * enlarged(t)
		if c.Width <= 0 || !c.Grow {
			widths[i] = max(widths[i], measure(c.Title, dim(t, theme.SizeCaption), fyne.TextStyle{Bold: true})+2*tablePad)
		}
	}
	looks := min(max(sampleCells/max(len(t.columns), 1), sampleLeast), sampleMost)
	for r := range min(t.pageRows(), looks) {
		for i, cell := range t.cells(r) {
			if c := t.columns[i]; c.Width <= 0 || !c.Grow && (c.Align == fyne.TextAlignTrailing || c.Title == "") {
				style := fyne.TextStyle{Bold: t.columns[i].Bold}
				widths[i] = max(widths[i], measure(cell, size, style)+2*tablePad)
			}
		}
	}
	for i, c := range t.columns {
		if c.Width <= 0 {
			widths[i] = min(max(widths[i], leastColumn), mostColumn)
		}
	}
	return widths
}

// spread gives spare width to the columns that grow; if none does, to those whose width is
// not set, each in proportion to what it has.
func (t *Table) spread(widths []float32, spare float32) {
	takes := func(c TableColumn) bool { return c.Grow }
	if !slices.ContainsFunc(t.columns, takes) {
		takes = func(c TableColumn) bool { return c.Width <= 0 }
	}
	var sum float32
	for i, c := range t.columns {
		if takes(c) {
			sum += widths[i]
		}
	}
	for i, c := range t.columns {
		if takes(c) && sum > 0 {
			widths[i] += spare * widths[i] / sum
		}
	}
}

// cells returns as many cells of a row of the page as there are columns.
func (t *Table) cells(r int) []string {
	cells := t.row(t.page*PageRows + r)
	if len(cells) >= len(t.columns) {
		return cells[:len(t.columns)]
	}
	full := make([]string, len(t.columns))
	copy(full, cells)
	return full
}

// contentWidth returns the width of all columns.
func (t *Table) contentWidth() float32 {
	if t.starts == nil {
		t.measureColumns(t.Size().Width)
	}
	return t.starts[len(t.starts)-1]
}

// columnsInSight returns the first column in sight and the one after the last.
func (t *Table) columnsInSight() (from, to int) {
	left := t.scroll.Offset.X
	right := left + t.Size().Width
	n := len(t.columns)
	from, _ = slices.BinarySearch(t.starts, left)
	if from > 0 && (from > n || t.starts[from] > left) {
		from--
	}
	to, _ = slices.BinarySearch(t.starts, right)
	return min(from, n), min(max(to, from), n)
}

// rowsInSight returns the first row of the page in sight and the one after the last.
func (t *Table) rowsInSight() (from, to int) {
	height := t.bodyHeight(t.Size().Height)
	from = int(t.scroll.Offset.Y / tableRow)
	to = int((t.scroll.Offset.Y+height)/tableRow) + 1
	n := t.pageRows()
	return min(max(from, 0), n), min(max(to, 0), n)
}
