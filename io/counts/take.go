package counts

import (
	"fmt"
	"slices"
	"strings"

	"steward/core/domain"
)

// rowsBlock names the block of the table's rows; rowsAlike its column that says how many there are that say
// the same, where rows are counted and not those of people.
const (
	rowsBlock = "rows_taken"
	rowsAlike = "rows_alike"
)

// taken is a value that is taken from the table.
type taken struct {
	name  string // in the block of rows
	value string
	typed bool // it is still of the column's own type, and no text
}

// take adds the rows of the table, where it pays equal ones once and with their number, so that everything after is
// done for them: values that are compared as they are have their codes, others are taken along.
func (s *statement) take() error {
	s.taken = make(map[string]taken)
	var inner, outer []string
	along := func(name, column string, typed bool, as func(string) string) error {
		quoted, err := s.name(column)
		v := taken{name, as(quoted), typed}
		s.taken[name] = v
		inner, outer = append(inner, v.value+" AS "+name), append(outer, name)
		return err
	}
	itself := func(quoted string) string { return quoted }
	compares := false
	for _, c := range s.columns {
		name := string(c.attribute.Name())
		var err error
		switch {
		case c.compared():
			compares = true
			quoted, e := s.name(name)
			inner = append(inner, quoted+" AS "+c.o(), c.value(quoted)+" AS "+c.x())
			outer, err = append(outer, s.codeTaken(c)+" AS "+c.c()), e
		case c.taken():
			err = along(c.r(), name, true, itself)
		default:
			err = along(c.r(), name, false, s.asText)
		}
		if err != nil {
			return err
		}
	}
	if of := s.plan.Plan.Rows; of != nil {
		person := s.writer.kindOf(s.types[of.Person])
		typed := person != throughText && person != doubles && person != singles
		as := s.asText
		if typed {
			as = itself
		}
		if err := along(rPerson, of.Person, typed, as); err != nil {
			return err
		}
		if err := along(rKey, of.Key, false, s.asText); err != nil {
			return err
		}
	}
	if of := s.plan.Plan.Weight; of != nil {
		typed, as := s.weighs(), s.asText
		if typed {
			as = func(quoted string) string { return "CAST(" + quoted + " AS " + s.doubleType() + ")" }
		}
		if err := along(rWeight, of.Column, typed, as); err != nil {
			return err
		}
	}
	query := "  SELECT " + strings.Join(inner, ", ") + "\n  FROM " + s.table
	by := ""
	if s.together() {
		places := make([]string, len(outer))
		for i := range outer {
			places[i] = fmt.Sprint(i + 1)
		}
		by = "\n  GROUP BY " + strings.Join(places, ", ")
		outer = append(outer, "count(*) AS "+rowsAlike)
	}
	switch {
	case compares:
		query = "  SELECT\n    " + strings.Join(outer, ",\n    ") + "\n  FROM (\n" + query + s.asBlock() + "\n  ) AS a" + by
	case by != "":
		query = "  SELECT " + strings.Join(append(inner, "count(*) AS "+rowsAlike), ", ") + "\n  FROM " + s.table + by
	}
	if err := s.typesBlock(); err != nil {
		return err
	}
	if s.together() {
		s.keptBlock("the rows of the table, with how many say the same", rowsBlock, query)
	} else {
		s.block("the rows of the table", rowsBlock, query)
	}
	return nil
}

// codeTaken is the code of a compared column in the block of rows. Where neither a cell nor an impossible combination
// depends on it, all values that can be read have one, so that more rows say the same.
func (s *statement) codeTaken(c column) string {
	code, name := c.comparedCode(), c.attribute.Name()
	if slices.ContainsFunc(s.needed, func(n column) bool { return n.number == c.number }) ||
		slices.ContainsFunc(s.plan.Everybody().Impossible(), func(of domain.Combination) bool { return len(of[name]) > 0 }) {
		return code
	}
	return "CASE WHEN " + code + " IS NOT NULL THEN 0 END"
}

// weighs reports whether weights are taken as the numbers that they are.
func (s *statement) weighs() bool {
	k := s.writer.kindOf(s.types[s.plan.Plan.Weight.Column])
	return !s.unread && (k == wholes || k == decimals || k == doubles)
}

// together reports whether equal rows are taken together. Those of people are told apart by more than what they say, and
// where numbers or dates are texts there may be as many different rows as rows.
func (s *statement) together() bool {
	if s.plan.Plan.Rows != nil || s.plan.Plan.Weight != nil && !s.weighs() {
		return false
	}
	for _, c := range s.columns {
		if (c.isNumeric() || c.isDates()) && !c.compared() {
			return false
		}
	}
	return true
}

// rows adds up over the rows what each of those that are taken counts.
func (s *statement) rows(what string) string {
	switch {
	case !s.together() && what == "1":
		return "count(*)"
	case !s.together():
		return "sum(" + what + ")"
	case what == "1":
		return "CAST(sum(" + rowsAlike + ") AS " + s.wholeType() + ")"
	}
	return "CAST(sum((" + what + ") * " + rowsAlike + ") AS " + s.wholeType() + ")"
}

// relied are the columns on whose types the query relies.
func (s *statement) relied() []string {
	var names []string
	for _, c := range s.columns {
		if c.compared() || c.taken() {
			names = append(names, string(c.attribute.Name()))
		}
	}
	if of := s.plan.Plan.Rows; of != nil && s.taken[rPerson].typed {
		names = append(names, of.Person)
	}
	if of := s.plan.Plan.Weight; of != nil && s.taken[rWeight].typed {
		names = append(names, of.Column)
	}
	return names
}

// typesBlock adds how many columns are of another type than the query was written for.
func (s *statement) typesBlock() error {
	relied := s.relied()
	if len(relied) == 0 {
		return nil
	}
	var rows []string
	for _, name := range relied {
		column, err := s.text(name)
		if err != nil {
			return err
		}
		typed, err := s.text(s.types[name])
		if err != nil {
			return err
		}
		rows = append(rows, "("+column+", "+typed+")")
	}
	s.block("how many columns are of another type than the query was written for", typesBlock,
		"  SELECT count(*) AS n\n  FROM (VALUES\n    "+strings.Join(rows, ",\n    ")+"\n  ) AS written(name, type)\n  LEFT JOIN (\n"+s.writer.columns(s.table)+
			"\n  ) AS found ON found.name = written.name\n  WHERE found.type IS NULL OR found.type <> written.type")
	return nil
}

const typesBlock = "types_found"
