package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"steward/gui/theme"
)

// PageRows is the largest number of rows a Table shows on one page. Positions are 32-bit
// floats: with more rows they lose whole pixels.
const PageRows = 10_000

// TableColumn is one column of a Table.
type TableColumn struct {
	Title string
	Width float32        // in pixels in the usual size of text; 0 for as wide as the title and the first rows
	Align fyne.TextAlign // fyne.TextAlignTrailing for numbers
	Bold  bool           // what the row is about, or the number to use
	Quiet bool           // row numbers, intervals
	Grow  bool           // takes the width that is left over, and with a width gives way where there is none
}

// Table shows rows of text under a header that stays in sight, scrolls both ways and turns
// pages past PageRows. Only the cells in sight exist. It takes the focus: up, down, page up,
// page down, home and end move the selection where OnSelected is set, and scroll where not.
type Table struct {
	Widget
	focus
	OnSelected func(row int) // nil for a table that is only read

	columns  []TableColumn
	n        int
	row      func(i int) []string
	page     int
	selected int
	minRows  int

	widths []float32 // of the columns, as they are now
	starts []float32 // where each column begins, and at the end where the last one ends
	sized  float32   // the size of text that the widths are for

	ground *canvas.Rectangle
	header *tableHeader
	clip   *container.Clip
	rows   *tableRows
	scroll *container.Scroll
	pager  *pager
	halo   *canvas.Rectangle
}

const (
	tableRow    = 30 // height of a row
	tableHead   = 32 // height of the header
	tablePad    = 12 // inside a cell, left and right
	tableFew    = 3  // rows there is always room for
	tableNarrow = 160
	pagerHeight = 36
)

// NewTable returns a table of rows with as many cells as there are columns; missing cells
// are blank. The rows are not copied.
func NewTable(columns []TableColumn, rows [][]string) *Table {
	t := &Table{selected: -1, minRows: tableFew, ground: &canvas.Rectangle{}, halo: newHalo(0)}
	t.header, t.rows = newTableHeader(t), newTableRows(t)
	t.clip = container.NewClip(t.header)
	t.scroll = container.NewScroll(t.rows)
	t.scroll.OnScrolled = func(fyne.Position) {
		t.header.Refresh()
		t.rows.Refresh()
	}
	t.pager = newPager(t)
	t.focusChanged = t.Refresh
	t.typed = t.key
	t.ExtendBaseWidget(t)
	t.SetColumns(columns, rows)
	return t
}

// SetRows shows other rows under the same columns.
func (t *Table) SetRows(rows [][]string) {
	t.SetSource(len(rows), func(i int) []string { return rows[i] })
}

// SetSource shows n rows that are asked for when they come into sight. row must return the
// same cells for the same index until the next call of SetSource or SetRows.
func (t *Table) SetSource(n int, row func(i int) []string) {
	t.n, t.row = max(n, 0), row
	t.page, t.widths = 0, nil
	if t.selected >= t.n {
		t.selected = -1
	}
	t.scroll.Offset = fyne.Position{}
	t.Refresh()
}

// SetColumns shows other columns and rows.
func (t *Table) SetColumns(columns []TableColumn, rows [][]string) {
	t.columns = columns
	t.SetRows(rows)
}

// SetSelected highlights a row, turning to its page; -1 for none.
func (t *Table) SetSelected(row int) {
	if row < 0 || row >= t.n {
		t.selected = -1
		t.Refresh()
		return
	}
	t.selected = row
	if page := row / PageRows; page != t.page {
		t.page = page
		t.scroll.Offset.Y = 0
	}
	t.Refresh()
	t.reveal(row % PageRows)
}

// Selected returns the highlighted row, -1 for none.
func (t *Table) Selected() int { return t.selected }

// SetMinRows sets the number of rows for which there is always room, 3 at first. A table
// with fewer rows takes no more room than they need.
func (t *Table) SetMinRows(n int) {
	t.minRows = max(n, 1)
	t.Refresh()
}

// pageRows returns the number of rows of the page.
func (t *Table) pageRows() int { return min(t.n-t.page*PageRows, PageRows) }

// turn shows another page from its top.
func (t *Table) turn(page int) {
	t.page = page
	t.scroll.Offset.Y = 0
	t.Refresh()
}

// choose is what the person does; row is counted from the page's first.
func (t *Table) choose(row int) {
	if t.OnSelected == nil {
		return
	}
	t.selected = t.page*PageRows + row
	t.Refresh()
	t.reveal(row)
	t.OnSelected(t.selected)
}

// objects leaves the scroll out where everything fits, so that the wheel scrolls the page
// that the table is on.
func (t *Table) Parts() []fyne.CanvasObject {
	body := fyne.CanvasObject(t.scroll)
	if t.fits() {
		body = t.rows
	}
	list := []fyne.CanvasObject{t.ground, t.clip, body}
	if t.paged() {
		list = append(list, t.pager)
	}
	return append(list, t.halo)
}

func (t *Table) paged() bool { return t.n > PageRows }

// bodyHeight returns the height of the part with the rows.
func (t *Table) bodyHeight(height float32) float32 {
	height -= tableHead
	if t.paged() {
		height -= pagerHeight
	}
	return max(0, height)
}

func (t *Table) fits() bool {
	size := t.Size()
	return t.contentWidth() <= size.Width+slack && float32(t.pageRows())*tableRow <= t.bodyHeight(size.Height)
}

func (t *Table) Least() fyne.Size {
	height := float32(tableHead + tableRow*max(1, min(t.n, t.minRows)))
	if t.paged() {
		height += pagerHeight
	}
	return fyne.NewSize(min(t.contentWidth(), tableNarrow), height)
}

func (t *Table) Restyle() {
	t.ground.FillColor = ink(t, theme.Surface)
	styleHalo(t, t.halo, t.focused)
	t.measureColumns(t.Size().Width)
	t.header.Refresh()
	t.rows.Refresh()
	t.pager.Refresh()
}

func (t *Table) Arrange(size fyne.Size) {
	t.measureColumns(size.Width)
	place(t.ground, 0, 0, size.Width, size.Height)
	place(t.clip, 0, 0, size.Width, tableHead)
	place(t.halo, 1, 1, size.Width-2, size.Height-2)
	if t.paged() {
		place(t.pager, 0, size.Height-pagerHeight, size.Width, pagerHeight)
	}
	height := t.bodyHeight(size.Height)
	if t.fits() {
		t.scroll.Offset = fyne.Position{}
		place(t.rows, 0, tableHead, size.Width, height)
	} else {
		place(t.scroll, 0, tableHead, size.Width, height)
		t.scroll.Refresh()
	}
	t.header.Refresh()
	t.rows.Refresh()
}
