package session

import (
	"steward/core/constraint"
	"steward/core/plan"
	"steward/gui/session/facts"
	"steward/gui/session/opened"
	"steward/gui/session/questions"
	"steward/gui/words"
	"steward/io/records/rowaccount"
)

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

// rowLedger is what the last check of the records found of every row, and the plan that it was found under. It is in memory only.
type rowLedger struct {
	*rowaccount.Account
	of   plan.Plan
	file *opened.File
}

// rowsKnown returns what the last check found of every row, nil where there was none under this reading of the file.
func (s *Session) rowsKnown() *rowaccount.Account {
	known := s.release.rows
	if known.Account == nil || known.file != s.file || readDifferently(known.of, s.plan) {
		return nil
	}
	return known.Account
}
