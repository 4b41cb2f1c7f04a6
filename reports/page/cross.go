package page

import "steward/reports/model"

// crossTable turns answers into a table with the values of the second key across, and
// reports whether they make one that fits on a page.
func (s *sheet) crossTable(q *model.Question) (model.Table, bool) {
	if !q.Cross || len(q.KeyNames) != 2 {
		return model.Table{}, false
	}
	var across []string
	for i := range q.Answers {
		if q.Answers[i].Key[0] != q.Answers[0].Key[0] {
			break
		}
		across = append(across, q.Answers[i].Key[1])
	}
	if len(across) == 0 || len(q.Answers)%len(across) != 0 {
		return model.Table{}, false
	}
	t := model.Table{Head: []string{q.KeyNames[0]}, Numeric: []bool{false}}
	for range across {
		for _, h := range s.heads(q)[2:] {
			t.Head, t.Numeric = append(t.Head, h), append(t.Numeric, true)
		}
	}
	for i := 0; i < len(q.Answers); i += len(across) {
		row := []string{q.Answers[i].Key[0]}
		for k := range across {
			row = append(row, fields(q, &q.Answers[i+k])[2:]...)
		}
		t.Rows = append(t.Rows, row)
	}
	t.Title = q.KeyNames[1]
	need := 70 + fine.gap*float64(len(t.Head)-1)
	for i := 1; i < len(t.Head); i++ {
		widest := s.measure(t.Head[i], (&table{look: fine}).headStyle())
		for _, row := range t.Rows {
			widest = max(widest, s.measure(row[i], fine.text))
		}
		need += widest
	}
	return t, need <= s.inner()
}

// crossing is a cross-table: a table with a second row of headings above the first, each
// over several columns of numbers.
type crossing struct {
	table
	over   string // the name of the column whose values they are
	values []string
	rows   [][]cell
}

// crossing lays a question's numbers out as a cross-table, or returns nil when they are
// none or do not fit on a page.
func (s *sheet) crossing(q *model.Question) *crossing {
	t, ok := s.crossTable(q)
	if !ok {
		return nil
	}
	c := &crossing{table: table{sheet: s, x: side, columns: s.fitted(fine, s.inner(), t), look: fine}, over: t.Title}
	numbers := len(s.heads(q)) - len(q.KeyNames)
	for i := range (len(t.Head) - 1) / numbers {
		c.values = append(c.values, q.Answers[i].Key[1])
	}
	for _, row := range t.Rows {
		c.rows = append(c.rows, texts(row))
	}
	return c
}

func (c *crossing) height() float64 {
	h := c.overHeight() + c.headHeight()
	for _, row := range c.rows {
		_, high := c.broken(row)
		h += high
	}
	return h
}

func (c *crossing) draw() {
	c.need(min(c.height(), toBegin))
	c.overHead()
	c.heading()
	for _, row := range c.rows {
		if _, height := c.broken(row); c.y+height > c.bottom()+slack {
			c.newPage()
			c.overHead()
			c.heading()
		}
		c.row(row...)
	}
}

// span returns where the columns of value i begin and how wide they are together.
func (c *crossing) span(i int) (x, width float64) {
	each := (len(c.columns) - 1) / len(c.values)
	x = c.x + c.columns[0].width + c.look.gap
	for k := 1; k <= each*(i+1); k++ {
		if k <= each*i {
			x += c.columns[k].width + c.look.gap
		} else {
			width += c.columns[k].width + c.look.gap
		}
	}
	return x, width - c.look.gap
}

// overText returns the lines above the columns of value i.
func (c *crossing) overText(i int) [][]word {
	_, width := c.span(i)
	lines := c.wrap(plain(c.over+": "+c.values[i]), c.overStyle(), width)
	return lines[:min(len(lines), 4)]
}

func (c *crossing) overStyle() style { return style{size: c.look.text.size, bold: true, color: ink} }

func (c *crossing) overHeight() float64 {
	most := 1
	for i := range c.values {
		most = max(most, len(c.overText(i)))
	}
	return float64(most)*c.overStyle().line() + 3
}

// overHead draws the upper row of headings.
func (c *crossing) overHead() {
	high, top := c.overHeight(), c.y
	st := c.overStyle()
	row, again := c.start()
	defer func(was int, framing bool) { c.within, c.framing = was, framing }(c.within, c.framing)
	c.framing = c.framing || again
	for i := range c.values {
		if !again {
			c.within = c.add(RoleHead, row, "")
		}
		x, width := c.span(i)
		lines := c.overText(i)
		c.y = top + high - 3 - float64(len(lines))*st.line()
		for _, line := range lines {
			c.write(line, st, x+width-c.lineWidth(line, st), c.baseline(st))
			c.y += st.line()
		}
		c.rule(hairline, 0.5, x, top+high, x+width)
	}
	c.y = top + high
}
