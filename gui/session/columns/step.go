// Package columns is what the step Columns, and of the step Your data what is odd in the file, shows and does: which
// columns are published, what values they may have (typed, as ranges, dates or places, proposed from the data, or read
// from a codebook or a sheet), and what in the file does not fit. Step is its state; it sees of the project that is
// open what Project says, and changes its plan by Project.Edit alone.
package columns

import (
	"steward/core/guide"
	"steward/core/plan"
	"steward/gui/session/opened"
)

// Project is what the step sees of the project that is open.
type Project interface {
	// Plan returns the plan as it stands, which only Edit may change.
	Plan() plan.Plan
	Edit(change func(*plan.Plan))
	// AllIssues returns what is wrong with the plan.
	AllIssues() []plan.Issue
	// File returns the open file, or nil. OpenFile opens one, and Fail shows why that cannot be.
	File() *opened.File
	OpenFile(path string, d plan.Data)
	Fail(step guide.Step, err error)
	// KeptOut says why a column is not to be published, empty where it may be.
	KeptOut(column string) string
	SetSecret(plan.Secret)
}

// Step is the step Columns of a project.
type Step struct {
	of       Project
	oddities knownOddities
	misfits  knownMisfits
}

// New returns the step of a project.
func New(of Project) *Step { return &Step{of: of} }
