// Package summary is what the step Summary shows and does: the pages of the accounting summary of a release and those of a
// plan with made-up numbers, what they are printed on, in which language and in whose name, and whether the files of a
// release belong together. Step is its state; it sees of the project that is open what Project says, and changes its plan
// by Project.Edit alone.
package summary

import (
	"steward/core/noise"
	"steward/gui/session/current"
	"steward/io/publish"
)

// Project is what the step sees of the project that is open.
type Project interface {
	current.Plan
	current.Accounts
	current.Work
	// Carried returns the release that was carried out or is shown again, nil for none.
	Carried() *publish.Finished
	// Roughly returns about how many people the file has, as somebody said, 0 for nobody.
	Roughly() (people int64, known bool)
	// Noise is what opens the randomness of made-up numbers.
	Noise() func() noise.Fresh
	Program() string
}

// Step is the step Summary of a project.
type Step struct {
	of       Project
	pages    summaryState
	trial    trial
	verified verifyState
}

// New returns the step of a project.
func New(of Project) *Step { return &Step{of: of} }

// Forget forgets the release.
func (s *Step) Forget() { *s = Step{of: s.of} }

// Pages returns how many pages the summary has, 0 while they are not set.
func (s *Step) Pages() int {
	if s.pages.paper == nil {
		return 0
	}
	return s.pages.paper.Len()
}

// Own returns what became of verifying the release of this session, nil while it was not verified.
func (s *Step) Own() *Verified { return s.verified.own }
