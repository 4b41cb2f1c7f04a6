package tables

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"

	"steward/gui/theme"
	"steward/gui/widgets/input"
	"steward/gui/widgets/lists"
	"steward/gui/widgets/notices"
	"steward/gui/widgets/paint"
	"steward/gui/words"
)

// PageRows is the largest number of rows a Table shows on one page. Positions are 32-bit
// floats: with more rows they lose whole pixels.
const PageRows = 10_000

// Column is one column of a Table.
type Column struct {
	Title       string
	Width       float32        // in pixels in the usual size of text; 0 for as wide as the title and the first rows
	Most        float32        // how wide its cells make it at most, in the usual size of text; 0 for 280 pixels
	Align       fyne.TextAlign // of the title and of the cells; fyne.TextAlignTrailing for numbers
	Grow        bool           // takes the width that is left over, and with a width gives way where there is none
	Edge        bool           // stands on the quiet ground, as row numbers do
	Bold, Quiet bool           // how texts look that are set by SetTexts
	Holds       []Cell         // what its cells may come to show: there is room for it from the start, so that nothing moves then
}

// Cell is one cell of a Table: a text, a text in a badge, or a box to tick.
type Cell struct {
	Text                string
	Bold, Italic, Quiet bool
	Badged              bool
	Badge               notices.BadgeStyle // meant where Badged
	Tick                Tick
}

// Tick is a box in a cell.
type Tick uint8

// The boxes.
const (
	NoTick   Tick = iota // none
	Unticked             // can be ticked
	Ticked               // can be unticked
	TickOff              // greyed: cannot be ticked
)

// Row is one row of a Table.
type Row struct {
	Cells []Cell // missing cells are blank
	Head  bool   // stands out, as the row with the names of the columns does
	// Loose has the texts reach over the blank cells after them, as a title over a table does. They widen
	// no column.
	Loose bool
}

// Table shows rows under a header that stays in sight, scrolls both ways and turns pages past PageRows. Only the
// cells in sight exist. It takes the focus: up, down, page up, page down, home and end choose a row where
// OnSelected is set, and scroll where not; left and right scroll; space ticks, enter enters, alt with up and down
// moves a row and delete removes it, where there are callbacks for them.
type Table struct {
	lists.List
	// OnSelected is told the row that the person chooses; nil for a table that is only read.
	OnSelected func(row int)
	// OnTicked is told the row whose box the person ticks or unticks.
	OnTicked func(row int, on bool)
	// OnEntered is told the row on which enter was pressed.
	OnEntered func(row int)
	// OnMoved is told a row and -1 or 1, where the person wants it to go.
	OnMoved func(row, by int)
	// OnRemoved is told the row to remove.
	OnRemoved func(row int)

	columns  []Column
	all      int // rows on all pages
	row      func(i int) Row
	page     int
	selected int // among all
	minRows  int

	widths, starts []float32 // of the columns; the starts end with the last one's end
	measured       float32   // the size of text that the widths are for

	ground *canvas.Rectangle
	header *paint.Sketch // clipped to the table
	clip   *container.Clip
	pager  *pager
}

const (
	tableHead   = 32 // height of the header
	tablePad    = 12 // inside a cell, left and right
	tableFew    = 3  // rows there is always room for
	tableNarrow = 160
	tableBar    = 10 // for the bar of a table that scrolls sideways
	pagerHeight = 36
)

// NewTable returns a table without rows.
func NewTable(columns ...Column) *Table {
	t := &Table{selected: -1, minRows: tableFew, ground: &canvas.Rectangle{}}
	t.header, t.pager = paint.NewSketch(t.drawHeader), newPager(t)
	t.clip = container.NewClip(t.header)
	t.Init(t, lists.RowTall)
	t.Halo = paint.NewHalo(0)
	t.DrawRow, t.RowsWide, t.ReadOnly = t.drawRow, t.contentWidth, func() bool { return t.OnSelected == nil }
	t.OnTap, t.OnKeyed, t.OnKey, t.OnMenu = t.tap, t.choose, t.act, t.open
	t.OnScroll = t.header.Refresh
	t.SetColumns(columns...)
	return t
}

// NewGrid returns a table without rows, whose rows have a height in pixels.
func NewGrid(rowHeight float32, columns ...Column) *Table {
	t := NewTable(columns...)
	t.Tall = rowHeight
	return t
}

// SetColumns shows other columns, without rows, from the upper left corner.
func (t *Table) SetColumns(columns ...Column) {
	t.columns, t.selected = columns, -1
	t.Head = 0 // a table without titles has no header
	for _, c := range columns {
		if c.Title != "" {
			t.Head = tableHead
		}
	}
	t.restart(0, nil)
}

// SetTexts shows other columns, and rows of texts.
func (t *Table) SetTexts(columns []Column, rows [][]string) {
	t.SetColumns(columns...)
	t.SetSource(len(rows), func(i int) []string { return rows[i] })
}

// SetSource shows n rows of texts from the first one on. They are asked for when they come into sight: row must
// return the same texts for the same index until the next call of SetSource, SetTexts or SetRows.
func (t *Table) SetSource(n int, row func(i int) []string) {
	t.restart(n, func(i int) Row {
		var r Row
		for k, text := range row(i) {
			if k < len(t.columns) {
				r.Cells = append(r.Cells, Cell{Text: text, Bold: t.columns[k].Bold, Quiet: t.columns[k].Quiet})
			}
		}
		return r
	})
}

// restart shows n rows from the upper left corner.
func (t *Table) restart(n int, row func(i int) Row) {
	t.page, t.Scroll.Offset = 0, fyne.Position{}
	t.SetRows(n, row)
}

// SetRows shows n rows that are asked for when they come into sight. What is in sight stays in sight as far as
// there are rows.
func (t *Table) SetRows(n int, row func(i int) Row) {
	t.all, t.row, t.widths = max(n, 0), row, nil
	if t.selected >= t.all {
		t.selected = -1
	}
	t.turn(min(t.page, max(t.all-1, 0)/PageRows))
}

// turn shows a page.
func (t *Table) turn(page int) {
	if page != t.page {
		t.page, t.Scroll.Offset.Y = page, 0
	}
	t.Foot = 0
	if t.all > PageRows {
		t.Foot = pagerHeight
	}
	t.Count = min(t.all-t.page*PageRows, PageRows)
	t.measureColumns(t.Size().Width)
	t.Reset(t.Count, max(t.selected-t.page*PageRows, -1))
}

// SetSelected highlights a row and brings it into sight, turning to its page; -1 for none.
func (t *Table) SetSelected(row int) {
	t.selected = row
	if row < 0 || row >= t.all {
		t.selected = -1
		t.turn(t.page)
		return
	}
	t.turn(row / PageRows)
	t.Highlight(t.Chosen)
}

// Selected returns the highlighted row, -1 for none.
func (t *Table) Selected() int { return t.selected }

// Len returns the number of rows.
func (t *Table) Len() int { return t.all }

// Row returns a row as it is shown.
func (t *Table) Row(i int) Row { return t.row(i) }

// SetMinRows sets the number of rows for which there is always room, 3 at first. A table with fewer rows takes no
// more room than they need.
func (t *Table) SetMinRows(n int) {
	t.minRows = max(n, 1)
	t.Refresh()
}

// choose is what the person does; row is counted from the page's first.
func (t *Table) choose(row int) {
	if t.OnSelected != nil {
		t.SetSelected(t.page*PageRows + row)
		t.OnSelected(t.selected)
	}
}

// tap chooses a row, and ticks it where its box was tapped.
func (t *Table) tap(row int, x float32) {
	tapped := false
	for i, c := range t.row(t.page*PageRows + row).Cells {
		tapped = tapped || c.Tick != NoTick && x >= t.starts[i] && x < t.starts[i+1]
	}
	t.choose(row)
	if tapped {
		t.tick(t.page*PageRows + row)
	}
}

// act does what a key asks for with the chosen row.
func (t *Table) act(key fyne.KeyName) {
	if t.selected < 0 {
		return
	}
	switch key {
	case fyne.KeySpace:
		t.tick(t.selected)
	case fyne.KeyReturn, fyne.KeyEnter:
		if t.OnEntered != nil {
			t.OnEntered(t.selected)
		}
	case fyne.KeyDelete, fyne.KeyBackspace:
		if t.OnRemoved != nil {
			t.OnRemoved(t.selected)
		}
	}
}

// tick turns the box of a row over, if it has one that can be turned.
func (t *Table) tick(row int) {
	if t.OnTicked == nil || row >= t.all {
		return
	}
	for _, c := range t.row(row).Cells {
		if c.Tick == Unticked || c.Tick == Ticked {
			t.OnTicked(row, c.Tick == Unticked)
			return
		}
	}
}

// TypedShortcut is for Fyne: alt with up and down moves the selected row, and copying copies the table. All other
// shortcuts are the window's.
func (t *Table) TypedShortcut(shortcut fyne.Shortcut) {
	by := map[fyne.KeyName]int{fyne.KeyUp: -1, fyne.KeyDown: 1}
	switch s := shortcut.(type) {
	case *fyne.ShortcutCopy:
		ToClipboard(t.sheet(0, t.all))
		return
	case *desktop.CustomShortcut:
		if s.Modifier == fyne.KeyModifierAlt && by[s.KeyName] != 0 && t.OnMoved != nil && t.selected >= 0 {
			t.OnMoved(t.selected, by[s.KeyName])
			return
		}
	}
	input.HandOn(t, shortcut)
}

// open opens the menu of what can be done with the table; row is counted from the page's first, -1 for none.
func (t *Table) open(at *fyne.Position, row int) {
	if row >= 0 {
		row += t.page * PageRows
	}
	input.OpenMenu(t, at, CopyItems(t.all, row, t.sheet))
}

// sheet returns rows of the table as text for the clipboard.
func (t *Table) sheet(from, n int) string {
	titles, numbers := make([]string, len(t.columns)), make([]bool, len(t.columns))
	for i, c := range t.columns {
		titles[i], numbers[i] = c.Title, c.Align == fyne.TextAlignTrailing
	}
	return SheetText(titles, numbers, min(n, t.all-from), func(i int) []string { return t.row(from + i).texts() })
}

// texts returns the words of the cells.
func (r Row) texts() []string {
	texts := make([]string, len(r.Cells))
	for i, c := range r.Cells {
		if texts[i] = c.Text; c.Tick == Ticked {
			texts[i] = strings.TrimSpace("✓ " + c.Text)
		}
	}
	return texts
}

// AccessibilityLabel returns the words of the highlighted row.
func (t *Table) AccessibilityLabel() string {
	if t.selected < 0 {
		return words.T("Table")
	}
	return input.Named(words.T("Table"), spoken(t.row(t.selected).texts()...))
}

// Parts is for Drawn.
func (t *Table) Parts() []fyne.CanvasObject {
	list := []fyne.CanvasObject{t.ground, t.clip, t.Body()}
	if t.Foot > 0 {
		list = append(list, t.pager)
	}
	return append(list, t.Halo)
}

// Least is for Drawn.
func (t *Table) Least() fyne.Size {
	height := t.Head + t.Foot + t.Tall*float32(max(1, min(t.all, t.minRows)))
	if t.Size().Width > 0 && t.contentWidth() > t.Size().Width+paint.Slack {
		height += tableBar
	}
	return fyne.NewSize(min(t.contentWidth(), tableNarrow), height)
}

// Restyle is for Drawn.
func (t *Table) Restyle() {
	t.ground.FillColor = paint.Ink(t, theme.Surface)
	t.List.Restyle()
	t.measureColumns(t.Size().Width)
	t.pager.Refresh()
}

// Arrange is for Drawn.
func (t *Table) Arrange(size fyne.Size) {
	t.measureColumns(size.Width)
	paint.Place(t.ground, 0, 0, size.Width, size.Height)
	paint.Place(t.clip, 0, 0, size.Width, t.Head)
	paint.Place(t.header, 0, 0, size.Width, t.Head)
	t.List.Arrange(size)
	paint.Place(t.Halo, 1, 1, size.Width-2, size.Height-2)
	paint.Place(t.pager, 0, size.Height-pagerHeight, size.Width, pagerHeight)
	t.header.Refresh()
}

// spoken joins the words of a row.
func spoken(cells ...string) string {
	text := ""
	for _, c := range cells {
		if c != "" && text != "" {
			text += ", "
		}
		text += c
	}
	return text
}
