// Package facts is what the step Known facts shows and does: the facts that the public knows for certain, with what
// each costs and changes; the form in which one is entered, pasted or imported; how neighbours are read; and which groups
// may be released about by themselves. Step is its state; it sees of the project that is open what Project says, and changes
// its plan by Project.Edit alone.
package facts

import (
	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/plan"
	"steward/core/preview"
	"steward/gui/session/background"
	"steward/gui/session/current"
	"steward/gui/session/persons"
)

// Project is what the step sees of the project that is open.
type Project interface {
	current.Plan
	current.Files
	current.Work
	// Outlook returns as much of the checked plan as columns, secrets and budget go; Declared the published columns, and Attribute
	// one of them.
	Outlook() *plan.Compiled
	Declared() *domain.Domain
	Attribute(column string) (*domain.Attribute, bool)
	// IssuesOf returns what would be wrong with another plan.
	IssuesOf(p plan.Plan) []plan.Issue
	// Tying reports whether it is being worked out what the facts tie together.
	Tying() bool
	// CombinationWords says a combination that cannot occur.
	CombinationWords(domain.Combination) string
	Planner() preview.Planner
}

// Step is the step Known facts of a project.
type Step struct {
	of      Project
	persons *persons.Step
	// confirmed says that somebody was asked whether the public knows something, and it knows nothing.
	confirmed bool
	// aside are facts that were unticked: they are not counted, and not saved.
	aside  []constraint.Fact
	draft  *Draft
	price  background.Study[draftPricing, draftPrice]
	prices priceStudy
	effect background.Study[toggled, Effect]
	apart  background.Study[apartOf, Apart]
}

// New returns the step of a project, of the persons whom its data are about.
func New(of Project, persons *persons.Step) *Step { return &Step{of: of, persons: persons} }
