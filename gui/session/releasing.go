package session

import (
	"context"
	"fmt"
	"math/big"

	"steward/core/guide"
	"steward/core/plan"
	"steward/core/result"
	"steward/io/ledger"
)

// releaseState is the release of this session, if it was carried out.
type releaseState struct {
	finished *Finished
}

// Finished returns the release that was carried out, or nil.
func (s *Session) Finished() *Finished { return s.release.finished }

// Review reads the whole file against the plan and marks it as reviewed.
func (s *Session) Review() {
	if s.compiled == nil || s.file == nil {
		return
	}
	compiled, path := s.compiled, s.file.Path
	var reviewed plan.Plan
	s.run(guide.Data, "Checking every record", func(ctx context.Context, progress func(string, float64)) error {
		var err error
		reviewed, _, err = Review(ctx, compiled, path, func(records int64) {
			progress(fmt.Sprintf("Checking, %d records so far", records), 0)
		})
		return err
	}, func(err error) {
		if err == nil {
			s.Edit(func(p *plan.Plan) { p.Data = reviewed.Data })
		}
	})
}

// Reviewed reports whether the file was reviewed with this plan's reading of it.
func (s *Session) Reviewed() bool { return s.plan.Data.Reviewed != nil }

// Carry carries the release out and writes its files to out. It can happen once: a second
// call does nothing while one runs or after one has finished, until the plan is changed and
// Again is called.
func (s *Session) Carry(out, base string) {
	if s.compiled == nil || s.file == nil || s.release.finished != nil {
		return
	}
	job := ReleaseJob{
		Plan: s.compiled, Data: s.file.Path, LedgerDir: s.around.LedgerDir, Out: out, Base: base,
		Program: s.around.Program, Now: s.around.Now(),
	}
	var done *Finished
	s.run(guide.Release, "Releasing", func(ctx context.Context, progress func(string, float64)) error {
		job.Progress = progress
		var err error
		done, err = Release(ctx, job)
		return err
	}, func(error) {
		if done != nil {
			s.release.finished = done
		}
	})
}

// Again makes room for another release of this project. It would spend again.
func (s *Session) Again() {
	s.release = releaseState{}
	s.changed()
}

// Account is the state of the data set's ledger.
type Account struct {
	Spent, Limit, Left string // decimals; Limit and Left are empty when no limit is set
	Part               float64
	Err                error
}

// Account reads the ledger of the plan's data set.
func (s *Session) Account() Account {
	a := Account{Spent: "0", Limit: s.plan.Budget.Limit}
	if s.plan.DataSet == "" {
		return a
	}
	l, err := ledger.Open(s.around.LedgerDir, s.plan.DataSet)
	if err != nil {
		a.Err = err
		return a
	}
	st, err := l.Statement()
	if err != nil {
		a.Err = err
		return a
	}
	a.Spent = shortDecimal(st.Spent)
	limit, ok := new(big.Rat).SetString(s.plan.Budget.Limit)
	if ok && limit.Sign() > 0 {
		left := new(big.Rat).Sub(limit, st.Spent)
		a.Left = shortDecimal(left)
		a.Part, _ = new(big.Rat).Quo(st.Spent, limit).Float64()
	}
	return a
}

// shortDecimal writes an exact sum for the screen.
func shortDecimal(r *big.Rat) string {
	if digits, exact := r.FloatPrec(); exact && digits <= 6 {
		return r.FloatString(digits)
	}
	return r.FloatString(6)
}

// Results returns the released answers, or nil.
func (s *Session) Results() *result.Release {
	if s.release.finished == nil {
		return nil
	}
	return s.release.finished.Release
}
