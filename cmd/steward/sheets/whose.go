package sheets

import (
	"slices"
	"strconv"

	"steward/core/limits"
	"steward/core/message"
	"steward/core/plan"
	"steward/io/sheet"
)

// Whose are the flags about who a row is about.
type Whose struct {
	Person   string `help:"People can have several rows, and this column says whose row it is. It is not published." placeholder:"COLUMN"`
	OneEach  bool   `name:"one-row-each" help:"Every row is about a different person, although a column looks like a key of persons and its entries appear in several rows."`
	Rows     int    `help:"With --person: how many rows of each person are counted at most. All noise grows with it." placeholder:"N"`
	RowOrder string `help:"With --person: the column in whose order the rows of a person come, of which the first ones are counted; the order of the file without it. It must not depend on an answer, and is not published." placeholder:"COLUMN"`
}

// Several returns what the flags say about several rows for each person, nil for one row each.
func (w Whose) Several(header []string) (*plan.Rows, error) {
	switch {
	case w.Person == "" && w.Rows == 0 && w.RowOrder == "":
		return nil, nil
	case w.Person == "" && w.RowOrder != "":
		return nil, message.Errorf("--row-order says in which order the rows of a person come, but not whose row it is: name the column with --person")
	case w.Person == "":
		return nil, message.Errorf("--rows says how many rows each person may have, but not whose row it is: name the column with --person")
	case w.Rows < 1 || w.Rows > limits.MaxRowsPerPerson:
		return nil, message.Errorf("--person needs --rows, how many rows of each person are counted at most: a number from 1 to %d, but %d is given", limits.MaxRowsPerPerson, w.Rows)
	case !slices.Contains(header, w.Person):
		return nil, message.Errorf("the sheet has no column %q for --person: it has %s", w.Person, message.Named(header))
	}
	if w.RowOrder != "" && !slices.Contains(header, w.RowOrder) {
		return nil, message.Errorf("the sheet has no column %q for --row-order: it has %s", w.RowOrder, message.Named(header))
	}
	return &plan.Rows{Person: w.Person, AtMost: w.Rows, Key: w.RowOrder}, nil
}

// Unsaid errors where nothing says who a row is about although a column looks like a key of persons that repeats.
func (w Whose) Unsaid(found *sheet.Inspection, rows *plan.Rows) error {
	if w.OneEach && rows != nil {
		return message.Errorf("--one-row-each says that every row is about a different person, and %s that people have several: choose one of them", rows.Person)
	}
	key, repeats := found.RepeatedKey()
	if !repeats || rows != nil || w.OneEach {
		return nil
	}
	return &unsaidWhose{key}
}

// unsaidWhose is the error of a file in which people seem to have several rows, of which nothing is said.
type unsaidWhose struct{ key sheet.People }

func (e *unsaidWhose) Error() string { return e.Said().String() }

// Said is Error as a message.
func (e *unsaidWhose) Said() message.Text { return message.Sprintf("%v %v", e.key.Said(), e.remedy()) }

// Private says the same without how many people there are.
func (e *unsaidWhose) Private() message.Text {
	return message.Sprintf("entries of %s, which looks like a key of persons, appear in several rows. %s", e.key.Columns[0], e.remedy())
}

func (e *unsaidWhose) remedy() message.Text {
	return message.Sprintf("Give --person %s and, with --rows, how many rows of each person are counted at most, or --one-row-each if every row is about a different person", strconv.Quote(e.key.Columns[0]))
}
