package secrets

import (
	"slices"
	"strings"

	"steward/core/message"
	"steward/core/plan"
	"steward/gui/words"
)

// Agree says yes, or no longer, to publishing without noise what the policy discloses.
func (s *Step) Agree(yes bool) {
	c := s.of.Outlook()
	s.of.Edit(func(p *plan.Plan) {
		p.Agreed = nil
		if yes && c != nil {
			p.Agreed = c.Agree()
		}
	})
}

// Agreement tells how the steward's yes stands to what the policy discloses now.
type Agreement int

// The states of the yes.
const (
	NotAgreed Agreement = iota
	Agreed              // to exactly what is disclosed
	OldAgreed           // to something else: it has to be given again, or taken back
)

// Agreement returns how the yes stands.
func (s *Step) Agreement() Agreement {
	a, c := s.of.Plan().Agreed, s.of.Outlook()
	switch {
	case a == nil || c == nil:
		return NotAgreed
	case slices.Equal(a.List, message.English(c.Disclosed)) && a.Key == c.Policy.DisclosureKey():
		return Agreed
	}
	return OldAgreed
}

// Shown lists in short what the secrets let anyone learn exactly. cut says that the list was
// too long to be shown whole; Disclosed has it.
func (s *Step) Shown() (short []string, cut bool) {
	for _, text := range s.Disclosed() {
		if r := []rune(text); len(r) > mostShown {
			end := strings.LastIndex(string(r[:mostShown]), ", ")
			if end < 0 {
				end = len(string(r[:mostShown]))
			}
			text, cut = text[:end]+", …", true
		}
		short = append(short, text)
	}
	return short, cut
}

const mostShown = 110 // characters of each thing that is shown exactly

// Disclosed lists in full what the secrets let anyone learn exactly.
func (s *Step) Disclosed() []string {
	if c := s.of.Outlook(); c != nil {
		return words.SayAll(c.Disclosed)
	}
	return nil
}
