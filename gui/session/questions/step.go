// Package questions is what the step Questions shows and does: what can be asked for and cannot, each kind with its
// form, what it would publish, and its part of the budget. Step is its state; it sees of the project that is open what
// Project says, and changes its plan by Project.Edit alone.
package questions

import (
	"context"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/preview"
)

// Project is what the step sees of the project that is open.
type Project interface {
	// Plan returns the plan as it stands, which only Edit may change.
	Plan() plan.Plan
	Edit(change func(*plan.Plan))
	// Compiled returns the checked plan, nil while it has issues; Declared the published columns, and Attribute and
	// Published one of them.
	Compiled() *plan.Compiled
	Declared() *domain.Domain
	Attribute(column string) (*domain.Attribute, bool)
	Published(column string) (plan.Column, bool)
	// Counted names what numbers count.
	Counted() string
	// Preview returns the expected errors under the plan, nil while they are worked out; Foreseen does not have them worked out.
	Preview() *preview.Preview
	Foreseen() *preview.Preview
	// Background does work beside the window, and then what comes of it where the window may be changed.
	Background(work func(context.Context), then func()) (stop func())
}

// Step is the step Questions of a project.
type Step struct {
	of     Project
	shares sharesBefore
	fates  fates
}

// New returns the step of a project.
func New(of Project) *Step { return &Step{of: of} }

// plan returns the plan as it stands, and outputs all that it publishes.
func (s *Step) plan() *plan.Plan {
	p := s.of.Plan()
	return &p
}

func (s *Step) outputs() []plan.Output { return s.plan().Outputs() }
