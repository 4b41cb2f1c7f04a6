package counts

import (
	"fmt"
	"strings"
)

// Reading a text takes an engine much longer than finding it among those that were read. So a query
// reads the different texts of a column, once each, and looks every row's up.

// reading is a block that reads the different texts of one column, step by step.
type reading struct {
	of    *statement
	name  string // of the block
	query string
}

// reads begins with a column of the block of rows, or of the table where every row stands for itself: r is its value,
// t the text of that without the white space around it, NULL for blanks.
func (s *statement) reads(block string, v taken, t string) *reading {
	r := &reading{s, block, "SELECT " + v.name + " AS r FROM " + rowsBlock + " GROUP BY 1"}
	if !s.together() {
		r.query = "SELECT " + v.value + " AS r FROM " + s.table + " GROUP BY 1"
	}
	text := "r"
	if v.typed {
		text = s.asText(text)
	}
	if t != "" {
		r.step("", "NULLIF("+s.trimmed(text)+", '') AS "+t)
	}
	return r
}

// step works out more columns from those before it, once for each text.
func (r *reading) step(joins string, items ...string) {
	r.query = "SELECT a.*, " + strings.Join(items, ", ") + "\n  FROM (" + r.query + ") AS a" + joins + r.of.asBlock()
}

// number adds the number in a column of texts, of which it writes amounts plainly.
func (r *reading) number(t, u, n, x string, number func(writer, string) string) error {
	w := r.of.writer
	signs, err := amountSigns(w, t)
	if err != nil {
		return err
	}
	plain, err := plainAmount(w, t, u)
	r.step("", signs+" AS "+u)
	r.step("", plain+" AS "+n)
	r.step("", number(w, n)+" AS "+x)
	return err
}

// end adds the block, with the columns that rows look up.
func (r *reading) end(comment string, columns ...string) {
	r.of.block(comment, r.name, "  "+r.of.lookedUp(r.query, columns))
}

// read adds a block for every column of the plan, for whose row it is and for its weight.
func (s *statement) read(lists map[int]bool) error {
	for _, c := range s.columns {
		if c.isDays() {
			s.block("the words for months", "months(name, number)", monthTable())
			break
		}
	}
	for _, c := range s.columns {
		if err := s.readColumn(c, lists[c.number]); err != nil {
			return err
		}
	}
	if s.plan.Plan.Rows != nil {
		if err := s.readPerson(); err != nil {
			return err
		}
	}
	if s.plan.Plan.Weight != nil {
		return s.readWeight()
	}
	return nil
}

// readColumn adds the codes of the texts of a column.
func (s *statement) readColumn(c column, listed bool) error {
	if c.compared() {
		return nil
	}
	r := s.reads(c.texts(), s.taken[c.r()], c.t())
	var err error
	switch {
	case c.isNumeric():
		err = r.number(c.t(), c.u(), c.n(), c.x(), numberSQL)
	case c.isDays():
		var parts string
		parts, err = dateParts(s.writer, c.t())
		r.step("", parts+" AS "+c.u())
		r.step(c.join(), c.plainDay()+" AS "+c.n())
		fallthrough
	case c.isDates():
		r.step("", c.date()+" AS "+c.x())
	}
	if err != nil {
		return err
	}
	code, err := c.code(listed)
	joins := ""
	if listed {
		joins = fmt.Sprintf("\n  LEFT JOIN %[1]s ON %[1]s.label = %[2]s", c.list(), c.t())
	}
	r.step(joins, code+" AS "+c.c())
	columns := []string{c.c()}
	if s.unread {
		columns = append(columns, c.t())
	}
	r.end("the texts in column "+commented(string(c.attribute.Name()))+" and their codes, NULL where the plan does not say how they are to be read", columns...)
	return err
}

// readPerson adds the texts that say whose row it is, and their numbers.
func (s *statement) readPerson() error {
	if s.identified() {
		return nil
	}
	r := s.reads(personTexts, s.taken[rPerson], "person")
	err := r.number("person", "person_signs", "person_plain", "person_number", numberOfPerson)
	r.end("whose row it is", "person", "person_number")
	return err
}

// readWeight adds the weights, and what they count as.
func (s *statement) readWeight() error {
	v := s.taken[rWeight]
	columns := []string{weightNumber, "units", "capped"}
	var r *reading
	var err error
	if v.typed {
		r = s.reads(weightTexts, v, "")
		r.step("", "CASE WHEN "+finite(s.writer, "r")+" THEN r END AS "+weightNumber)
	} else {
		r = s.reads(weightTexts, v, weightText)
		err = r.number(weightText, "weight_signs", "weight_plain", weightNumber, numberSQL)
	}
	r.step("", s.steps()+" AS "+weightSteps)
	r.step("", s.units()+" AS units", s.capped()+" AS capped")
	if s.unread {
		columns = append(columns, weightText)
	}
	r.end("the weight of a row, and the units that it counts as", columns...)
	return err
}

// The blocks of whose row it is and of its weight, and what they are called in the block of rows.
const (
	personTexts = "texts_person"
	weightTexts = "texts_weight"
	rPerson     = "r_person"
	rWeight     = "r_weight"
	rKey        = "r_key"
)

// texts and r name the block of the column's texts, and the text of a row in it.
func (c column) texts() string { return fmt.Sprint("texts", c.number) }
func (c column) r() string     { return fmt.Sprint("r", c.number) }

// codes adds the codes of every row: its texts are looked up among those that were read.
func (s *statement) codes() {
	var items []string
	joins := ""
	look := func(r, block string) {
		joins += fmt.Sprintf("\n  LEFT JOIN %[1]s ON %[1]s.r = %[2]s", block, r)
	}
	for _, c := range s.columns {
		if c.compared() {
			items = append(items, c.c())
			continue
		}
		look(c.r(), c.texts())
		items = append(items, fmt.Sprintf("CASE WHEN %s IS NULL THEN %s ELSE %s.%s END AS %s", c.r(), c.blank(), c.texts(), c.c(), c.c()))
	}
	if s.plan.Plan.Rows != nil && !s.identified() {
		look(rPerson, personTexts)
	}
	if s.plan.Plan.Weight != nil {
		look(rWeight, weightTexts)
	}
	for _, name := range s.beside() {
		if name == "person" && s.identified() {
			name = rPerson + " AS person"
		}
		if name == rowKey {
			name = "NULLIF(" + s.trimmed(rKey) + ", '') AS " + rowKey
		}
		items = append(items, name)
	}
	s.block("the codes of every row", "codes", "  SELECT\n    "+strings.Join(items, ",\n    ")+"\n  FROM "+rowsBlock+joins+s.asBlock())
}
