package session

import (
	"errors"
	"slices"

	"steward/gui/words"
	"steward/io/ledger"
	"steward/io/publish"
)

// familiar is what is known of whom the open file is about.
type familiar struct {
	found  *publish.FamiliarError
	others string // the data set for which it was said that they are other people
}

// Familiar says in which other account the people of the open file are, where a release would begin a fresh one beside it; "" where it
// would not, as far as is known.
func (s *Session) Familiar() string {
	f := s.release.familiar.found
	switch {
	case f == nil || !ledger.SameName(f.DataSet, s.plan.DataSet) || s.OtherPeople():
		return ""
	case slices.ContainsFunc(s.account.said.Linked, func(k ledger.LinkedStatement) bool { return ledger.SameName(k.DataSet, f.Match.DataSet) }):
		return "" // it counts for both
	}
	return words.SentenceOf(f)
}

// OtherPeople reports whether it was said that the people of the file are others than those of the account that they seem to be in.
func (s *Session) OtherPeople() bool {
	return s.release.familiar.others != "" && s.release.familiar.others == s.plan.DataSet
}

// SayOtherPeople says so.
func (s *Session) SayOtherPeople() {
	s.release.familiar.others = s.plan.DataSet
	s.problem = nil
	s.changed()
}

// recognise keeps what a release was refused for.
func (s *Session) recognise(err error) {
	var found *publish.FamiliarError
	if errors.As(err, &found) {
		s.release.familiar.found = found
	}
}
