package secrets

import (
	"math"
	"strconv"
	"strings"

	"steward/core/account"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/gui/words"
)

// OddsOfStep returns by which factor a release may shift the odds between two answers that are one step of a
// graded rule apart, as the budget and the rule's weight make it; nothing while the budget is no number.
func (s *Step) OddsOfStep(r secret.Secret) string {
	epsilon, err := account.ParseEpsilon(s.of.Plan().Budget.Epsilon)
	if err != nil {
		return ""
	}
	return words.Number(strconv.FormatFloat(math.Exp(epsilon.Float()*weightOf(r)), 'g', 4, 64))
}

// SetOddsOfStep sets the budget of the release to what lets the odds between two answers that are one step
// of a graded rule apart shift by a factor at most. It errors, saying so, on what is no factor above 1 or
// makes no budget.
func (s *Step) SetOddsOfStep(r secret.Secret, text string) error {
	factor, err := strconv.ParseFloat(words.Typed(strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(text), "×"))), 64)
	if err != nil || !(factor > 1) || math.IsInf(factor, 1) {
		return words.Errorf("found %q where the factor that odds may shift by is expected, a number above 1 such as 1.65", text)
	}
	const digits = 1e6
	epsilon := math.Floor(math.Log(factor)/weightOf(r)*digits+1e-6) / digits // no more than is said
	budget := strconv.FormatFloat(epsilon, 'f', -1, 64)
	if _, err := account.ParseEpsilon(budget); err != nil {
		return words.Errorf("odds that shift by a factor of %s make the budget %s: %w", strings.TrimSpace(text), words.Number(budget), err)
	}
	s.of.Edit(func(p *plan.Plan) { p.Budget.Epsilon = budget })
	return nil
}

// weightOf is the weight of a rule, 1 where it has none.
func weightOf(r secret.Secret) float64 {
	if w, ok := ratOf(r.Weight); ok {
		x, _ := w.Float64()
		return x
	}
	return 1
}
