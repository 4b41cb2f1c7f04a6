package session

import (
	"steward/core/guide"
	"steward/gui/words"
	"steward/io/project"
)

// LeftBehind says when the plan was last kept of a program that ended without its being saved
// ("3 Feb 2026, 14:02"); it is empty when there was none when this one started, or another window still
// works on it.
func (s *Session) LeftBehind() string {
	if len(s.left) == 0 {
		return ""
	}
	at := s.left[0].At
	return words.ShortDate(at) + ", " + words.Clock(at)
}

// Resume goes on with what was left behind. The spreadsheet has to be opened again: no draft
// says where it is.
func (s *Session) Resume() {
	if len(s.left) == 0 || s.job != nil {
		return
	}
	left := s.left[0]
	p, err := project.Load(left.Path)
	if err != nil {
		s.Fail(guide.Data, err)
		return
	}
	s.dropDraft()
	s.path, s.project, s.edited = "", nil, true
	s.past, s.future, s.file = nil, nil, nil
	s.release, s.facts = releaseState{}, factsState{}
	s.left = nil
	s.set(p)
	if err := left.Forget(); err != nil {
		s.Fail(guide.Data, err)
	}
}

// ForgetLeft removes what was left behind.
func (s *Session) ForgetLeft() {
	for _, l := range s.left {
		if err := l.Forget(); err != nil {
			s.Fail(guide.Data, err)
			return
		}
	}
	s.left = nil
	s.changed()
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
	_ = s.draft.Keep(s.plan)
}

// dropDraft removes what was kept: it is saved, or replaced by another project.
func (s *Session) dropDraft() {
	if s.draft != nil {
		_ = s.draft.Drop()
	}
}
