package widgets

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"

	"steward/gui/theme"
)

// gridRows is the scrolled part of a Grid. It has the height of all rows and draws those in
// sight.
type gridRows struct {
	Widget
	grid    *Grid
	hovered int // row under the pointer, -1 for none
	shapes  []fyne.CanvasObject
}

// Tapped is for Fyne: a tap on a box ticks it, any other chooses the row.
func (r *gridRows) Tapped(event *fyne.PointEvent) {
	focusOn(r.grid)
	row := r.rowAt(event.Position.Y)
	if row < 0 {
		return
	}
	g := r.grid
	tapped := false
	for i, c := range g.row(row).Cells {
		tapped = tapped || c.Tick != NoTick && event.Position.X >= g.starts[i] && event.Position.X < g.starts[i+1]
	}
	g.choose(row)
	if tapped {
		g.tick(row)
	}
}

// Cursor is for Fyne.
func (r *gridRows) Cursor() desktop.Cursor { return pointer(r.grid.OnSelected != nil) }

// MouseIn is for Fyne.
func (r *gridRows) MouseIn(event *desktop.MouseEvent) { r.MouseMoved(event) }

// MouseMoved is for Fyne.
func (r *gridRows) MouseMoved(event *desktop.MouseEvent) { r.hoverOn(r.rowAt(event.Position.Y)) }

// MouseOut is for Fyne.
func (r *gridRows) MouseOut() { r.hoverOn(-1) }

func (r *gridRows) hoverOn(row int) {
	if row != r.hovered {
		r.hovered = row
		r.Refresh()
	}
}

// rowAt returns the row at a height, -1 for none.
func (r *gridRows) rowAt(y float32) int {
	row := int(y / r.grid.rowTall)
	if y < 0 || row >= r.grid.n {
		return -1
	}
	return row
}

func (r *gridRows) Parts() []fyne.CanvasObject { return r.shapes }

func (r *gridRows) Least() fyne.Size {
	return fyne.NewSize(r.grid.contentWidth(), float32(r.grid.n)*r.grid.rowTall)
}

func (r *gridRows) Arrange(fyne.Size) {}

// restyle draws what is in sight. Places depend on words, so that both are done here.
func (r *gridRows) Restyle() {
	r.shapes = nil
	if r.grid.Size().IsZero() {
		return
	}
	p := &pen{w: r}
	from, to := r.grid.rowsInSight()
	for row := from; row < to; row++ {
		r.draw(p, row)
	}
	r.shapes = p.shapes
}

// draw draws a row.
func (r *gridRows) draw(p *pen, row int) {
	g := r.grid
	y, width := float32(row)*g.rowTall, max(g.Size().Width, g.contentWidth())
	content := g.row(row)
	switch {
	case g.selected == row || content.Head:
		p.slab(0, y, width, g.rowTall, theme.Selected)
	case g.OnSelected != nil && row == r.hovered:
		p.slab(0, y, width, g.rowTall, theme.Hover)
	}
	from, to := g.columnsInSight()
	for i := from; i < to; i++ {
		if g.columns[i].Edge {
			p.slab(g.starts[i], y, g.starts[i+1]-g.starts[i], g.rowTall, theme.Quiet)
		}
		if i < len(content.Cells) {
			g.drawCell(p, content, i, y)
		}
	}
	if row < g.n-1 {
		p.line(fyne.NewPos(0, y+g.rowTall-0.5), fyne.NewPos(width, y+g.rowTall-0.5), theme.Line, 1)
	}
}

// drawCell draws a cell of the row that begins at a height.
func (g *Grid) drawCell(p *pen, row GridRow, column int, y float32) {
	c, next, align := row.Cells[column], column+1, g.columns[column].Align
	if row.Loose && !g.columns[column].Edge {
		align = fyne.TextAlignLeading
		for next < len(row.Cells) && next < len(g.columns) && row.Cells[next].Text == "" {
			next++
		}
	}
	left, right := g.starts[column]+tablePad, g.starts[next]-tablePad
	switch {
	case c.Tick != NoTick:
		p.tickBox((left+right-tickSize)/2, y+(g.rowTall-tickSize)/2, c.Tick)
	case c.Badged:
		drawBadge(p, c, left, y+(g.rowTall-badgeHeight)/2, right-left)
	case c.Text != "":
		l := label{text: c.Text, size: theme.SizeTable, role: theme.Text}
		if c.Quiet {
			l.role = theme.QuietText
		}
		drawGridText(p, l, c.style(), align, left, right, y, g.rowTall)
	}
}

// drawGridText writes a text between two edges, shortened to the room there is.
func drawGridText(p *pen, l label, style fyne.TextStyle, align fyne.TextAlign, left, right, y, height float32) {
	t := &canvas.Text{TextSize: dim(p.w, l.size), TextStyle: style, Color: ink(p.w, l.role), Alignment: align}
	t.Text = strings.Replace(ellipsis(l.text, right-left, t.TextSize, style), "……", "…", 1)
	least := t.MinSize()
	place(t, left, y+(height-least.Height)/2, right-left, least.Height)
	p.shapes = append(p.shapes, t)
}

// drawBadge draws a text in a box, as wide as it is or as there is room.
func drawBadge(p *pen, c GridCell, x, y, room float32) {
	ground, mark, line := badgeRoles(c.Badge)
	size := dim(p.w, theme.SizeCaption)
	width := min(measure(c.Text, size, fyne.TextStyle{})+2*badgePad, room)
	p.box(fyne.NewPos(x, y), fyne.NewSize(width, badgeHeight), ground, line)
	l := label{text: c.Text, size: theme.SizeCaption, role: mark}
	drawGridText(p, l, fyne.TextStyle{}, fyne.TextAlignCenter, x+badgePad/2, x+width-badgePad/2, y, badgeHeight)
}

const tickSize = 18

// tickBox draws a box in its state.
func (p *pen) tickBox(x, y float32, tick Tick) {
	box := &canvas.Rectangle{CornerRadius: 3, StrokeWidth: 1.5, FillColor: ink(p.w, theme.Surface), StrokeColor: ink(p.w, theme.Control)}
	place(box, x, y, tickSize, tickSize)
	p.shapes = append(p.shapes, box)
	switch tick {
	case TickOff:
		box.FillColor, box.StrokeColor = ink(p.w, theme.Quiet), ink(p.w, theme.Line)
	case Ticked:
		box.FillColor, box.StrokeColor = ink(p.w, theme.Primary), ink(p.w, theme.Primary)
		mark := newIcon()
		setIcon(mark, fynetheme.ConfirmIcon(), theme.OnPrimary)
		place(mark, x+2, y+2, tickSize-4, tickSize-4)
		p.shapes = append(p.shapes, mark)
	}
}

// slab paints a rectangle with sharp corners.
func (p *pen) slab(x, y, width, height float32, ground fyne.ThemeColorName) {
	r := &canvas.Rectangle{FillColor: ink(p.w, ground)}
	place(r, x, y, width, height)
	p.shapes = append(p.shapes, r)
}

// gridHeader is the line of titles. It is clipped to the grid and moves with the rows.
type gridHeader struct {
	Widget
	grid   *Grid
	shapes []fyne.CanvasObject
}

func (h *gridHeader) Parts() []fyne.CanvasObject { return h.shapes }

func (h *gridHeader) Least() fyne.Size { return fyne.NewSize(1, h.grid.headTall()) }

func (h *gridHeader) Arrange(fyne.Size) {}

func (h *gridHeader) Restyle() {
	g := h.grid
	h.shapes = nil
	head := g.headTall()
	if g.Size().IsZero() || head == 0 {
		return
	}
	p := &pen{w: h}
	width := g.Size().Width
	p.slab(0, 0, width, head, theme.Quiet)
	from, to := g.columnsInSight()
	for i := from; i < to; i++ {
		c := g.columns[i]
		left, right := g.starts[i]+tablePad-g.scroll.Offset.X, g.starts[i+1]-tablePad-g.scroll.Offset.X
		if c.Title == "" {
			continue
		}
		drawGridText(p, label{text: c.Title, size: theme.SizeCaption, role: theme.QuietText}, fyne.TextStyle{Bold: true}, c.Align, left, right, 0, head)
	}
	p.line(fyne.NewPos(0, head-0.5), fyne.NewPos(width, head-0.5), theme.Line, 1)
	h.shapes = p.shapes
}
