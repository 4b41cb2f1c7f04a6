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
// ground, thin rules between the rows. It does not scroll.
type Listing struct {
	paint.Widget
	columns []ListingColumn
	header  []*prose.Text
	cells   [][]*prose.Text
	rules   []*canvas.Line
}

const (
	listingRow  = 28
	listingHead = 24
	listingGap  = 10  // between two columns
	leastGrown  = 0.4 // of the width, for columns that grow
)

// NewListing returns a table without rows. A table whose titles are all empty has no header.
func NewListing(columns ...ListingColumn) *Listing {
	l := &Listing{}
	l.ExtendBaseWidget(l)
	l.SetColumns(columns...)
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
	for len(l.cells) < len(rows) {
		row := make([]*prose.Text, len(l.columns))
		for i := range row {
			row[i] = prose.NewText(theme.SizeTable, theme.Text).OneLine()
		}
		l.cells = append(l.cells, row)
		l.rules = append(l.rules, &canvas.Line{StrokeWidth: 1})
	}
	l.cells, l.rules = l.cells[:len(rows)], l.rules[:len(rows)]
	for i, row := range rows {
		for k := range l.columns {
			if k >= len(l.cells[i]) {
				l.cells[i] = append(l.cells[i], prose.NewText(theme.SizeTable, theme.Text).OneLine())
			}
			t := l.cells[i][k]
			t.Align = l.columns[k].Align
			t.Set(row[k]...)
		}
		l.cells[i] = l.cells[i][:len(l.columns)]
	}
	l.Refresh()
}

// Row returns the words of a row's cells.
func (l *Listing) Row(i int) []string {
	words := make([]string, len(l.cells[i]))
	for k, c := range l.cells[i] {
		words[k] = c.String()
	}
	return words
}

// Len returns the number of rows.
func (l *Listing) Len() int { return len(l.cells) }

func (l *Listing) Parts() []fyne.CanvasObject {
	var list []fyne.CanvasObject
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

// head returns the height of the header over columns of some widths: of two lines where a title is wider than
// its column.
func (l *Listing) head(widths []float32) float32 {
	lines := 0
	for i, c := range l.columns {
		if c.Title != "" {
			h := l.header[i]
			lines = max(lines, len(prose.Wrap(h.Spans, paint.Dim(h, h.SizeName), widths[i])))
		}
	}
	if lines == 0 {
		return 0
	}
	return listingHead + float32(lines-1)*l.header[0].LineHeight()
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
	return fyne.NewSize(width, l.head(l.widths(l.Size().Width))+listingRow*float32(len(l.cells)))
}

func (l *Listing) Restyle() {
	for _, r := range l.rules {
		r.StrokeColor = paint.Ink(l, theme.Line)
	}
}

func (l *Listing) Arrange(size fyne.Size) {
	widths := l.widths(size.Width)
	line := func(cells []*prose.Text, y, tall float32) {
		x := float32(0)
		for i, c := range cells {
			h := c.LineHeight()
			paint.Place(c, x, y+(tall-h)/2, widths[i], h)
			x += widths[i] + listingGap
		}
	}
	y := l.head(widths)
	if y > 0 {
		x := float32(0)
		for i, h := range l.header {
			tall := paint.PlaceWide(h, x, 0, widths[i])
			paint.Place(h, x, y-(listingHead-h.LineHeight())/2-tall, widths[i], tall) // at the foot of a higher one
			x += widths[i] + listingGap
		}
	}
	for i, row := range l.cells {
		at := y - 0.5
		l.rules[i].Position1, l.rules[i].Position2 = fyne.NewPos(0, at), fyne.NewPos(size.Width, at)
		paint.Show(l.rules[i], y > 0)
		line(row, y, listingRow)
		y += listingRow
	}
}
