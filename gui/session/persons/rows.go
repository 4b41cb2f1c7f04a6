package persons

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"steward/core/limits"
	"steward/core/plan"
	"steward/gui/session/amounts"
	"steward/gui/session/opened"
	"steward/gui/session/questions"
	"steward/gui/words"
	"steward/io/records/rowaccount"
	"steward/io/sheet"
)

// FirstAtMost is the cap that stands there at first where people can have several rows. It is
// no number from the file: how often the most frequent person appears is theirs alone.
const FirstAtMost = 3

// OneRow says that everybody has one row, which counts once, also where a column looks like a key of persons and repeats.
func (s *Step) OneRow() {
	_, repeats := s.repeatedKey()
	s.of.Edit(func(p *plan.Plan) {
		setRows(p, nil)
		p.Data.OneRowEach = repeats
	})
}

// repeatedKey returns the column of the open file that looks like a key of persons and repeats.
func (s *Step) repeatedKey() (sheet.People, bool) {
	if s.of.File() == nil || s.of.File().Found == nil {
		return sheet.People{}, false
	}
	return s.of.File().Found.RepeatedKey()
}

// UnsaidWhose tells who the rows seem to be about, for the steward's eyes only; false where that was said, or where no column tells
// that people have several rows.
func (s *Step) UnsaidWhose() (sheet.People, bool) {
	key, repeats := s.repeatedKey()
	return key, repeats && s.of.Plan().Rows == nil && !s.of.Plan().Data.OneRowEach
}

func setRows(p *plan.Plan, rows *plan.Rows) {
	questions.SetCounting(p, func(p *plan.Plan) { p.Rows = rows })
}

// SeveralRows says that people can have several rows. Whose row it is, and how many each may
// contribute, is said with PersonColumn and AtMost.
func (s *Step) SeveralRows() {
	key, repeats := s.repeatedKey()
	if repeats {
		_, published := s.of.Published(key.Columns[0])
		repeats = !published
	}
	s.editRows(func(r *plan.Rows) {
		if repeats && r.Person == "" {
			r.Person = key.Columns[0]
		}
	})
}

func (s *Step) editRows(change func(*plan.Rows)) {
	s.of.Edit(func(p *plan.Plan) {
		if p.Rows == nil {
			setRows(p, &plan.Rows{AtMost: FirstAtMost})
		}
		p.Data.OneRowEach = false
		change(p.Rows)
	})
}

// NamesColumns reports whether columns that are not published have to be named by hand: while no
// file is open, and where it holds counts from a database.
func (s *Step) NamesColumns() bool { return s.of.File() == nil || s.of.File().Counted }

// PersonColumn says which column of the file tells whose row it is. It errors when the file
// has no such column, or the column is published.
func (s *Step) PersonColumn(name string) error {
	if _, published := s.of.Published(name); published {
		return words.Errorf("%s is published, but the column that says whose row it is cannot be: take it out in Columns first", name)
	}
	if name = strings.TrimSpace(name); name == "" {
		return words.Errorf("name the column that says whose row it is, spelt as in the database")
	}
	if !s.NamesColumns() && !slices.Contains(s.of.File().Header, name) {
		return words.Errorf("the sheet has no column %s: choose another", name)
	}
	s.editRows(func(r *plan.Rows) { r.Person = name })
	return nil
}

// RowOrder says in the order of which column the rows of a person come, of which the first ones count; ""
// is that of the file. It errors when the file has no such column, or the column is published.
func (s *Step) RowOrder(name string) error {
	if _, published := s.of.Published(name); published {
		return words.Errorf("%s is published, but a person’s rows cannot be ordered by a published column, since which of them count would then depend on an answer: choose another column", name)
	}
	if name = strings.TrimSpace(name); name != "" && !s.NamesColumns() && !slices.Contains(s.of.File().Header, name) {
		return words.Errorf("the sheet has no column %s: choose another", name)
	}
	s.editRows(func(r *plan.Rows) { r.Key = name })
	return nil
}

// AtMost says how many rows each person may contribute, as a person types it. It errors when
// that is no whole number from 1 to limits.MaxRowsPerPerson.
func (s *Step) AtMost(text string) error {
	n, err := strconv.Atoi(words.Typed(strings.TrimSpace(text)))
	if err != nil || n < 1 || n > limits.MaxRowsPerPerson {
		return words.Errorf("found %q where a whole number from 1 to %d is expected: all noise grows with it", text, limits.MaxRowsPerPerson)
	}
	s.editRows(func(r *plan.Rows) { r.AtMost = n })
	return nil
}

// SaysWhose tells whether a column says whose row it is, so that it cannot be published.
func (s *Step) SaysWhose(column string) bool {
	return s.of.Plan().Rows != nil && s.of.Plan().Rows.Person == column
}

// Orders tells whether the rows of a person come in the order of a column, so that it cannot be published.
func (s *Step) Orders(column string) bool {
	return s.of.Plan().Rows != nil && s.of.Plan().Rows.Key == column && column != ""
}

// FoundPeople returns how many people the open file holds, for the steward's eyes; false where
// that is not known, because no file is open, no column says whose a row is, or there are too
// many to have been told apart.
func (s *Step) FoundPeople() (int, bool) {
	if s.of.File() == nil || s.of.File().Found == nil {
		return 0, false
	}
	if s.of.Plan().Rows == nil {
		return s.of.File().Found.Rows, true
	}
	found, ok := s.of.File().Column(s.of.Plan().Rows.Person)
	if !ok || found.Distinct > opened.DistinctExact {
		return 0, false
	}
	return found.Distinct, true
}

// BeyondWords says how many rows a check of the records found beyond their person's slots, as a sentence, for the steward's eyes only;
// "" where that is not known.
func (s *Step) BeyondWords(found *rowaccount.Account) string {
	if s.of.Plan().Rows == nil || found == nil {
		return ""
	}
	switch n := found.Beyond; n {
	case 0:
		return words.N(s.of.Plan().Rows.AtMost, "No row is left out: nobody has more than %d row.", "No row is left out: nobody has more than %d rows.", s.of.Plan().Rows.AtMost)
	case 1:
		return words.T("1 row exceeds the %d allowed per person and is left out of every number. For your eyes only.", s.of.Plan().Rows.AtMost)
	default:
		return words.T("%s rows exceed the %d allowed per person and are left out of every number. For your eyes only.", amounts.Thousands(fmt.Sprint(n)), s.of.Plan().Rows.AtMost)
	}
}
