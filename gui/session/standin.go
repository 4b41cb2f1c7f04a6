package session

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"steward/core/account"
	"steward/core/guide"
	"steward/core/mechanism/registry"
	"steward/core/message"
	"steward/core/plan"
	"steward/gui/session/amounts"
	"steward/gui/words"
	"steward/io/publish"
	"steward/io/standin"
)

// standInState is what is known of the public data that methods are compared on.
type standInState struct {
	chosen  string // path of the public file, where it was chosen in this session
	sought  string // what was looked for last
	busy    bool
	lacking string // what is not there, in a sentence
}

// Compared says what methods are compared on whose error depends on the data.
type Compared struct {
	Kind plan.StandInKind // empty for nothing
	// On is what it is, in words: "lastyear.csv", "made-up data spread evenly".
	On string
	// Lacking says in a sentence for which questions there are no numbers, and why; empty when there
	// are all.
	Lacking string
	// Busy tells that the public file is being counted.
	Busy bool
}

// Compared returns what methods are compared on.
func (s *Session) Compared() Compared {
	standIn := s.plan.StandIn
	if standIn == nil {
		return Compared{}
	}
	c := Compared{Kind: standIn.Kind, Lacking: s.standIn.lacking, Busy: s.standIn.busy}
	switch standIn.Kind {
	case plan.StandInEven:
		c.On, c.Lacking = words.T("made-up data spread evenly"), ""
	case plan.StandInPilot:
		c.On = words.T("a noisy pilot")
		var spent []string
		for _, t := range standIn.Tables {
			if t.Paid != nil {
				spent = append(spent, words.Number(t.Paid.Epsilon))
			}
		}
		if len(spent) > 0 {
			c.On = words.T("a noisy pilot that %s was spent on", words.Joined(spent))
		}
	default:
		c.On = standIn.Name
	}
	return c
}

// ComparePublic has methods compared on the public file at path, which is counted in the background.
// The file that the plan protects is refused.
func (s *Session) ComparePublic(path string) {
	p := s.plan.Clone()
	f := standin.File{Path: path, Own: s.ownFile()}
	var on *plan.Compiled
	s.run(guide.Budget, words.T("Reading %s", filepath.Base(path)), func(ctx context.Context, progress func(string, float64)) error {
		f.Progress = func(rows int64) {
			progress(words.T("Reading %s, %s rows so far", filepath.Base(path), amounts.Thousands(fmt.Sprint(rows))), 0)
		}
		c, err := plan.ToBeCompared(p)
		if err == nil {
			on, err = standin.Like(ctx, c, f)
		}
		return err
	}, func(err error) {
		if err == nil {
			s.standIn = standInState{chosen: path}
			s.Edit(func(p *plan.Plan) { p.StandIn = on.Plan.StandIn })
		}
	})
}

// CompareEven has methods compared on made-up data spread evenly, CompareAlone on nothing: those
// whose error depends on the data are then left out.
func (s *Session) CompareEven() {
	s.Edit(func(p *plan.Plan) { p.StandIn = &plan.StandIn{Kind: plan.StandInEven} })
}

// CompareAlone leaves methods out whose error depends on the data; where one of them was chosen the
// method is automatic again.
func (s *Session) CompareAlone() {
	s.Edit(func(p *plan.Plan) {
		p.StandIn = nil
		for i, q := range p.Questions {
			if registry.DataDependent(q.Mechanism) {
				p.Questions[i].Mechanism = ""
			}
		}
	})
}

// ownFile returns the path of the file that the plan protects, "" while it is not open.
func (s *Session) ownFile() string {
	if s.file == nil {
		return ""
	}
	return s.file.Path
}

// seekPublic looks in the background for the public file that the plan is compared on, where the
// plan does not hold its numbers, and counts it.
func (s *Session) seekPublic() {
	if s.plan.StandIn == nil {
		s.standIn = standInState{}
		return
	}
	c := s.compiled
	if c == nil || s.standIn.busy {
		return
	}
	if len(c.Lacking) == 0 {
		s.standIn.lacking = ""
		return
	}
	key := s.lackingKey(c)
	if s.standIn.sought == key {
		return
	}
	s.standIn.sought, s.standIn.busy = key, true
	own := s.ownFile()
	var folders []string
	for _, near := range []string{s.standIn.chosen, s.path, s.ownFile()} {
		if near != "" {
			folders = append(folders, filepath.Dir(near))
		}
	}
	s.around.Go(func() {
		lacking := standin.Seek(context.Background(), c, own, folders...)
		s.around.Dispatch(func() {
			s.standIn.busy = false
			if now := s.compiled; now != nil && now.Plan.StandIn != nil && s.lackingKey(now) == key {
				s.standIn.lacking = words.Say(lacking)
			}
			s.compile() // with what was counted
			s.Budget.Stale()
			s.seekPublic() // for what is wanted by now
			s.changed()
		})
	})
}

// lackingKey says which numbers of which public file a compiled plan lacks, and where they could be.
func (s *Session) lackingKey(c *plan.Compiled) string {
	var b strings.Builder
	if f := c.Plan.StandIn.File; f != nil {
		b.WriteString(f.Digest)
	}
	for _, i := range c.Lacking {
		b.WriteString(" " + c.Plan.CellsKey(c.Plan.Questions[i].Columns))
	}
	return b.String() + " " + s.standIn.chosen + " " + s.path + " " + s.ownFile()
}

// PilotPrice proposes what a pilot may spend: a tenth of the release's budget.
func (s *Session) PilotPrice() string {
	if s.compiled == nil {
		return ""
	}
	return typable(s.compiled.Budget.Over(10).Rat(), false)
}

// MayPilot says what keeps a pilot of a price from being carried out now, as a sentence; it is empty
// when nothing does.
func (s *Session) MayPilot(price string) string {
	switch {
	case s.job != nil:
		return s.job.What + "…"
	case s.compiled == nil:
		return words.T("The plan is not complete.")
	case s.file == nil:
		return words.T("Open the spreadsheet in the first step: a pilot counts it.")
	case !s.Reviewed():
		return words.T("Check every record first, in step 7, Release: a pilot counts them.")
	case s.Account().Err != nil:
		return words.T("The ledger needs attention.")
	case s.Account().Reading:
		return words.T("The ledger is being read.")
	}
	if _, err := account.ParseEpsilon(price); err != nil {
		return words.SentenceOf(err)
	}
	if left, enough := s.Left(price); !enough {
		return words.T("Only %s is left of what you allowed.", words.Number(left))
	}
	return ""
}

// Pilot pays for a noisy pilot over the columns of a question, at a price that is spent from the
// ledger, and has methods compared on it. It is refused, with nothing spent, when something was
// spent on the data set since the window last showed its account.
func (s *Session) Pilot(question int, price string) {
	if s.MayPilot(price) != "" || question >= len(s.compiled.Problems) {
		return
	}
	epsilon, err := account.ParseEpsilon(price)
	if err != nil {
		return
	}
	entries := s.Account().Entries
	job := publish.PilotJob{Question: question, Epsilon: epsilon, Job: publish.Job{
		Plan: s.compiled, Data: s.file.Path, LedgerDir: s.around.LedgerDir,
		Program: s.around.Program, Noise: s.around.Noise, Now: s.around.Now(), Entries: &entries, Near: s.near(filepath.Dir(s.file.Path)),
		OtherPeople: s.OtherPeople(),
	}}
	var on *plan.StandIn
	s.run(guide.Budget, words.T("Counting for the pilot"), func(ctx context.Context, progress func(string, float64)) error {
		job.Progress = func(what message.Text, done float64) { progress(words.Say(what), done) }
		var err error
		on, _, err = publish.Pilot(ctx, job)
		return err
	}, func(err error) {
		s.recognise(err)
		if on != nil {
			s.Edit(func(p *plan.Plan) { p.StandIn = on })
		}
		s.RefreshAccount()
	})
}
