package summary

import (
	"context"

	"steward/core/guide"
	"steward/core/plan"
	"steward/gui/words"
	"steward/io/ledger"
	"steward/io/publish"
	"steward/io/wholefile"
)

// trial is the pages of what a plan would publish, with made-up numbers.
type trial struct {
	of    *plan.Compiled
	paper *Paper
}

// MakeTrial sets the pages of what the plan would publish, with made-up numbers and marked so: first the sheet for readers, then the
// summary. No data are read for it and nothing is spent.
func (s *Step) MakeTrial() {
	c := s.of.Compiled()
	if c == nil {
		return
	}
	about, _ := s.budget.Roughly()
	now := trial{of: c}
	s.of.Job(guide.Summary, words.T("Laying out pages with made-up numbers"), func(ctx context.Context, _ func(string, float64)) error {
		made, err := s.previewed(ctx, c, about)
		if err != nil {
			return err
		}
		pages, err := made.Pages()
		now.paper = &Paper{pages}
		return err
	}, func(err error) {
		if err == nil {
			s.trial = now
		}
	})
}

// previewed carries a plan out on made-up people. What it says of the budget stands in the account, in which nothing is noted.
func (s *Step) previewed(ctx context.Context, c *plan.Compiled, about int64) (*publish.Preview, error) {
	book, err := ledger.Open(s.of.LedgerDir(), c.Plan.DataSet)
	if err != nil {
		return nil, err
	}
	return publish.NewPreview(ctx, c, book, about, s.of.Program(), s.of.Noise(), s.of.Now())
}

// Trial returns the pages that were set with made-up numbers, nil where none were or the plan has changed since.
func (s *Step) Trial() *Paper {
	if s.of.Compiled() == nil || s.trial.of != s.of.Compiled() {
		return nil
	}
	return s.trial.paper
}

// SaveChecklist writes the page for whoever checks the plan to a file. It reads no data.
func (s *Step) SaveChecklist(path string) {
	c := s.of.Compiled()
	if c == nil {
		return
	}
	about, _ := s.budget.Roughly()
	s.of.Job(guide.Release, words.T("Writing the checklist"), func(ctx context.Context, _ func(string, float64)) error {
		made, err := s.previewed(ctx, c, about)
		if err != nil {
			return err
		}
		list, err := made.Checklist()
		if err != nil {
			return err
		}
		return wholefile.Write(path, list.Write)
	}, func(error) {})
}
