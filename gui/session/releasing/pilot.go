package releasing

import (
	"context"
	"path/filepath"

	"steward/core/account"
	"steward/core/guide"
	"steward/core/message"
	"steward/core/plan"
	"steward/gui/session/balance"
	"steward/gui/words"
	"steward/io/publish"
)

// PilotPrice proposes what a pilot may spend: a tenth of the release's budget.
func (s *Step) PilotPrice() string {
	if s.of.Compiled() == nil {
		return ""
	}
	return balance.Typable(s.of.Compiled().Budget.Over(10).Rat(), false)
}

// MayPilot says what keeps a pilot of a price from being carried out now, as a sentence; it is empty
// when nothing does.
func (s *Step) MayPilot(price string) string {
	switch {
	case s.of.Busy():
		return s.of.Doing() + "…"
	case s.of.Compiled() == nil:
		return words.T("The plan is not complete.")
	case s.of.File() == nil:
		return words.T("Open the spreadsheet in the first step: a pilot counts it.")
	case !s.Reviewed():
		return words.T("Check every record first, in step %d, %s: a pilot counts them.", guide.Release, guide.Release.Title())
	case s.balance.Account().Err != nil:
		return words.T("The account needs attention.")
	case s.balance.Account().Reading:
		return words.T("The account is being read.")
	}
	if _, err := account.ParseEpsilon(price); err != nil {
		return words.SentenceOf(err)
	}
	if left, enough := s.balance.Left(price); !enough {
		return words.T("Only %s is left of what you allowed.", words.Number(left))
	}
	return ""
}

// Pilot pays for a noisy pilot over the columns of a question, at a price that is spent from the
// ledger, and has methods compared on it. It is refused, with nothing spent, when something was
// spent on the data set since the window last showed its account.
func (s *Step) Pilot(question int, price string) {
	if s.MayPilot(price) != "" || question >= len(s.of.Compiled().Problems) {
		return
	}
	epsilon, err := account.ParseEpsilon(price)
	if err != nil {
		return
	}
	entries := s.balance.Account().Entries
	job := publish.PilotJob{Question: question, Epsilon: epsilon, Job: publish.Job{
		Plan: s.of.Compiled(), Data: s.of.File().Path, LedgerDir: s.of.LedgerDir(),
		Program: s.of.Program(), Noise: s.of.Noise(), Now: s.of.Now(), Entries: &entries, Near: s.balance.Near(filepath.Dir(s.of.File().Path)),
		OtherPeople: s.OtherPeople(),
	}}
	var on *plan.StandIn
	s.of.Job(guide.Budget, words.T("Counting for the pilot"), func(ctx context.Context, progress func(string, float64)) error {
		job.Progress = func(what message.Text, done float64) { progress(words.Say(what), done) }
		var err error
		on, _, err = publish.Pilot(ctx, job)
		return err
	}, func(err error) {
		s.recognise(err)
		if on != nil {
			s.of.Edit(func(p *plan.Plan) { p.StandIn = on })
		}
		s.balance.Refresh()
	})
}
