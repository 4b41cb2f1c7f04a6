package releasing

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
func (s *Step) Familiar() string {
	f := s.familiar.found
	switch {
	case f == nil || !ledger.SameName(f.DataSet, s.of.Plan().DataSet) || s.OtherPeople():
		return ""
	case slices.ContainsFunc(s.balance.Linked(), func(k ledger.LinkedStatement) bool { return ledger.SameName(k.DataSet, f.Match.DataSet) }):
		return "" // it counts for both
	}
	return words.SentenceOf(f)
}

// OtherPeople reports whether it was said that the people of the file are others than those of the account that they seem to be in.
func (s *Step) OtherPeople() bool {
	return s.familiar.others != "" && s.familiar.others == s.of.Plan().DataSet
}

// SayOtherPeople says so.
func (s *Step) SayOtherPeople() {
	s.familiar.others = s.of.Plan().DataSet
	s.of.Dismiss()
}

// recognise keeps what a release was refused for.
func (s *Step) recognise(err error) {
	if found, ok := errors.AsType[*publish.FamiliarError](err); ok {
		s.familiar.found = found
	}
}
