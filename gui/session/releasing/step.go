// Package releasing is the step Release of a project: checking every record, carrying the release out, finishing what was interrupted,
// and showing a release of before again. A pilot is carried out as a release is.
package releasing

import (
	"context"
	"image"
	"path/filepath"
	"time"

	"steward/core/guide"
	"steward/core/message"
	"steward/core/noise"
	"steward/core/plan"
	"steward/core/result"
	"steward/gui/session/answers"
	"steward/gui/session/balance"
	"steward/gui/session/current"
	"steward/gui/session/persons"
	"steward/gui/session/pictures"
	"steward/gui/session/signingoff"
	"steward/gui/words"
	"steward/io/project"
	"steward/io/publish"
	"steward/reports/chart"
	"steward/reports/model"
)

// Finished is a release that was carried out and written.
type Finished struct {
	*publish.Finished
	// Earlier says that it was made before and read again.
	Earlier bool
}

// DrawGroups draws the groups of a clustering.
func (f *Finished) DrawGroups(i int, p pictures.Spec) (image.Image, error) {
	return p.Draw(&chart.Scatter{Picture: model.ScatterOf(&f.Release.Clusters[i], f.Release.Plan.Counted())})
}

// SaveChart writes a chart to a file as the name's ending says: a .png where it has none.
func (s *Step) SaveChart(path string, c pictures.Chart) {
	if filepath.Ext(path) == "" {
		path += ".png"
	}
	s.of.Run(guide.Release, words.T("Writing %s", filepath.Base(path)), func(context.Context) error { return c.Write(path) }, func(error) {})
}

// Project is what is seen of the project that is open.
type Project interface {
	current.Plan
	current.Files
	current.Accounts
	current.Work
	// Past is what the project remembers of its releases; Autosave writes it.
	Past() project.Past
	SetPast(project.Past)
	Autosave()
	// Noise opens the randomness.
	Noise() func() noise.Fresh
	Program() string
	// Forgotten is told that the release is no longer shown, and Replaced that another one is.
	Forgotten()
	Replaced()
	// Doing says what is under way, "" for nothing, and Dismiss has the window no longer show what failed.
	Doing() string
	Dismiss()
}

// Step is the release of a project.
type Step struct {
	of         Project
	balance    *balance.Keeper
	persons    *persons.Step
	signingOff *signingoff.Step
	// interrupted is told of a release that could not be finished.
	interrupted *Interrupted
	state
}

// New returns that of a project, whose account says what may be spent.
func New(of Project, account *balance.Keeper, persons *persons.Step, signingOff *signingoff.Step, interrupted *Interrupted) *Step {
	return &Step{of: of, balance: account, persons: persons, signingOff: signingOff, interrupted: interrupted}
}

// state is how far the release is, and what became of it.
type state struct {
	finished *Finished
	carrying bool // a release is under way
	// debited tells that the spend of the release under way, or of the last one, is on
	// the disk; lost says what went wrong after that, when nothing came of it.
	debited bool
	lost    string
	// halted is a release whose numbers are kept while its files could not be written; nil for none.
	halted   *result.Release
	familiar familiar
	recall   *recall         // nil unless an earlier release is shown
	unfit    *publish.NotFit // what the last check of the records found wrong
	unfitOf  plan.Plan       // the plan that it was found wrong under
	checked  time.Time
	rows     rowLedger

	folder folderState
	shown  shown
}

// Finished returns the release that was carried out, or nil.
func (s *Step) Finished() *Finished { return s.finished }

// MayRelease says what keeps the release from being carried out now, as a sentence; it is
// empty when nothing does.
func (s *Step) MayRelease() string {
	switch {
	case s.finished != nil:
		return words.T("This release was carried out. Plan another one if you need other numbers.")
	case s.recall != nil && s.recall.busy:
		return words.T("The last release of this project is being read again.")
	case s.halted != nil:
		return words.T("First finish the release whose budget is spent, or drop its numbers.")
	case s.of.Busy():
		return s.of.Doing() + "…"
	case s.of.Compiled() == nil:
		for _, step := range guide.Steps() {
			if issues := s.of.Issues(step); len(issues) > 0 {
				return words.T("%s: %s", words.Say(step.Title()), words.Sentence(words.Say(issues[0].Message)))
			}
		}
		return words.T("The plan is not complete.")
	case s.of.File() == nil:
		return words.T("Open the spreadsheet in the first step.")
	case s.of.File().Described:
		return words.T("In the first step, open the result of the counting query.")
	case !s.Reviewed():
		return words.T("Check every record first.")
	case s.balance.Account().Err != nil:
		return words.T("The account needs attention.")
	case s.balance.Account().Reading:
		return words.T("The account is being read.")
	}
	if f := s.balance.Shortfall(); f != nil {
		return words.Sentence(f.String())
	}
	if s.Familiar() != "" {
		return words.T("These people are in another account: see above.")
	}
	if said := s.signingOff.Barred(); said != "" {
		return said
	}
	return s.balance.Unbounded()
}

// Stage says how far a release is.
type Stage int

// The stages of a release.
const (
	NotBegun  Stage = iota
	Preparing       // nothing is spent yet, and it can be cancelled
	Drawing         // the spend is on the disk: it can no longer be cancelled
	Lost            // the spend is on the disk, and nothing came of it
	Halted          // the numbers are kept, and the files are to be written
	Published
)

// Stage returns how far the release is.
func (s *Step) Stage() Stage {
	switch releasing := s.carrying; {
	case s.finished != nil:
		return Published
	case releasing && s.debited:
		return Drawing
	case releasing:
		return Preparing
	case s.halted != nil:
		return Halted
	case s.lost != "":
		return Lost
	}
	return NotBegun
}

// Progress is how far the step is.
func (s *Step) Progress() current.Progress {
	switch s.Stage() {
	case Published:
		return current.Progress{State: current.Done, Line: words.T("Released %s", words.DayOf(s.finished.Release.Created, words.ShortDate))}
	case Preparing, Drawing:
		return current.Progress{Line: words.T("Under way")}
	case Halted:
		return current.Progress{State: current.Attention, Line: words.T("Spent, not finished"), Missing: words.T("The numbers are kept, and the files are still to be written.")}
	case Lost:
		return current.Progress{State: current.Attention, Line: words.T("Spent, nothing published"), Missing: s.lost}
	}
	missing := s.MayRelease()
	if missing == "" {
		return current.Progress{Line: words.T("Needs your agreement"), Missing: words.T("Nothing has been released yet.")}
	}
	return current.Progress{Line: words.T("Not yet"), Missing: missing}
}

// LostWhy says what went wrong after the budget was spent, when the stage is Lost.
func (s *Step) LostWhy() string { return s.lost }

// Carry carries the release out and writes its files to out. It can happen once: a second
// call does nothing while one runs or after one has finished, until Again is called. It is
// refused, with nothing spent, when something was spent on the data set since the window
// last showed its account.
func (s *Step) Carry(out, base string) {
	if s.of.Compiled() == nil || s.of.File() == nil || s.finished != nil || s.halted != nil || s.of.Busy() {
		return
	}
	account := s.balance.Account()
	if account.Err != nil {
		s.of.Fail(guide.Release, account.Err)
		return
	}
	job := publish.Job{
		Plan: s.of.Compiled(), Data: s.of.File().Path, LedgerDir: s.of.LedgerDir(), Out: out, Base: base,
		By: s.balance.By(), Program: s.of.Program(), Noise: s.of.Noise(), Now: s.of.Now(),
		OtherPeople: s.OtherPeople(),
	}
	job.Signer, job.Near = signerOf(s.of), s.balance.Near(filepath.Dir(s.of.File().Path), filepath.Dir(out), out)
	if !account.Reading {
		job.Entries = &account.Entries
	}
	job.Debited = func() {
		s.of.Dispatch(func() {
			s.debited = true
			s.of.Changed()
		})
	}
	s.carrying, s.debited, s.lost, s.recall = true, false, "", nil
	var done *Finished
	s.of.Job(guide.Release, words.T("Releasing"), func(ctx context.Context, progress func(string, float64)) error {
		job.Progress = func(what message.Text, done float64) { progress(words.Say(what), done) }
		files, err := publish.Release(ctx, job)
		if files != nil {
			done = &Finished{Finished: files}
		}
		return err
	}, func(err error) {
		s.carrying = false
		s.recognise(err)
		switch {
		case done != nil && len(done.Files) == 0:
			s.halted = done.Release
		case done != nil:
			s.finished = done
			s.remember(done)
		case err != nil && s.debited:
			s.lost = words.SentenceOf(err)
		}
		if done != nil && err != nil {
			s.interrupted.seek(words.SentenceOf(err))
		}
		s.balance.Refresh()
	})
}

// remember has the project remember a release whose record is written.
func (s *Step) remember(done *Finished) {
	if done.Record() == "" {
		return
	}
	s.of.SetPast(s.of.Past().Add(publish.ReleasedAs(done.Release, done.Record())))
	s.of.Autosave()
}

// Again makes room for another release of this project. It would spend again.
func (s *Step) Again() {
	if s.of.Busy() {
		return
	}
	s.Forget()
	s.balance.Refresh()
	s.of.Changed()
}

// Forget forgets the release, and what was made of it.
func (s *Step) Forget() {
	s.state = state{}
	s.of.Forgotten()
}

// shown is the answers to one question, made ready to be shown.
type shown struct {
	of       *Finished
	question int
	view     *answers.View
}

// Respeak has the answers made ready again, in the language that is in use now.
func (s *Step) Respeak() { s.shown = shown{} }

// Results returns the answers to question i of the finished release, counted from 0, or nil
// while they are being made ready, and when there is no release or no such question. Looking
// through millions of answers takes a moment, so that it is done in the background.
func (s *Step) Results(i int) *answers.View {
	f := s.finished
	if f == nil || i < 0 || i >= len(f.Release.Questions) {
		return nil
	}
	if now := s.shown; now.of != f || now.question != i {
		s.shown = shown{of: f, question: i}
		s.of.Go(func() {
			v := answers.Of(&f.Release.Questions[i], f.Release.InWords(i), words.SayAll(f.Release.Rules(i)))
			s.of.Dispatch(func() {
				if now := &s.shown; now.of == f && now.question == i {
					now.view = v
					s.of.Changed()
				}
			})
		})
	}
	return s.shown.view
}
