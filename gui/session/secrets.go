package session

import (
	"context"
	"iter"
	"slices"

	"steward/core/guide"
	"steward/core/plan"
)

// secretsOf is what the step Secrets sees of a session (secrets.Project).
type secretsOf struct{ *Session }

// History returns the plans that Undo and Redo go to.
func (s secretsOf) History() iter.Seq[plan.Plan] {
	return func(yield func(plan.Plan) bool) {
		for _, list := range [][]plan.Plan{s.past, s.future} {
			for _, p := range slices.Backward(list) {
				if !yield(p) {
					return
				}
			}
		}
	}
}

// Outlook is the session's.
func (s secretsOf) Outlook() *plan.Compiled { return s.outlook() }

// Background does work beside the window, and then tells its observers.
func (s secretsOf) Background(work, then func()) {
	s.around.Go(func() {
		work()
		s.around.Dispatch(func() {
			then()
			s.changed()
		})
	})
}

// Read does work as the session's job.
func (s secretsOf) Read(what string, work func(context.Context) error, then func() error) {
	s.run(guide.Secrets, what, func(ctx context.Context, _ func(string, float64)) error { return work(ctx) }, func(err error) {
		if err != nil {
			return
		}
		if err := then(); err != nil {
			s.Fail(guide.Secrets, err)
		}
	})
}
