package session

import (
	"steward/core/account"
	"steward/core/coach"
	"steward/core/promise"
	"steward/gui/session/amounts"
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
	if f := s.Shortfall(); f != nil {
		return Progress{State: Attention, Line: f.short(), Missing: words.Sentence(f.String())}
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
	switch s.Stage() {
	case Published:
		return Progress{State: Done, Line: words.T("Released %s", s.releasedOn())}
	case Preparing, Drawing:
		return Progress{Line: words.T("Under way")}
	case Halted:
		return Progress{State: Attention, Line: words.T("Spent, not finished"), Missing: words.T("The numbers are kept, and the files are still to be written.")}
	case Lost:
		return Progress{State: Attention, Line: words.T("Spent, nothing published"), Missing: s.release.lost}
	}
	missing := s.MayRelease()
	if missing == "" {
		return Progress{Line: words.T("Waiting for your yes"), Missing: words.T("Nothing has been released yet.")}
	}
	return Progress{Line: words.T("Not yet"), Missing: missing}
}

// summaryProgress is how far the step "Summary" is.
func (s *Session) summaryProgress() Progress {
	if s.release.finished == nil {
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

// releasedOn says on which day the release was carried out.
func (s *Session) releasedOn() string { return Day(s.release.finished.Release.Created) }

// Left returns what would be left of the limit after a release of a budget, as a decimal, or
// what is left now when that is not enough. It is empty while nothing is known of the ledger,
// and without a limit.
func (s *Session) Left(epsilon string) (left string, enough bool) {
	e, err := account.ParseEpsilon(epsilon)
	if err != nil && epsilon != s.Budget.Spending() || !s.account.known(s.plan) {
		return "", true
	}
	rest := s.account.left(s.plan)
	switch {
	case rest == nil:
		return "", true
	case rest.Cmp(e.Rat()) < 0:
		return shortDecimal(rest), false
	}
	return shortDecimal(rest.Sub(rest, e.Rat())), true
}

// Remaining says what would be left of the limit after a release of a budget: "1.28 of 2
// would remain", or that it is more than is left. It is empty without a limit.
func (s *Session) Remaining(epsilon string) (text string, enough bool) {
	left, enough := s.Left(epsilon)
	switch {
	case left == "":
		return "", true
	case !enough:
		return words.T("more than the %s that are left", words.Number(left)), false
	}
	return words.T("%s of %s would remain", words.Number(left), words.Number(s.Account().Limit)), true
}
