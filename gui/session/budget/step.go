// Package budget is what the step Privacy and error shows and does: how far off the numbers of every question would be
// under the plan's budget and under others, by which method and why, what they are then worth and what would make
// them better, the chance of failure, and what is promised to the people in the file. Step is its state; it sees of the
// project that is open what Project says, and changes its plan by Project.Edit alone. What is left of the budget is the
// account's to say (steward/gui/session).
package budget

import (
	"context"

	"steward/core/guide"
	"steward/core/plan"
	"steward/core/preview"
	"steward/gui/session/background"
)

// Project is what the step sees of the project that is open.
type Project interface {
	// Plan returns the plan as it stands, which only Edit may change, and Compiled the checked plan, nil while it has
	// issues.
	Plan() plan.Plan
	Edit(change func(*plan.Plan))
	Compiled() *plan.Compiled
	// Recompile has the plan checked again, with what was found for it.
	Recompile()
	// Path is the project's file, "" until it is saved, and Spreadsheet the file that is open, "" for none.
	Path() string
	Spreadsheet() string
	// Fate returns what becomes of question i.
	Fate(i int) plan.Fate
	// Planner works errors out, in the background by Go under Context; what it found is taken in by Dispatch, where the
	// window may be changed. Background does both at once. Changed tells the window, Fail shows what went wrong.
	Planner() preview.Planner
	Context() context.Context
	Go(func())
	Dispatch(func())
	Background(work func(context.Context), then func()) (stop func())
	// Job is Background of work that shows its progress and can be cancelled.
	Job(step guide.Step, what string, work func(ctx context.Context, progress func(string, float64)) error, finish func(error))
	Changed()
	Fail(step guide.Step, err error)
}

// Step is the step Privacy and error of a project.
type Step struct {
	of      Project
	preview previewState
	worth   worthState
	standIn standInState
	gain    background.Study[*plan.Compiled, Gain]
	number  bool // whether the person wants to see the budget as a number
}

// New returns the step of a project.
func New(of Project) *Step { return &Step{of: of} }

// Stale is called when the plan has changed.
func (s *Step) Stale() { s.preview.stale() }

// ShowsNumber reports whether the person wants to see the budget as a number.
func (s *Step) ShowsNumber() bool { return s.number }

// SetShowsNumber remembers, while the program runs, whether to show the budget as a number.
func (s *Step) SetShowsNumber(on bool) { s.number = on }

// SetBudget sets what the release may spend, as a decimal.
func (s *Step) SetBudget(epsilon string) {
	s.of.Edit(func(p *plan.Plan) { p.Budget.Epsilon = epsilon })
}
