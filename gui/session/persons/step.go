// Package persons is what the step Your data says of whom its rows are about: whether everybody has one row or several, which
// column tells whose a row is and how many of each person count, and how many people a row stands for. Step sees of the
// project that is open what Project says, and changes its plan by Project.Edit alone.
package persons

import "steward/gui/session/current"

// Project is what is seen of the project that is open.
type Project interface {
	current.Plan
	current.Files
}

// Step says whom the rows of a project are about.
type Step struct{ of Project }

// New returns that of a project.
func New(of Project) *Step { return &Step{of} }
