package columns

import (
	"steward/gui/session/amounts"
	"steward/gui/session/current"
	"steward/gui/words"
)

// Progress is how far the step is.
func (s *Step) Progress() current.Progress {
	n := len(s.of.Plan().Columns)
	if n == 0 {
		return current.Progress{Line: words.T("None chosen"), Missing: words.T("Choose at least one column to publish.")}
	}
	return current.Progress{State: current.Done, Line: words.N(n, "%d column published", "%d columns published", n)}
}

// Lacking is how far the step Your data is while the open file lacks published columns, nil otherwise.
func (s *Step) Lacking() *current.Progress {
	gone := s.Absent()
	if len(gone) == 0 {
		return nil
	}
	return &current.Progress{State: current.Attention, Line: amounts.Count(len(gone), "column is missing", "columns are missing"),
		Missing: words.T("The sheet does not have %s: choose another one, or take them out in Columns.", amounts.Named(gone))}
}

// Undecided is how far the step Your data is while something odd in the file needs a decision, nil otherwise.
func (s *Step) Undecided() *current.Progress {
	n, first := s.OpenOddities()
	if n == 0 {
		return nil
	}
	return &current.Progress{State: current.Attention, Line: words.N(n, "%d thing to decide", "%d things to decide", n), Missing: first.Ask()}
}
