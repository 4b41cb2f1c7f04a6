package tables

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"steward/gui/theme"
	"steward/gui/widgets/paint"
	"steward/gui/widgets/prose"
)

// Text is the text of one place in a Listing.
type Text []prose.Span

// ListingColumn is one column of a Listing. Those that do not grow are as wide as their
// widest cell.
type ListingColumn struct {
	Title string
	Align fyne.TextAlign
	Grow  bool // takes the width that is left over
	Least float32
}

// Listing is a light table of a few rows that are only read: a small header without a
// ground, thin rules between the rows. It does not scroll. One that stands in a text (NewWorkTable) has a frame, and its long
// cells wrap.
type Listing struct {
	paint.Widget
	columns []ListingColumn
	header  []*prose.Text
	cells   [][]*prose.Text
	rules   []*canvas.Line
	framed  bool
	ground  *canvas.Rectangle // of the frame, and under its header
	head    *canvas.Rectangle
}

const (
	listingRow  = 28
	listingHead = 24
	listingGap  = 10  // between two columns
	leastGrown  = 0.4 // of the width, for columns that grow

	workPad   = 10 // inside a cell in a frame, left and right
	workRise  = 5  // above and below
	workLeast = 56 // of a column that wraps, inside
)

// NewListing returns a table without rows. A table whose titles are all empty has no header.
func NewListing(columns ...ListingColumn) *Listing {
	l := &Listing{ground: &canvas.Rectangle{}, head: &canvas.Rectangle{}}
	l.ExtendBaseWidget(l)
	l.SetColumns(columns...)
	return l
}

// NewWorkTable returns a table in a text, of rows of which the first one names the columns: it shows everything at once and wraps
// long cells. aligned says how each column is aligned.
func NewWorkTable(aligned []fyne.TextAlign, rows ...[]Text) *Listing {
	columns := make([]ListingColumn, len(aligned))
	for i := range columns {
		columns[i] = ListingColumn{Align: aligned[i]}
	}
	l := NewListing(columns...)
	l.framed = true
	for i, spans := range rows[0] {
		for k := range spans {
			spans[k].Bold = true
		}
		l.header[i] = prose.NewText(theme.SizeTable, theme.Text, spans...).Aligned(aligned[i])
	}
	l.SetRows(rows[1:]...)
	return l
}

// SetColumns shows other columns, without rows.
func (l *Listing) SetColumns(columns ...ListingColumn) {
	l.columns, l.header = columns, nil
	for _, c := range columns {
		l.header = append(l.header, prose.NewText(theme.SizeCaption, theme.QuietText, prose.Bold(c.Title)).Aligned(c.Align))
	}
	l.SetRows()
}

// SetRows shows other rows, each with a cell for every column.
func (l *Listing) SetRows(rows ...[]Text) {
	l.cells, l.rules = l.cells[:min(len(l.cells), len(rows))], l.rules[:min(len(l.rules), len(rows))]
	for i, row := range rows {
		if i == len(l.cells) {
			l.cells, l.rules = append(l.cells, make([]*prose.Text, len(l.columns))), append(l.rules, &canvas.Line{StrokeWidth: 1})
		}
		for k, c := range l.columns {
			if l.cells[i][k] == nil {
				l.cells[i][k] = prose.NewText(theme.SizeTable, theme.Text).Aligned(c.Align)
				if !l.framed {
					l.cells[i][k].OneLine()
				}
			}
			var text Text
			if k < len(row) {
				text = row[k]
			}
			l.cells[i][k].Set(text...)
		}
	}
	l.Refresh()
}

// SetTexts shows rows of plain texts.
func (l *Listing) SetTexts(rows ...[]string) {
	cells := make([][]Text, len(rows))
	for i, row := range rows {
		for _, text := range row {
			cells[i] = append(cells[i], Text{prose.Plain(text)})
		}
	}
	l.SetRows(cells...)
}

func (l *Listing) Parts() (list []fyne.CanvasObject) {
	if l.framed {
		list = append(list, l.ground, l.head)
	}
	for _, h := range l.header {
		list = append(list, h)
	}
	for i, row := range l.cells {
		for _, c := range row {
			list = append(list, c)
		}
		list = append(list, l.rules[i])
	}
	return list
}

// titled reports whether there is a header.
func (l *Listing) titled() bool {
	return l.framed || slices.ContainsFunc(l.columns, func(c ListingColumn) bool { return c.Title != "" })
}

// line lays a row of cells out at a height, at its foot where their heights differ, and returns how high it is; one of a single line in
// a light table is as high as given.
func (l *Listing) line(cells []*prose.Text, widths []float32, y, usual float32, foot bool) float32 {
	x, apart, rise := float32(0), float32(listingGap), float32(0)
	high := float32(0)
	for i, c := range cells {
		high = max(high, c.LineHeight(), paint.PlaceWide(c, c.Position().X, c.Position().Y, widths[i]))
		rise = (usual - c.LineHeight()) / 2
	}
	if l.framed {
		x, apart, rise = workPad, 2*workPad, workRise
	}
	for i, c := range cells {
		at, tall := y+rise, c.Size().Height
		if foot {
			at += high - tall
		}
		paint.Place(c, x, at, widths[i], tall)
		x += widths[i] + apart
	}
	return high + 2*rise
}

// lay lays everything out in a width and returns how wide and high it is, and where each row begins.
func (l *Listing) lay(width float32) (size fyne.Size, rows []float32) {
	widths := l.widths(width)
	if l.framed {
		widths = l.shared(width)
		for _, w := range widths {
			size.Width += w + 2*workPad
		}
	}
	if l.titled() {
		size.Height = l.line(l.header, widths, 0, listingHead, true)
	}
	for _, row := range l.cells {
		rows = append(rows, size.Height)
		size.Height += l.line(row, widths, size.Height, listingRow, false)
	}
	return size, rows
}

// shared shares a width out among the columns of a frame: what each needs on one line, and where that is
// too much the widest ones give way together.
func (l *Listing) shared(width float32) []float32 {
	widths := make([]float32, len(l.columns))
	var need float32
	for i := range widths {
		for _, row := range append(l.cells, l.header) {
			widths[i] = max(widths[i], row[i].NaturalWidth())
		}
		need += widths[i] + 2*workPad
	}
	if width <= 0 || need <= width {
		return widths
	}
	// The most that no column may exceed: those below their share leave the rest to the others.
	sorted := slices.Sorted(slices.Values(widths))
	most, free := float32(0), width-2*workPad*float32(len(widths))
	for i, w := range sorted {
		if most = free / float32(len(sorted)-i); w > most {
			break
		}
		free -= w
	}
	for i := range widths {
		widths[i] = min(widths[i], max(most, workLeast))
	}
	return widths
}

// widths returns the columns' widths in a width of the table.
func (l *Listing) widths(width float32) []float32 {
	widths := make([]float32, len(l.columns))
	left, growing := width-listingGap*float32(max(len(l.columns)-1, 0)), 0
	for i, c := range l.columns {
		if c.Grow {
			growing++
			continue
		}
		widths[i] = c.Least
		for _, row := range l.cells {
			widths[i] = max(widths[i], row[i].NaturalWidth())
		}
		left -= widths[i]
	}
	left = l.addTitles(widths, left, leastGrown*width, growing > 0)
	if least := leastGrown * width; growing > 0 && left < least {
		// The widest of the others gives way: both it and the names are shortened then.
		widest := 0
		for i, w := range widths {
			if w > widths[widest] {
				widest = i
			}
		}
		took := min(least-left, widths[widest]/2)
		widths[widest] -= took
		left += took
	}
	for i, c := range l.columns {
		if c.Grow {
			widths[i] = max(left/float32(growing), 0)
		}
	}
	return widths
}

// addTitles widens columns that do not grow for their titles, where those that grow then keep at least a
// width; else for the titles' widest words. It returns the width that is left.
func (l *Listing) addTitles(widths []float32, left, least float32, grow bool) float32 {
	whole, words := slices.Clone(widths), slices.Clone(widths)
	rest, room := left, left
	for i, c := range l.columns {
		if c.Grow {
			continue
		}
		h := l.header[i]
		whole[i] = max(whole[i], h.NaturalWidth())
		words[i] = max(words[i], prose.WidestWord(h.Spans, paint.Dim(h, h.SizeName)))
		rest -= whole[i] - widths[i]
		room -= words[i] - widths[i]
	}
	if !grow || rest >= least {
		copy(widths, whole)
		return rest
	}
	copy(widths, words)
	return room
}

func (l *Listing) Least() fyne.Size {
	if l.framed {
		width := l.Size().Width
		if width <= 0 {
			width = paint.GuessWidth
		}
		size, _ := l.lay(width)
		return fyne.NewSize(float32(len(l.columns))*(workLeast+2*workPad), size.Height)
	}
	width := float32(0)
	for i, w := range l.widths(0) {
		if i > 0 {
			width += listingGap
		}
		if l.columns[i].Grow {
			w = LeastColumn
		}
		width += w
	}
	size, _ := l.lay(l.Size().Width)
	return fyne.NewSize(width, size.Height)
}

func (l *Listing) Restyle() {
	l.ground.FillColor, l.ground.StrokeColor, l.ground.StrokeWidth = paint.Ink(l, theme.Surface), paint.Ink(l, theme.Line), 1
	l.ground.CornerRadius = paint.Dim(l, theme.SizeEdge)
	l.head.FillColor = paint.Ink(l, theme.Quiet)
	for _, r := range l.rules {
		r.StrokeColor = paint.Ink(l, theme.Line)
	}
}

func (l *Listing) Arrange(size fyne.Size) {
	laid, rows := l.lay(size.Width)
	from, to, off := float32(0), size.Width, float32(-0.5)
	if l.framed {
		from, to, off = 1, laid.Width-1, 0
		paint.Place(l.ground, 0, 0, laid.Width, laid.Height)
		if len(rows) > 0 {
			paint.Place(l.head, 1, 1, laid.Width-2, rows[0]-1)
		}
	}
	for i, y := range rows {
		l.rules[i].Position1, l.rules[i].Position2 = fyne.NewPos(from, y+off), fyne.NewPos(to, y+off)
		paint.Show(l.rules[i], y > 0)
	}
}
