package widgets

import (
	"slices"

	"fyne.io/fyne/v2"

	"steward/gui/theme"
)

// measureColumns finds the columns' widths for a width of the grid.
func (g *Grid) measureColumns(width float32) {
	if g.widths == nil {
		g.widths = g.naturalWidths()
	}
	widths := slices.Clone(g.widths)
	var total, growing float32
	for i, w := range widths {
		total += w
		if g.columns[i].Grow {
			growing += w
		}
	}
	if spare := width - total; spare > 0 && growing > 0 {
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

// naturalWidths returns the width each column is told to have, or that its title and first
// rows need.
func (g *Grid) naturalWidths() []float32 {
	widths := make([]float32, len(g.columns))
	caption := dim(g, theme.SizeCaption)
	for i, c := range g.columns {
		widths[i] = max(c.Width, 0)
		if c.Width <= 0 {
			widths[i] = measure(c.Title, caption, fyne.TextStyle{Bold: true}) + 2*tablePad
		}
	}
	looks := min(max(sampleCells/max(len(g.columns), 1), sampleLeast), sampleMost)
	for r := range min(g.n, looks) {
		cells := g.row(r).Cells
		for i := range min(len(cells), len(widths)) {
			if g.columns[i].Width <= 0 {
				widths[i] = max(widths[i], g.cellWidth(cells[i]))
			}
		}
	}
	for i, c := range g.columns {
		if c.Width <= 0 {
			widths[i] = min(max(widths[i], leastColumn), mostColumn)
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
