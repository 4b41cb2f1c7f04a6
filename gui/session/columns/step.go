// Package columns is what the step Columns, and of the step Your data what is odd in the file, shows and does: which
// columns are published, what values they may have (typed, as ranges, dates or places, proposed from the data, or read
// from a codebook or a sheet), and what in the file does not fit. Step is its state; it sees of the project that is
// open what Project says, and changes its plan by Project.Edit alone.
package columns

import (
	"steward/core/plan/secret"
	"steward/gui/session/current"
	"steward/gui/session/data"
	"steward/gui/session/persons"
)

// Project is what the step sees of the project that is open.
type Project interface {
	current.Plan
	current.Files
	current.Work
}

// Step is the step Columns of a project.
type Step struct {
	of       Project
	persons  *persons.Step
	data     *data.Step
	secrets  Secrets
	oddities knownOddities
	misfits  knownMisfits
}

// Secrets are those of the project, which coarser values can become.
type Secrets interface{ SetSecret(rule secret.Secret) }

// New returns the step of a project, of the persons whom its data are about, and with secrets.
func New(of Project, persons *persons.Step, d *data.Step, secrets Secrets) *Step {
	return &Step{of: of, persons: persons, data: d, secrets: secrets}
}
