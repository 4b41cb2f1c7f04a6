package budget

import (
	"math"
	"strconv"

	"steward/core/account"
	"steward/core/preview"
	"steward/gui/words"
)

// Compare says what the chosen secrets gain over plain differential privacy: how far off that would be at the same budget, and
// which budget it would need to be as exact. Words to be stressed stand between asterisks. It is empty after a first look.
func (s *Step) Compare(q preview.Question) string {
	if len(q.Plains) == 0 {
		return ""
	}
	chosen, plain := q.Of(), q.Plains[0]
	own, other := chosen.Summary.RMSE, plain.Summary.RMSE
	typical := words.Say(plain.Summary.Typically())
	switch {
	case own == 0:
		return words.T("Plain differential privacy would be off by **%s**, typically.", typical)
	case own > 1.05*other:
		return words.T("Plain differential privacy, which hides one record changed, would be off by **%s**, typically: less, since it promises less.", typical)
	case own > 0.95*other:
		return words.T("Plain differential privacy would be off by as much: **%s**, typically.", typical)
	}
	times := other / own
	text := words.T("Plain differential privacy would be off by **%s**, typically: %s times as much.", typical, factor(times))
	if needed, ok := s.neededFor(q, times); ok {
		text += " " + words.T("To be as exact, it would need a budget of about **%s** instead of %s.", needed, words.Number(s.Tried()))
	}
	return text
}

func factor(x float64) string {
	decimals := 1
	if x >= 10 {
		decimals = 0
	}
	return words.Number(strconv.FormatFloat(x, 'f', decimals, 64))
}

// neededFor returns a budget that is so many times as large; false for Gaussian noise, whose error follows the budget otherwise.
func (s *Step) neededFor(q preview.Question, times float64) (budget string, ok bool) {
	e, err := account.ParseEpsilon(s.Tried())
	if err != nil || q.Problem.Gaussian {
		return "", false
	}
	return words.Number(roundBudget(roundedTo2(e.Float() * times))), true
}

// roundedTo2 rounds to two figures.
func roundedTo2(x float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(x))-1)
	return math.Round(x/unit) * unit
}
