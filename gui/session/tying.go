package session

import "time"

// tying is the plan's facts being worked out away from the window: under some secrets that
// takes a second or more. Meanwhile the session has no compiled plan.
type tying struct {
	done    chan struct{}
	waiting bool // for a moment, since mostly it is done by then
}

// patience is how long an edit waits for the facts, so that nothing on the screen comes and
// goes where that takes no time.
const patience = 80 * time.Millisecond

// Tying reports whether it is still being worked out what the known facts tie together. The
// plan can be edited all the same; undoing an edit of the facts ends the wait.
func (s *Session) Tying() bool { return s.tying != nil }

// tieFacts has the facts of the plan worked out, and reports whether that is done. One plan is
// worked on at a time; what is wanted by then comes next.
func (s *Session) tieFacts() (done bool) {
	if s.memory.Ready(s.plan) {
		return true
	}
	if s.tying != nil {
		return false
	}
	w := &tying{done: make(chan struct{}), waiting: true}
	s.tying = w
	p := s.plan
	s.around.Go(func() {
		_, _ = s.memory.Compile(p) // for what it remembers
		close(w.done)
		s.around.Dispatch(func() {
			if s.tying != w || w.waiting {
				return
			}
			s.tying = nil
			s.compile()
			s.Budget.Stale()
			s.studies.stale()
			s.Secrets.Stale()
			s.Budget.SeekPublic()
			s.changed()
		})
	})
	select {
	case <-w.done:
		s.tying = nil
		return true
	case <-time.After(patience):
	}
	select {
	case <-w.done: // in the moment that this took to notice
		s.tying = nil
		return true
	default:
		w.waiting = false
		return false
	}
}
