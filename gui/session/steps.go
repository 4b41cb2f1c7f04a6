package session

import (
	"fmt"
	"slices"

	"steward/core/account"
	"steward/core/guide"
	"steward/core/plan"
	"steward/gui/session/amounts"
	"steward/gui/words"
)

// State says how far a step is.
type State int

// The states of a step.
const (
	NotYet State = iota
	Attention
	Doubtful // complete, and what comes of it is of little use
	Done
)

// Complete reports whether one may go on.
func (s State) Complete() bool { return s >= Doubtful }

// Progress is a step's state and the line that goes with it in the rail.
type Progress struct {
	Step  guide.Step
	State State
	Line  string
	// Missing says what is still to be done before going on; empty when nothing is.
	Missing string
}

// Issues returns the plan's issues in a step.
func (s *Session) Issues(step guide.Step) (out []plan.Issue) {
	for _, i := range s.issues {
		if i.Step == step {
			out = append(out, i)
		}
	}
	return out
}

// Progress returns the state of a step. A step needs attention when something in it has to
// be mended, and is not yet reached while something before it does.
func (s *Session) Progress(step guide.Step) Progress {
	p := s.progress(step)
	p.Step = step
	if issues := s.Issues(step); len(issues) > 0 && p.State.Complete() {
		p.State, p.Missing = Attention, words.Sentence(words.Say(issues[0].Message))
	}
	if p.State.Complete() && !s.reached(step) {
		if p.State == Doubtful {
			p.Missing = "" // it is not its turn
		}
		p.State = NotYet
	}
	return p
}

// reached reports whether the steps before one are free of issues.
func (s *Session) reached(step guide.Step) bool {
	for _, before := range guide.Steps() {
		if before == step {
			return true
		}
		if !s.progress(before).State.Complete() || len(s.Issues(before)) > 0 {
			return false
		}
	}
	return true
}

func (s *Session) progress(step guide.Step) Progress {
	switch step {
	case guide.Data:
		if s.Data.File() == nil {
			return Progress{State: Attention, Line: words.T("Open a file"), Missing: words.T("Open the spreadsheet that the tables are to be made from.")}
		}
		if p, open := s.undecided(); open {
			return p
		}
		if s.Data.File().Described {
			return Progress{State: Attention, Line: words.T("Not counted yet"), Missing: words.T("Open the result of the counting query.")}
		}
		return Progress{State: Done, Line: amounts.Thousands(fmt.Sprint(s.Data.File().Found.Rows)) + " " + s.Persons.InFile()}
	case guide.Columns:
		if len(s.plan.Columns) == 0 {
			return Progress{Line: words.T("None chosen"), Missing: words.T("Choose at least one column to publish.")}
		}
		return Progress{State: Done, Line: words.N(len(s.plan.Columns), "%d column published", "%d columns published", len(s.plan.Columns))}
	case guide.Secrets:
		return Progress{State: Done, Line: s.Secrets.Line()}
	case guide.Facts:
		if s.Facts.Unasked() {
			return Progress{State: Doubtful, Line: s.Facts.Line(), Missing: words.T("Nobody has said yet whether the public knows something for certain.")}
		}
		return Progress{State: Done, Line: s.Facts.Line()}
	case guide.Questions:
		asked := len(s.plan.Titles())
		if asked == 0 {
			return Progress{Line: words.T("None asked"), Missing: words.T("Add a question: what is to be published?")}
		}
		line := words.N(asked, "%d question", "%d questions", asked)
		if n := s.Questions.Counts(); n.Published > 0 {
			line = words.T("%s, %s numbers", line, amounts.Commas(n.Published))
		}
		return Progress{State: Done, Line: line}
	case guide.Budget:
		return s.budgetProgress()
	case guide.Release:
		return s.releaseProgress()
	}
	return s.summaryProgress()
}

func shortBand(b account.Band) string {
	switch b {
	case account.Weak:
		return words.T("weak")
	case account.VeryWeak:
		return words.T("very weak")
	}
	return words.Say(b.Said())
}

// undecided is how far the step Your data is while something in the file needs a decision.
func (s *Session) undecided() (p Progress, open bool) {
	if gone := s.Columns.Absent(); len(gone) > 0 {
		return Progress{State: Attention, Line: amounts.Count(len(gone), "column is missing", "columns are missing"),
			Missing: words.T("The sheet does not have %s: choose another one, or take them out in Columns.", amounts.Named(gone))}, true
	}
	if r := s.plan.Rows; r != nil && r.Person != "" && !slices.Contains(s.Data.File().Header, r.Person) {
		return Progress{State: Attention, Line: words.T("A column is missing"),
			Missing: words.T("The sheet does not have %s, which says whose row it is: choose another sheet, or another column.", r.Person)}, true
	}
	if w := s.plan.Weight; w != nil && w.Column != "" && !slices.Contains(s.Data.File().Header, w.Column) {
		return Progress{State: Attention, Line: words.T("A column is missing"),
			Missing: words.T("The sheet does not have %s, which says how many people a row stands for: choose another sheet, or another column.", w.Column)}, true
	}
	if key, unsaid := s.Persons.UnsaidWhose(); unsaid {
		return Progress{State: Attention, Line: words.T("Who is a row about?"),
			Missing: words.T("Say who a row is about: entries of %s appear in several rows.", key.Columns[0])}, true
	}
	n, first := s.Columns.OpenOddities()
	if n == 0 {
		return Progress{}, false
	}
	return Progress{State: Attention, Line: words.N(n, "%d thing to decide", "%d things to decide", n), Missing: first.Ask()}, true
}
