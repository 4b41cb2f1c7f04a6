package sheet

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"steward/core/limits"
	"steward/core/table"
	"steward/io/sheet/grid"
)

// Of a workbook with more texts than are held, an inspection takes those that it has to show, and
// looks over the others, after the rows, in one walk over all. A cell whose text is not held has
// no text, and the number of the text, plus one, for its Number.

// lateTexts are the texts that somebody waits for.
type lateTexts struct {
	texts   grid.Texts
	waiting map[int][]func(text string) // by their number
}

// late returns nil where all texts are held.
func (s *Sheet) late() *lateTexts {
	b, ok := s.base.(grid.Numbered)
	if !ok || len(b.Texts().Held()) == b.Texts().All() {
		return nil
	}
	return &lateTexts{b.Texts(), make(map[int][]func(string))}
}

// lateGrid returns the sheet's grid with texts that are not held left for later.
func (s *Sheet) lateGrid() grid.Grid {
	if s.late() == nil {
		return s.grid
	}
	ways := make([]grid.Way, len(s.index))
	for at, i := range s.index {
		if i >= 0 {
			ways[at] = grid.ReadLate
			if s.mender(i) != nil || slices.ContainsFunc(s.splits, func(o option) bool { return o.of == i }) {
				ways[at] = grid.ReadWhole
			}
		}
	}
	return s.chosen(s.base.(grid.Numbered), ways)
}

func isLate(c *table.Cell) bool { return c.Kind == table.Text && c.Number > 0 }

// tell tells the text of a cell, at once or when it was read.
func (l *lateTexts) tell(c *table.Cell, to func(text string)) {
	if l == nil || !isLate(c) {
		to(c.Text)
		return
	}
	n := int(c.Number) - 1
	l.waiting[n] = append(l.waiting[n], to)
}

// addLate adds a cell whose text is not held.
func (c *collector) addLate(row int, cell *table.Cell, l *lateTexts) {
	n := int(cell.Number) - 1
	c.Kinds[table.Text]++
	if f := &c.first[table.Text]; len(*f) < MaxProblems {
		i := len(*f)
		*f = append(*f, spot{row: row})
		l.tell(cell, func(text string) { (*f)[i].text = strings.Clone(text[:min(len(text), longText)]) })
	}
	if l.texts.Numeric(n) {
		c.stored.Add(row)
	}
	c.used.Add(n)
	if v := c.late[n]; v != nil {
		v.count++
		return
	}
	if len(c.values)+len(c.late) >= limits.MaxProposedValues {
		c.Unlisted++
		return
	}
	if c.late == nil {
		c.late = make(map[int]*value)
	}
	c.late[n] = &value{kind: table.Text, count: 1, row: row}
}

// take reads the texts and tells them to who waits for them.
func (l *lateTexts) take(ctx context.Context, ends *ending, columns []*collector) error {
	if l == nil {
		return nil
	}
	for i := range ends.rows {
		for k := range ends.rows[i].cells {
			if c := &ends.rows[i].cells[k]; isLate(c) {
				l.tell(c, func(text string) { c.Text, c.Number = strings.Clone(text), 0 })
			}
		}
	}
	n := -1
	return l.texts.Each(ctx, func(text []byte) {
		if n++; n < len(l.texts.Held()) {
			return
		}
		own := ""
		if list := l.waiting[n]; list != nil {
			own = string(text)
			for _, to := range list {
				to(own)
			}
		}
		for _, c := range columns {
			if c.used.Has(n) {
				c.take(n, text)
			}
		}
	})
}

// take looks over a text that was not held.
func (c *collector) take(n int, text []byte) {
	runes := utf8.RuneCount(text)
	c.Longest = max(c.Longest, runes)
	c.sketch.add(string(text))
	v := c.late[n]
	switch {
	case v == nil:
	case runes > limits.MaxNameRunes:
		c.Unlisted += v.count
	default:
		v.text = string(text)
		if same := c.values[v.text]; same != nil { // the workbook stores it twice
			if same.count += v.count; v.row < same.row {
				same.kind, same.number, same.row = v.kind, v.number, v.row
			}
			return
		}
		c.values[v.text] = v
	}
}
