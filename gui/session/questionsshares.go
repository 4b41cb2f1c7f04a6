package session

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"steward/core/account"
	"steward/core/plan"
)

// sharesBefore are the shares as they were before those of one question were changed one or
// more times in a row, so that moving a slider to and fro loses no proportions.
type sharesBefore struct {
	question int
	weights  []*big.Rat // of all questions, before
	set      []string   // what became of them
}

// weights returns the questions' weights in the budget; a share that cannot be read counts 1.
func weights(questions []plan.Question) []*big.Rat {
	out := make([]*big.Rat, len(questions))
	for i, q := range questions {
		w, err := account.ParseShare(q.Share)
		if err != nil {
			w = big.NewRat(1, 1)
		}
		out[i] = w
	}
	return out
}

func sum(weights []*big.Rat) *big.Rat {
	total := new(big.Rat)
	for _, w := range weights {
		total.Add(total, w)
	}
	return total
}

// Share is a question's part of the budget: in per cent, and as a decimal of a few digits, ""
// while the budget cannot be read, and where a chance of a failure is accepted.
type Share struct {
	Percent float64
	Spends  string
}

// Shares returns the parts of the budget of all questions.
func (s *Session) Shares() []Share {
	w := weights(s.plan.Questions)
	total := sum(w)
	e, err := account.ParseEpsilon(s.plan.Budget.Epsilon)
	out := make([]Share, len(w))
	for i, x := range w {
		part := new(big.Rat).Quo(x, total)
		out[i].Percent, _ = new(big.Rat).Mul(part, big.NewRat(100, 1)).Float64()
		if err == nil && s.plan.Budget.Delta == "" { // with a delta it is the squares that add up
			spends, _ := new(big.Rat).Mul(part, e.Rat()).Float64()
			out[i].Spends = shortly(spends)
		}
	}
	return out
}

// shortly writes a budget with three digits after the point, or those that matter.
func shortly(budget float64) string {
	digits := 3
	for x := budget; x > 0 && x < 0.01 && digits < 9; x *= 10 {
		digits++
	}
	scale := math.Pow(10, float64(digits))
	return Decimal(math.Round(budget*scale) / scale)
}

// SharePercent returns a question's part of the budget in per cent.
func (s *Session) SharePercent(i int) float64 {
	if i < 0 || i >= len(s.plan.Questions) {
		return 0
	}
	return s.Shares()[i].Percent
}

// ShareEvenly gives every question the same part of the budget.
func (s *Session) ShareEvenly() {
	s.Edit(func(p *plan.Plan) {
		for i := range p.Questions {
			p.Questions[i].Share = ""
		}
	})
}

// SetShare gives a question a part of the budget in per cent; the others share the rest in
// the proportions that they have. It errors unless the part is above 0 and below 100.
func (s *Session) SetShare(i int, percent float64) error {
	n := len(s.plan.Questions)
	if i < 0 || i >= n || n < 2 {
		return nil
	}
	if !(percent > 0 && percent < 100) {
		return fmt.Errorf("a share must be above 0 and below 100 per cent")
	}
	before := &s.studies.shares
	now := make([]string, n)
	for k, q := range s.plan.Questions {
		now[k] = q.Share
	}
	if before.question != i || !slices.Equal(before.set, now) {
		*before = sharesBefore{question: i, weights: weights(s.plan.Questions)}
	}
	others := new(big.Rat).Sub(sum(before.weights), before.weights[i])
	part := new(big.Rat).SetFloat64(percent)
	rest := new(big.Rat).Sub(big.NewRat(100, 1), part)
	parts := make([]*big.Rat, n)
	for k, w := range before.weights {
		parts[k] = new(big.Rat).Quo(new(big.Rat).Mul(rest, w), others)
	}
	parts[i] = part
	texts := percents(parts, i)
	before.set = texts
	s.Edit(func(p *plan.Plan) {
		for k := range p.Questions {
			p.Questions[k].Share = texts[k]
		}
	})
	return nil
}

// percents writes parts of a hundred in hundredths such that they add up to a hundred, each
// at least one hundredth. The fixed one is written as it is; the largest of the others takes
// what rounding leaves.
func percents(parts []*big.Rat, fixed int) []string {
	units := make([]int64, len(parts))
	left, largest := int64(100*100), -1
	for k, p := range parts {
		x, _ := p.Float64()
		units[k] = max(int64(math.Round(100*x)), 1)
		left -= units[k]
		if k != fixed && (largest < 0 || units[k] > units[largest]) {
			largest = k
		}
	}
	if largest >= 0 {
		units[largest] = max(units[largest]+left, 1)
	}
	out := make([]string, len(parts))
	for k, u := range units {
		out[k] = Decimal(float64(u) / 100)
	}
	return out
}

// sharedEvenly reports whether all questions have the same weight.
func sharedEvenly(questions []plan.Question) bool {
	w := weights(questions)
	for _, x := range w {
		if x.Cmp(w[0]) != 0 {
			return false
		}
	}
	return true
}

// withOneMore adds a question such that it gets an even part of the budget and the others keep
// their proportions.
func withOneMore(questions []plan.Question, q plan.Question) []plan.Question {
	n := int64(len(questions))
	switch {
	case n == 0:
		return []plan.Question{q}
	case sharedEvenly(questions):
		q.Share = questions[0].Share
		return append(questions, q)
	}
	w := weights(questions)
	each := new(big.Rat).Quo(big.NewRat(100*n, n+1), sum(w))
	parts := make([]*big.Rat, 0, n+1)
	for _, x := range w {
		parts = append(parts, new(big.Rat).Mul(x, each))
	}
	parts = append(parts, big.NewRat(100, n+1))
	questions = append(questions, q)
	for k, text := range percents(parts, len(parts)-1) {
		questions[k].Share = text
	}
	return questions
}
