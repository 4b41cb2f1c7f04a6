package session

import (
	"steward/core/constraint"
	"steward/gui/session/facts"
	"steward/gui/words"
)

// Counted names what the numbers of a release count: "people", "rows",
// "weighted people" or "weighted rows".
func (s *Session) Counted() string { return words.Say(s.plan.Counted()) }

// InWords says what the numbers of the question at an index are in.
func (s *Session) InWords(i int) string {
	if i < 0 || i >= len(s.plan.Questions) {
		return s.Counted()
	}
	return words.Say(s.plan.InWords(s.plan.Questions[i]))
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
