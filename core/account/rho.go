package account

import (
	"math"
	"math/big"

	"steward/core/message"
)

// Rho is a loss of zero-concentrated differential privacy under a policy: for two joined
// answers of weight One, the Rényi divergence of every order a is at most a·rho (Bun and
// Steinke 2016). It is kept as the exact square r² = 2·rho, because r is
// what lies along the edges of the graph: r adds up along a chain of edges and r² over
// releases. The zero value is no loss.
type Rho struct{ square *big.Rat }

// RhoOf returns the loss of an exact rho. It errors unless rho is above zero.
func RhoOf(rho *big.Rat) (Rho, error) {
	if rho == nil || rho.Sign() <= 0 {
		return Rho{}, message.Errorf("a budget must be above zero")
	}
	return Rho{new(big.Rat).Add(rho, rho)}, nil
}

// Pure returns the concentrated loss that a pure loss of epsilon implies: epsilon²/2.
func Pure(e Epsilon) Rho { return Rho{new(big.Rat).Mul(e.must(), e.must())} }

// IsZero reports whether there is no loss.
func (r Rho) IsZero() bool { return r.square == nil || r.square.Sign() == 0 }

// Rat returns rho exactly, which the caller owns.
func (r Rho) Rat() *big.Rat {
	if r.square == nil {
		return new(big.Rat)
	}
	return new(big.Rat).Mul(r.square, big.NewRat(1, 2))
}

// Float returns the nearest float64 to rho, for display and error estimates.
func (r Rho) Float() float64 { f, _ := r.Rat().Float64(); return f }

// Plus returns the loss of two releases: the squares add up.
func (r Rho) Plus(s Rho) Rho {
	switch {
	case r.square == nil:
		return s
	case s.square == nil:
		return r
	}
	return Rho{new(big.Rat).Add(r.square, s.square)}
}

// Along returns the loss between two answers at a distance in edges of weight One: r is
// multiplied by the distance, so rho by its square.
func (r Rho) Along(distance *big.Rat) Rho {
	if r.square == nil {
		return r
	}
	d := new(big.Rat).Mul(distance, distance)
	return Rho{d.Mul(d, r.square)}
}

// String writes rho exactly.
func (r Rho) String() string { return message.Exact(r.Rat(), 12) }

// safe is by how much a computed bound is raised to cover rounding: the sums below have a
// dozen terms, so their relative error is far smaller.
const safe = 1e-9

// Delta returns a delta for which the loss is (epsilon, delta): the least over the orders a
// of exp((a-1)(a·rho-epsilon) + a·ln(1-1/a))/(a-1) (Canonne, Kamath and Steinke 2020,
// Proposition 12), never below it. It is 0 without a loss and at most 1.
func (r Rho) Delta(epsilon float64) float64 {
	if r.IsZero() {
		return 0
	}
	rho := r.Float() * (1 + safe)
	if epsilon <= 0 {
		return 1
	}
	// The derivative of the exponent rises with a, and is zero at the best order.
	slope := func(a float64) float64 { return (2*a-1)*rho - epsilon + math.Log1p(-1/a) }
	lo, hi := 1.0+1e-9, (epsilon+1)/(2*rho)+2
	for range 200 {
		if mid := (lo + hi) / 2; slope(mid) < 0 {
			lo = mid
		} else {
			hi = mid
		}
	}
	a := (lo + hi) / 2
	log := (a-1)*(a*rho-epsilon) + a*math.Log1p(-1/a) - math.Log(a-1)
	return min(1, math.Exp(log)*(1+safe))
}

// EpsilonAt returns an epsilon for which the loss is (epsilon, delta), within a millionth (or 1e-12) of
// the least that Delta proves and never below it. It errors unless delta is between 0 and 1.
func (r Rho) EpsilonAt(delta float64) (float64, error) {
	if !(delta > 0 && delta < 1) {
		return 0, message.Errorf("the chance of failure is %v, but it must be between 0 and 1, such as 0.000001", delta)
	}
	if r.IsZero() {
		return 0, nil
	}
	lo, hi := 0.0, 1.0
	for r.Delta(hi) > delta {
		if lo, hi = hi, 2*hi; math.IsInf(hi, 1) {
			return 0, message.Errorf("a loss of %s is too large to be stated with a chance of %v", r, delta)
		}
	}
	// A loss so small that any epsilon will do is told apart from none no further.
	for hi-lo > 1e-6*max(hi, 1e-6)*0.5 {
		if mid := (lo + hi) / 2; r.Delta(mid) > delta {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi, nil
}

// Tail returns a bound on the logarithm by which odds shift, in either direction, that holds but for
// outputs whose chance is at most delta, whatever is true. A loss of rho leaves a chance of
// exp(-(t-rho)²/(4·rho)) that the logarithm is above t (Bun and Steinke 2016, Lemma 3.5, by Markov's
// inequality at the best order), and of e^-t times that that it is below -t. The least such t is where the
// two make delta; what is returned is at most a few millionths above it.
func (r Rho) Tail(delta float64) float64 {
	if r.IsZero() {
		return 0
	}
	rho := r.Float() * (1 + safe)
	t := 0.0 // a lower bound and an upper one, in turns, ever closer
	for range 41 {
		t = rho + 2*math.Sqrt(rho*math.Log((1+math.Exp(-t))/delta))
	}
	return t * (1 + safe)
}

// Within is EpsilonAt for an exact delta, rounded up to a decimal of seven digits.
func (r Rho) Within(d Delta) (*big.Rat, error) {
	e, err := r.EpsilonAt(d.Float())
	if err != nil || e == 0 {
		return new(big.Rat), err
	}
	return ceiling(e), nil
}

// Odds is Tail for an exact delta, rounded up to a decimal of seven digits.
func (r Rho) Odds(d Delta) *big.Rat {
	if r.IsZero() {
		return new(big.Rat)
	}
	return ceiling(r.Tail(d.Float()))
}

// ceiling rounds a number above zero up to a decimal of at least seven digits.
func ceiling(x float64) *big.Rat {
	places := max(digits-1-int(math.Floor(math.Log10(x))), 0)
	exact := new(big.Rat).SetFloat64(x)
	out := below(exact, places)
	if out.Cmp(exact) < 0 {
		out.Add(out, new(big.Rat).SetFrac(big.NewInt(1), power10(places)))
	}
	return out
}
