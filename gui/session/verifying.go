package session

import (
	"context"
	"path/filepath"
	"time"

	"steward/core/guide"
	"steward/gui/words"
)

// Verified is what became of a verification.
type Verified struct {
	// Record is the path of the record that was verified; Own tells that it is that of
	// the release of this session.
	Record   string
	Own      bool
	Findings []Finding
	Err      error
	At       time.Time
}

// OK reports whether everything holds together.
func (v *Verified) OK() bool {
	for _, f := range v.Findings {
		if !f.OK {
			return false
		}
	}
	return v.Err == nil
}

// Part returns how many findings there are about a part, and those that are bad.
func (v *Verified) Part(p Part) (n int, bad []string) {
	for _, f := range v.Findings {
		if f.Part == p {
			if n++; !f.OK {
				bad = append(bad, f.What)
			}
		}
	}
	return n, bad
}

// Open returns what could not be checked about a part.
func (v *Verified) Open(p Part) (open []string) {
	for _, f := range v.Findings {
		if f.Part == p && f.Unknown {
			open = append(open, f.What)
		}
	}
	return open
}

// verifyState is the last verification.
type verifyState struct{ last, own *Verified }

// Verify verifies the release of which record is the record, in the background.
func (s *Session) Verify(record string) {
	v := &Verified{Record: record}
	if f := s.release.finished; f != nil {
		v.Own = record == f.Record()
	}
	dir, program := s.around.LedgerDir, s.around.Program
	s.run(guide.Summary, words.T("Verifying %s", filepath.Base(record)), func(ctx context.Context, _ func(string, float64)) error {
		v.Findings, v.Err = Verify(ctx, record, dir, program)
		return ctx.Err()
	}, func(err error) {
		if err != nil {
			return // cancelled
		}
		v.At = s.around.Now()
		s.release.verified.last = v
		if v.Own {
			s.release.verified.own = v
		}
	})
}

// Verified returns the last verification, or nil.
func (s *Session) Verified() *Verified { return s.release.verified.last }

// VerifyOnce verifies the release of this session unless that was done or a job runs.
func (s *Session) VerifyOnce() {
	f := s.release.finished
	if f == nil || f.Record() == "" || s.release.verified.own != nil || s.release.verified.last != nil || s.job != nil {
		return
	}
	s.Verify(f.Record())
}
