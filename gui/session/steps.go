package session

import (
	"steward/core/guide"
	"steward/core/plan"
	"steward/gui/session/current"
	"steward/gui/words"
)

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
func (s *Session) Progress(step guide.Step) current.Progress {
	p := s.progress(step)
	p.Step = step
	if issues := s.Issues(step); len(issues) > 0 && p.State.Complete() {
		p.State, p.Missing = current.Attention, words.Sentence(words.Say(issues[0].Message))
	}
	if p.State.Complete() && !s.reached(step) {
		if p.State == current.Doubtful {
			p.Missing = "" // it is not its turn
		}
		p.State = current.NotYet
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

func (s *Session) progress(step guide.Step) current.Progress {
	switch step {
	case guide.Data:
		for _, open := range []func() *current.Progress{s.Data.Unopened, s.Columns.Lacking, s.Persons.Undecided, s.Columns.Undecided, s.Data.Uncounted} {
			if p := open(); p != nil {
				return *p
			}
		}
		return current.Progress{State: current.Done, Line: s.Persons.Line()}
	case guide.Columns:
		return s.Columns.Progress()
	case guide.Secrets:
		return current.Progress{State: current.Done, Line: s.Secrets.Line()}
	case guide.Facts:
		return s.Facts.Progress()
	case guide.Questions:
		return s.Questions.Progress()
	case guide.Budget:
		if f := s.Balance.Shortfall(); f != nil {
			return current.Progress{State: current.Attention, Line: f.Short(), Missing: words.Sentence(f.String())}
		}
		return s.Budget.Progress()
	case guide.Release:
		return s.Release.Progress()
	}
	return s.Summary.Progress()
}
