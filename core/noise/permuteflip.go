package noise

import (
	"math/big"
	"slices"
)

// PermuteAndFlip returns the index of one option by the mechanism of that name (McKenna and
// Sheldon 2020, "Permute-and-flip: a new mechanism for differentially private selection",
// NeurIPS): the options are taken in a random order, and each is chosen with
// probability e^(-rate (best - score)), exactly, else the next one is tried.
//
// With rate the budget over the range sensitivity it hides as much as Choose in terms of epsilon,
// and its expected score is never lower; only differences of scores count, so that their argument
// for a sensitivity of half the range holds as well. It is not of bounded range: under zCDP it
// costs what any mechanism of its epsilon does (epsilon^2/2), where Choose costs a quarter of
// that. Options that stand for many points need Choose.
//
// The time depends on the scores: a number of options up to all of them are tried. It is an error
// if there are no options or rate is nil or below zero.
func PermuteAndFlip(src Source, rate *big.Rat, scores []int64) (int, error) {
	if err := checkChoice(rate, scores); err != nil {
		return 0, err
	}
	if script, ok := src.(Scripted); ok {
		return script.Pick(rate, scores, nil, true), nil
	}
	r := stream{src: src}
	f := flip{rate: rate}
	if rate.Sign() > 0 {
		f.words = newFactor(rate)
	}
	best := slices.Max(scores)
	order := make([]int, len(scores))
	defer clear(order)
	for i := range order {
		order[i] = i
	}
	for left := len(order); ; left-- {
		at := r.below(uint64(left))
		i := order[at]
		order[at] = order[left-1]
		// The best option is always taken, so that the loop ends.
		if f.taken(&r, distance(best, scores[i])) {
			return i, nil
		}
	}
}

// flip is a coin of probability e^(-rate gap) for every gap.
type flip struct {
	rate  *big.Rat
	words factor // encloses rate unless that is zero
}

func (f *flip) taken(r *stream, gap uint64) bool {
	if gap == 0 || f.rate.Sign() == 0 {
		return true
	}
	lo, hi := f.words.times(gap, gap, 0)
	return r.expEnclosed(lo, hi, func() *big.Rat { return f.exponent(gap) })
}

// exponent returns rate gap exactly.
func (f *flip) exponent(gap uint64) *big.Rat {
	x := new(big.Rat).SetInt(new(big.Int).SetUint64(gap))
	return x.Mul(x, f.rate)
}
