package budget

import (
	"steward/core/account"
	"steward/core/promise"
	"steward/gui/words"
)

// Promised returns what a release at a budget promises under the plan's secrets, facts and chance of a
// failure; while these are not complete, what is promised about two answers that are hidden by the whole
// budget. It is false when the text is no budget.
func (s *Step) Promised(epsilon string) (promise.Promise, bool) {
	law, ok := s.law(epsilon, s.Delta())
	switch {
	case !ok:
		return promise.Promise{}, false
	case s.of.Compiled() == nil:
		return promise.Plain(law), true
	}
	if s.SpendsNothing() {
		law = account.Promise{}
	}
	return promise.Of(s.of.Compiled()).At(law), true
}

// Allowed returns what a limit of all releases promises where each of them keeps the plan's secrets; while these are not complete, about
// two answers that each hides by its whole budget. It is false when the text is no budget.
func (s *Step) Allowed(limit string) (promise.Promise, bool) {
	law, ok := s.law(limit, account.Delta{})
	if c := s.of.Compiled(); ok && c != nil {
		return promise.Of(c).At(law), true
	}
	return promise.Plain(law), ok
}

func (s *Step) law(epsilon string, d account.Delta) (account.Promise, bool) {
	e, err := account.ParseEpsilon(epsilon)
	if err != nil {
		return account.Promise{}, false
	}
	law, err := account.NewPromise(e, d)
	return law, err == nil
}

// Guessing is what a promise says of guesses, with the figure stressed.
func Guessing(p promise.Promise) words.Phrase {
	return words.Marked(words.Say(p.Guessing(func(figure string) string { return words.AsStrong(words.Number(figure)) })))
}

// Guess writes how often, of 100 times, somebody guesses right after a release at a budget, at most, or ""
// when it is no budget.
func (s *Step) Guess(epsilon string) string {
	p, ok := s.Promised(epsilon)
	if !ok {
		return ""
	}
	return words.Number(p.Guess())
}
