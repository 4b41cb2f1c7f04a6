// Package summary is what the step Summary shows and does: the pages of the accounting summary of a release and those of a
// plan with made-up numbers, what they are printed on, in which language and in whose name, and whether the files of a
// release belong together. Step is its state; it sees of the project that is open what Project says, and changes its plan
// by Project.Edit alone.
package summary

import (
	"steward/core/noise"
	"steward/gui/session/amounts"
	"steward/gui/session/budget"
	"steward/gui/session/current"
	"steward/gui/words"
	"steward/io/publish"
)

// Project is what the step sees of the project that is open.
type Project interface {
	current.Plan
	current.Accounts
	current.Work
	// Carried returns the release that was carried out or is shown again, nil for none.
	Carried() *publish.Finished
	// Noise is what opens the randomness of made-up numbers.
	Noise() func() noise.Fresh
	Program() string
}

// Step is the step Summary of a project.
type Step struct {
	of       Project
	budget   *budget.Step
	pages    summaryState
	trial    trial
	verified verifyState
}

// New returns the step of a project with a budget.
func New(of Project, b *budget.Step) *Step { return &Step{of: of, budget: b} }

// Forget forgets the release.
func (s *Step) Forget() { *s = *New(s.of, s.budget) }

// Progress is how far the step is.
func (s *Step) Progress() current.Progress {
	if s.of.Carried() == nil {
		return current.Progress{Line: words.T("Not yet"), Missing: words.T("Nothing has been released yet.")}
	}
	p := current.Progress{State: current.Done, Line: words.T("Ready")}
	if s.pages.paper != nil {
		p.Line = amounts.Count(s.pages.paper.Len(), "page", "pages")
	}
	switch v := s.verified.own; {
	case v == nil:
	case v.OK():
		p.Line += words.T(", verified")
	default:
		return current.Progress{State: current.Attention, Line: words.T("Does not belong together"), Missing: words.T("The files do not belong together: see what was found.")}
	}
	return p
}
