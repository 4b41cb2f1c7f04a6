package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"

	"steward/gui/theme"
)

// tableRows is the scrolled part of a Table. It has the height of all rows of the page and
// draws those in sight.
type tableRows struct {
	Widget
	table   *Table
	hovered int // row of the page under the pointer, -1 for none
	rows    []*tableRowView
}

// tableRowView is one row in sight.
type tableRowView struct {
	row    int
	ground *canvas.Rectangle
	rule   *canvas.Line
	cells  []*canvas.Text
}

func newTableRows(t *Table) *tableRows {
	r := &tableRows{table: t, hovered: -1}
	r.ExtendBaseWidget(r)
	return r
}

// Tapped is for Fyne.
func (r *tableRows) Tapped(event *fyne.PointEvent) {
	focusOn(r.table)
	if row := r.rowAt(event.Position.Y); row >= 0 {
		r.table.choose(row)
	}
}

// Cursor is for Fyne.
func (r *tableRows) Cursor() desktop.Cursor { return pointer(r.table.OnSelected != nil) }

// MouseIn is for Fyne.
func (r *tableRows) MouseIn(event *desktop.MouseEvent) { r.MouseMoved(event) }

// MouseMoved is for Fyne.
func (r *tableRows) MouseMoved(event *desktop.MouseEvent) { r.hoverOn(r.rowAt(event.Position.Y)) }

// MouseOut is for Fyne.
func (r *tableRows) MouseOut() { r.hoverOn(-1) }

func (r *tableRows) hoverOn(row int) {
	if row != r.hovered {
		r.hovered = row
		r.Refresh()
	}
}

// rowAt returns the row of the page at a height, -1 for none.
func (r *tableRows) rowAt(y float32) int {
	row := int(y / tableRow)
	if y < 0 || row >= r.table.pageRows() {
		return -1
	}
	return row
}

func (r *tableRows) Parts() []fyne.CanvasObject {
	var list []fyne.CanvasObject
	for _, v := range r.rows {
		list = append(list, v.ground)
		for _, c := range v.cells {
			list = append(list, c)
		}
		list = append(list, v.rule)
	}
	return list
}

func (r *tableRows) Least() fyne.Size {
	return fyne.NewSize(r.table.contentWidth(), float32(r.table.pageRows())*tableRow)
}

func (r *tableRows) Arrange(fyne.Size) {}

// restyle draws what is in sight. Places depend on words, so that both are done here.
func (r *tableRows) Restyle() {
	t := r.table
	if t.Size().IsZero() {
		r.rows = nil
		return
	}
	from, to := t.rowsInSight()
	for len(r.rows) < to-from {
		r.rows = append(r.rows, &tableRowView{
			ground: &canvas.Rectangle{}, rule: &canvas.Line{StrokeWidth: 1},
		})
	}
	r.rows = r.rows[:to-from]
	for i, v := range r.rows {
		v.row = from + i
		r.draw(v)
	}
}

func (r *tableRows) draw(v *tableRowView) {
	t := r.table
	y, width := float32(v.row)*tableRow, max(t.Size().Width, t.contentWidth())
	place(v.ground, 0, y, width, tableRow)
	chosen := t.selected == t.page*PageRows+v.row
	role := theme.Hover
	if chosen {
		role = theme.Selected
	}
	v.ground.FillColor = ink(t, role)
	show(v.ground, chosen || (t.OnSelected != nil && v.row == r.hovered))
	v.rule.StrokeColor = ink(t, theme.Line)
	show(v.rule, v.row < t.pageRows()-1)
	v.rule.Position1, v.rule.Position2 = fyne.NewPos(0, y+tableRow-0.5), fyne.NewPos(width, y+tableRow-0.5)

	from, to := t.columnsInSight()
	cells := t.cells(v.row)
	for len(v.cells) < to-from {
		v.cells = append(v.cells, &canvas.Text{})
	}
	v.cells = v.cells[:to-from]
	for i, c := range v.cells {
		col := t.columns[from+i]
		c.TextStyle, c.TextSize = fyne.TextStyle{Bold: col.Bold}, dim(t, theme.SizeTable)
		c.Color = ink(t, theme.Text)
		if col.Quiet {
			c.Color = ink(t, theme.QuietText)
		}
		t.placeCell(c, cells[from+i], from+i, y, tableRow)
	}
}

// placeCell puts a text into its column, shortened to the room there is.
func (t *Table) placeCell(c *canvas.Text, text string, column int, y, height float32) {
	left, room := t.starts[column]+tablePad, t.starts[column+1]-t.starts[column]-2*tablePad
	c.Text, c.Alignment = ellipsis(text, room, c.TextSize, c.TextStyle), t.columns[column].Align
	least := c.MinSize()
	place(c, left, y+(height-least.Height)/2, room, least.Height)
}

// tableHeader is the line of titles. It is clipped to the table and moves with the rows.
type tableHeader struct {
	Widget
	table  *Table
	ground *canvas.Rectangle
	rule   *canvas.Line
	cells  []*canvas.Text
}

func newTableHeader(t *Table) *tableHeader {
	h := &tableHeader{table: t, ground: &canvas.Rectangle{}, rule: &canvas.Line{StrokeWidth: 1}}
	h.ExtendBaseWidget(h)
	return h
}

func (h *tableHeader) Parts() []fyne.CanvasObject {
	list := []fyne.CanvasObject{h.ground}
	for _, c := range h.cells {
		list = append(list, c)
	}
	return append(list, h.rule)
}

func (h *tableHeader) Least() fyne.Size { return fyne.NewSize(1, tableHead) }

func (h *tableHeader) Arrange(fyne.Size) {}

func (h *tableHeader) Restyle() {
	t := h.table
	if t.Size().IsZero() {
		h.cells = nil
		return
	}
	width := t.Size().Width
	place(h.ground, 0, 0, width, tableHead)
	h.ground.FillColor, h.rule.StrokeColor = ink(t, theme.Quiet), ink(t, theme.Line)
	h.rule.Position1, h.rule.Position2 = fyne.NewPos(0, tableHead-0.5), fyne.NewPos(width, tableHead-0.5)
	from, to := t.columnsInSight()
	for len(h.cells) < to-from {
		h.cells = append(h.cells, &canvas.Text{})
	}
	h.cells = h.cells[:to-from]
	for i, c := range h.cells {
		c.TextStyle, c.TextSize = fyne.TextStyle{Bold: true}, dim(t, theme.SizeCaption)
		c.Color = ink(t, theme.QuietText)
		t.placeCell(c, t.columns[from+i].Title, from+i, 0, tableHead)
		c.Move(c.Position().SubtractXY(t.scroll.Offset.X, 0))
	}
}
