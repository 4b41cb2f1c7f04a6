// Package secrets is what the step Secrets shows and does: the cards to choose from, the rules of
// columns and their kinds, for whom being in the file is hidden, and what all of it means on a
// column's values. Step is its state; it sees of the project that is open what Project says, and
// changes its plan by Project.Edit alone.
//
// A kind of rule is one entry of a table (kinds.go), with a file of its own: whom it fits, its form, what it means,
// and how it is read from a sheet. The rest of the package, and the page, ask the entry; they know
// just two kinds by name, that of a column without a rule (everything) and that of one left out (public).
//
// To add a kind, see CONTRIBUTING, "A kind of secret".
package secrets

import (
	"iter"

	"steward/core/plan"
	"steward/core/policy"
	"steward/core/promise"
	"steward/gui/session/current"
)

// Project is what the step sees of the project that is open.
type Project interface {
	current.Plan
	current.Work
	// History returns the plans before and after that Undo and Redo know, the latest first.
	History() iter.Seq[plan.Plan]
	// Outlook returns the plan compiled as far as columns, secrets and budget go; nil while these have issues.
	Outlook() *plan.Compiled
	// ValuesNamed returns the values of a column that a text names.
	ValuesNamed(column, text string) ([]string, error)
}

// Step is the step Secrets of a project.
type Step struct {
	of Project
	// strengths are what is kept nearer than entered, by rule (Strengthened), parts what the policy makes of rules (partAt),
	// shades how well values are hidden (ShadesOf), and asked answers how far answers are apart (asking), all of the plan as it
	// stands.
	strengths map[string]Strength
	parts     map[string]policy.Part
	shades    map[string]DistanceTable
	asked     *promise.Asked
}

// New returns the step of a project.
func New(of Project) *Step { return &Step{of: of} }

// Stale is called when the plan has changed.
func (s *Step) Stale() { s.strengths, s.parts, s.shades, s.asked = nil, nil, nil, nil }
