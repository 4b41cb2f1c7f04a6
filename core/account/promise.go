package account

import (
	"math"
	"math/big"

	"steward/core/message"
	"steward/core/policy/weighted"
)

// Promise is what a release promises about two joined answers of weight One: epsilon, or epsilon
// and delta, and how the mechanisms that keep it share it. It is the one place that knows how
// losses add up.
//
// A pure promise is divided as it is: the epsilons of mechanisms add up (He et al. 2014 Theorem
// 4.1). A promise with a delta is kept by zero-concentrated differential privacy (Bun and Steinke
// 2016): it is turned into the largest r for which a loss of rho = r²/2 proves
// it, mechanisms are given parts of r, and the squares of the parts add up. A pure mechanism that
// is run at r as its epsilon has a loss of rho = r²/2, so that both kinds take their budgets in
// the same way. The zero value is the promise of a release that needs no noise, because all of it is
// published exactly: it spends nothing and shifts no odds between answers that its policy joins.
type Promise struct {
	epsilon Epsilon
	delta   Delta
	r       Epsilon // epsilon without a delta
}

// NewPromise returns the promise of epsilon and delta; the zero Delta makes a pure one. It errors
// without an epsilon.
func NewPromise(e Epsilon, d Delta) (Promise, error) {
	if e.IsZero() {
		return Promise{}, message.Errorf("a promise needs a budget")
	}
	if d.IsZero() {
		return Promise{epsilon: e, r: e}, nil
	}
	r, err := radius(e, d)
	return Promise{e, d, r}, err
}

// Epsilon returns the promise's epsilon.
func (p Promise) Epsilon() Epsilon { return p.epsilon }

// Delta returns the promise's delta, zero for a pure one.
func (p Promise) Delta() Delta { return p.delta }

// Pure reports whether there is no delta.
func (p Promise) Pure() bool { return p.delta.IsZero() }

// Budget returns what mechanisms share: epsilon, or r.
func (p Promise) Budget() Epsilon { return p.r }

// Rho returns the loss of zero-concentrated differential privacy that the promise is kept by:
// r²/2, and no loss for a pure one, which says more.
func (p Promise) Rho() Rho {
	if p.Pure() {
		return Rho{}
	}
	return Pure(p.r)
}

// Split divides the budget of mechanisms by weights above zero, so that all parts together spend
// no more than the promise allows: exactly it where the promise is pure; otherwise the squares of
// the parts are in the proportion of the weights, each part rounded down to a decimal of at least
// seven digits.
func (p Promise) Split(weights []*big.Rat) ([]Epsilon, error) {
	if p.Pure() {
		return p.r.Split(weights)
	}
	squares, err := Epsilon{p.square()}.Split(weights)
	if err != nil {
		return nil, err
	}
	out := make([]Epsilon, len(squares))
	for i, s := range squares {
		out[i] = Epsilon{rootBelow(s.r)}
	}
	return out, nil
}

func (p Promise) square() *big.Rat { return new(big.Rat).Mul(p.r.must(), p.r.must()) }

// Sum returns the budget of one mechanism in the place of several: the sum of their budgets, or
// the root of the sum of the squares, rounded down. It returns the zero Epsilon for none.
func (p Promise) Sum(parts []Epsilon) Epsilon {
	if p.Pure() || len(parts) < 2 {
		return Sum(parts)
	}
	return Epsilon{rootBelow(squaresOf(parts))}
}

// Keeps reports whether mechanisms that spend so much together keep the promise, exactly.
func (p Promise) Keeps(losses []Epsilon) bool {
	switch {
	case len(losses) == 0:
		return true
	case p.Pure():
		return Sum(losses).Rat().Cmp(p.r.Rat()) <= 0
	}
	return squaresOf(losses).Cmp(p.square()) <= 0
}

// squaresOf adds up the squares of losses.
func squaresOf(losses []Epsilon) *big.Rat {
	sum := new(big.Rat)
	for _, l := range losses {
		sum.Add(sum, new(big.Rat).Mul(l.must(), l.must()))
	}
	return sum
}

// At returns a bound on the logarithm by which a release can shift the odds between two answers at a
// distance, in edges of weight One: epsilon times the distance where the promise is pure. Otherwise it
// holds but for outputs whose chance is at most delta: the tail of the loss (Rho.Tail), which is a
// little more than the epsilon at which that loss is (epsilon, delta).
func (p Promise) At(distance *big.Rat) float64 {
	switch {
	case distance.Sign() <= 0:
		return 0
	case p.Pure():
		return above(new(big.Rat).Mul(p.epsilon.Rat(), distance))
	}
	return p.Rho().Along(distance).Tail(p.delta.Float())
}

// Odds returns the largest factor by which a release can shift the odds between two answers at a
// distance, but for the case that Except names; infinite when nothing is promised.
func (p Promise) Odds(distance weighted.Weight) float64 {
	if distance == weighted.Infinite {
		return math.Inf(1)
	}
	return math.Exp(p.At(distance.Rat()))
}

// Within returns the epsilon for which a release is (epsilon, delta), at the promise's own delta,
// between two answers at a distance: what they lose, in the sense in which budgets add up. It is
// infinite when nothing is promised.
func (p Promise) Within(distance weighted.Weight) float64 {
	switch {
	case distance == weighted.Infinite:
		return math.Inf(1)
	case distance <= 0:
		return 0
	case p.Pure() || distance == weighted.One:
		return above(new(big.Rat).Mul(p.epsilon.Rat(), distance.Rat()))
	}
	e, err := p.Rho().Along(distance.Rat()).EpsilonAt(p.delta.Float())
	if err != nil {
		return math.Inf(1)
	}
	return e
}

// Guess returns how often, of 100 times, someone who thinks two answers at a distance equally likely
// guesses right after the release, at most (Guess, of Within).
func (p Promise) Guess(distance weighted.Weight) float64 {
	if distance <= 0 {
		return 50
	}
	return Guess(p.Within(distance), p.delta.Float())
}

// above returns the least float64 that is not below x.
func above(x *big.Rat) float64 {
	f, exact := x.Float64()
	if !exact && new(big.Rat).SetFloat64(f).Cmp(x) < 0 {
		return math.Nextafter(f, math.Inf(1))
	}
	return f
}

// Except says, after a comma, what a statement about odds does not cover: ", except in a case whose
// chance is at most 1 in 1,000,000". It is empty for a pure promise.
func (p Promise) Except() message.Text {
	if p.Pure() {
		return message.Text{}
	}
	return message.Sprintf(", except in a case whose chance is at most %s", p.delta.InWords())
}

// Said says the promise as an expert does: "0.5", or "0.5 with delta 0.000001".
func (p Promise) Said() message.Text {
	if p.Pure() {
		return message.Verbatim(p.epsilon.String())
	}
	return message.Sprintf("%s with delta %s", p.epsilon.String(), p.delta.String())
}

// String writes what Said says.
func (p Promise) String() string { return p.Said().String() }

// digits is how many decimal digits a computed budget has at least, or one fewer.
const digits = 7

// radius returns the largest r of seven digits for which a loss of r²/2 is (epsilon, delta), as
// Rho.Delta proves it.
func radius(e Epsilon, d Delta) (Epsilon, error) {
	proves := func(r *big.Rat) bool { return Pure(Epsilon{r}).Delta(e.Float()) <= d.Float() }
	lo, hi := 0.0, 1.0
	for ; proves(new(big.Rat).SetFloat64(hi)); hi *= 2 {
		if lo = hi; hi > 1e6 {
			return Epsilon{}, message.Errorf("a budget of %s with a chance of failure of %s is too large", e, d)
		}
	}
	for range 200 {
		mid := (lo + hi) / 2
		if mid <= lo || mid >= hi {
			break
		}
		if proves(new(big.Rat).SetFloat64(mid)) {
			lo = mid
		} else {
			hi = mid
		}
	}
	if lo == 0 {
		return Epsilon{}, message.Errorf("a budget of %s with a chance of failure of %s leaves nothing for noise: raise one of them", e, d)
	}
	places := digits - 1 - int(math.Floor(math.Log10(lo)))
	one := new(big.Rat).SetFrac(big.NewInt(1), power10(max(places, 0)))
	r := below(new(big.Rat).SetFloat64(lo), max(places, 0))
	for r.Sign() > 0 && !proves(r) {
		r.Sub(r, one)
	}
	return FromRat(r)
}

// below rounds x down to the given number of decimals.
func below(x *big.Rat, places int) *big.Rat {
	unit := power10(places)
	n := new(big.Int).Mul(x.Num(), unit)
	return new(big.Rat).SetFrac(n.Quo(n, x.Denom()), unit)
}

// rootBelow returns the root of x where that is a decimal, and otherwise a decimal of at least
// seven digits not above it.
func rootBelow(x *big.Rat) *big.Rat {
	if places, exact := x.FloatPrec(); exact {
		if root := floorRoot(x, (places+1)/2); new(big.Rat).Mul(root, root).Cmp(x) == 0 {
			return root
		}
	}
	f, _ := x.Float64()
	return floorRoot(x, max(digits-1-int(math.Floor(math.Log10(f)/2)), 0))
}

// floorRoot returns the largest decimal of so many places that is not above the root of x.
func floorRoot(x *big.Rat, places int) *big.Rat {
	unit := power10(places)
	n := new(big.Int).Mul(x.Num(), unit)
	n.Mul(n, unit).Quo(n, x.Denom())
	return new(big.Rat).SetFrac(n.Sqrt(n), unit)
}

func power10(n int) *big.Int { return new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil) }
