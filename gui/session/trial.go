package session

import (
	"context"

	"steward/core/guide"
	"steward/core/plan"
	"steward/gui/words"
	"steward/io/ledger"
	"steward/io/publish"
)

// trial is the pages of what a plan would publish, with made-up numbers.
type trial struct {
	of    *plan.Compiled
	paper *Paper
}

// MakeTrial sets the pages of what the plan would publish, with made-up numbers and marked so: first the sheet for readers, then the
// summary. No data are read for it and nothing is spent.
func (s *Session) MakeTrial() {
	c := s.compiled
	if c == nil {
		return
	}
	about, _ := s.Budget.Roughly()
	now := trial{of: c}
	s.run(guide.Summary, words.T("Setting pages with made-up numbers"), func(ctx context.Context, _ func(string, float64)) error {
		made, err := s.previewed(ctx, c, about)
		if err != nil {
			return err
		}
		pages, err := made.Pages()
		now.paper = &Paper{pages}
		return err
	}, func(err error) {
		if err == nil {
			s.release.trial = now
		}
	})
}

// previewed carries a plan out on made-up people. What it says of the budget stands in the account, in which nothing is noted.
func (s *Session) previewed(ctx context.Context, c *plan.Compiled, about int64) (*publish.Preview, error) {
	book, err := ledger.Open(s.around.LedgerDir, c.Plan.DataSet)
	if err != nil {
		return nil, err
	}
	return publish.NewPreview(ctx, c, book, about, s.around.Program, s.around.Noise, s.around.Now())
}

// Trial returns the pages that were set with made-up numbers, nil where none were or the plan has changed since.
func (s *Session) Trial() *Paper {
	if s.compiled == nil || s.release.trial.of != s.compiled {
		return nil
	}
	return s.release.trial.paper
}
