package columns

import (
	"steward/core/plan"
	"steward/core/table"
	"steward/gui/session/amounts"
	"steward/gui/session/opened"
	"steward/gui/words"
	"steward/io/misfits"
	"steward/io/sheet"
)

// Outside compares a declared column with the open file. ok is false while there is nothing
// to compare.
func (s *Step) Outside(c plan.Column) (o misfits.Outside, ok bool) {
	found, has := s.of.File().Column(string(c.Name))
	if !has {
		return misfits.Outside{}, false
	}
	return misfits.OutsideOf(c, found)
}

// FoundWords says what a column of the file holds, without a bound or a value that one would
// be tempted to copy.
func FoundWords(found sheet.Column) string {
	wording := amounts.Several(found.Distinct, "different answer", "different answers")
	if found.Distinct > opened.DistinctExact {
		wording = words.T("about %s", wording)
	}
	if n := found.Kinds[table.Blank]; n > 0 {
		wording += ", " + amounts.Several(n, "blank cell", "blank cells")
	}
	return wording
}
