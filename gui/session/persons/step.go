// Package persons is what the step Your data says of whom its rows are about: whether everybody has one row or several, which
// column tells whose a row is and how many of each person count, and how many people a row stands for. Step sees of the
// project that is open what Project says, and changes its plan by Project.Edit alone.
package persons

import (
	"steward/core/plan"
	"steward/gui/session/current"
	"steward/io/records/rowaccount"
)

// Project is what is seen of the project that is open.
type Project interface {
	current.Plan
	current.Files
	// Published returns what is declared of a published column, and false for one that is none.
	Published(column string) (plan.Column, bool)
	// Checked returns what the last check of the records found, nil where none was made under this reading of the file.
	Checked() *rowaccount.Account
}

// Step says whom the rows of a project are about.
type Step struct{ of Project }

// New returns that of a project.
func New(of Project) *Step { return &Step{of} }
