package session

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"sort"

	"steward/core/account"
	"steward/core/mechanism/registry"
	"steward/core/plan"
	"steward/gui/words"
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
func (s *Session) Wish(question int, half float64) {
	s.Unwish()
	if s.compiled == nil || question >= len(s.compiled.Problems) {
		return
	}
	ctx, cancel := context.WithCancel(s.background())
	w := &Wish{Question: question, Half: half, Busy: true}
	s.preview.wish = wishState{s.shapeOf(), w, cancel}
	compiled := s.compiled
	s.around.Go(func() {
		epsilon, err := Solve(ctx, compiled, question, half)
		s.around.Dispatch(func() {
			cancel()
			if s.preview.wish.wish != w {
				return
			}
			w.Busy, w.Epsilon, w.Err = false, epsilon, err
			s.changed()
		})
	})
}

// Unwish forgets the last wish.
func (s *Session) Unwish() {
	if cancel := s.preview.wish.cancel; cancel != nil {
		cancel()
	}
	s.preview.wish = wishState{}
}

// Wished returns the last wish with what was found, or nil when there is none for the plan
// as it is now.
func (s *Session) Wished() *Wish {
	if w := s.preview.wish; w.wish != nil && w.shape == s.shapeOf() {
		return w.wish
	}
	return nil
}

// Solve returns the least budget for the whole release, in steps of a hundredth of itself
// or so, at which the numbers of a question are within half people 19 times in 20 on
// average. It errors when even the largest budget is not enough.
func Solve(ctx context.Context, c *plan.Compiled, question int, half float64) (string, error) {
	if !(half > 0) {
		return "", words.Errorf("the error must be a number above zero")
	}
	groups, err := c.Arrange(ctx)
	if err != nil {
		return "", err
	}
	now, place, _ := registry.GroupOf(groups, question)
	enough := func(epsilon string) (bool, error) {
		at, err := withBudget(c, epsilon)
		if err != nil {
			return false, err
		}
		g, err := at.Group(ctx, now.Questions, at.Plan.Questions[question].Mechanism)
		if err != nil {
			return false, err
		}
		return g.Error(place).Summary().HalfWidth <= half, nil
	}
	const least, most = -300, 200 // budgets are 10^(n/100)
	var failed error
	n := sort.Search(most-least+1, func(i int) bool {
		if failed != nil {
			return true
		}
		ok, err := enough(budgetAt(least + i))
		failed = err
		return ok
	})
	switch {
	case failed != nil:
		return "", failed
	case n > most-least:
		return "", words.Errorf("no budget up to %s brings the numbers within %g: ask for fewer or coarser numbers", words.Number(budgetAt(most)), half)
	}
	return budgetAt(least + n), nil
}

// budgetAt returns 10^(n/100) with two or three digits that matter, as a decimal.
func budgetAt(n int) string {
	x := math.Pow(10, float64(n)/100)
	digits := 2
	for y := x; y < 0.995; y *= 10 {
		digits++
	}
	if x >= 10 {
		digits = 1
	}
	r, _ := new(big.Rat).SetString(fmt.Sprintf("%.*f", digits, x))
	e, err := account.FromRat(r)
	if err != nil {
		return "0.001"
	}
	return e.String()
}
