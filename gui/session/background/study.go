// Package background is what is worked out beside the window and shown once it is there.
package background

import "context"

// Run does work beside the window and applies what comes of it where the window may be changed, unless it is stopped
// before.
type Run func(work func(context.Context), then func()) (stop func())

// Study is what was found about something that it depends on, or is being found. Where it is asked of something else,
// what is under way stops.
type Study[Of, Found any] struct {
	Of    Of
	Found Found
	stop  func() // nil unless it is under way
}

// Begin studies something. Until that is done, first is what is found.
func (s *Study[Of, Found]) Begin(run Run, of Of, first Found, work func(context.Context) Found) {
	s.End()
	s.Of, s.Found = of, first
	done, found := false, first
	stop := run(func(ctx context.Context) { found = work(ctx) }, func() {
		done = true
		s.Found, s.stop = found, nil
	})
	if !done { // which it is where work is done at once
		s.stop = stop
	}
}

// End stops what is under way, so that it is begun anew when it is asked for again.
func (s *Study[Of, Found]) End() {
	if s.stop != nil {
		s.stop()
		*s = Study[Of, Found]{}
	}
}
