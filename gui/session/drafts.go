package session

import (
	"slices"

	"steward/core/guide"
	"steward/gui/words"
	"steward/io/project"
)

// LeftBehind is a plan that a program which ended without saving had kept.
type LeftBehind struct {
	At   string // when it was kept last: "3 Feb 2026, 14:02"
	File string // the spreadsheet that it was made for; empty where none had been opened

	left project.Leftover
}

// LeftBehind lists what programs that ended without saving had kept when this one started, the last
// one first; other windows that are still open work on theirs.
func (s *Session) LeftBehind() []LeftBehind {
	out := make([]LeftBehind, len(s.left))
	for i, l := range s.left {
		out[i] = LeftBehind{At: words.ShortDate(l.At) + ", " + words.Clock(l.At), left: l}
		if i < len(s.leftFiles) {
			out[i].File = s.leftFiles[i]
		}
	}
	return out
}

// findLeft looks for what was left behind.
func (s *Session) findLeft() {
	s.left, s.leftFiles = project.Leftovers(s.around.Drafts), nil
	for _, l := range s.left {
		file := ""
		if p, err := project.Load(l.Path); err == nil { // one that cannot be read says so when it is resumed
			file = p.Data.File
		}
		s.leftFiles = append(s.leftFiles, file)
	}
}

// Resume goes on with what was left behind. The spreadsheet has to be opened again: no draft
// says where it is.
func (s *Session) Resume(left LeftBehind) {
	if s.job != nil {
		return
	}
	p, past, err := project.Read(left.left.Path)
	if err != nil {
		s.Fail(guide.Data, err)
		return
	}
	s.begin(past)
	s.edited = true
	s.dropLeft(left)
	s.set(p)
	s.Release.RecallLast()
	if err := left.left.Forget(); err != nil {
		s.Fail(guide.Data, err)
	}
}

// ForgetLeft removes what was left behind.
func (s *Session) ForgetLeft(left LeftBehind) {
	if err := left.left.Forget(); err != nil {
		s.Fail(guide.Data, err)
		return
	}
	s.dropLeft(left)
	s.changed()
}

// dropLeft takes one plan off the list.
func (s *Session) dropLeft(left LeftBehind) {
	if i := slices.Index(s.left, left.left); i >= 0 {
		s.left, s.leftFiles = slices.Delete(s.left, i, i+1), slices.Delete(s.leftFiles, i, i+1)
	}
}

// Close ends the session: nothing that is not saved is wanted any more.
func (s *Session) Close() {
	s.dropDraft()
	if s.draft != nil {
		s.draft.Close()
		s.draft = nil
	}
}

// keepDraft keeps a plan that no project file holds. A draft that cannot be kept is no failure to stop
// anybody with: the window says that the project is not saved.
func (s *Session) keepDraft() {
	if s.around.Drafts == "" || !s.edited {
		return
	}
	if s.draft == nil {
		d, err := project.NewDraft(s.around.Drafts)
		if err != nil {
			return
		}
		s.draft = d
	}
	_ = s.draft.Keep(s.plan, s.remembered)
}

// dropDraft removes what was kept: it is saved, or replaced by another project.
func (s *Session) dropDraft() {
	if s.draft != nil {
		_ = s.draft.Drop()
	}
}
