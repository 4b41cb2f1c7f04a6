package session

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"steward/core/constraint"
	"steward/core/limits"
	"steward/core/plan"
	"steward/gui/session/amounts"
	"steward/gui/session/columns"
	"steward/gui/session/facts"
	"steward/gui/session/questions"
	"steward/gui/words"
	"steward/io/sheet"
)

// firstAtMost is the cap that stands there at first where people can have several rows. It is
// no number from the file: how often the most frequent person appears is theirs alone.
const firstAtMost = 3

// Counted names what the numbers of a release count: "people", "rows",
// "weighted people" or "weighted rows".
func (s *Session) Counted() string { return words.Say(s.plan.Counted()) }

// InWords says what the numbers of the question at an index are in.
func (s *Session) InWords(i int) string {
	if i < 0 || i >= len(s.plan.Questions) {
		return s.Counted()
	}
	return questions.UnitInWords(s.plan, s.plan.Questions[i])
}

// OneRow says that everybody has one row, which counts once, also where a column looks like a key of persons and repeats.
func (s *Session) OneRow() {
	_, repeats := s.repeatedKey()
	s.Edit(func(p *plan.Plan) {
		setRows(p, nil)
		p.Data.OneRowEach = repeats
	})
}

// repeatedKey returns the column of the open file that looks like a key of persons and repeats.
func (s *Session) repeatedKey() (sheet.People, bool) {
	if s.file == nil || s.file.Found == nil {
		return sheet.People{}, false
	}
	return s.file.Found.RepeatedKey()
}

// UnsaidWhose tells who the rows seem to be about, for the steward's eyes only; false where that was said, or where no column tells
// that people have several rows.
func (s *Session) UnsaidWhose() (sheet.People, bool) {
	key, repeats := s.repeatedKey()
	return key, repeats && s.plan.Rows == nil && !s.plan.Data.OneRowEach
}

func setRows(p *plan.Plan, rows *plan.Rows) {
	questions.SetCounting(p, func(p *plan.Plan) { p.Rows = rows })
}

// SeveralRows says that people can have several rows. Whose row it is, and how many each may
// contribute, is said with PersonColumn and AtMost.
func (s *Session) SeveralRows() {
	key, repeats := s.repeatedKey()
	if repeats {
		_, published := s.Columns.Published(key.Columns[0])
		repeats = !published
	}
	s.editRows(func(r *plan.Rows) {
		if repeats && r.Person == "" {
			r.Person = key.Columns[0]
		}
	})
}

func (s *Session) editRows(change func(*plan.Rows)) {
	s.Edit(func(p *plan.Plan) {
		if p.Rows == nil {
			setRows(p, &plan.Rows{AtMost: firstAtMost})
		}
		p.Data.OneRowEach = false
		change(p.Rows)
	})
}

// NamesColumns reports whether columns that are not published have to be named by hand: while no
// file is open, and where it holds counts from a database.
func (s *Session) NamesColumns() bool { return s.file == nil || s.file.Counted }

// PersonColumn says which column of the file tells whose row it is. It errors when the file
// has no such column, or the column is published.
func (s *Session) PersonColumn(name string) error {
	if _, published := s.Columns.Published(name); published {
		return words.Errorf("%s is published, but the column that says whose row it is cannot be: take it out in Columns first", name)
	}
	if name = strings.TrimSpace(name); name == "" {
		return words.Errorf("name the column that says whose row it is, spelt as in the database")
	}
	if !s.NamesColumns() && !slices.Contains(s.file.Header, name) {
		return words.Errorf("the sheet has no column %s: choose another", name)
	}
	s.editRows(func(r *plan.Rows) { r.Person = name })
	return nil
}

// RowOrder says in the order of which column the rows of a person come, of which the first ones count; ""
// is that of the file. It errors when the file has no such column, or the column is published.
func (s *Session) RowOrder(name string) error {
	if _, published := s.Columns.Published(name); published {
		return words.Errorf("%s is published, but a person’s rows cannot be ordered by a published column, since which of them count would then depend on an answer: choose another column", name)
	}
	if name = strings.TrimSpace(name); name != "" && !s.NamesColumns() && !slices.Contains(s.file.Header, name) {
		return words.Errorf("the sheet has no column %s: choose another", name)
	}
	s.editRows(func(r *plan.Rows) { r.Key = name })
	return nil
}

// AtMost says how many rows each person may contribute, as a person types it. It errors when
// that is no whole number from 1 to limits.MaxRowsPerPerson.
func (s *Session) AtMost(text string) error {
	n, err := strconv.Atoi(words.Typed(strings.TrimSpace(text)))
	if err != nil || n < 1 || n > limits.MaxRowsPerPerson {
		return words.Errorf("found %q where a whole number from 1 to %d is expected: all noise grows with it", text, limits.MaxRowsPerPerson)
	}
	s.editRows(func(r *plan.Rows) { r.AtMost = n })
	return nil
}

// SaysWhose tells whether a column says whose row it is, so that it cannot be published.
func (s *Session) SaysWhose(column string) bool {
	return s.plan.Rows != nil && s.plan.Rows.Person == column
}

// Orders tells whether the rows of a person come in the order of a column, so that it cannot be published.
func (s *Session) Orders(column string) bool {
	return s.plan.Rows != nil && s.plan.Rows.Key == column && column != ""
}

// FoundPeople returns how many people the open file holds, for the steward's eyes; false where
// that is not known, because no file is open, no column says whose a row is, or there are too
// many to have been told apart.
func (s *Session) FoundPeople() (int, bool) {
	if s.file == nil || s.file.Found == nil {
		return 0, false
	}
	if s.plan.Rows == nil {
		return s.file.Found.Rows, true
	}
	found, ok := s.file.Column(s.plan.Rows.Person)
	if !ok || found.Distinct > columns.DistinctExact {
		return 0, false
	}
	return found.Distinct, true
}

// priceOfPeople returns by how much the noise is larger where the number of people is public
// and they can have several rows, or weights, and why: the only fact that can be stated then.
func (s *Session) priceOfPeople() (factor int, why string) {
	c := s.outlook()
	if c == nil {
		return facts.Unpriced, words.T("What it costs depends on the secrets, which are not settled yet.")
	}
	known, err := constraint.Known(0) // no price depends on which number it is
	if err != nil {
		return 0, words.SentenceOf(err)
	}
	m := known.Multiplier(c.Policy)
	return m.Factor, words.Sentence(words.Say(m.Why))
}

// Beyond returns how many rows the last check of the records found beyond their person's
// slots, for the steward's eyes only; false where there was none under this reading of the
// file.
func (s *Session) Beyond() (rows int64, checked bool) {
	known := s.rowsKnown()
	if s.plan.Rows == nil || !s.Reviewed() || known == nil {
		return 0, false
	}
	return known.Beyond, true
}

// BeyondWords says how many rows are left out, as a sentence; "" where that is not known.
func (s *Session) BeyondWords() string {
	n, checked := s.Beyond()
	switch {
	case !checked:
		return ""
	case n == 0:
		return words.N(s.plan.Rows.AtMost, "No row is left out: nobody has more than %d row.", "No row is left out: nobody has more than %d rows.", s.plan.Rows.AtMost)
	case n == 1:
		return words.T("1 row exceeds the %d allowed per person and is left out of every number. For your eyes only.", s.plan.Rows.AtMost)
	}
	return words.T("%s rows exceed the %d allowed per person and are left out of every number. For your eyes only.", amounts.Thousands(fmt.Sprint(n)), s.plan.Rows.AtMost)
}
