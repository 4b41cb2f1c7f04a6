// Package questions is what the step Questions shows and does: what can be asked for and cannot, each kind with its
// form, what it would publish, and its part of the budget. Step is its state; it sees of the project that is open what
// Project says, and changes its plan by Project.Edit alone.
package questions

import (
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/preview"
	"steward/gui/session/current"
)

// Project is what the step sees of the project that is open.
type Project interface {
	current.Plan
	current.Work
	// Declared returns the published columns, and Attribute one of them.
	Declared() *domain.Domain
	Attribute(column string) (*domain.Attribute, bool)
	// Counted names what numbers count.
	Counted() string
	// Preview returns the expected errors under the plan, nil while they are worked out; Foreseen does not have them worked out.
	Preview() *preview.Preview
	Foreseen() *preview.Preview
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
