package session

import (
	"slices"

	"steward/gui/session/edits"
)

// Undoable returns the edit that Undo takes back; false when there is none.
func (s *Session) Undoable() (edits.Edit, bool) {
	if n := len(s.past); n > 0 {
		return edits.Between(s.past[n-1], s.plan), true
	}
	return edits.Edit{}, false
}

// Redoable returns the edit that Redo does again; false when there is none.
func (s *Session) Redoable() (edits.Edit, bool) {
	if n := len(s.future); n > 0 {
		return edits.Between(s.plan, s.future[n-1]), true
	}
	return edits.Edit{}, false
}

// History lists the edits that can be taken back, the last one first, at most some of them.
func (s *Session) History(most int) (out []edits.Edit) {
	after := s.plan
	for _, before := range slices.Backward(s.past) {
		if len(out) == most {
			break
		}
		out = append(out, edits.Between(before, after))
		after = before
	}
	return out
}
