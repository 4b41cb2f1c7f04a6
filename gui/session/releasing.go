package session

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"steward/core/guide"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/promise"
	"steward/gui/session/amounts"
	"steward/gui/words"
	"steward/io/export"
	"steward/io/publish"
	"steward/io/records/rowaccount"
)

// Finished is a release that was carried out and written.
type Finished struct {
	*publish.Finished
	// Earlier says that it was made before and read again.
	Earlier bool
}

// releaseState is the release of this session: how far it is, and what became of it.
type releaseState struct {
	finished *Finished
	carrying bool // a release is under way
	// debited tells that the spend of the release under way, or of the last one, is on
	// the disk; lost says what went wrong after that, when nothing came of it.
	debited bool
	lost    string
	// halted is the digest of a release whose numbers are kept while its files could not be written.
	halted   string
	familiar familiar
	recall   *recall         // nil unless an earlier release is shown
	unfit    *publish.NotFit // what the last check of the records found wrong
	unfitOf  plan.Plan       // the plan that it was found wrong under
	checked  time.Time
	rows     rowLedger

	folder  folderState
	results resultsState
}

// Finished returns the release that was carried out, or nil.
func (s *Session) Finished() *Finished { return s.release.finished }

// ReadyToReview reports whether the release waits for every record to be checked, and for nothing that could stop that.
func (s *Session) ReadyToReview() bool {
	return s.release.finished == nil && s.release.recall == nil && s.release.halted == "" && s.release.unfit == nil &&
		s.compiled != nil && s.file != nil && !s.file.Described && s.job == nil && !s.Reviewed()
}

// Review reads the whole file against the plan and marks it as reviewed.
func (s *Session) Review() { s.review(false) }

// ReviewSure is Review of a file in which the rows that are left out are no records, whatever they look like.
func (s *Session) ReviewSure() { s.review(true) }

func (s *Session) review(sure bool) {
	if s.compiled == nil || s.file == nil || s.file.Described || s.job != nil {
		return
	}
	compiled, path, dir := s.compiled, s.file.Path, s.around.LedgerDir
	var reviewed plan.Plan
	var known *publish.FamiliarError
	var found rowaccount.Account
	s.release.unfit = nil
	s.run(guide.Release, words.T("Checking every record"), func(ctx context.Context, progress func(string, float64)) error {
		var err error
		reviewed, found, err = publish.Review(ctx, compiled, path, sure, func(records int64) {
			progress(words.T("Checking, %s records so far", amounts.Thousands(fmt.Sprint(records))), 0)
		})
		if err == nil {
			known, err = publish.Familiar(ctx, dir, path, reviewed)
		}
		return err
	}, func(err error) {
		if err == nil {
			s.release.familiar.found = known
			s.release.checked = s.around.Now()
			s.release.rows = rowLedger{&found, reviewed, s.file}
			s.Edit(func(p *plan.Plan) { p.Data = reviewed.Data })
			if found.Capped > 0 || found.Unweighted > 0 {
				s.notice = s.Persons.WeightWords()
				s.changed()
			}
			if found.Beyond > 0 {
				s.notice = s.Persons.BeyondWords()
				s.changed()
			}
			return
		}
		if errors.As(err, &s.release.unfit) {
			s.release.unfitOf = compiled.Plan
			s.Edit(func(p *plan.Plan) { p.Data.Reviewed = nil })
			s.release.rows = rowLedger{&found, s.plan, s.file}
		}
	})
}

// Reviewed reports whether the file was reviewed with this plan's reading of it.
func (s *Session) Reviewed() bool { return s.plan.Data.Reviewed != nil }

// ReviewedAt returns when the file was reviewed, the zero time when that was not in this
// session.
func (s *Session) ReviewedAt() time.Time { return s.release.checked }

// Unfit returns what the last check of the records found wrong, or nil when that was nothing
// or under another reading of the file. It quotes cells, for the steward's eyes only.
func (s *Session) Unfit() *publish.NotFit {
	if s.release.unfit == nil || readDifferently(s.release.unfitOf, s.plan) {
		return nil
	}
	return s.release.unfit
}

// MayRelease says what keeps the release from being carried out now, as a sentence; it is
// empty when nothing does.
func (s *Session) MayRelease() string {
	switch {
	case s.release.finished != nil:
		return words.T("This release was carried out. Plan another one if you need other numbers.")
	case s.release.recall != nil && s.release.recall.busy:
		return words.T("The last release of this project is being read again.")
	case s.release.halted != "":
		return words.T("First finish the release whose budget is spent, or drop its numbers.")
	case s.job != nil:
		return s.job.What + "…"
	case s.compiled == nil:
		for _, step := range guide.Steps() {
			if issues := s.Issues(step); len(issues) > 0 {
				return words.T("%s: %s", words.Say(step.Title()), words.Sentence(words.Say(issues[0].Message)))
			}
		}
		return words.T("The plan is not complete.")
	case s.file == nil:
		return words.T("Open the spreadsheet in the first step.")
	case s.file.Described:
		return words.T("In the first step, open the result of the counting query.")
	case !s.Reviewed():
		return words.T("Check every record first.")
	case s.Account().Err != nil:
		return words.T("The account needs attention.")
	case s.Account().Reading:
		return words.T("The account is being read.")
	}
	if f := s.Shortfall(); f != nil {
		return words.Sentence(f.String())
	}
	if s.Familiar() != "" {
		return words.T("These people are in another account: see above.")
	}
	if said := s.SigningOff.Barred(); said != "" {
		return said
	}
	return s.unbounded()
}

// unbounded says that nobody could tell what all releases about these people come to after this one; "" where
// that can be told.
func (s *Session) unbounded() string {
	s.account.told(s.plan)
	if err := new(promise.Unbounded); errors.As(s.account.facing.sums.Err, &err) {
		return words.SentenceOf(s.account.facing.sums.Err)
	}
	return ""
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
func (s *Session) Stage() Stage {
	switch releasing := s.release.carrying; {
	case s.release.finished != nil:
		return Published
	case releasing && s.release.debited:
		return Drawing
	case releasing:
		return Preparing
	case s.release.halted != "":
		return Halted
	case s.release.lost != "":
		return Lost
	}
	return NotBegun
}

// LostWhy says what went wrong after the budget was spent, when the stage is Lost.
func (s *Session) LostWhy() string { return s.release.lost }

// Carry carries the release out and writes its files to out. It can happen once: a second
// call does nothing while one runs or after one has finished, until Again is called. It is
// refused, with nothing spent, when something was spent on the data set since the window
// last showed its account.
func (s *Session) Carry(out, base string) {
	if s.compiled == nil || s.file == nil || s.release.finished != nil || s.release.halted != "" || s.job != nil {
		return
	}
	account := s.Account()
	if account.Err != nil {
		s.Fail(guide.Release, account.Err)
		return
	}
	job := publish.Job{
		Plan: s.compiled, Data: s.file.Path, LedgerDir: s.around.LedgerDir, Out: out, Base: base,
		By: s.by, Program: s.around.Program, Noise: s.around.Noise, Now: s.around.Now(),
		OtherPeople: s.OtherPeople(),
	}
	job.Signer, job.Near = s.signer(), s.near(filepath.Dir(s.file.Path), filepath.Dir(out), out)
	if !account.Reading {
		job.Entries = &account.Entries
	}
	job.Debited = func() {
		s.around.Dispatch(func() {
			s.release.debited = true
			s.changed()
		})
	}
	s.release.carrying, s.release.debited, s.release.lost, s.release.recall = true, false, "", nil
	var done *Finished
	s.run(guide.Release, words.T("Releasing"), func(ctx context.Context, progress func(string, float64)) error {
		job.Progress = func(what message.Text, done float64) { progress(words.Say(what), done) }
		files, err := publish.Release(ctx, job)
		if files != nil {
			done = &Finished{Finished: files}
		}
		return err
	}, func(err error) {
		s.release.carrying = false
		s.recognise(err)
		switch {
		case done != nil && len(done.Files) == 0:
			s.release.halted = done.Release.Digest
		case done != nil:
			s.release.finished = done
			s.remember(done)
		case err != nil && s.release.debited:
			s.release.lost = words.SentenceOf(err)
		}
		if done != nil && err != nil {
			s.seekUnfinished(words.SentenceOf(err))
		}
		s.RefreshAccount()
	})
}

// remember has the project remember a release whose record is written.
func (s *Session) remember(done *Finished) {
	if done.Record() == "" {
		return
	}
	s.remembered = s.remembered.Add(publish.ReleasedAs(done.Release, done.Record()))
	s.autosave()
}

// Again makes room for another release of this project. It would spend again.
func (s *Session) Again() {
	if s.job != nil {
		return
	}
	s.forgetRelease()
	s.RefreshAccount()
	s.changed()
}

// forgetRelease forgets the release, and what was made of it.
func (s *Session) forgetRelease() {
	s.release = releaseState{}
	s.Summary.Forget()
	s.Sums.Forget()
}

// folderState is where the files of the release go.
type folderState struct {
	chosen   string
	proposed string
	of       string // what the proposal was made from
	busy     bool
}

// Folder returns where the files of the release go: the folder that was chosen, or one
// beside the spreadsheet that does not exist yet. It is empty while that is looked for.
func (s *Session) Folder() string {
	if s.release.folder.chosen != "" {
		return s.release.folder.chosen
	}
	s.proposeFolder()
	return s.release.folder.proposed
}

// SetFolder chooses where the files go; "" leaves it to the program.
func (s *Session) SetFolder(path string) {
	if path != s.release.folder.chosen {
		s.release.folder.chosen = path
		s.changed()
	}
}

// proposeFolder looks for a free folder in the background.
func (s *Session) proposeFolder() {
	f := &s.release.folder
	if s.file == nil || f.busy {
		return
	}
	path := filepath.Join(filepath.Dir(s.file.Path), s.ReleaseBase()+"-release")
	if f.of == path {
		return
	}
	f.busy = true
	s.around.Go(func() {
		free := freeFolder(path)
		s.around.Dispatch(func() {
			s.release.folder.busy, s.release.folder.of, s.release.folder.proposed = false, path, free
			s.changed()
		})
	})
}

// freeFolder returns a path that nothing stands at: the one given, or it with a number.
func freeFolder(path string) string {
	for n := 1; n < 1000; n++ {
		try := path
		if n > 1 {
			try = fmt.Sprintf("%s-%d", path, n)
		}
		if _, err := os.Lstat(try); errors.Is(err, fs.ErrNotExist) {
			return try
		}
	}
	return path
}

// ReleaseBase returns the beginning of the names of the release's files: the data set, with the year of the release, and the day.
func (s *Session) ReleaseBase() string {
	return export.BaseName(s.plan.DataSet, s.plan.Title, s.around.Now())
}

// Base returns the beginning of the names of files that are about the project.
func (s *Session) Base() string {
	if s.path != "" {
		return strings.TrimSuffix(filepath.Base(s.path), filepath.Ext(s.path))
	}
	name := strings.Map(func(r rune) rune {
		if r == ' ' || r == '/' || r == '\\' || r == ':' {
			return '-'
		}
		return r
	}, strings.ToLower(export.InYear(s.plan.DataSet, s.plan.Title)))
	if name == "" {
		return "release"
	}
	return name
}
