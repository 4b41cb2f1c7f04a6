package data

import (
	"steward/gui/session/current"
	"steward/gui/words"
)

// Unopened is how far the step is while no file is open, nil while one is.
func (s *Step) Unopened() *current.Progress {
	if s.file != nil {
		return nil
	}
	return &current.Progress{State: current.Attention, Line: words.T("Open a file"), Missing: words.T("Open the spreadsheet that the tables are to be made from.")}
}

// Uncounted is how far it is while the file that is open describes a table alone, nil otherwise.
func (s *Step) Uncounted() *current.Progress {
	if !s.file.Described {
		return nil
	}
	return &current.Progress{State: current.Attention, Line: words.T("Not counted yet"), Missing: words.T("Open the result of the counting query.")}
}
