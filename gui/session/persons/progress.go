package persons

import (
	"fmt"
	"slices"

	"steward/gui/session/amounts"
	"steward/gui/session/current"
	"steward/gui/words"
)

// Undecided is how far the step Your data is while the open file lacks a column that says something of persons, or it is not said whom
// its rows are about; nil otherwise.
func (s *Step) Undecided() *current.Progress {
	p, header := s.of.Plan(), s.of.File().Header
	if r := p.Rows; r != nil && r.Person != "" && !slices.Contains(header, r.Person) {
		return &current.Progress{State: current.Attention, Line: words.T("A column is missing"),
			Missing: words.T("The sheet does not have %s, which says whose row it is: choose another sheet, or another column.", r.Person)}
	}
	if w := p.Weight; w != nil && w.Column != "" && !slices.Contains(header, w.Column) {
		return &current.Progress{State: current.Attention, Line: words.T("A column is missing"),
			Missing: words.T("The sheet does not have %s, which says how many people a row stands for: choose another sheet, or another column.", w.Column)}
	}
	if key, unsaid := s.UnsaidWhose(); unsaid {
		return &current.Progress{State: current.Attention, Line: words.T("Who is a row about?"),
			Missing: words.T("Say who a row is about: entries of %s appear in several rows.", key.Columns[0])}
	}
	return nil
}

// Line says how many there are in the open file of what it has in each row.
func (s *Step) Line() string {
	return amounts.Thousands(fmt.Sprint(s.of.File().Found.Rows)) + " " + s.InFile()
}
