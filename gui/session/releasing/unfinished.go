package releasing

import (
	"context"
	"slices"
	"time"

	"steward/core/guide"
	"steward/gui/words"
	"steward/io/publish"
	"steward/io/signature"
)

// Unfinished is a release that was interrupted after its budget was spent, by a crash or a full disk, and what is to be said of it.
type Unfinished struct {
	State UnfinishedState
	Says  string
	// Folder is where its files are, of one that was completed.
	Folder string

	release publish.Interrupted
	done    *publish.Finished // of one that was completed
}

// UnfinishedState says what has become of an interrupted release.
type UnfinishedState int

// The states.
const (
	Completed UnfinishedState = iota // with the numbers that were drawn, and nothing more spent
	Waiting                          // its numbers are kept, and its files could not be written
	Gone                             // it was interrupted before its numbers were kept
)

// Interrupted are the releases that were interrupted, of whichever project: they outlast the one that is open.
type Interrupted struct {
	of   Project
	step func() *Step // of the project that is open
	list []Unfinished
}

// NewInterrupted returns those that a program comes to know of; step returns the release of the project that is open.
func NewInterrupted(of Project, step func() *Step) *Interrupted {
	return &Interrupted{of: of, step: step}
}

// First returns the one that is to be told of first, nil for none.
func (s *Interrupted) First() *Unfinished {
	if len(s.list) == 0 {
		return nil
	}
	return &s.list[0]
}

// FinishAll finishes, beside the window, what was interrupted before this program was started.
func (s *Interrupted) FinishAll() {
	dir, now, signer := s.of.LedgerDir(), s.of.Now(), signerOf(s.of)
	if dir == "" {
		return
	}
	s.of.Go(func() {
		list, err := publish.InterruptedAt(dir)
		var found []Unfinished
		for _, i := range list {
			found = append(found, finishOne(i, now, signer))
		}
		if err == nil && len(found) == 0 {
			return
		}
		s.of.Dispatch(func() {
			s.list = found
			if err != nil {
				s.of.Fail(guide.Release, err)
			}
			for _, u := range found {
				if u.State == Completed {
					_ = s.step().keepFinished(u.release, u.done) // it is whole, whether or not its project can be written
				}
			}
			s.step().balance.Refresh()
			s.of.Changed()
		})
	})
}

// finishOne finishes a release, and says what came of it.
func finishOne(i publish.Interrupted, now time.Time, signer func() (*signature.Signer, error)) Unfinished {
	if !i.Kept {
		return Unfinished{State: Gone, Says: words.Say(i.Lost()), release: i}
	}
	done, err := i.Finish(context.Background(), "", now, signer)
	if err != nil {
		return waiting(i, words.SentenceOf(err))
	}
	return completed(i, done)
}

func completed(i publish.Interrupted, done *publish.Finished) Unfinished {
	return Unfinished{State: Completed, Says: words.Say(i.Completed()), Folder: done.Folder(), release: i, done: done}
}

// keepFinished has its project remember a release that was finished after all. Where that is the project that is open, it shows
// the release as well, if it shows none.
func (s *Step) keepFinished(i publish.Interrupted, done *publish.Finished) error {
	if i.Project == "" || i.Project != s.of.Path() {
		return i.RememberIn(context.Background(), done)
	}
	s.remember(&Finished{Finished: done})
	if s.finished == nil {
		s.RecallLast()
	}
	return nil
}

func waiting(i publish.Interrupted, why string) Unfinished {
	return Unfinished{State: Waiting, Says: words.T("The numbers of “%s” are kept, and finishing it spends nothing. %s", i.Title, why), release: i}
}

// signerOf returns what signs records, nil for nothing.
func signerOf(of Project) func() (*signature.Signer, error) {
	if of.Key() == nil {
		return nil
	}
	return of.Key().Own
}

// Finish finishes the release that is told of first, in the folder that was chosen for it or in another one.
func (s *Interrupted) Finish(out string) {
	first := s.First()
	if first == nil || first.State != Waiting {
		return
	}
	i, now, signer := first.release, s.of.Now(), signerOf(s.of)
	var done *publish.Finished
	s.of.Job(guide.Release, words.T("Finishing the release"), func(ctx context.Context, _ func(string, float64)) (err error) {
		done, err = i.Finish(ctx, out, now, signer)
		return err
	}, func(err error) {
		if err != nil {
			s.list[0] = waiting(i, words.SentenceOf(err))
			return
		}
		s.list[0] = completed(i, done)
		step := s.step()
		if step.halts(i) {
			step.finished, step.halted = &Finished{Finished: done}, nil
		}
		if err := step.keepFinished(i, done); err != nil {
			s.of.Fail(guide.Release, err)
		}
		step.balance.Refresh()
	})
}

// Drop forgets the release that is told of first, with its numbers where they are kept: what it has spent stays spent.
func (s *Interrupted) Drop() {
	first := s.First()
	if first == nil {
		return
	}
	i := first.release
	if first.State != Completed {
		if err := i.Forget(); err != nil {
			s.of.Fail(guide.Release, err)
			return
		}
	}
	s.list = slices.Delete(s.list, 0, 1)
	if step := s.step(); step.halts(i) {
		step.halted, step.lost = nil, words.Sentence(words.T("its numbers were dropped"))
	}
	s.of.Changed()
}

// halts reports whether an interrupted release is the one that this project could not finish.
func (s *Step) halts(i publish.Interrupted) bool {
	r := s.halted
	return r != nil && i.DataSet == r.Plan.DataSet && i.Title == r.Plan.Title && i.Time == r.Created
}

// seek looks for what could not be finished, and why.
func (s *Interrupted) seek(why string) {
	dir := s.of.LedgerDir()
	s.of.Go(func() {
		list, err := publish.InterruptedAt(dir)
		s.of.Dispatch(func() {
			s.list = nil
			for _, i := range list {
				if i.Kept {
					s.list = append(s.list, waiting(i, why))
				}
			}
			if err != nil {
				s.of.Fail(guide.Release, err)
			}
			s.of.Changed()
		})
	})
}
