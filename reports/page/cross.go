package page

import (
	"slices"

	"steward/core/result"
	"steward/reports/chart"
	"steward/reports/model"
)

// What a cross-table may be, to be read: more columns stand in bands below one another, each with the labels of
// the rows again.
const (
	widestLabels = 120.0
	leastInBand  = 3
	mostBands    = 4
)

// dense is the style of cross-tables.
var dense = tableStyle{text: fine.text, pad: fine.pad, gap: 6, spare: fine.spare}

// crossing is a question's numbers as a cross-table, in bands.
type crossing struct{ bands []band }

// band is some columns of a cross-table, below a heading of their own.
type band struct {
	table
	over   string // the name of the column whose values they are
	labels int    // how many columns of labels stand before them
	rows   [][]cell
}

// crossing lays a question's numbers out as a cross-table, or returns nil when they are none or it would be too wide.
func (s *sheet) crossing(q *model.Question) *crossing {
	g := q.Grid
	if g == nil {
		return nil
	}
	names := slices.Delete(slices.Clone(q.KeyNames), g.Column, g.Column+1)
	head := (&table{look: fine}).headStyle()
	number, within, room := 0.0, 0.0, s.inner()
	for i := range q.Answers {
		number = max(number, s.measure(shownOf(&q.Answers[i]), style{size: fine.text.size, bold: true}))
		within = max(within, s.measure(q.Answers[i].Within, fine.text))
	}
	for _, label := range g.Across {
		number = max(number, min(s.longestWord(label, head), longWord))
	}
	var labels []column
	for k, name := range names {
		wide := s.longestWord(name, head)
		for _, row := range g.Rows {
			wide = max(wide, s.measure(chart.Printable(row.Key[k]), fine.text))
		}
		labels = append(labels, column{head: name, width: min(wide, widestLabels)})
		room -= labels[k].width + dense.gap
	}
	within = max(within, s.longestWord(s.in().Sayf("19 in 20"), head))
	beside := float64(len(g.Across))*(number+within+2*dense.gap) <= room+dense.gap
	if !beside {
		number, within = max(number, within), 0
	}
	each := int((room + dense.gap) / (number + dense.gap))
	if beside {
		each = len(g.Across)
	}
	if each < min(leastInBand, len(g.Across)) {
		return nil
	}
	bands := (len(g.Across) + each - 1) / each
	if bands > mostBands {
		return nil
	}
	each = (len(g.Across) + bands - 1) / bands
	left := (room+dense.gap)/float64(each) - dense.gap - number
	if beside {
		left -= within + dense.gap
	}
	number += min(left, fine.spare)
	c := &crossing{}
	for from := 0; from < len(g.Across); from += each {
		to := min(from+each, len(g.Across))
		b := band{table: table{sheet: s, x: side, columns: slices.Clone(labels), look: dense}, over: q.KeyNames[g.Column], labels: len(labels)}
		for _, label := range g.Across[from:to] {
			b.columns = append(b.columns, column{head: label, width: number, right: true})
			if beside {
				b.columns = append(b.columns, column{head: s.in().Sayf("19 in 20"), width: within, right: true})
			}
		}
		for _, row := range g.Rows {
			b.rows = append(b.rows, s.crossed(q, row.Key, row.Answers[from:to], beside))
		}
		c.bands = append(c.bands, b)
	}
	return c
}

// crossed returns the cells of a row of a cross-table: its labels, and numbers with their intervals beside them or below.
func (s *sheet) crossed(q *model.Question, key []string, answers []int, beside bool) []cell {
	cells := texts(key)
	for _, i := range answers {
		number, within := cell{}, s.in().Sayf("cannot occur")
		if i != result.Impossible {
			a := &q.Answers[i]
			number, within = cell{phrase: model.Phrase{{Text: shownOf(a), Strong: a.Total}}, quiet: a.Noisy}, a.Within
		}
		if beside {
			cells = append(cells, number, cell{phrase: plain(within), quiet: true})
			continue
		}
		number.below = within
		cells = append(cells, number)
	}
	return cells
}

func (c *crossing) height() (h float64) {
	for i := range c.bands {
		h += c.bands[i].height()
	}
	return h + blockGap*float64(len(c.bands)-1)
}

func (c *crossing) draw() {
	for i := range c.bands {
		if i > 0 {
			c.bands[i].y += blockGap
		}
		c.bands[i].draw()
	}
}

func (b *band) height() float64 {
	h := b.overHeight() + b.headHeight()
	for _, row := range b.rows {
		_, high := b.broken(row)
		h += high
	}
	return h
}

func (b *band) draw() {
	b.need(min(b.height(), toBegin))
	b.heads()
	for _, row := range b.rows {
		if _, height := b.broken(row); b.y+height > b.bottom()+slack {
			b.newPage()
			b.heads()
		}
		b.row(row...)
	}
}

// heads draws both rows of headings.
func (b *band) heads() {
	b.overHead()
	b.heading()
}

// span returns where the columns of numbers begin and how wide they are together.
func (b *band) span() (x, width float64) {
	x = b.x
	for _, c := range b.columns[:b.labels] {
		x += c.width + b.look.gap
	}
	return x, b.x + b.width() - x
}

// overText returns the lines above the columns of numbers.
func (b *band) overText() [][]word {
	_, width := b.span()
	lines := b.wrap(plain(b.over), b.overStyle(), width)
	return lines[:min(len(lines), 4)]
}

func (b *band) overStyle() style { return style{size: b.look.text.size, bold: true, color: ink} }

func (b *band) overHeight() float64 { return float64(len(b.overText()))*b.overStyle().line() + 3 }

// overHead draws the upper row of headings.
func (b *band) overHead() {
	st := b.overStyle()
	row, again := b.start()
	defer func(was int, framing bool) { b.within, b.framing = was, framing }(b.within, b.framing)
	if b.framing = b.framing || again; !again {
		b.within = b.add(RoleHead, row, "")
	}
	x, width := b.span()
	for _, line := range b.overText() {
		b.write(line, st, x+width-b.lineWidth(line, st), b.baseline(st))
		b.y += st.line()
	}
	b.y += 3
	b.rule(hairline, 0.5, x, b.y, x+width)
}
