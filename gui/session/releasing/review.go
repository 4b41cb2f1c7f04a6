package releasing

import (
	"context"
	"errors"
	"fmt"
	"time"

	"steward/core/guide"
	"steward/core/plan"
	"steward/gui/session/amounts"
	"steward/gui/session/opened"
	"steward/gui/words"
	"steward/io/publish"
	"steward/io/records/rowaccount"
)

// rowLedger is what the last check of the records found of every row, and the plan that it was found under. It is in memory only.
type rowLedger struct {
	*rowaccount.Account
	of   plan.Plan
	file *opened.File
}

// RowsKnown returns what the last check found of every row, nil where there was none under this reading of the file.
func (s *Step) RowsKnown() *rowaccount.Account {
	known := s.rows
	if known.Account == nil || known.file != s.of.File() || opened.ReadDifferently(known.of, s.of.Plan()) {
		return nil
	}
	return known.Account
}

// Checked is RowsKnown of a check that the file passed.
func (s *Step) Checked() *rowaccount.Account {
	if !s.Reviewed() {
		return nil
	}
	return s.RowsKnown()
}

// ReadyToReview reports whether the release waits for every record to be checked, and for nothing that could stop that.
func (s *Step) ReadyToReview() bool {
	return s.finished == nil && s.recall == nil && s.halted == nil && s.unfit == nil &&
		s.of.Compiled() != nil && s.of.File() != nil && !s.of.File().Described && !s.of.Busy() && !s.Reviewed()
}

// Review reads the whole file against the plan and marks it as reviewed.
func (s *Step) Review() { s.review(false) }

// ReviewSure is Review of a file in which the rows that are left out are no records, whatever they look like.
func (s *Step) ReviewSure() { s.review(true) }

func (s *Step) review(sure bool) {
	if s.of.Compiled() == nil || s.of.File() == nil || s.of.File().Described || s.of.Busy() {
		return
	}
	compiled, path, dir := s.of.Compiled(), s.of.File().Path, s.of.LedgerDir()
	var reviewed plan.Plan
	var known *publish.FamiliarError
	var found rowaccount.Account
	s.unfit = nil
	s.of.Job(guide.Release, words.T("Checking every record"), func(ctx context.Context, progress func(string, float64)) error {
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
			s.familiar.found = known
			s.checked = s.of.Now()
			s.rows = rowLedger{&found, reviewed, s.of.File()}
			s.of.Edit(func(p *plan.Plan) { p.Data = reviewed.Data })
			if found.Capped > 0 || found.Unweighted > 0 {
				s.of.Tell(s.persons.WeightWords(s.Checked()))
				s.of.Changed()
			}
			if found.Beyond > 0 {
				s.of.Tell(s.persons.BeyondWords(s.Checked()))
				s.of.Changed()
			}
			return
		}
		if errors.As(err, &s.unfit) {
			s.unfitOf = compiled.Plan
			s.of.Edit(func(p *plan.Plan) { p.Data.Reviewed = nil })
			s.rows = rowLedger{&found, s.of.Plan(), s.of.File()}
		}
	})
}

// Reviewed reports whether the file was reviewed with this plan's reading of it.
func (s *Step) Reviewed() bool { return s.of.Plan().Data.Reviewed != nil }

// ReviewedAt returns when the file was reviewed, the zero time when that was not in this
// session.
func (s *Step) ReviewedAt() time.Time { return s.checked }

// Unfit returns what the last check of the records found wrong, or nil when that was nothing
// or under another reading of the file. It quotes cells, for the steward's eyes only.
func (s *Step) Unfit() *publish.NotFit {
	if s.unfit == nil || opened.ReadDifferently(s.unfitOf, s.of.Plan()) {
		return nil
	}
	return s.unfit
}
