package mechanismtest

import (
	"slices"
	"testing"

	"steward/core/internal/randompolicy"
)

// TotalsMaker makes problems that ask for totals and averages only.
func TotalsMaker(t testing.TB, seed uint64) Maker {
	m := NewMaker(t, seed)
	m.Questions = slices.DeleteFunc(slices.Clone(m.Questions), func(k randompolicy.QuestionKind) bool { return k.Name != "totals" })
	return m
}

// Impossible reports whether no record at all can occur.
func Impossible(s Scene) bool {
	_, err := s.Published.Domain().Cells()
	return err == nil && s.Published.Domain().PossibleCells() == 0
}
