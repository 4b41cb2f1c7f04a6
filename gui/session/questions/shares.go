package questions

import (
	"math"
	"math/big"
	"slices"

	"steward/core/account"
	"steward/core/plan"
	"steward/core/plan/decimal"
	"steward/gui/words"
)

// sharesBefore are the shares as they were before those of one question were changed one or
// more times in a row, so that moving a slider to and fro loses no proportions.
type sharesBefore struct {
	question int
	weights  []*big.Rat // of all that is published, before
	set      []string   // what became of them
}

// shareFields returns the shares of all that a plan publishes, as texts that can be changed; nil for
// what costs nothing.
func shareFields(p *plan.Plan) (out []*string) {
	for _, o := range p.Outputs() {
		h := o.Head()
		if h.Free {
			h.Share = nil
		}
		out = append(out, h.Share)
	}
	return out
}

// shareTexts returns the texts themselves, empty for what costs nothing.
func shareTexts(p *plan.Plan) []string {
	out := make([]string, len(shareFields(p)))
	for i, s := range shareFields(p) {
		if s != nil {
			out[i] = *s
		}
	}
	return out
}

// weights returns the weights in the budget of all that a plan publishes; a share that cannot be
// read counts 1, and what costs nothing 0.
func weights(p *plan.Plan) []*big.Rat {
	out := make([]*big.Rat, len(shareFields(p)))
	for i, s := range shareFields(p) {
		if out[i] = new(big.Rat); s == nil {
			continue
		}
		w, err := account.ParseShare(*s)
		if err != nil {
			w = big.NewRat(1, 1)
		}
		out[i] = w
	}
	return out
}

// weights are those of the plan; what is published exactly counts 0 too, though it keeps the share that it had.
func (s *Step) weights() []*big.Rat {
	out := weights(s.plan())
	for i, o := range s.outputs() {
		if s.costsNothing(o) {
			out[i] = new(big.Rat)
		}
	}
	return out
}

// costsNothing reports whether all of an output is published exactly, so that it takes nothing of the budget.
func (s *Step) costsNothing(o plan.Output) bool {
	c := s.of.Compiled()
	return c != nil && c.CostsNothing(o.Head().ID)
}

func sum(weights []*big.Rat) *big.Rat {
	total := new(big.Rat)
	for _, w := range weights {
		total.Add(total, w)
	}
	return total
}

// Share is a question's part of the budget: in per cent, and as a decimal of a few digits, ""
// while the budget cannot be read, and where a chance of failure is accepted.
type Share struct {
	Percent float64
	Spends  string
}

// Shares returns the parts of the budget of all questions, and after them those of choices.
func (s *Step) Shares() []Share {
	w := s.weights()
	total := sum(w)
	if total.Sign() == 0 {
		total.SetInt64(1)
	}
	e, err := account.ParseEpsilon(s.of.Plan().Budget.Epsilon)
	out := make([]Share, len(w))
	for i, x := range w {
		part := new(big.Rat).Quo(x, total)
		out[i].Percent, _ = new(big.Rat).Mul(part, big.NewRat(100, 1)).Float64()
		if err == nil && s.of.Plan().Budget.Delta == "" { // with a delta it is the squares that add up
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
	return decimal.Of(math.Round(budget*scale) / scale)
}

// SharePercent returns in per cent the part of the budget of a question, or of a choice by its number
// after them.
func (s *Step) SharePercent(i int) float64 {
	all := s.Shares()
	if i < 0 || i >= len(all) {
		return 0
	}
	return all[i].Percent
}

// ShareEvenly gives every question the same part of the budget.
func (s *Step) ShareEvenly() {
	s.of.Edit(func(p *plan.Plan) {
		for _, share := range shareFields(p) {
			if share != nil {
				*share = ""
			}
		}
	})
}

// SetShare gives a question, or a choice by its number after them, a part of the budget in per cent;
// the others share the rest in the proportions that they have. It errors unless the part is above 0
// and below 100.
func (s *Step) SetShare(i int, percent float64) error {
	w := s.weights()
	if i < 0 || i >= len(w) || w[i].Sign() == 0 || sum(w).Cmp(w[i]) == 0 {
		return nil
	}
	if !(percent > 0 && percent < 100) {
		return words.Errorf("a share must be above 0 and below 100 per cent")
	}
	before := &s.shares
	if before.question != i || !slices.Equal(before.set, shareTexts(s.plan())) {
		*before = sharesBefore{question: i, weights: w}
	}
	others := new(big.Rat).Sub(sum(before.weights), before.weights[i])
	part := new(big.Rat).SetFloat64(percent)
	rest := new(big.Rat).Sub(big.NewRat(100, 1), part)
	parts := make([]*big.Rat, len(w))
	for k, w := range before.weights {
		parts[k] = new(big.Rat).Quo(new(big.Rat).Mul(rest, w), others)
	}
	parts[i] = part
	texts := percents(parts, i)
	before.set = texts
	s.of.Edit(func(p *plan.Plan) { setShares(p, texts) })
	return nil
}

// setShares sets the shares of all that costs something; the others keep theirs.
func setShares(p *plan.Plan, texts []string) {
	for k, share := range shareFields(p) {
		if share != nil && texts[k] != "" {
			*share = texts[k]
		}
	}
}

// percents writes parts of a hundred in hundredths such that they add up to a hundred, each
// at least one hundredth but for those of nothing, which stay empty. The fixed one is written as it
// is; the largest of the others takes what rounding leaves.
func percents(parts []*big.Rat, fixed int) []string {
	units := make([]int64, len(parts))
	left, largest := int64(100*100), -1
	for k, p := range parts {
		if p.Sign() == 0 {
			continue
		}
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
		if u > 0 {
			out[k] = decimal.Of(float64(u) / 100)
		}
	}
	return out
}

// ask adds something to publish, and returns its number among all that is. It takes an even part of the budget.
func (s *Step) ask(id string, add func(*plan.Plan)) int {
	s.of.Edit(func(p *plan.Plan) {
		add(p)
		oneMore(p, id)
	})
	return placeOf(s.plan(), id)
}

// placeOf returns the number of something among all that a plan publishes.
func placeOf(p *plan.Plan, id string) int {
	return slices.IndexFunc(p.Outputs(), func(o plan.Output) bool { return o.Head().ID == id })
}

// oneMore gives something that is published an even part of the budget; the others keep their proportions.
func oneMore(p *plan.Plan, id string) {
	w, at := weights(p), placeOf(p, id)
	var others []*big.Rat
	even := true
	for k, x := range w {
		if k != at && x.Sign() > 0 {
			others = append(others, x)
			even = even && x.Cmp(others[0]) == 0
		}
	}
	n := int64(len(others))
	switch {
	case n == 0 || w[at].Sign() == 0:
		return
	case even:
		for k, share := range shareFields(p) {
			if k != at && share != nil {
				*shareFields(p)[at] = *share
				return
			}
		}
	}
	each := new(big.Rat).Quo(big.NewRat(100*n, n+1), sum(others))
	parts := make([]*big.Rat, len(w))
	for k, x := range w {
		parts[k] = new(big.Rat).Mul(x, each)
	}
	parts[at] = big.NewRat(100, n+1)
	setShares(p, percents(parts, at))
}
