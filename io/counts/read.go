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

// reads begins with a column of the table: r is its text, t that without the white space around it,
// NULL for blanks.
func (s *statement) reads(name, column, t string) (*reading, error) {
	quoted, err := s.name(column)
	if err != nil {
		return nil, err
	}
	r := &reading{s, name, "SELECT " + s.asText(quoted) + " AS r FROM " + s.table + " GROUP BY 1"}
	r.step("", "NULLIF("+s.trimmed("r")+", '') AS "+t)
	return r, nil
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
	r, err := s.reads(c.texts(), string(c.attribute.Name()), c.t())
	if err != nil {
		return err
	}
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
	r, err := s.reads(personTexts, s.plan.Plan.Rows.Person, "person")
	if err != nil {
		return err
	}
	err = r.number("person", "person_signs", "person_plain", "person_number", numberOfPerson)
	r.end("whose row it is", "person", "person_number")
	return err
}

// readWeight adds the texts of weights, and what they count as.
func (s *statement) readWeight() error {
	r, err := s.reads(weightTexts, s.plan.Plan.Weight.Column, weightText)
	if err != nil {
		return err
	}
	err = r.number(weightText, "weight_signs", "weight_plain", weightNumber, numberSQL)
	r.step("", s.steps()+" AS "+weightSteps)
	r.step("", s.units()+" AS units", s.capped()+" AS capped")
	columns := []string{weightNumber, "units", "capped"}
	if s.unread {
		columns = append(columns, weightText)
	}
	r.end("the weight of a row, and the units that it counts as", columns...)
	return err
}

// The blocks of whose row it is and of its weight.
const (
	personTexts = "texts_person"
	weightTexts = "texts_weight"
)

// texts and r name the block of the column's texts, and the text of a row in it.
func (c column) texts() string { return fmt.Sprint("texts", c.number) }
func (c column) r() string     { return fmt.Sprint("r", c.number) }

// codes adds the codes of every row: its texts are looked up among those that were read.
func (s *statement) codes() error {
	var rows, items []string
	joins := ""
	look := func(r, block, name string) error {
		quoted, err := s.name(name)
		rows = append(rows, s.asText(quoted)+" AS "+r)
		joins += fmt.Sprintf("\n  LEFT JOIN %[1]s ON %[1]s.r = %[2]s", block, r)
		return err
	}
	for _, c := range s.columns {
		if err := look(c.r(), c.texts(), string(c.attribute.Name())); err != nil {
			return err
		}
		items = append(items, fmt.Sprintf("CASE WHEN %s IS NULL THEN %s ELSE %s.%s END AS %s", c.r(), c.blank(), c.texts(), c.c(), c.c()))
	}
	if of := s.plan.Plan.Rows; of != nil {
		if err := look("r_person", personTexts, of.Person); err != nil {
			return err
		}
		key, err := s.name(of.Key)
		if err != nil {
			return err
		}
		rows = append(rows, s.asText(key)+" AS r_key")
	}
	if of := s.plan.Plan.Weight; of != nil {
		if err := look("r_weight", weightTexts, of.Column); err != nil {
			return err
		}
	}
	for _, name := range s.beside() {
		if name == rowKey {
			name = "NULLIF(" + s.trimmed("r_key") + ", '') AS " + rowKey
		}
		items = append(items, name)
	}
	s.block("every column as text", "texts", "  SELECT\n    "+strings.Join(rows, ",\n    ")+"\n  FROM "+s.table)
	s.block("the codes of every row", "codes", "  SELECT\n    "+strings.Join(items, ",\n    ")+"\n  FROM texts"+joins+s.asBlock())
	return nil
}
