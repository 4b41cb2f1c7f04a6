package session

import (
	"context"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"steward/core/plan"
	"steward/gui/session/columns"
	"steward/gui/session/nextyear"
	"steward/gui/session/opened"
	"steward/gui/words"
	"steward/io/ledger"
	"steward/io/project"
	"steward/io/records"
)

// EarlierPlan is the plan of another project, such as last year's, compared with the open file.
type EarlierPlan struct {
	Name    string // of its file
	Plan    plan.Plan
	Past    project.Past
	Misfits []columns.Misfit // with the open file; none while none is open
	// Facts is how many known facts it has, which are not taken over: they are true of its own
	// data.
	Facts int
}

// ReadEarlier reads the plan of another project and says what of it does not fit the open file.
// It changes nothing. It errors when it cannot be read, and when it publishes nothing.
func (s *Session) ReadEarlier(path string) (EarlierPlan, error) {
	p, past, err := project.Read(path)
	if err != nil {
		return EarlierPlan{}, err
	}
	if len(p.Columns) == 0 {
		return EarlierPlan{}, words.Errorf("%s publishes no columns: choose the project of an earlier release", filepath.Base(path))
	}
	e := EarlierPlan{Name: filepath.Base(path), Plan: p, Past: past, Facts: len(p.Facts.Stated)}
	if p.Facts.People != nil {
		e.Facts++
	}
	if s.file != nil {
		e.Misfits = columns.MisfitsOf(p, s.file.Found)
	}
	return e, nil
}

// TakeEarlier takes over what an earlier plan decides, in one edit: how the open file is read, who a row is about, the columns, the
// secrets, the questions and the budget of a release. The file, the data set with its ledger and its limit stay; what was known of the
// earlier data, and what was agreed for its release, is left out.
func (s *Session) TakeEarlier(l nextyear.Look, then func(error)) {
	next := s.plan.Clone()
	from := l.Plan.Clone()
	next.Rows, next.Weight, next.Columns, next.Impossible, next.Secrets = from.Rows, from.Weight, from.Columns, from.Impossible, from.Secrets
	next.PublishAs(from)
	next.Budget.Epsilon, next.Budget.Delta = from.Budget.Epsilon, from.Budget.Delta
	next.Facts, next.Agreed = plan.Facts{}, nil
	if next.Title == "" || next.Title == next.DataSet {
		next.Title = from.Title
	}
	if l.Data != nil {
		next.Data = *l.Data
		columns.InOrder(&next, l.Header)
	}
	s.takeOver(next, l.Data != nil, func(context.Context) error { return nil }, then)
}

// CompareEarlier compares an earlier plan with the open file, its known facts too, and hands on what it found. It reads the whole file
// in the background where something was known; without a file it hands on what no file says.
func (s *Session) CompareEarlier(e EarlierPlan, then func(nextyear.Look, error)) {
	look := nextyear.Look{Plan: e.Plan, Past: e.Past, Misfits: e.Misfits}
	if s.file == nil || s.file.Described {
		then(look, nil)
		return
	}
	path, open := s.file.Path, s.plan.Data
	var err error
	seen{s}.Background(func(ctx context.Context) {
		look, err = nextyear.Of(records.WithPasswords(ctx, &s.passwords), e.Plan, e.Past, path, &open)
	}, func() { then(look, err) })
}

// NextAllowance hands on what the releases that a choice plans may spend, and what this one would.
func (s *Session) NextAllowance(l nextyear.Look, c nextyear.Choice, then func(a nextyear.Account, budget string, err error)) {
	var a nextyear.Account
	var err error
	dir := s.around.LedgerDir
	seen{s}.Background(func(context.Context) { a, err = l.AccountOf(ledger.In(dir), c) }, func() {
		if err != nil {
			then(a, "", err)
			return
		}
		then(a, l.Budget(a), nil)
	})
}

// NextChanges hands on how far off changes will typically be between the earlier release, where its record is known, and the one of a
// choice. It reads no data. What it returns stops that.
func (s *Session) NextChanges(l nextyear.Look, c nextyear.Choice, then func([]nextyear.Outlook)) (stop func()) {
	var out []nextyear.Outlook
	next, planner := l.Carried(c), s.around.Planner
	return seen{s}.Background(func(ctx context.Context) {
		if earlier, err := nextyear.Record(l.Past, ""); err == nil {
			out = nextyear.Expected(ctx, earlier, next, planner)
		}
	}, func() { then(out) })
}

// TakeNext notes a choice in the accounts and then takes the earlier plan over for the open file, in one edit. The file is read as the
// earlier one was, before anything is noted. What was noted stays when the edit is undone.
func (s *Session) TakeNext(l nextyear.Look, c nextyear.Choice, by string, then func(error)) {
	if by = strings.TrimSpace(by); by != "" {
		s.SetBy(by)
	}
	w := ledger.Words{Time: s.around.Now().Format(time.RFC3339), By: s.by}
	var noted []string
	dir := s.around.LedgerDir
	s.takeOver(l.Carried(c), l.Data != nil, func(ctx context.Context) (err error) {
		noted, err = l.Note(ctx, ledger.In(dir), c, w)
		return err
	}, func(err error) {
		if err == nil {
			s.RefreshAccount()
		}
		if err == nil && len(noted) > 0 {
			s.notice = strings.Join(noted, " ")
			s.changed()
		}
		then(err)
	})
}

// takeOver goes on with another plan, in one edit, after the open file was read as it says, where a file was looked at, and what comes
// with it was noted. When either fails everything stays as it was.
func (s *Session) takeOver(next plan.Plan, looked bool, note func(context.Context) error, then func(error)) {
	file, now := s.file, s.plan.Data
	now.Reviewed = nil
	if next.Data.Reviewed = nil; !looked || file.Counted {
		next.Data = now
	}
	var err error
	seen{s}.Background(func(ctx context.Context) {
		if !reflect.DeepEqual(next.Data, now) {
			ctx := records.WithPasswords(ctx, &s.passwords)
			if file, next.Data, err = opened.Read(ctx, file.Path, next.Data, next, func(string, float64) {}); err != nil {
				return
			}
		}
		err = note(ctx)
	}, func() {
		if err == nil {
			s.file = file
			s.Edit(func(p *plan.Plan) { *p = next })
		}
		then(err)
	})
}
