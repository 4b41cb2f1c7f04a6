package tables

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"steward/gui/theme"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
)

// WorkTable is a small table in a text: it shows everything at once, wraps long cells, and
// is only read.
type WorkTable struct {
	paint.Widget
	cells  [][]*prose.Text // the first row is the head
	widths []float32       // for the width that it has now
	talls  []float32
	ground *canvas.Rectangle
	head   *canvas.Rectangle
	rules  []*canvas.Line
}

const (
	workPad   = 10 // inside a cell, left and right
	workRise  = 5  // above and below
	workLeast = 56 // of a column that wraps, inside
)

// NewWorkTable returns a table of rows, of which the first one names the columns; every row
// has a cell for each. aligned says how each column is aligned.
func NewWorkTable(aligned []fyne.TextAlign, rows ...[]Text) *WorkTable {
	t := &WorkTable{ground: &canvas.Rectangle{}, head: &canvas.Rectangle{}}
	for r, row := range rows {
		texts := make([]*prose.Text, len(aligned))
		for i := range aligned {
			var spans []prose.Span
			if i < len(row) {
				spans = row[i]
			}
			if r == 0 {
				for k := range spans {
					spans[k].Bold = true
				}
			}
			texts[i] = prose.NewText(theme.SizeTable, theme.Text, spans...).Aligned(aligned[i])
		}
		t.cells = append(t.cells, texts)
		if r > 0 {
			t.rules = append(t.rules, &canvas.Line{StrokeWidth: 1})
		}
	}
	t.ExtendBaseWidget(t)
	return t
}

func (t *WorkTable) Parts() []fyne.CanvasObject {
	list := []fyne.CanvasObject{t.ground, t.head}
	for _, r := range t.rules {
		list = append(list, r)
	}
	for _, row := range t.cells {
		for _, c := range row {
			list = append(list, c)
		}
	}
	return list
}

// measure shares a width out among the columns: what each needs on one line, and where that is
// too much the widest ones give way together.
func (t *WorkTable) measure(width float32) {
	t.widths = make([]float32, len(t.cells[0]))
	var need float32
	for i := range t.widths {
		for _, row := range t.cells {
			t.widths[i] = max(t.widths[i], row[i].NaturalWidth())
		}
		need += t.widths[i] + 2*workPad
	}
	if width > 0 && need > width {
		most := t.cap(width - 2*workPad*float32(len(t.widths)))
		for i := range t.widths {
			t.widths[i] = min(t.widths[i], most)
		}
	}
	for i := range t.widths {
		t.widths[i] += 2 * workPad
	}
}

// cap returns the width that no column may exceed for all of them to fit into a room.
func (t *WorkTable) cap(room float32) float32 {
	free, n := room, len(t.widths)
	done := make([]bool, len(t.widths))
	for {
		most, changed := free/float32(max(n, 1)), false
		for i, w := range t.widths {
			if !done[i] && w <= most {
				done[i], changed = true, true
				free -= w
				n--
			}
		}
		if !changed || n == 0 {
			return max(most, workLeast)
		}
	}
}

func (t *WorkTable) Least() fyne.Size {
	width := t.Size().Width
	if width <= 0 {
		width = paint.GuessWidth
	}
	t.lay(width)
	size := fyne.NewSize(float32(len(t.widths))*(workLeast+2*workPad), 0)
	for _, tall := range t.talls {
		size.Height += tall
	}
	return size
}

// lay wraps the cells for a width.
func (t *WorkTable) lay(width float32) {
	t.measure(width)
	t.talls = make([]float32, len(t.cells))
	for r, row := range t.cells {
		for i, c := range row {
			tall := paint.PlaceWide(c, c.Position().X, c.Position().Y, t.widths[i]-2*workPad)
			t.talls[r] = max(t.talls[r], tall+2*workRise, paint.Dim(t, theme.SizeTable)*paint.Leading+2*workRise)
		}
	}
}

func (t *WorkTable) Restyle() {
	t.ground.FillColor, t.ground.StrokeColor, t.ground.StrokeWidth = paint.Ink(t, theme.Surface), paint.Ink(t, theme.Line), 1
	t.ground.CornerRadius = paint.Dim(t, theme.SizeEdge)
	t.head.FillColor = paint.Ink(t, theme.Quiet)
	for _, r := range t.rules {
		r.StrokeColor = paint.Ink(t, theme.Line)
	}
}

func (t *WorkTable) Arrange(size fyne.Size) {
	t.lay(size.Width)
	var y, width float32
	for _, w := range t.widths {
		width += w
	}
	for r, row := range t.cells {
		if r > 0 {
			t.rules[r-1].Position1, t.rules[r-1].Position2 = fyne.NewPos(1, y), fyne.NewPos(width-1, y)
		}
		var x float32
		for i, c := range row {
			paint.Place(c, x+workPad, y+workRise, t.widths[i]-2*workPad, c.Size().Height)
			x += t.widths[i]
		}
		y += t.talls[r]
	}
	paint.Place(t.ground, 0, 0, width, y)
	paint.Place(t.head, 1, 1, width-2, t.talls[0]-1)
}
