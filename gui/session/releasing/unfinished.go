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

// Unfinished returns the interrupted release that is to be told of first, nil for none.
func (s *Step) Unfinished() *Unfinished {
	if len(s.unfinished) == 0 {
		return nil
	}
	return &s.unfinished[0]
}

// FinishInterrupted finishes, beside the window, what was interrupted before this program was started.
func (s *Step) FinishInterrupted() {
	dir, now, signer := s.of.LedgerDir(), s.of.Now(), s.signer()
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
			s.unfinished = found
			if err != nil {
				s.of.Fail(guide.Release, err)
			}
			for _, u := range found {
				if u.State == Completed {
					_ = s.keepFinished(u.release, u.done) // it is whole, whether or not its project can be written
				}
			}
			s.balance.Refresh()
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

// signer returns what signs records, nil for nothing.
func (s *Step) signer() func() (*signature.Signer, error) {
	if s.of.Key() == nil {
		return nil
	}
	return s.of.Key().Own
}

// FinishUnfinished finishes the release that is told of first, in the folder that was chosen for it or in another one.
func (s *Step) FinishUnfinished(out string) {
	first := s.Unfinished()
	if first == nil || first.State != Waiting {
		return
	}
	i, now, signer := first.release, s.of.Now(), s.signer()
	var done *publish.Finished
	s.of.Job(guide.Release, words.T("Finishing the release"), func(ctx context.Context, _ func(string, float64)) (err error) {
		done, err = i.Finish(ctx, out, now, signer)
		return err
	}, func(err error) {
		if err != nil {
			s.unfinished[0] = waiting(i, words.SentenceOf(err))
			return
		}
		s.unfinished[0] = completed(i, done)
		if s.halted == done.Release.Digest {
			s.finished, s.halted = &Finished{Finished: done}, ""
		}
		if err := s.keepFinished(i, done); err != nil {
			s.of.Fail(guide.Release, err)
		}
		s.balance.Refresh()
	})
}

// DropUnfinished forgets the release that is told of first, with its numbers where they are kept: what it has spent stays spent.
func (s *Step) DropUnfinished() {
	first := s.Unfinished()
	if first == nil {
		return
	}
	if first.State != Completed {
		if err := first.release.Forget(); err != nil {
			s.of.Fail(guide.Release, err)
			return
		}
	}
	if s.unfinished = slices.Delete(s.unfinished, 0, 1); first.State == Waiting && s.halted != "" {
		s.halted, s.lost = "", words.Sentence(words.T("its numbers were dropped"))
	}
	s.of.Changed()
}

// seekUnfinished looks for the release of this session that could not be finished.
func (s *Step) seekUnfinished(why string) {
	dir := s.of.LedgerDir()
	s.of.Go(func() {
		list, err := publish.InterruptedAt(dir)
		s.of.Dispatch(func() {
			s.unfinished = nil
			for _, i := range list {
				if i.Kept {
					s.unfinished = append(s.unfinished, waiting(i, why))
				}
			}
			if err != nil {
				s.of.Fail(guide.Release, err)
			}
			s.of.Changed()
		})
	})
}
