// Package budget is what the step Privacy and error shows and does: how far off the numbers of every question would be
// under the plan's budget and under others, by which method and why, what they are then worth and what would make
// them better, the chance of failure, and what is promised to the people in the file. Step is its state; it sees of the
// project that is open what Project says, and changes its plan by Project.Edit alone. What is left of the budget is the
// account's to say (steward/gui/session).
package budget

import (
	"steward/core/plan"
	"steward/core/preview"
	"steward/gui/session/background"
	"steward/gui/session/current"
)

// Project is what the step sees of the project that is open.
type Project interface {
	current.Plan
	current.Files
	current.Work
	// Recompile has the plan checked again, with what was found for it.
	Recompile()
	// Fate returns what becomes of question i.
	Fate(i int) plan.Fate
	// Planner works errors out.
	Planner() preview.Planner
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
