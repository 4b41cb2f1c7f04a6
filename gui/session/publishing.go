package session

import (
	"steward/core/coach"
	"steward/core/promise"
	"steward/gui/session/amounts"
	"steward/gui/session/releasing"
	"steward/gui/words"
)

// budgetProgress is how far the step "Privacy and error" is.
func (s *Session) budgetProgress() Progress {
	if s.compiled == nil {
		return Progress{Line: words.T("Not yet")}
	}
	p := Progress{State: Done, Line: words.T("Budget %s, %s", words.Number(s.plan.Budget.Epsilon), shortBand(promise.Of(s.compiled).Band()))}
	if s.Budget.SpendsNothing() {
		p.Line = words.T("Spends nothing")
	}
	if f := s.Balance.Shortfall(); f != nil {
		return Progress{State: Attention, Line: f.Short(), Missing: words.Sentence(f.String())}
	}
	for _, w := range s.Budget.Warnings() {
		if w.Worth.Verdict() == coach.Mostly {
			p.State, p.Line = Doubtful, words.T("Mostly noise: %s", w.Title)
			p.Missing = words.T("Most of “%s” would be noise.", w.Title) // the page says the rest
			break
		}
	}
	return p
}

// releaseProgress is how far the step "Release" is.
func (s *Session) releaseProgress() Progress {
	switch s.Release.Stage() {
	case releasing.Published:
		return Progress{State: Done, Line: words.T("Released %s", words.DayOf(s.Release.Finished().Release.Created, words.ShortDate))}
	case releasing.Preparing, releasing.Drawing:
		return Progress{Line: words.T("Under way")}
	case releasing.Halted:
		return Progress{State: Attention, Line: words.T("Spent, not finished"), Missing: words.T("The numbers are kept, and the files are still to be written.")}
	case releasing.Lost:
		return Progress{State: Attention, Line: words.T("Spent, nothing published"), Missing: s.Release.LostWhy()}
	}
	missing := s.Release.MayRelease()
	if missing == "" {
		return Progress{Line: words.T("Needs your agreement"), Missing: words.T("Nothing has been released yet.")}
	}
	return Progress{Line: words.T("Not yet"), Missing: missing}
}

// summaryProgress is how far the step "Summary" is.
func (s *Session) summaryProgress() Progress {
	if s.Release.Finished() == nil {
		return Progress{Line: words.T("Not yet"), Missing: words.T("Nothing has been released yet.")}
	}
	p := Progress{State: Done, Line: words.T("Ready")}
	if n := s.Summary.Pages(); n > 0 {
		p.Line = amounts.Count(n, "page", "pages")
	}
	switch v := s.Summary.Own(); {
	case v == nil:
	case v.OK():
		p.Line += words.T(", verified")
	default:
		return Progress{State: Attention, Line: words.T("Does not belong together"), Missing: words.T("The files do not belong together: see what was found.")}
	}
	return p
}
