package tables

import (
	"slices"

	"fyne.io/fyne/v2"

	"steward/gui/theme"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/paint"
)

const (
	LeastColumn  = 48  // no column is narrower
	mostColumn   = 280 // nor wider, unless it is told to be
	leastGrowing = 72  // what a column that gives way keeps beside its title, in the usual size of text
	nearly       = 2   // times what columns give away may be missing for them to give it: then the table all but fits

	sampleCells = 4000
	sampleMost  = 50 // rows looked at to find a column's width
	sampleLeast = 3
)

// measureColumns finds the columns' widths for a width of the table.
func (t *Table) measureColumns(width float32) {
	if size := paint.Dim(t, theme.SizeTable); t.widths == nil || size != t.measured {
		t.widths, t.measured = t.naturalWidths(), size
	}
	widths := slices.Clone(t.widths)
	spare := width
	for _, w := range widths {
		spare -= w
	}
	switch {
	case spare > 0:
		t.spread(widths, spare)
	case width > 0:
		t.narrow(widths, -spare)
	}
	t.starts = make([]float32, len(widths)+1)
	for i, w := range widths {
		t.starts[i+1] = t.starts[i] + w
	}
}

// spread gives spare width to the columns that grow; if none does, to those whose width is
// not set, each in proportion to what it has.
func (t *Table) spread(widths []float32, spare float32) {
	takes := func(c Column) bool { return c.Grow }
	if !slices.ContainsFunc(t.columns, takes) {
		takes = func(c Column) bool { return c.Width <= 0 }
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

// narrow takes width from columns that give way, each in proportion to what it has more than it keeps.
func (t *Table) narrow(widths []float32, over float32) {
	gives := make([]float32, len(widths))
	var most float32
	for i, c := range t.columns {
		if c.Grow && c.Width > 0 {
			gives[i] = max(widths[i]-max(leastGrowing*paint.Enlarged(t), t.titleWidth(c)), 0)
			most += gives[i]
		}
	}
	if over > most*nearly { // it scrolls sideways anyhow
		return
	}
	part := min(over/max(most, 1), 1)
	for i := range widths {
		widths[i] -= part * gives[i]
	}
}

// naturalWidths returns the width each column is told to have, or that its title and first
// rows need: one that does not grow is never narrower than they are.
func (t *Table) naturalWidths() []float32 {
	widths := make([]float32, len(t.columns))
	for i, c := range t.columns {
		widths[i] = max(c.Width, 0)
		if c.Grow {
			widths[i] *= paint.Enlarged(t)
		}
		if c.Width <= 0 || !c.Grow {
			widths[i] = max(widths[i], t.titleWidth(c))
			for _, cell := range c.Holds {
				widths[i] = max(widths[i], t.cellWidth(cell))
			}
		}
	}
	looks := min(max(sampleCells/max(len(t.columns), 1), sampleLeast), sampleMost)
	for r := range min(t.Count, looks) {
		row := t.row(t.page*PageRows + r)
		if row.Loose {
			continue
		}
		for i := range min(len(row.Cells), len(widths)) {
			if c := t.columns[i]; c.Width <= 0 || !c.Grow {
				widths[i] = max(widths[i], t.cellWidth(row.Cells[i]))
			}
		}
	}
	for i, c := range t.columns {
		if c.Width <= 0 || !c.Grow {
			most := c.Most * paint.Enlarged(t)
			if most <= 0 {
				most = max(mostColumn, c.Width)
			}
			widths[i] = min(widths[i], most)
		}
		if c.Width <= 0 {
			widths[i] = max(widths[i], LeastColumn)
		}
	}
	return widths
}

// titleWidth returns the width that the title of a column needs.
func (t *Table) titleWidth(c Column) float32 {
	return paint.Measure(c.Title, paint.Dim(t, theme.SizeCaption), fyne.TextStyle{Bold: true}) + 2*tablePad
}

// cellWidth returns the width that a cell needs.
func (t *Table) cellWidth(c Cell) float32 {
	if c.Badged {
		return paint.Measure(c.Text, paint.Dim(t, theme.SizeCaption), fyne.TextStyle{}) + 2*notices.BadgePad + 2*tablePad
	}
	return paint.Measure(c.Text, paint.Dim(t, theme.SizeTable), c.style()) + 2*tablePad
}

func (c Cell) style() fyne.TextStyle { return fyne.TextStyle{Bold: c.Bold, Italic: c.Italic} }

// contentWidth returns the width of all columns.
func (t *Table) contentWidth() float32 {
	if t.starts == nil {
		t.measureColumns(t.Size().Width)
	}
	return t.starts[len(t.starts)-1]
}

// columnsInSight returns the first column in sight and the one after the last.
func (t *Table) columnsInSight() (from, to int) {
	left, n := t.Scroll.Offset.X, len(t.columns)
	for from < n && t.starts[from+1] <= left {
		from++
	}
	to = from
	for to < n && t.starts[to] < left+t.Size().Width {
		to++
	}
	return from, to
}
