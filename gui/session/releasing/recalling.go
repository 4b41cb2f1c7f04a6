package releasing

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

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
func (s *Step) Releases() (out []string) {
	for _, r := range s.of.Past().Releases {
		out = append(out, words.DayOf(r.Time, words.ShortDate))
	}
	return out
}

// Recalled returns the place of the release among the project's that is shown again, or is to be; -1 for none. It errors where
// that cannot be shown.
func (s *Step) Recalled() (at int, err error) {
	r := s.recall
	switch {
	case r == nil:
		return -1, nil
	case r.busy:
		return r.at, nil
	}
	return r.at, r.err
}

// Recall shows a release of this project again, by its place among them: from its record and files, in the background.
func (s *Step) Recall(at int) {
	if at < 0 || at >= len(s.of.Past().Releases) || s.of.Busy() || s.carrying {
		return
	}
	now := &recall{at: at, busy: true}
	s.state = state{recall: now}
	s.of.Replaced()
	record, digest := s.of.Past().Releases[at].Record, s.of.Past().Releases[at].Digest
	ctx := s.of.Context()
	s.of.Go(func() {
		r, files, err := recalled(ctx, record, digest)
		s.of.Dispatch(func() {
			if s.recall != now {
				return
			}
			if now.busy, now.err = false, err; err == nil {
				s.finished = &Finished{Finished: &publish.Finished{Release: r, Files: files}, Earlier: true}
			}
			s.of.Changed()
		})
	})
	s.of.Changed()
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
func (s *Step) RecallFrom(record string) {
	if r := s.recall; r != nil && r.err != nil {
		past := s.of.Past()
		past.Releases = slices.Clone(past.Releases)
		past.Releases[r.at].Record = record
		s.of.SetPast(past)
		s.Recall(r.at)
		if s.of.Path() != "" {
			s.of.Autosave()
		}
	}
}

// RecallLast shows the last release of a project that was opened.
func (s *Step) RecallLast() { s.Recall(len(s.of.Past().Releases) - 1) }

// SinceRelease says in a sentence what was changed in the plan since the release that is shown, "" for nothing.
func (s *Step) SinceRelease() string {
	f := s.finished
	if f == nil {
		return ""
	}
	before := f.Release.Plan
	before.Data, before.Budget.Limit, before.Budget.DeltaLimit = s.of.Plan().Data, s.of.Plan().Budget.Limit, s.of.Plan().Budget.DeltaLimit
	var said []string
	for _, e := range edits.All(before, s.of.Plan()) {
		if e.Step != guide.Release {
			said = append(said, e.What)
		}
	}
	if len(said) == 0 {
		return ""
	}
	return words.T("What another release would do differently, with the plan as it is now: %s.", strings.Join(said, ", "))
}
