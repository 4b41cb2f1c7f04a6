// Package current holds what every step sees of the open project. What a step needs beyond that is in its own Project.
package current

import (
	"context"
	"time"

	"steward/core/guide"
	"steward/core/plan"
	"steward/gui/session/opened"
	"steward/io/signature"
)

// Plan is the plan of the project.
type Plan interface {
	// Plan returns it as it stands, which only Edit may change.
	Plan() plan.Plan
	Edit(change func(*plan.Plan))
	// Published returns what is declared of a published column, and false for one that is none.
	Published(column string) (plan.Column, bool)
	// Compiled returns the checked plan, nil while it has issues, which Issues lists step by step.
	Compiled() *plan.Compiled
	Issues(step guide.Step) []plan.Issue
}

// Files are the files that are open.
type Files interface {
	// File is the spreadsheet, nil for none, and Spreadsheet its path, "" for none.
	File() *opened.File
	Spreadsheet() string
	// Path is the project's own file, "" until it is saved, and Base what files about the project are called before their endings.
	Path() string
	Base() string
}

// Accounts are where accounts of people are kept.
type Accounts interface {
	// LedgerDir is the folder of the ledgers.
	LedgerDir() string
	// Key signs what is noted, nil for none.
	Key() *signature.Keep
	Now() time.Time
}

// Work is what is done beside the window, and the window that shows it.
type Work interface {
	// Go does work under Context, and Dispatch takes in what came of it, where the window may be changed.
	Context() context.Context
	Go(func())
	Dispatch(func())
	// Background does both at once, unless it is stopped before.
	Background(work func(context.Context), then func()) (stop func())
	// Run does work as the job of a step, showing what it is, and then hands on its error, which is shown; Job does so with work that
	// tells how far it is. There is one job at a time, of which Busy tells.
	Run(step guide.Step, what string, work func(context.Context) error, finish func(error))
	Job(step guide.Step, what string, work func(ctx context.Context, progress func(string, float64)) error, finish func(error))
	Busy() bool
	// Changed tells the window, which shows what Tell has told and what failed.
	Changed()
	Tell(notice string)
	Fail(step guide.Step, err error)
}
