package tables

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/theme"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/paint"
)

// drawRow draws a row of the page.
func (t *Table) drawRow(p *paint.Pen, i int, y, width float32) {
	row := t.row(t.page*PageRows + i)
	if row.Head && i != t.Chosen {
		p.Ground(fyne.NewPos(0, y), fyne.NewSize(width, t.Tall), theme.Selected, false)
	}
	from, to := t.columnsInSight()
	for k := from; k < to; k++ {
		if t.columns[k].Edge {
			p.Ground(fyne.NewPos(t.starts[k], y), fyne.NewSize(t.starts[k+1]-t.starts[k], t.Tall), theme.Quiet, false)
		}
		if k < len(row.Cells) {
			t.drawCell(p, row, k, y)
		}
	}
	if i < t.Count-1 {
		p.Line(fyne.NewPos(0, y+t.Tall-0.5), fyne.NewPos(width, y+t.Tall-0.5), theme.Line, 1)
	}
}

// drawCell draws a cell of the row that begins at a height.
func (t *Table) drawCell(p *paint.Pen, row Row, column int, y float32) {
	c, next, align := row.Cells[column], column+1, t.columns[column].Align
	if row.Loose && !t.columns[column].Edge {
		align = fyne.TextAlignLeading
		for next < len(row.Cells) && next < len(t.columns) && row.Cells[next].Text == "" {
			next++
		}
	}
	left, right := t.starts[column]+tablePad, t.starts[next]-tablePad
	switch {
	case c.Tick != NoTick:
		drawTick(p, (left+right-tickSize)/2, y+(t.Tall-tickSize)/2, c.Tick)
	case c.Badged:
		notices.DrawBadge(p, c.Badge, c.Text, left, y+(t.Tall-notices.BadgeHeight)/2, right-left)
	case c.Text != "":
		l := paint.Label{Text: c.Text, Size: theme.SizeTable, Role: theme.Text, Align: align}
		if c.Quiet {
			l.Role = theme.QuietText
		}
		p.Cell(l, c.style(), left, right, y, t.Tall)
	}
}

const tickSize = 18

// drawTick draws a box in its state.
func drawTick(p *paint.Pen, x, y float32, tick Tick) {
	box := &canvas.Rectangle{CornerRadius: 3, StrokeWidth: 1.5, FillColor: paint.Ink(p.W, theme.Surface), StrokeColor: paint.Ink(p.W, theme.Control)}
	paint.Place(box, x, y, tickSize, tickSize)
	p.Shapes = append(p.Shapes, box)
	switch tick {
	case TickOff:
		box.FillColor, box.StrokeColor = paint.Ink(p.W, theme.Quiet), paint.Ink(p.W, theme.Line)
	case Ticked:
		box.FillColor, box.StrokeColor = paint.Ink(p.W, theme.Primary), paint.Ink(p.W, theme.Primary)
		p.Icon(fynetheme.ConfirmIcon(), theme.OnPrimary, x+2, y+2, tickSize-4)
	}
}

// drawHeader draws the line of titles, which moves with the rows.
func (t *Table) drawHeader(p *paint.Pen, size fyne.Size) {
	if t.Head == 0 {
		return
	}
	p.Ground(fyne.Position{}, fyne.NewSize(size.Width, t.Head), theme.Quiet, false)
	from, to := t.columnsInSight()
	for i := from; i < to; i++ {
		if c := t.columns[i]; c.Title != "" {
			l := paint.Label{Text: c.Title, Size: theme.SizeCaption, Role: theme.QuietText, Align: c.Align}
			p.Cell(l, fyne.TextStyle{Bold: true}, t.starts[i]+tablePad-t.Scroll.Offset.X, t.starts[i+1]-tablePad-t.Scroll.Offset.X, 0, t.Head)
		}
	}
	p.Line(fyne.NewPos(0, t.Head-0.5), fyne.NewPos(size.Width, t.Head-0.5), theme.Line, 1)
}
