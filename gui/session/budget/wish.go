package budget

import (
	"context"

	"steward/core/preview"
)

// Wish is an error that the steward can live with, and the budget that it takes.
type Wish struct {
	Question int
	Half     float64 // people, 19 times in 20
	// Epsilon is the budget for the whole release, "" while it is looked for and when
	// there is none; Err says why there is none.
	Epsilon string
	Busy    bool
	Err     error
}

// wishState is the last wish, and what plan it is for.
type wishState struct {
	shape  string
	wish   *Wish
	cancel context.CancelFunc
}

// Wish has the budget looked for at which the numbers of a question are within half people
// 19 times in 20. A later wish takes the place of one that is still looked for.
func (s *Step) Wish(question int, half float64) {
	s.Unwish()
	if s.of.Compiled() == nil || question >= len(s.of.Compiled().Problems) {
		return
	}
	ctx, cancel := context.WithCancel(s.of.Context())
	w := &Wish{Question: question, Half: half, Busy: true}
	s.preview.wish = wishState{s.shapeOf(), w, cancel}
	compiled := s.of.Compiled()
	s.of.Go(func() {
		epsilon, err := preview.Solve(ctx, compiled, question, half)
		s.of.Dispatch(func() {
			cancel()
			if s.preview.wish.wish != w {
				return
			}
			w.Busy, w.Epsilon, w.Err = false, epsilon, err
			s.of.Changed()
		})
	})
}

// Unwish forgets the last wish.
func (s *Step) Unwish() {
	if cancel := s.preview.wish.cancel; cancel != nil {
		cancel()
	}
	s.preview.wish = wishState{}
}

// Wished returns the last wish with what was found, or nil when there is none for the plan
// as it is now.
func (s *Step) Wished() *Wish {
	if w := s.preview.wish; w.wish != nil && w.shape == s.shapeOf() {
		return w.wish
	}
	return nil
}
