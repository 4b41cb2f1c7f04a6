// Package columns is what the step Columns, and of the step Your data what is odd in the file, shows and does: which
// columns are published, what values they may have (typed, as ranges, dates or places, proposed from the data, or read
// from a codebook or a sheet), and what in the file does not fit. Step is its state; it sees of the project that is
// open what Project says, and changes its plan by Project.Edit alone.
package columns

import (
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/gui/session/current"
)

// Project is what the step sees of the project that is open.
type Project interface {
	current.Plan
	current.Files
	current.Work
	// AllIssues returns what is wrong with the plan.
	AllIssues() []plan.Issue
	OpenFile(path string, d plan.Data)
	// KeptOut says why a column is not to be published, empty where it may be.
	KeptOut(column string) string
	SetSecret(secret.Secret)
}

// Step is the step Columns of a project.
type Step struct {
	of       Project
	oddities knownOddities
	misfits  knownMisfits
}

// New returns the step of a project.
func New(of Project) *Step { return &Step{of: of} }
