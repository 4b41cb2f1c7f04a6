package noise

import (
	"fmt"
	"math/big"

	"steward/core/message"
)

// MaxScale is the largest noise scale, 2^40 records. Noise beyond it would drown any table that
// the program can hold, and below it no sum in the sampler can overflow.
const MaxScale = 1 << 40

const (
	// maxTerm bounds both terms of a scale. It leaves the sampler room for maxWhole multiples of
	// the numerator in a word, and makes both terms exact as float64.
	maxTerm = 1 << 53
	// fineDenominator is the denominator that an unwieldy scale is rounded up to; with it a scale up to maxFine still has a numerator within maxTerm.
	fineDenominator = 1 << 20
	maxFine         = maxTerm / fineDenominator
)

// Scale is the parameter t of the discrete Laplace law DLap(t),
//
//	P(z) = (1-a)/(1+a) a^|z|,  a = e^(-1/t),
//
// a fraction num/den > 0 in lowest terms with both terms at most 2^53 and a value of at most
// MaxScale. Its unit is that of the number the noise is added to (records, for counts): a row
// that a secret pair can move by d costs d/t of the budget. Two scales are the same law exactly
// if they are ==. The zero Scale is no law: every use of it but IsZero and String panics, so that
// a scale nobody has set cannot pass for "no noise". Make one with NewScale.
type Scale struct {
	num, den uint64
}

// NewScale returns a scale that is never below t: t itself when both of its terms in lowest terms
// are at most 2^53, and otherwise t rounded up to a multiple of
// 2^-20, or to a whole number when t > 2^33. Rounding is up because a larger scale hides more. t
// is not kept or changed.
//
// It is an error if t is nil, not above zero, or above MaxScale.
func NewScale(t *big.Rat) (Scale, error) {
	if t == nil {
		return Scale{}, message.New("noise scale: none was given, a fraction above zero is needed")
	}
	if t.Sign() <= 0 {
		return Scale{}, message.Errorf("noise scale: found %s, it must be above zero; "+
			"something that cannot change needs no noise", t.RatString())
	}
	if t.Cmp(new(big.Rat).SetInt64(MaxScale)) > 0 {
		return Scale{}, message.Errorf("noise scale: found about %s records, the largest is 2^40; "+
			"spend more of the budget here, or ask for something that one record moves less", t.FloatString(0))
	}
	if !fits(t) {
		t = roundUp(t)
	}
	return Scale{num: t.Num().Uint64(), den: t.Denom().Uint64()}, nil
}

// fits reports whether both terms are at most maxTerm.
func fits(t *big.Rat) bool {
	limit := big.NewInt(maxTerm)
	return t.Num().Cmp(limit) <= 0 && t.Denom().Cmp(limit) <= 0
}

// roundUp returns the least fraction not below t with denominator fineDenominator, or 1 for t
// beyond maxFine, in lowest terms. For t up to MaxScale the result fits.
func roundUp(t *big.Rat) *big.Rat {
	den := big.NewInt(fineDenominator)
	if t.Cmp(new(big.Rat).SetInt64(maxFine)) > 0 {
		den.SetInt64(1)
	}
	num := new(big.Int).Mul(t.Num(), den)
	num, rest := num.QuoRem(num, t.Denom(), new(big.Int))
	if rest.Sign() > 0 {
		num.Add(num, big.NewInt(1))
	}
	return new(big.Rat).SetFrac(num, den)
}

// IsZero reports whether s is the zero Scale, which stands for no law.
func (s Scale) IsZero() bool {
	return s.den == 0
}

// must panics for the zero Scale.
func (s Scale) must() {
	if s.IsZero() {
		panic("noise: the zero Scale was used; make scales with NewScale")
	}
}

// Rat returns t exactly, as a fraction that the caller owns.
func (s Scale) Rat() *big.Rat {
	s.must()
	return new(big.Rat).SetFrac(new(big.Int).SetUint64(s.num), new(big.Int).SetUint64(s.den))
}

// Float returns the float64 nearest to t. For display and error estimates, never for sampling.
func (s Scale) Float() float64 {
	s.must()
	return float64(s.num) / float64(s.den)
}

// String returns t as "num/den" in lowest terms ("20/1"), and "unset" for the zero Scale.
func (s Scale) String() string {
	if s.IsZero() {
		return "unset"
	}
	return fmt.Sprintf("%d/%d", s.num, s.den)
}
