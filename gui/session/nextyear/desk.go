// Package nextyear lays the plan of an earlier project beside the file that is open, and takes it over for that (steward/io/carryover). Desk does it in
// the background and sees of the project that is open what Project says.
package nextyear

import (
	"context"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"steward/core/message"
	"steward/core/plan"
	"steward/core/preview"
	"steward/gui/session/balance"
	"steward/gui/session/current"
	"steward/gui/session/data"
	"steward/gui/session/opened"
	"steward/gui/words"
	"steward/io/carryover"
	"steward/io/ledger"
	"steward/io/misfits"
	"steward/io/project"
)

// What carrying over makes and is told.
type (
	Look    = carryover.Look
	Choice  = carryover.Choice
	Account = carryover.Account
	Outlook = carryover.Outlook
)

// Following returns the title of the release after the one of a title.
func Following(title string) string { return carryover.Following(title) }

// Project is what is seen of the project that is open.
type Project interface {
	current.Plan
	current.Files
	current.Accounts
	current.Work
	Planner() preview.Planner
}

// Desk is where the plan of an earlier project is laid beside the file that is open, and taken over for it.
type Desk struct {
	of      Project
	data    *data.Step
	balance *balance.Keeper
}

// New returns that of a project with data and an account.
func New(of Project, d *data.Step, account *balance.Keeper) *Desk { return &Desk{of, d, account} }

// Earlier is the plan of another project, such as last year's, compared with the open file.
type Earlier struct {
	Name    string // of its file
	Plan    plan.Plan
	Past    project.Past
	Misfits []misfits.Misfit // with the open file; none while none is open
	// Facts is how many known facts it has, which are not taken over: they are true of its own
	// data.
	Facts int
}

// Read reads the plan of another project and says what of it does not fit the open file.
// It changes nothing. It errors when it cannot be read, and when it publishes nothing.
func (d *Desk) Read(path string) (Earlier, error) {
	p, past, err := project.Read(path)
	if err != nil {
		return Earlier{}, err
	}
	if len(p.Columns) == 0 {
		return Earlier{}, words.Errorf("%s publishes no columns: choose the project of an earlier release", filepath.Base(path))
	}
	e := Earlier{Name: filepath.Base(path), Plan: p, Past: past, Facts: len(p.Facts.Stated)}
	if p.Facts.People != nil {
		e.Facts++
	}
	if d.of.File() != nil {
		e.Misfits = misfits.Of(p, d.of.File().Found)
	}
	return e, nil
}

// Take takes over what an earlier plan decides, in one edit: how the open file is read, who a row is about, the columns, the
// secrets, the questions and the budget of a release. The file, the data set with its ledger and its limit stay; what was known of the
// earlier data, and what was agreed for its release, is left out.
func (d *Desk) Take(l Look, then func(error)) {
	next := d.of.Plan().Clone()
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
		next.InOrder(l.Header)
	}
	d.takeOver(next, l.Data != nil, func(context.Context) error { return nil }, then)
}

// Compare compares an earlier plan with the open file, its known facts too, and hands on what it found. It reads the whole file
// in the background where something was known; without a file it hands on what no file says.
func (d *Desk) Compare(e Earlier, then func(Look, error)) {
	look := Look{Plan: e.Plan, Past: e.Past, Misfits: e.Misfits}
	if d.of.File() == nil || d.of.File().Described {
		then(look, nil)
		return
	}
	path, open := d.of.File().Path, d.of.Plan().Data
	var err error
	d.of.Background(func(ctx context.Context) {
		look, err = carryover.Of(d.data.WithPasswords(ctx), e.Plan, e.Past, path, &open)
	}, func() { then(look, err) })
}

// Allowance hands on what the releases that a choice plans may spend, and what this one would.
func (d *Desk) Allowance(l Look, c Choice, then func(a Account, budget string, err error)) {
	var a Account
	var err error
	dir := d.of.LedgerDir()
	d.of.Background(func(context.Context) { a, err = l.AccountOf(ledger.In(dir), c) }, func() {
		if err != nil {
			then(a, "", err)
			return
		}
		then(a, l.Budget(a), nil)
	})
}

// Changes hands on how far off changes will typically be between the earlier release, where its record is known, and the one of a
// choice. It reads no data. What it returns stops that.
func (d *Desk) Changes(l Look, c Choice, then func([]Outlook)) (stop func()) {
	var out []Outlook
	next, planner := l.Carried(c), d.of.Planner()
	return d.of.Background(func(ctx context.Context) {
		if earlier, err := carryover.Record(l.Past, ""); err == nil {
			out = carryover.Expected(ctx, earlier, next, planner)
		}
	}, func() { then(out) })
}

// TakeNext notes a choice in the accounts and then takes the earlier plan over for the open file, in one edit. The file is read as the
// earlier one was, before anything is noted. What was noted stays when the edit is undone.
func (d *Desk) TakeNext(l Look, c Choice, by string, then func(error)) {
	if by = strings.TrimSpace(by); by != "" {
		d.balance.SetBy(by)
	}
	w := ledger.Words{Time: d.of.Now().Format(time.RFC3339), By: d.balance.By()}
	var noted []message.Text
	dir := d.of.LedgerDir()
	d.takeOver(l.Carried(c), l.Data != nil, func(ctx context.Context) (err error) {
		noted, err = l.Note(ctx, ledger.In(dir), c, w)
		return err
	}, func(err error) {
		if err == nil {
			d.balance.Refresh()
		}
		if err == nil && len(noted) > 0 {
			d.of.Tell(strings.Join(words.SayAll(noted), " "))
			d.of.Changed()
		}
		then(err)
	})
}

// takeOver goes on with another plan, in one edit, after the open file was read as it says, where a file was looked at, and what comes
// with it was noted. When either fails everything stays as it was.
func (d *Desk) takeOver(next plan.Plan, looked bool, note func(context.Context) error, then func(error)) {
	file, now := d.of.File(), d.of.Plan().Data
	now.Reviewed = nil
	if next.Data.Reviewed = nil; !looked || file.Counted {
		next.Data = now
	}
	var err error
	d.of.Background(func(ctx context.Context) {
		if !reflect.DeepEqual(next.Data, now) {
			ctx := d.data.WithPasswords(ctx)
			if file, next.Data, err = opened.Read(ctx, file.Path, next.Data, next, func(string, float64) {}); err != nil {
				return
			}
		}
		err = note(ctx)
	}, func() {
		if err == nil {
			d.data.SetFile(file)
			d.of.Edit(func(p *plan.Plan) { *p = next })
		}
		then(err)
	})
}
