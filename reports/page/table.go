package page

import (
	"math"
	"slices"

	"steward/reports/chart"
	"steward/reports/model"
)

// column is a column of a table.
type column struct {
	head  string
	width float64
	right bool // numbers stand at the right
}

// cell is what stands in a row of a column: a phrase, and more words below it in small. A quiet one is grey.
type cell struct {
	phrase model.Phrase
	below  string
	quiet  bool
}

// tableStyle is how a table looks.
type tableStyle struct {
	text style
	// pad is the space above and below a row, gap that between columns; spare is how much
	// wider than its content a column gets where there is room. A table that is drawn out
	// over the page is hard to read across.
	pad, gap, spare float64
}

// fine is the style of long tables.
var fine = tableStyle{text: style{size: 8.2, color: ink}, pad: 1.7, gap: 9, spare: 36}

// table draws a table from x, over pages if need be, its heading again on each.
type table struct {
	*sheet
	x       float64
	columns []column
	look    tableStyle
	element int // of the document; 0 until it begins
	headed  bool
}

// start begins the table among the document's elements, and its row of headings; again tells that
// they were drawn before, and are decoration now.
func (t *table) start() (row int, again bool) {
	if t.headed {
		return 0, true
	}
	if t.element == 0 {
		t.element = t.add(RoleTable, 0, "")
	}
	return t.add(RoleRow, t.element, ""), false
}

// headStyle is that of column headings.
func (t *table) headStyle() style {
	return style{size: t.look.text.size * 0.92, bold: true, color: quietInk}
}

// width is that of the whole table.
func (t *table) width() float64 {
	w := t.look.gap * float64(len(t.columns)-1)
	for _, c := range t.columns {
		w += c.width
	}
	return w
}

// headHeight returns how high the heading is.
func (t *table) headHeight() float64 {
	most := 1
	for _, c := range t.columns {
		most = max(most, len(t.wrap(plain(c.head), t.headStyle(), c.width)))
	}
	return float64(most)*t.headStyle().line() + 2*t.look.pad
}

// heading draws the heading at the present place.
func (t *table) heading() {
	st := t.headStyle()
	high := t.headHeight()
	x := t.x
	row, again := t.start()
	t.headed = true
	defer func(was int, framing bool) { t.within, t.framing = was, framing }(t.within, t.framing)
	t.framing = t.framing || again // a heading is read once
	for _, c := range t.columns {
		if !again {
			t.within = t.add(RoleHead, row, "")
		}
		lines := t.wrap(plain(c.head), st, c.width)
		y := t.y
		t.y += high - t.look.pad - float64(len(lines))*st.line()
		for _, line := range lines {
			t.aligned(line, st, c, x)
			t.y += st.line()
		}
		t.y = y
		x += c.width + t.look.gap
	}
	t.y += high
	t.rule(hairline, 0.9, t.x, t.y, t.x+t.width())
}

// aligned writes a line in a column.
func (t *table) aligned(line []word, st style, c column, x float64) {
	if c.right {
		x += c.width - t.lineWidth(line, st)
	}
	t.write(line, st, x, t.baseline(st))
}

// lineWidth returns how wide a line of words is.
func (s *sheet) lineWidth(line []word, st style) float64 {
	w, space := 0.0, s.measure(" ", st)
	for i, part := range line {
		if i > 0 && !part.joined {
			w += space
		}
		w += part.width
	}
	return w
}

// broken is a cell broken into lines.
type broken struct {
	main, below [][]word
	quiet       bool
	element     int
}

func (t *table) broken(cells []cell) (parts []broken, height float64) {
	parts = make([]broken, len(cells))
	for i, c := range cells {
		width := t.columns[i].width
		parts[i].main, parts[i].quiet = t.wrap(c.phrase, t.look.text, width), c.quiet
		if c.below != "" {
			parts[i].below = t.wrap(plain(c.below), small, width)
		}
		high := float64(len(parts[i].main))*t.look.text.line() + float64(len(parts[i].below))*small.line()
		height = max(height, high)
	}
	return parts, height + 2*t.look.pad
}

// row draws a row. A row that does not fit moves to a new page; one that is higher than a
// third of a page is broken instead.
func (t *table) row(cells ...cell) {
	parts, height := t.broken(cells)
	row := t.add(RoleRow, t.element, "")
	for i := range parts {
		parts[i].element = t.add(RoleCell, row, "")
	}
	if t.y+height > t.bottom()+slack && height < t.height/3 {
		t.next()
	}
	t.y += t.look.pad
	for {
		left := t.slice(parts)
		if !left {
			break
		}
		t.next()
		t.y += t.look.pad
	}
	t.y += t.look.pad
	t.rule(hairline, 0.5, t.x, t.y, t.x+t.width())
	t.settle()
}

// leastOver is how many rows of a table stand at least on the page that it ends on.
const leastOver = 3

// body draws rows, of which the last ones stay together.
func (t *table) body(rows [][]cell) {
	for i, row := range rows {
		if left := len(rows) - i; left == leastOver && i >= leastOver {
			high := 0.0
			for _, last := range rows[i:] {
				_, h := t.broken(last)
				high += h
			}
			if t.y+high > t.bottom()+slack && high < t.height/3 {
				t.next()
			}
		}
		t.row(row...)
	}
}

// next begins a page and repeats the heading.
func (t *table) next() {
	t.newPage()
	t.heading()
}

// slice draws as many lines of a row as fit on the page, takes them away, and reports
// whether any are left. It moves on by the highest of the columns.
func (t *table) slice(parts []broken) (left bool) {
	top, end := t.y, t.y
	x := t.x
	defer func(was int) { t.within = was }(t.within)
	for i := range parts {
		t.y, t.within = top, parts[i].element
		text := t.look.text
		if parts[i].quiet {
			text.color = quietInk
		}
		t.lines(&parts[i].main, text, t.columns[i], x)
		if len(parts[i].main) == 0 {
			t.lines(&parts[i].below, small, t.columns[i], x)
		}
		left = left || len(parts[i].main)+len(parts[i].below) > 0
		end = max(end, t.y)
		x += t.columns[i].width + t.look.gap
	}
	t.y = end
	return left
}

// lines draws lines while they fit, at least one on a fresh page, and takes them away.
func (t *table) lines(lines *[][]word, st style, c column, x float64) {
	for len(*lines) > 0 && t.y+st.line() <= t.bottom()+slack {
		t.aligned((*lines)[0], st, c, x)
		*lines = (*lines)[1:]
		t.y += st.line()
	}
}

// begin draws the heading, on a new page when it and the first rows do not fit here.
func (t *table) begin(rows ...[]cell) {
	height := t.headHeight()
	for _, r := range rows {
		_, high := t.broken(r)
		height += high
	}
	t.need(min(height, t.height/3))
	t.heading()
}

// texts makes cells of texts.
func texts(list []string) []cell {
	out := make([]cell, len(list))
	for i, s := range list {
		out[i].phrase = plain(s)
	}
	return out
}

// longWord is the width up to which a column makes room for a word in one piece.
const longWord = 90

// fitted shares a width among columns by what stands in them: each gets room for its
// longest word if possible, and what is left goes to those that would wrap.
func (s *sheet) fitted(look tableStyle, width float64, t model.Table) []column {
	n := len(t.Head)
	columns := make([]column, n)
	least, full := make([]float64, n), make([]float64, n)
	head := (&table{look: look}).headStyle()
	for i := range n {
		columns[i] = column{head: t.Head[i], right: t.Numeric[i]}
		full[i] = s.measure(chart.Printable(t.Head[i]), head)
		least[i] = min(s.longestWord(t.Head[i], head), longWord)
		for _, row := range t.Rows {
			full[i] = max(full[i], s.measure(chart.Printable(row[i]), look.text))
			least[i] = max(least[i], min(s.longestWord(row[i], look.text), longWord))
		}
		full[i] = max(full[i], least[i])
	}
	left := share(columns, least, full, width-look.gap*float64(n-1))
	for i := range columns {
		columns[i].width += min(left/float64(n), look.spare)
	}
	return columns
}

// share gives each column its least width, or where that is too much the widest of them
// less; and then what it lacks for its full width, in proportion where that is too much. It
// returns what is left over.
func share(columns []column, least, full []float64, room float64) (left float64) {
	atMost := capped(least, room)
	sum, lacking := 0.0, 0.0
	for i := range columns {
		columns[i].width = min(least[i], atMost)
		sum += columns[i].width
		lacking += full[i] - columns[i].width
	}
	if lacking > 0 && room > sum {
		for i := range columns {
			columns[i].width += (full[i] - columns[i].width) * min((room-sum)/lacking, 1)
		}
	}
	return max(room-sum-lacking, 0)
}

// capped returns the width to which the widest columns must shrink so that all fit.
func capped(widths []float64, room float64) float64 {
	sorted := slices.Sorted(slices.Values(widths))
	for i, w := range sorted {
		if rest := float64(len(sorted) - i); w*rest > room {
			return max(room/rest, 1)
		}
		room -= w
	}
	return math.Inf(1)
}

// longestWord returns the width of a text's longest word.
func (s *sheet) longestWord(text string, st style) float64 {
	longest := 0.0
	for _, w := range s.words(plain(text), st, 1e9) {
		longest = max(longest, w.width)
	}
	return longest
}
