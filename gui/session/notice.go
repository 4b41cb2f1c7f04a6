package session

import (
	"slices"
	"strings"

	"steward/core/guide"
	"steward/core/plan"
	"steward/gui/session/columns"
	"steward/gui/session/current"
	"steward/gui/words"
)

// Notice says what the last edit meant for other steps: what it removed, and which steps need
// another look because of it. It is empty when the edit had no such consequence.
func (s *Session) Notice() string { return s.notice }

// Taken says what Undo has just taken back, or Redo done again; empty after anything else.
func (s *Session) Taken() string { return s.taken }

// say shows what was taken back or done again.
func (s *Session) say(taken string) {
	s.taken = taken
	s.changed()
}

// Forget dismisses the notice.
func (s *Session) Forget() {
	s.notice, s.taken = "", ""
	s.changed()
}

// standing is how far every step is, to see what an edit does to the others.
func (s *Session) standing() (out []current.Progress) {
	for _, step := range guide.Steps() {
		p := s.progress(step)
		p.Step = step
		if issues := s.Issues(step); len(issues) > 0 {
			p.State, p.Missing = current.Attention, words.Sentence(words.Say(issues[0].Message))
		}
		out = append(out, p)
	}
	return out
}

// consequences compares the session before and after an edit: questions that are gone
// although something else was edited, and steps that were in order and no longer are.
func (s *Session) consequences(before plan.Plan, stood []current.Progress) string {
	var said []string
	if !slices.EqualFunc(before.Columns, s.plan.Columns, func(a, b plan.Column) bool { return a.Name == b.Name }) {
		went := columns.Gone(before, s.plan)
		for i, title := range went {
			went[i] = words.T("“%s”", title)
		}
		switch len(went) {
		case 0:
		case 1:
			said = append(said, words.T("The question %s was removed with it.", went[0]))
		default:
			said = append(said, words.T("The questions %s were removed with it.", strings.Join(went, ", ")))
		}
	}
	if before.Data.Reviewed != nil && s.plan.Data.Reviewed == nil {
		said = append(said, words.T("The records have to be checked again before the release."))
	}
	now := s.standing()
	for i, p := range now {
		if stood[i].State.Complete() && !p.State.Complete() && p.Missing != "" {
			said = append(said, words.T("%s needs another look: %s", words.Say(p.Step.Title()), p.Missing))
		}
	}
	return strings.Join(said, " ")
}
