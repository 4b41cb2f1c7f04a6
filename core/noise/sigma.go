package noise

import (
	"math"
	"math/big"

	"steward/core/message"
)

// MaxSigma is the largest sigma of Gaussian noise, 2^40 records, like MaxScale.
const MaxSigma = 1 << 40

// SigmaSquared is the parameter sigma^2 of the discrete Gaussian law DGauss(sigma^2),
//
//	P(z) = e^(-z^2/(2 sigma^2)) / sum over k of e^(-k^2/(2 sigma^2)),
//
// an exact fraction above zero and at most MaxSigma^2, in squared units of the number the noise
// is added to. The variance of a draw is not above it, and just below it unless it is small. A
// shift by d, a whole number, costs d^2/(2 sigma^2) of rho-zCDP (Canonne, Kamath and Steinke
// 2020). Two values are the same law exactly if they are ==.
// The zero SigmaSquared is no law: every use of it but IsZero and String panics. Make one with
// NewSigmaSquared.
type SigmaSquared struct {
	// sigma^2 = num 2^twos / den in lowest terms, both at most maxTerm. For sigma^2 above maxTerm
	// den is 1 and num has 53 bits; otherwise twos is 0.
	num, den uint64
	twos     uint

	// What the sampler needs of it, worked out once.

	// step is the number k for which rho = sigma^2/4^k is in [3/8, 3/2), or 0 if sigma^2 is less.
	step uint
	// inverse is 1/(2 rho).
	inverse factor
	// offsetLo and offsetHi enclose max(0, 1 - 1/(2 rho)), in units of 2^-50.
	offsetLo, offsetHi uint64
}

// NewSigmaSquared returns a parameter that is never below v: v itself when both of its terms in
// lowest terms are at most 2^53; otherwise v rounded up to a multiple of 2^-20 if it is at most
// 2^33, to a whole number if it is at most 2^53, and to 53 binary digits beyond. Rounding is up
// because a larger sigma hides more. v is not kept or changed.
//
// It is an error if v is nil, not above zero, or above MaxSigma^2.
func NewSigmaSquared(v *big.Rat) (SigmaSquared, error) {
	if v == nil {
		return SigmaSquared{}, message.New("noise sigma^2: none was given, a fraction above zero is needed")
	}
	if v.Sign() <= 0 {
		return SigmaSquared{}, message.Errorf("noise sigma^2: found %s, it must be above zero; "+
			"something that cannot change needs no noise", v.RatString())
	}
	largest := new(big.Int).Lsh(big.NewInt(MaxSigma), 40)
	if v.Cmp(new(big.Rat).SetInt(largest)) > 0 {
		return SigmaSquared{}, message.Errorf("noise sigma^2: found about %s, the largest is 2^80; "+
			"spend more of the budget here, or ask for something that one record moves less", v.FloatString(0))
	}
	var s SigmaSquared
	switch {
	case v.Cmp(new(big.Rat).SetInt64(maxTerm)) > 0:
		s.den = 1
		s.num, s.twos = roundUpDigits(v)
	case !fits(v):
		v = roundUp(v)
		fallthrough
	default:
		s.num, s.den = v.Num().Uint64(), v.Denom().Uint64()
	}
	s.prepare()
	return s, nil
}

// roundUpDigits returns the least number num 2^twos not below v with num of 53 bits, for v above
// 2^53.
func roundUpDigits(v *big.Rat) (num uint64, twos uint) {
	whole := new(big.Int).Quo(v.Num(), v.Denom())
	twos = uint(whole.BitLen() - 53)
	unit := new(big.Int).Lsh(v.Denom(), twos)
	q, rest := whole.QuoRem(v.Num(), unit, new(big.Int))
	num = q.Uint64()
	if rest.Sign() > 0 {
		num++
	}
	if num == maxTerm {
		num, twos = num/2, twos+1
	}
	return num, twos
}

// prepare works out what the sampler needs.
func (s *SigmaSquared) prepare() {
	rho := s.Rat()
	for quarter, limit := big.NewRat(1, 4), big.NewRat(3, 2); rho.Cmp(limit) >= 0; {
		rho.Mul(rho, quarter)
		s.step++
	}
	inverse := rho.Inv(rho.Add(rho, rho))
	s.inverse = newFactor(inverse)
	if inverse.Cmp(ratOne) < 0 {
		lo, hi := s.inverse.times(1, 1, 0)
		s.offsetLo, s.offsetHi = fixedOne-hi, fixedOne-lo
	}
}

// offset returns max(0, 1 - 1/(2 rho)) exactly.
func (s *SigmaSquared) offset() *big.Rat {
	if s.offsetHi == 0 {
		return new(big.Rat)
	}
	rho := s.Rat()
	rho.Quo(rho, new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), 2*s.step)))
	return rho.Sub(ratOne, rho.Inv(rho.Add(rho, rho)))
}

// IsZero reports whether s is the zero SigmaSquared, which stands for no law.
func (s SigmaSquared) IsZero() bool {
	return s.den == 0
}

// must panics for the zero SigmaSquared.
func (s *SigmaSquared) must() {
	if s.den == 0 {
		panic("noise: the zero SigmaSquared was used; make it with NewSigmaSquared")
	}
}

// Rat returns sigma^2 exactly, as a fraction that the caller owns.
func (s SigmaSquared) Rat() *big.Rat {
	s.must()
	num := new(big.Int).SetUint64(s.num)
	return new(big.Rat).SetFrac(num.Lsh(num, s.twos), new(big.Int).SetUint64(s.den))
}

// Float returns the float64 nearest to sigma^2. For display and error estimates, never for
// sampling.
func (s SigmaSquared) Float() float64 {
	s.must()
	return math.Ldexp(float64(s.num)/float64(s.den), int(s.twos))
}

// Largest returns a bound on the size of every draw, between 49 and 98 sigma or, for small sigma,
// 59: with it the range of what is made of draws can be checked before any is taken. It is below
// 2^46.
func (s SigmaSquared) Largest() int64 {
	s.must()
	return maxBlocks<<s.step - 1
}

// String returns sigma^2 as "num/den" in lowest terms ("400/1"), and "unset" for the zero
// SigmaSquared.
func (s SigmaSquared) String() string {
	if s.IsZero() {
		return "unset"
	}
	return s.Rat().String()
}
