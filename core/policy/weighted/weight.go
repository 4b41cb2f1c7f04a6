package weighted

import (
	"math"
	"math/big"
	"math/bits"

	"steward/core/message"
)

// Weight is the weight of an edge: the budget of the pair as a multiple of the release's
// budget, in steps of 2^-20. Weights that are no such multiple are rounded down, toward
// more privacy; sums along paths are exact.
type Weight int64

// One is the weight of an edge that is worth the whole budget, no more and no less.
const One Weight = 1 << 20

// most is the heaviest weight of an edge: a million times the budget protects nothing, and
// sums of that many along a path stay far from overflow.
const Heaviest Weight = 1 << 40

// Infinite is the distance of two vertices that no chain of edges joins: nothing is
// promised about them.
const Infinite = Weight(math.MaxInt64)

// NewWeight returns the weight of a multiple of the budget, rounded down to a step of
// 2^-20. It errors when the multiple is not above zero, so small that nothing is left of it,
// or above 2^20.
func NewWeight(multiple *big.Rat) (Weight, error) {
	if multiple == nil || multiple.Sign() <= 0 {
		return 0, message.Errorf("a weight must be a number above zero, such as 0.5")
	}
	w := One.times(multiple)
	switch {
	case w == 0:
		return 0, message.Errorf("the weight %s is below 1/%d, and nothing could be published at it: give a larger one", multiple.RatString(), One)
	case w > Heaviest:
		return 0, message.Errorf("the weight %s is above %d, which protects nothing: leave the pair out", multiple.RatString(), Heaviest/One)
	}
	return w, nil
}

// Rat returns the weight as an exact fraction.
func (w Weight) Rat() *big.Rat { return big.NewRat(int64(w), int64(One)) }

// Steps returns the weight in units of One, for sentences and pictures.
func (w Weight) Steps() float64 { return float64(w) / float64(One) }

// times returns the weight times a fraction, rounded down; beyond most it is not exact.
func (w Weight) times(f *big.Rat) Weight {
	n := new(big.Int).Mul(big.NewInt(int64(w)), f.Num())
	n.Quo(n, f.Denom())
	if !n.IsInt64() || n.Int64() > int64(Heaviest) {
		return Heaviest + 1
	}
	return Weight(n.Int64())
}

// Weigh returns the weight of an edge after a change by a factor above zero.
func (w Weight) Weigh(factor *big.Rat) (Weight, error) {
	if factor == nil || factor.Sign() <= 0 {
		return 0, message.Errorf("a weight must be a number above zero, such as 0.5")
	}
	return NewWeight(new(big.Rat).Mul(w.Rat(), factor))
}

// Plus adds lengths; a sum too large to hold is Infinite, so that nothing is promised.
func (w Weight) Plus(v Weight) Weight {
	if w > Infinite-v {
		return Infinite
	}
	return w + v
}

// Repeated returns the length of a way of n edges of the same weight.
func (w Weight) Repeated(n int) Weight {
	hi, lo := bits.Mul64(uint64(w), uint64(n))
	if hi > 0 || lo > uint64(Infinite) {
		return Infinite
	}
	return Weight(lo)
}

// Text writes a weight with four digits, rounded up: no more is promised than is kept.
func (w Weight) Text() message.Decimal {
	if w > Heaviest {
		return message.Decimal(message.Exact(w.Rat(), 9))
	}
	unit := int64(1) // of the last digit, in 10^-9
	nano := new(big.Int).Mul(big.NewInt(int64(w)), big.NewInt(1_000_000_000))
	nano.Add(nano, big.NewInt(int64(One)-1))
	n := nano.Quo(nano, big.NewInt(int64(One))).Int64()
	for n/unit >= 10_000 {
		unit *= 10
	}
	return message.Decimal(message.Exact(big.NewRat((n+unit-1)/unit*unit, 1_000_000_000), 9))
}

// AsIf adds to what is hidden how well a weight other than One hides it.
func (w Weight) AsIf(hidden message.Text) message.Text {
	if w == One {
		return hidden
	}
	return message.Sprintf("%s (as well as if %s times as much were spent)", hidden, w.Text())
}

// Expert adds the weight in the field's terms, where it is not One.
func (w Weight) Expert(graph message.Text) message.Text {
	if w == One {
		return graph
	}
	return message.Sprintf("%s, weight %s", graph, w.Text())
}

// Worth says what part of the budget a weight is.
func (w Weight) Worth() message.Text {
	if w == One {
		return message.Sprintf("the budget")
	}
	return message.Sprintf("%s times the budget", w.Text())
}
