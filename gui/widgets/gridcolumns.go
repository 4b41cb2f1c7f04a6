package widgets

import (
	"slices"

	"fyne.io/fyne/v2"

	"steward/gui/theme"
)

// measureColumns finds the columns' widths for a width of the grid.
func (g *Grid) measureColumns(width float32) {
	if size := dim(g, theme.SizeTable); g.widths == nil || size != g.measured {
		g.widths, g.measured = g.naturalWidths(), size
	}
	widths := slices.Clone(g.widths)
	var total, growing float32
	for i, w := range widths {
		total += w
		if g.columns[i].Grow {
			growing += w
		}
	}
	spare := width - total
	if width > 0 && spare < 0 {
		narrow(widths, -spare, leastGrowing*enlarged(g), func(i int) bool { return g.columns[i].Grow && g.columns[i].Width > 0 })
	}
	if spare > 0 && growing > 0 {
		for i := range widths {
			if g.columns[i].Grow {
				widths[i] += spare * widths[i] / growing
			}
		}
	}
	g.starts = make([]float32, len(widths)+1)
	for i, w := range widths {
		g.starts[i+1] = g.starts[i] + w
	}
}

// narrow takes width from columns that give way, each in proportion to what it has more than it keeps.
func narrow(widths []float32, over, keeps float32, gives func(i int) bool) {
	var most float32
	for i, w := range widths {
		if gives(i) {
			most += max(w-keeps, 0)
		}
	}
	if over > most*nearly { // it scrolls sideways anyhow
		return
	}
	part := min(over/max(most, 1), 1)
	for i, w := range widths {
		if gives(i) {
			widths[i] -= part * max(w-keeps, 0)
		}
	}
}

// nearly is how many times what columns give away may be missing for them to give it: a table that then all
// but fits is worth it.
const nearly = 2

// leastGrowing is what a column that gives way keeps, in the usual size of text.
const leastGrowing = 72

// naturalWidths returns the width each column is told to have, or that its title and first
// rows need: one that does not grow is never narrower than they are.
func (g *Grid) naturalWidths() []float32 {
	widths := make([]float32, len(g.columns))
	caption := dim(g, theme.SizeCaption)
	for i, c := range g.columns {
		widths[i] = max(c.Width, 0)
		if c.Grow {
			widths[i] *= enlarged(g)
		}
		if c.Width <= 0 || !c.Grow {
			widths[i] = max(widths[i], measure(c.Title, caption, fyne.TextStyle{Bold: true})+2*tablePad)
		}
	}
	looks := min(max(sampleCells/max(len(g.columns), 1), sampleLeast), sampleMost)
	for r := range min(g.n, looks) {
		row := g.row(r)
		if row.Loose {
			continue
		}
		cells := row.Cells
		for i := range min(len(cells), len(widths)) {
			if c := g.columns[i]; c.Width <= 0 || !c.Grow {
				widths[i] = max(widths[i], g.cellWidth(cells[i]))
			}
		}
	}
	for i, c := range g.columns {
		if c.Width <= 0 || !c.Grow {
			most := c.Most * enlarged(g)
			if most <= 0 {
				most = max(mostColumn, c.Width)
			}
			widths[i] = min(widths[i], most)
		}
		if c.Width <= 0 {
			widths[i] = max(widths[i], leastColumn)
		}
	}
	return widths
}

// cellWidth returns the width that a cell needs.
func (g *Grid) cellWidth(c GridCell) float32 {
	if c.Badged {
		return measure(c.Text, dim(g, theme.SizeCaption), fyne.TextStyle{}) + 2*badgePad + 2*tablePad
	}
	return measure(c.Text, dim(g, theme.SizeTable), c.style()) + 2*tablePad
}

func (c GridCell) style() fyne.TextStyle { return fyne.TextStyle{Bold: c.Bold, Italic: c.Italic} }

// contentWidth returns the width of all columns.
func (g *Grid) contentWidth() float32 {
	if g.starts == nil {
		g.measureColumns(g.Size().Width)
	}
	return g.starts[len(g.starts)-1]
}

// columnsInSight returns the first column in sight and the one after the last.
func (g *Grid) columnsInSight() (from, to int) {
	left := g.scroll.Offset.X
	n := len(g.columns)
	for from < n && g.starts[from+1] <= left {
		from++
	}
	to = from
	for to < n && g.starts[to] < left+g.Size().Width {
		to++
	}
	return from, to
}

// rowsInSight returns the first row in sight and the one after the last.
func (g *Grid) rowsInSight() (from, to int) {
	top := g.scroll.Offset.Y
	from = int(top / g.rowTall)
	to = int((top+g.bodyTall())/g.rowTall) + 1
	return min(max(from, 0), g.n), min(max(to, 0), g.n)
}
