package session

import "steward/gui/words"

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
