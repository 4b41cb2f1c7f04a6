// Package summary is what the step Summary shows and does: the pages of the accounting summary of a release and those of a
// plan with made-up numbers, what they are printed on, in which language and in whose name, and whether the files of a
// release belong together. Step is its state; it sees of the project that is open what Project says, and changes its plan
// by Project.Edit alone.
package summary

import (
	"context"
	"time"

	"steward/core/guide"
	"steward/core/noise"
	"steward/core/plan"
	"steward/io/publish"
	"steward/io/signature"
)

// Project is what the step sees of the project that is open.
type Project interface {
	// Plan returns the plan as it stands, which only Edit may change, and Compiled the checked plan, nil while it has
	// issues.
	Plan() plan.Plan
	Edit(change func(*plan.Plan))
	Compiled() *plan.Compiled
	// Carried returns the release that was carried out or is shown again, nil for none.
	Carried() *publish.Finished
	// Roughly returns about how many people the file has, as somebody said, 0 for nobody.
	Roughly() (people int64, known bool)
	// LedgerDir is the folder of the ledgers, Key what signs and vouches for records, nil for none, and Noise what opens the
	// randomness of made-up numbers.
	LedgerDir() string
	Key() *signature.Keep
	Noise() func() noise.Fresh
	Program() string
	Now() time.Time
	// Job does work that shows its progress and can be cancelled, unless another one runs, which Busy tells. Go does work
	// beside the window, and Dispatch takes in what came of it. Changed tells the window.
	Job(step guide.Step, what string, work func(ctx context.Context, progress func(string, float64)) error, finish func(error))
	Busy() bool
	Go(func())
	Dispatch(func())
	Changed()
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
