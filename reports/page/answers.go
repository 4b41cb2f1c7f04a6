package page

import (
	"strings"

	"steward/core/result"
	"steward/reports/chart"
	"steward/reports/model"
)

// numbers is a question's numbers laid out in one of three ways.
type numbers interface {
	// height returns how high they stand when they are on one page.
	height() float64
	draw()
}

// arranged returns a question's numbers: as a cross-table where that reads best and fits,
// in several columns of rows where they are narrow, otherwise one row each.
func (s *sheet) arranged(q *model.Question) numbers {
	if c := s.crossing(q); c != nil {
		return c
	}
	if b := s.blocks(q); b.across > 1 {
		return b
	}
	return s.list(q)
}

// answers writes a question's numbers.
func (s *sheet) answers(q *model.Question) {
	if len(q.Answers) == 0 {
		return
	}
	numbers := s.arranged(q)
	s.need(small.line() + 2 + min(numbers.height(), toBegin))
	numbers.draw()
	if q.Notes != "" {
		s.y += 3
		s.text(plain(q.Notes), small, side, s.inner())
	}
}

// toBegin is the room in which a table of numbers begins: its heading and a few rows.
const toBegin = 120

// answersHeight returns how high a question's numbers stand when they are on one page.
func (s *sheet) answersHeight(q *model.Question) float64 {
	if len(q.Answers) == 0 {
		return 0
	}
	high := small.line() + 2 + s.arranged(q).height()
	if q.Notes != "" {
		high += 3 + s.textHeight(plain(q.Notes), small, s.inner())
	}
	return high
}

// heads returns the headings of a question's rows.
func (s *sheet) heads(q *model.Question) []string {
	return append(append([]string{}, q.KeyNames...), s.in().Sayf("published"), s.in().Sayf("19 in 20"), s.in().Sayf("unadjusted"))
}

// fields returns what stands in the row of an answer.
func fields(a *model.Answer) []string {
	return append(append([]string{}, a.Key...), shownOf(a), a.Within, a.Unadjusted)
}

// shownOf is a published number, marked where it is too noisy to use.
func shownOf(a *model.Answer) string {
	if a.Noisy {
		return a.Published + result.NoisyMark
	}
	return a.Published
}

// cellsOf are the cells of the row of an answer.
func cellsOf(a *model.Answer) []cell {
	cells := texts(fields(a))
	for i := range cells {
		cells[i].quiet = a.Noisy && i >= len(a.Key)
	}
	return cells
}

// list is a table with one row for each answer.
type list struct {
	table
	rows [][]cell
}

func (s *sheet) list(q *model.Question) *list {
	t := model.Table{Head: s.heads(q)}
	for i := range q.Answers {
		t.Rows = append(t.Rows, fields(&q.Answers[i]))
	}
	for i := range t.Head {
		t.Numeric = append(t.Numeric, i >= len(q.KeyNames))
	}
	l := &list{table: table{sheet: s, x: side, columns: s.fitted(fine, s.inner(), t), look: fine}}
	for i := range q.Answers {
		l.rows = append(l.rows, cellsOf(&q.Answers[i]))
	}
	return l
}

func (l *list) height() float64 {
	h := l.headHeight()
	for _, row := range l.rows {
		_, high := l.broken(row)
		h += high
	}
	return h
}

func (l *list) draw() {
	l.begin(l.rows[0])
	l.body(l.rows)
}

// blocks are narrow tables beside one another, read down the first and then the next.
type blocks struct {
	*sheet
	question *model.Question
	widths   []float64
	across   int
}

// Limits of blocks: below so many rows in each, fewer blocks read better.
const (
	mostBlocks = 4
	fewestRows = 6
	blocksGap  = 22.0
)

// blocks measures the columns of a question's rows and counts how many tables fit beside
// one another.
func (s *sheet) blocks(q *model.Question) *blocks {
	b := &blocks{sheet: s, question: q, across: 1}
	head := (&table{look: fine}).headStyle()
	for _, h := range s.heads(q) {
		widest := 0.0 // headings run over several lines rather than making one column of many rows
		for word := range strings.FieldsSeq(chart.Printable(h)) {
			widest = max(widest, s.measure(word, head))
		}
		b.widths = append(b.widths, widest)
	}
	for i := range q.Answers {
		for k, text := range fields(&q.Answers[i]) {
			b.widths[k] = max(b.widths[k], s.measure(chart.Printable(text), fine.text))
		}
	}
	b.across = int((s.inner() + blocksGap) / (b.width() + blocksGap))
	b.across = min(b.across, mostBlocks, len(q.Answers)/fewestRows)
	return b
}

// width is that of one block.
func (b *blocks) width() float64 {
	w := fine.gap * float64(len(b.widths)-1)
	for _, c := range b.widths {
		w += c
	}
	return w
}

// at returns block i as a table.
func (b *blocks) at(i int) *table {
	each := (b.inner() - blocksGap*float64(b.across-1)) / float64(b.across)
	each = min(each, b.width()+fine.spare*float64(len(b.widths)))
	t := &table{sheet: b.sheet, x: side + float64(i)*(each+blocksGap), look: fine}
	for k, h := range b.heads(b.question) {
		width := b.widths[k] + (each-b.width())/float64(len(b.widths))
		t.columns = append(t.columns, column{head: h, width: width, right: k >= len(b.question.KeyNames)})
	}
	return t
}

func (b *blocks) rowHeight() float64 { return fine.text.line() + 2*fine.pad }

func (b *blocks) height() float64 {
	rows := (len(b.question.Answers) + b.across - 1) / b.across
	return b.at(0).headHeight() + float64(rows)*b.rowHeight()
}

// draw writes the answers page by page, each page's share in even blocks.
func (b *blocks) draw() {
	list, row := b.question.Answers, b.rowHeight()
	head := b.at(0).headHeight()
	b.need(min(b.height(), toBegin))
	for len(list) > 0 {
		room := int((b.bottom() - b.y - head + slack) / row)
		rows := min((len(list)+b.across-1)/b.across, max(room, 1))
		top, end := b.y, b.y
		for i := range b.across {
			part := list[min(i*rows, len(list)):min((i+1)*rows, len(list))]
			if len(part) == 0 {
				break
			}
			t := b.at(i)
			b.y = top
			t.heading()
			for k := range part {
				t.row(cellsOf(&part[k])...)
			}
			end = max(end, b.y)
		}
		b.y = end
		b.settle()
		if list = list[min(b.across*rows, len(list)):]; len(list) > 0 {
			b.newPage()
		}
	}
}
