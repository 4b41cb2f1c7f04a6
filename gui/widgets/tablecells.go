package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/theme"
)

// drawRow draws a row of the page.
func (t *Table) drawRow(p *pen, i int, y, width float32) {
	row := t.row(t.page*PageRows + i)
	if row.Head && i != t.at {
		p.ground(fyne.NewPos(0, y), fyne.NewSize(width, t.tall), theme.Selected, false)
	}
	from, to := t.columnsInSight()
	for k := from; k < to; k++ {
		if t.columns[k].Edge {
			p.ground(fyne.NewPos(t.starts[k], y), fyne.NewSize(t.starts[k+1]-t.starts[k], t.tall), theme.Quiet, false)
		}
		if k < len(row.Cells) {
			t.drawCell(p, row, k, y)
		}
	}
	if i < t.n-1 {
		p.line(fyne.NewPos(0, y+t.tall-0.5), fyne.NewPos(width, y+t.tall-0.5), theme.Line, 1)
	}
}

// drawCell draws a cell of the row that begins at a height.
func (t *Table) drawCell(p *pen, row TableRow, column int, y float32) {
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
		drawTick(p, (left+right-tickSize)/2, y+(t.tall-tickSize)/2, c.Tick)
	case c.Badged:
		drawBadge(p, c.Badge, c.Text, left, y+(t.tall-badgeHeight)/2, right-left)
	case c.Text != "":
		l := label{text: c.Text, size: theme.SizeTable, role: theme.Text, align: align}
		if c.Quiet {
			l.role = theme.QuietText
		}
		p.cell(l, c.style(), left, right, y, t.tall)
	}
}

const tickSize = 18

// drawTick draws a box in its state.
func drawTick(p *pen, x, y float32, tick Tick) {
	box := &canvas.Rectangle{CornerRadius: 3, StrokeWidth: 1.5, FillColor: ink(p.w, theme.Surface), StrokeColor: ink(p.w, theme.Control)}
	place(box, x, y, tickSize, tickSize)
	p.shapes = append(p.shapes, box)
	switch tick {
	case TickOff:
		box.FillColor, box.StrokeColor = ink(p.w, theme.Quiet), ink(p.w, theme.Line)
	case Ticked:
		box.FillColor, box.StrokeColor = ink(p.w, theme.Primary), ink(p.w, theme.Primary)
		p.icon(fynetheme.ConfirmIcon(), theme.OnPrimary, x+2, y+2, tickSize-4)
	}
}

// drawHeader draws the line of titles, which moves with the rows.
func (t *Table) drawHeader(p *pen, size fyne.Size) {
	if t.head == 0 {
		return
	}
	p.ground(fyne.Position{}, fyne.NewSize(size.Width, t.head), theme.Quiet, false)
	from, to := t.columnsInSight()
	for i := from; i < to; i++ {
		if c := t.columns[i]; c.Title != "" {
			l := label{text: c.Title, size: theme.SizeCaption, role: theme.QuietText, align: c.Align}
			p.cell(l, fyne.TextStyle{Bold: true}, t.starts[i]+tablePad-t.scroll.Offset.X, t.starts[i+1]-tablePad-t.scroll.Offset.X, 0, t.head)
		}
	}
	p.line(fyne.NewPos(0, t.head-0.5), fyne.NewPos(size.Width, t.head-0.5), theme.Line, 1)
}
