package session

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"steward/core/guide"
	"steward/core/result"
	"steward/gui/session/edits"
	"steward/gui/words"
	"steward/io/export"
	"steward/io/publish"
	"steward/io/released"
)

// recall is which of the project's releases is shown again.
type recall struct {
	at   int // its place among them
	busy bool
	err  error
}

// Releases returns on which days the releases of this project were made that it remembers, the first one first.
func (s *Session) Releases() []string {
	var out []string
	for _, r := range s.remembered.Releases {
		out = append(out, Day(r.Time))
	}
	return out
}

// Day writes on which day something was noted.
func Day(moment string) string {
	t, err := time.Parse(time.RFC3339, moment)
	if err != nil {
		return moment
	}
	return words.ShortDate(t)
}

// Recalled returns the place of the release among the project's that is shown again, or is to be; -1 for none. It errors where
// that cannot be shown.
func (s *Session) Recalled() (at int, err error) {
	r := s.release.recall
	switch {
	case r == nil:
		return -1, nil
	case r.busy:
		return r.at, nil
	}
	return r.at, r.err
}

// Recall shows a release of this project again, by its place among them: from its record and files, in the background.
func (s *Session) Recall(at int) {
	if at < 0 || at >= len(s.remembered.Releases) || s.job != nil || s.release.carrying {
		return
	}
	now := &recall{at: at, busy: true}
	s.release = releaseState{recall: now}
	s.Sums.Forget()
	record, digest := s.remembered.Releases[at].Record, s.remembered.Releases[at].Digest
	ctx := s.background()
	s.around.Go(func() {
		r, files, err := recalled(ctx, record, digest)
		s.around.Dispatch(func() {
			if s.release.recall != now {
				return
			}
			if now.busy, now.err = false, err; err == nil {
				s.release.finished = &Finished{Finished: &publish.Finished{Release: r, Files: files}, Earlier: true}
			}
			s.changed()
		})
	})
	s.changed()
}

// recalled reads a release again, and lists those of its files that are there, the workbook first.
func recalled(ctx context.Context, record, digest string) (*result.Release, []string, error) {
	r, err := released.Read(ctx, record)
	if err != nil {
		return nil, nil, err
	}
	if r.Digest != digest {
		return nil, nil, words.Errorf("%s is the record of another release", record)
	}
	rec, err := export.ReadRecord(record)
	if err != nil {
		return nil, nil, err
	}
	names := slices.SortedFunc(maps.Keys(rec.Files), func(a, b string) int {
		if x, y := filepath.Ext(a) == ".xlsx", filepath.Ext(b) == ".xlsx"; x != y {
			if x {
				return -1
			}
			return 1
		}
		return strings.Compare(a, b)
	})
	var files []string
	for _, name := range append(names, filepath.Base(record)) {
		path := filepath.Join(filepath.Dir(record), name)
		if _, err := os.Lstat(path); err == nil {
			files = append(files, path)
		}
	}
	return r, files, nil
}

// RecallFrom says where the record of the release is that could not be shown again.
func (s *Session) RecallFrom(record string) {
	if r := s.release.recall; r != nil && r.err != nil {
		s.remembered.Releases = slices.Clone(s.remembered.Releases)
		s.remembered.Releases[r.at].Record = record
		s.Recall(r.at)
		if s.path != "" {
			s.autosave()
		}
	}
}

// recallLast shows the last release of a project that was opened.
func (s *Session) recallLast() { s.Recall(len(s.remembered.Releases) - 1) }

// SinceRelease says in a sentence what was changed in the plan since the release that is shown, "" for nothing.
func (s *Session) SinceRelease() string {
	f := s.release.finished
	if f == nil {
		return ""
	}
	before := f.Release.Plan
	before.Data, before.Budget.Limit, before.Budget.DeltaLimit = s.plan.Data, s.plan.Budget.Limit, s.plan.Budget.DeltaLimit
	var said []string
	for _, e := range edits.All(before, s.plan) {
		if e.Step != guide.Release {
			said = append(said, e.What)
		}
	}
	if len(said) == 0 {
		return ""
	}
	return words.T("What another release would do differently, with the plan as it is now: %s.", strings.Join(said, ", "))
}
