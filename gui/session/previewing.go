package session

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"sort"

	"steward/core/account"
	"steward/core/accuracy"
	"steward/core/guide"
	"steward/core/mechanism"
	"steward/core/plan"
)

// previewState is the preview of the plan, computed in the background. number tells a
// preview of an older plan from one of the present plan.
type previewState struct {
	number int
	ready  *Preview
	err    error
	cancel context.CancelFunc
	curve  curveState
}

func (p *previewState) stale() {
	p.number++
	p.ready, p.err, p.curve = nil, nil, curveState{}
	if p.cancel != nil {
		p.cancel()
		p.cancel = nil
	}
}

// Preview returns the expected errors under the present plan, or nil while they are being
// computed; it starts computing them when needed. It returns nil for good while the plan
// has issues.
func (s *Session) Preview() *Preview {
	if s.preview.ready != nil || s.compiled == nil || s.preview.cancel != nil || s.preview.err != nil {
		return s.preview.ready
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.preview.cancel = cancel
	number, compiled := s.preview.number, s.compiled
	s.around.Go(func() {
		p, err := NewPreview(ctx, compiled, nil)
		s.around.Dispatch(func() {
			if s.preview.number != number {
				return
			}
			cancel()
			s.preview.cancel = nil
			if err != nil {
				s.preview.err = err
				s.Fail(guide.Budget, err)
				return
			}
			s.preview.ready = &p
			s.changed()
		})
	})
	return s.preview.ready
}

// withBudget returns the plan compiled with another budget.
func withBudget(c *plan.Compiled, epsilon string) (*plan.Compiled, error) {
	p := clone(c.Plan)
	p.Budget.Epsilon, p.Budget.Limit = epsilon, ""
	return plan.Compile(p)
}

// Point is an expected error at a budget for the whole release.
type Point struct {
	Epsilon          float64
	Own              accuracy.Summary
	Changed, Present accuracy.Summary // plain differential privacy
}

// Curve returns the expected error of one question at each of several budgets for the whole
// release, by the mechanisms that are best at the present one.
func Curve(ctx context.Context, c *plan.Compiled, question int, epsilons []string) ([]Point, error) {
	own, _, err := mechanism.Choose(ctx, c.Problems[question], c.Plan.Questions[question].Mechanism)
	if err != nil {
		return nil, err
	}
	plains, err := mechanism.Plains(ctx, c.Problems[question])
	if err != nil {
		return nil, err
	}
	var out []Point
	for _, e := range epsilons {
		at, err := withBudget(c, e)
		if err != nil {
			return nil, err
		}
		prepared, _, err := mechanism.Choose(ctx, at.Problems[question], own.Info().ID)
		if err != nil {
			return nil, err
		}
		if plains, err = mechanism.PlainsBy(ctx, at.Problems[question], plains); err != nil {
			return nil, err
		}
		out = append(out, Point{at.Budget.Float(), prepared.ExpectedError().Summary(), plains[0].Summary, plains[1].Summary})
	}
	return out, nil
}

// Solve returns the least budget for the whole release, in steps of a hundredth of itself
// or so, at which the numbers of a question are within half people 19 times in 20 on
// average. It errors when even the largest budget is not enough.
func Solve(ctx context.Context, c *plan.Compiled, question int, half float64) (string, error) {
	if !(half > 0) {
		return "", fmt.Errorf("the error must be a number above zero")
	}
	enough := func(epsilon string) (bool, error) {
		at, err := withBudget(c, epsilon)
		if err != nil {
			return false, err
		}
		prepared, _, err := mechanism.Choose(ctx, at.Problems[question], at.Plan.Questions[question].Mechanism)
		if err != nil {
			return false, err
		}
		return prepared.ExpectedError().Summary().HalfWidth <= half, nil
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
		return "", fmt.Errorf("no budget up to %s brings the numbers within %g: ask for fewer or coarser numbers", budgetAt(most), half)
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
