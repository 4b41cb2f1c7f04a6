package widgets

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"steward/gui/theme"
)

// GridColumn is one column of a Grid.
type GridColumn struct {
	Title string
	Width float32        // in pixels in the usual size of text; 0 for as wide as the title and the first rows
	Most  float32        // how wide its cells make it at most, in the usual size of text; 0 for 280 pixels
	Align fyne.TextAlign // of the title and of the cells
	Grow  bool           // takes the width that is left over, and with a width gives way where there is none
	Edge  bool           // stands on the quiet ground, as row numbers do
}

// GridCell is one cell of a Grid: a text, a text in a badge, or a box to tick.
type GridCell struct {
	Text                string
	Bold, Italic, Quiet bool
	Badged              bool
	Badge               BadgeStyle // meant where Badged
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

// GridRow is one row of a Grid.
type GridRow struct {
	Cells []GridCell // missing cells are blank
	Head  bool       // stands out, as the row with the names of the columns does
	// Loose has the texts reach over the blank cells after them, as a title over a table does. They widen
	// no column.
	Loose bool
}

// Grid is a table whose cells differ in looks: bold, quiet, badges, boxes to tick. Its
// header stays in sight, it scrolls both ways, and only the cells in sight exist. It takes
// the focus: up, down, page up, page down, home and end move the selection where OnSelected
// is set, and scroll where not; left and right scroll; space ticks, enter enters, alt with
// up and down moves a row and delete removes it, where there are callbacks for them.
type Grid struct {
	Widget
	focus
	// OnSelected is told the row that the person chooses; nil for a grid that is only read.
	OnSelected func(row int)
	// OnTicked is told the row whose box the person ticks or unticks.
	OnTicked func(row int, on bool)
	// OnEntered is told the row on which enter was pressed.
	OnEntered func(row int)
	// OnMoved is told a row and -1 or 1, where the person wants it to go.
	OnMoved func(row, by int)
	// OnRemoved is told the row to remove.
	OnRemoved func(row int)

	columns  []GridColumn
	n        int
	row      func(i int) GridRow
	rowTall  float32
	minRows  int
	selected int

	widths, starts []float32 // of the columns; the starts end with the last one's end
	measured       float32   // the size of text that the widths are for

	ground *canvas.Rectangle
	header *gridHeader
	clip   *container.Clip
	rows   *gridRows
	scroll *container.Scroll
	halo   *canvas.Rectangle
}

// NewGrid returns a grid without rows, whose rows have a height in pixels.
func NewGrid(rowHeight float32, columns ...GridColumn) *Grid {
	g := &Grid{rowTall: rowHeight, selected: -1, minRows: tableFew, ground: &canvas.Rectangle{}, halo: newHalo(0)}
	g.header, g.rows = &gridHeader{grid: g}, &gridRows{grid: g, hovered: -1}
	g.header.ExtendBaseWidget(g.header)
	g.rows.ExtendBaseWidget(g.rows)
	g.clip = container.NewClip(g.header)
	g.scroll = container.NewScroll(g.rows)
	g.scroll.OnScrolled = func(fyne.Position) {
		g.header.Refresh()
		g.rows.Refresh()
	}
	g.focusChanged = g.Refresh
	g.typed = g.key
	g.ExtendBaseWidget(g)
	g.SetColumns(columns...)
	return g
}

// SetColumns shows other columns, without rows, from the upper left corner.
func (g *Grid) SetColumns(columns ...GridColumn) {
	g.columns, g.selected = columns, -1
	g.scroll.Offset = fyne.Position{}
	g.SetRows(0, nil)
}

// SetRows shows n rows, at most PageRows, that are asked for when they come into sight. What
// is in sight stays in sight as far as there are rows.
func (g *Grid) SetRows(n int, row func(i int) GridRow) {
	g.n, g.row, g.widths = min(max(n, 0), PageRows), row, nil
	if g.selected >= g.n {
		g.selected = -1
	}
	g.measureColumns(g.Size().Width)
	g.keepInside()
	g.Refresh()
}

// SetSelected highlights a row and brings it into sight; -1 for none.
func (g *Grid) SetSelected(row int) {
	if row < 0 || row >= g.n {
		row = -1
	}
	g.selected = row
	g.Refresh()
	if row >= 0 {
		g.reveal(row)
	}
}

// Selected returns the highlighted row, -1 for none.
func (g *Grid) Selected() int { return g.selected }

// Len returns the number of rows.
func (g *Grid) Len() int { return g.n }

// Row returns a row as it is shown.
func (g *Grid) Row(i int) GridRow { return g.row(i) }

// SetMinRows sets the number of rows for which there is always room, 3 at first. A grid with
// fewer rows takes no more room than they need.
func (g *Grid) SetMinRows(n int) {
	g.minRows = max(n, 1)
	g.Refresh()
}

// choose is what the person does.
func (g *Grid) choose(row int) {
	if g.OnSelected == nil || row < 0 || row >= g.n {
		return
	}
	g.selected = row
	g.Refresh()
	g.reveal(row)
	g.OnSelected(row)
}

// tick turns the box of a row over, if it has one that can be turned.
func (g *Grid) tick(row int) {
	if g.OnTicked == nil || row < 0 || row >= g.n {
		return
	}
	for _, c := range g.row(row).Cells {
		if c.Tick == Unticked || c.Tick == Ticked {
			g.OnTicked(row, c.Tick == Unticked)
			return
		}
	}
}

// AccessibilityLabel returns the words of the highlighted row.
func (g *Grid) AccessibilityLabel() string {
	if g.selected < 0 {
		return tableWord()
	}
	var words []string
	for _, c := range g.row(g.selected).Cells {
		if c.Tick == Ticked {
			words = append(words, "✓")
		}
		if c.Text != "" {
			words = append(words, c.Text)
		}
	}
	return strings.Join(words, ", ")
}

// objects leaves the scroll out where everything fits, so that the wheel scrolls the page
// that the grid is on.
func (g *Grid) Parts() []fyne.CanvasObject {
	body := fyne.CanvasObject(g.scroll)
	if g.fits() {
		body = g.rows
	}
	return []fyne.CanvasObject{g.ground, g.clip, body, g.halo}
}

// headTall returns the height of the header; a grid without titles has none.
func (g *Grid) headTall() float32 {
	for _, c := range g.columns {
		if c.Title != "" {
			return tableHead
		}
	}
	return 0
}

func (g *Grid) bodyTall() float32 { return max(0, g.Size().Height-g.headTall()) }

func (g *Grid) fits() bool {
	return g.contentWidth() <= g.Size().Width+slack && float32(g.n)*g.rowTall <= g.bodyTall()
}

func (g *Grid) Least() fyne.Size {
	height := g.headTall() + g.rowTall*float32(max(1, min(g.n, g.minRows)))
	if g.contentWidth() > g.Size().Width+slack && g.Size().Width > 0 {
		height += gridBar
	}
	return fyne.NewSize(min(g.contentWidth(), tableNarrow), height)
}

const gridBar = 10 // for the bar of a grid that scrolls sideways

func (g *Grid) Restyle() {
	g.ground.FillColor = ink(g, theme.Surface)
	styleHalo(g, g.halo, g.focused)
	g.measureColumns(g.Size().Width)
	g.header.Refresh()
	g.rows.Refresh()
}

func (g *Grid) Arrange(size fyne.Size) {
	g.measureColumns(size.Width)
	head := g.headTall()
	place(g.ground, 0, 0, size.Width, size.Height)
	place(g.clip, 0, 0, size.Width, head)
	place(g.halo, 1, 1, size.Width-2, size.Height-2)
	if g.fits() {
		g.scroll.Offset = fyne.Position{}
		place(g.rows, 0, head, size.Width, size.Height-head)
	} else {
		place(g.scroll, 0, head, size.Width, size.Height-head)
		g.keepInside()
		g.scroll.Refresh()
	}
	g.header.Refresh()
	g.rows.Refresh()
}
