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
	word  string // under which a text is known to be no number, which spares it the dearest expressions; may be empty
}

// reads begins with a column of the block of rows, or of the table where that block is read only once: r is its value, t the
// text of that without the white space around it, NULL for blanks.
func (s *statement) reads(block, name, t string) *reading {
	value, from := name, rowsBlock
	switch {
	case s.seen && s.taken[name].rest:
		from = restsBlock
	case !s.seen && !s.together():
		value, from = s.taken[name].value, s.table
	}
	r := &reading{of: s, name: block, query: "SELECT " + value + " AS r FROM " + from + " WHERE " + value + " IS NOT NULL GROUP BY 1"}
	text := "r"
	if s.taken[name].typed {
		text = s.asText(text)
	}
	r.step("", "NULLIF("+s.trimmed(text)+", '') AS "+t)
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
	unless := func(of string) string {
		if r.word == "" {
			return of
		}
		return "CASE WHEN NOT (" + r.word + ") THEN " + of + " END"
	}
	r.step("", unless(signs)+" AS "+u)
	r.step("", unless(plain)+" AS "+n)
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
	if c.compared() || s.skipped(c) {
		return nil
	}
	r := s.reads(c.texts(), c.r(), c.t())
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
	r := s.reads(personTexts, rPerson, "person")
	r.word = isWord(s.writer, "person", "")
	err := r.number("person", "person_signs", "person_plain", "person_number", numberOfPerson)
	if s.sights() {
		r.step("", s.keyOfPerson()+" AS "+personKey)
	}
	r.end("whose row it is", s.identity()...)
	return err
}

// readWeight adds the weights, and what they count as.
func (s *statement) readWeight() error {
	if s.taken[rWeight].typed {
		return nil
	}
	var columns, items []string
	for _, w := range s.weights() {
		columns, items = append(columns, w.name), append(items, w.of+" AS "+w.name)
	}
	r := s.reads(weightTexts, rWeight, weightText)
	err := r.number(weightText, "weight_signs", "weight_plain", weightNumber, numberSQL)
	r.step("", s.steps()+" AS "+weightSteps)
	r.step("", items...)
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

// codes adds the codes of the rows of which texts are looked up among those that were read: of all, but where rows were read at
// sight.
func (s *statement) codes() {
	items, joins := s.looked()
	comment, some := "the codes of every row", ""
	if s.seen {
		comment, some = "the codes of the rows that were not read at sight", "\n  WHERE NOT "+allSeen
	}
	s.block(comment, "codes", "  SELECT\n    "+strings.Join(items, ",\n    ")+"\n  FROM "+rowsBlock+joins+some+s.asBlock())
}

// looked are the columns of the codes, and the blocks in which they are looked up.
func (s *statement) looked() (items []string, joins string) {
	look := func(r, block string) {
		joins += fmt.Sprintf("\n  LEFT JOIN %[1]s ON %[1]s.r = %[2]s", block, r)
	}
	// either is what was known where r is NULL, else what was looked up.
	either := func(r, known, found, name string) {
		items = append(items, fmt.Sprintf("CASE WHEN %s IS NULL THEN %s ELSE %s END AS %s", r, known, found, name))
	}
	for _, c := range s.columns {
		switch {
		case s.skipped(c):
			items = append(items, "0 AS "+c.c())
			continue
		case c.compared():
			items = append(items, c.c())
			continue
		}
		known := c.blank()
		if s.taken[c.r()].rest {
			known = rowsBlock + "." + c.c()
		}
		look(c.r(), c.texts())
		either(c.r(), known, c.texts()+"."+c.c(), c.c())
	}
	if s.plan.Plan.Rows != nil && !s.identified() {
		look(rPerson, personTexts)
	}
	if s.plan.Plan.Weight != nil && !s.taken[rWeight].typed {
		look(rWeight, weightTexts)
	}
	for _, name := range s.beside() {
		switch name {
		case "person", "person_number", personKey:
			known := "NULL"
			switch {
			case s.identified() && s.sights():
				items = append(items, name)
				continue
			case s.identified():
				items = append(items, rPerson+" AS "+name)
				continue
			case s.taken[rPerson].rest:
				known = rowsBlock + "." + name
			}
			either(rPerson, known, personTexts+"."+name, name)
		case rowKey:
			if s.sights() {
				items = append(items, name)
				continue
			}
			items = append(items, "NULLIF("+s.trimmed(rKey)+", '') AS "+rowKey)
		default:
			items = append(items, name)
		}
	}
	for _, w := range s.weights() {
		known, found := rowsBlock+"."+w.name, weightTexts+"."+w.name
		switch {
		case s.taken[rWeight].typed || !s.weighs():
			items = append(items, w.name)
		case s.together():
			either(rWeight, known, found+" * "+rowsAlike, w.name)
		default:
			either(rWeight, known, found, w.name)
		}
	}
	return items, joins
}
