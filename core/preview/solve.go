package preview

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"sort"

	"steward/core/account"
	"steward/core/mechanism/registry"
	"steward/core/message"
	"steward/core/plan"
)

// Solve returns the least budget for the whole release, in steps of a hundredth of itself
// or so, at which each number that the errors of a question are told of is within half people 19 times in 20.
// It errors when even the largest budget is not enough.
func Solve(ctx context.Context, c *plan.Compiled, question int, half float64) (string, error) {
	if !(half > 0) {
		return "", message.Errorf("the error must be a number above zero")
	}
	groups, err := c.Arrange(ctx)
	if err != nil {
		return "", err
	}
	now, place, _ := registry.GroupOf(groups, question)
	id := c.Plan.Questions[question].Mechanism
	if now.Together() {
		id = now.Prepared.Info().ID
	}
	enough := func(epsilon string) (bool, error) {
		at, err := WithBudget(c, epsilon)
		if err != nil {
			return false, err
		}
		g, err := at.Group(ctx, now.Questions, id)
		if err != nil {
			return false, err
		}
		return g.Error(place).Summary().WorstHalfWidth <= half, nil
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
		return "", message.Errorf("no budget up to %s brings the numbers within %g: ask for fewer or coarser numbers", budgetAt(most), half)
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
