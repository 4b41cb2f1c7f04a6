package codebook

import (
	"strconv"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/message"
	"steward/core/plan"
)

// personKind is the type of the column that says whose a row is. Its upper end is how many rows of each person count.
const personKind domain.Kind = "person"

// persons is a column that says whose a row is.
var persons = special{
	kind: personKind, ends: (*column).addRows,
	finish: func(c *column, r *reader, b *Book) (err error) {
		if b.Rows != nil {
			return c.second(r, message.Sprintf("people"), b.Rows.Person)
		}
		b.Rows, err = c.finishPerson(r)
		return err
	},
	rows: func(b Book) ([]declared, error) {
		if b.Rows == nil {
			return nil, nil
		}
		return []declared{{b.Rows.Person, []map[heading]string{personRow(*b.Rows)}}}, nil
	},
	published: func(name string) error {
		return message.Errorf("the column %q that says whose row it is cannot be written: name one that is not published", name)
	},
}

const rowsExpected = "a whole number from 1 to %d"

// addRows reads how many rows of each person count at most. There is no minimum: anything but 0 and 1,
// which say the same as none, is refused.
func (c *column) addRows(r *reader, l line) error {
	if text := r.get(l, lowerEnd); text != "" && text != "0" && text != "1" {
		return r.wrong(l, lowerEnd, "nothing, as the type is %s,", c.kind).WithRemedy("as upper, write how many rows of each person count, and give no lower end")
	}
	text := r.get(l, upperEnd)
	if text == "" {
		return nil
	}
	if n, err := strconv.Atoi(text); err != nil || n < 1 || n > limits.MaxRowsPerPerson {
		return r.wrong(l, upperEnd, rowsExpected, limits.MaxRowsPerPerson).WithRemedy("write how many rows of each person count at most")
	}
	if c.top != "" && c.top != text {
		return r.wrong(l, upperEnd, "%s, as in a row above,", c.top).WithRemedy("say it once")
	}
	c.top = text
	return nil
}

// finishPerson returns whose the rows are. It errors where a plan would not take it.
func (c *column) finishPerson(r *reader) (*plan.Rows, error) {
	if c.hasValues() {
		return nil, r.fault(c.first.number, r.at[columnName], "column %q says whose row it is and takes no values, readings or rules: a row without a person is never silently counted", c.name).
			WithRemedy("write person as the type, and as upper only how many rows of each person count")
	}
	n, err := strconv.Atoi(c.top)
	if err != nil {
		return nil, r.fault(c.first.number, r.at[columnName], "column %q says whose row it is, but not how many rows of each person count", c.name).
			WithRemedy("write "+rowsExpected+" as upper: 1 if everybody has one row", limits.MaxRowsPerPerson)
	}
	return &plan.Rows{Person: c.name, AtMost: n}, nil
}

// personRow returns the row of the codebook that says whose a row is.
func personRow(p plan.Rows) map[heading]string {
	return map[heading]string{columnName: p.Person, columnType: string(personKind), upperEnd: strconv.Itoa(p.AtMost)}
}

// hasValues reports whether anything is declared that only published columns have.
func (c *column) hasValues() bool {
	return len(c.out.Values)+len(c.out.Readings) > 0 || c.out.Blank.Rule != "" || c.out.Other.Rule != ""
}
