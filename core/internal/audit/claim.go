package audit

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"
)

// Claim is what a mechanism promises about two data sets: a bound on one parameter, which
// the chances of every event keep.
type Claim interface {
	// Limit is the parameter that is promised.
	Limit() float64
	// Least is the least parameter that allows an event to have a chance of at least p on
	// one data set and at most q, above zero, on the other.
	Least(p, q float64) float64
	// Exactly is the least parameter that two laws of output allow, apart from the mass
	// that they leave out.
	Exactly(l Laws) float64
	// Weighed is the claim for two data sets that an edge of weight w joins.
	Weighed(w *big.Rat) Claim
	String() string
}

// Pure is the claim of epsilon-indistinguishability: P(S) <= e^epsilon Q(S) for every event
// (docs/mathematics.md, "1. The promise"). Its parameter is epsilon.
type Pure struct{ Epsilon float64 }

// Limit returns epsilon.
func (c Pure) Limit() float64 { return c.Epsilon }

// Least returns ln(p/q), or 0.
func (c Pure) Least(p, q float64) float64 {
	if p <= q {
		return 0
	}
	return math.Log(p / q)
}

// Exactly returns the largest log ratio of the laws.
func (c Pure) Exactly(l Laws) float64 { return l.MaxLoss() }

// Weighed multiplies epsilon by the weight.
func (c Pure) Weighed(w *big.Rat) Claim { return Pure{c.Epsilon * float(w)} }

func (c Pure) String() string { return fmt.Sprintf("epsilon %.6g", c.Epsilon) }

// Approximate is the claim of (epsilon, delta)-indistinguishability: P(S) <= e^epsilon Q(S)
// + delta for every event. Its parameter is delta, at the epsilon that is stated.
type Approximate struct{ Epsilon, Delta float64 }

// Limit returns delta.
func (c Approximate) Limit() float64 { return c.Delta }

// Least returns p - e^epsilon q, or 0.
func (c Approximate) Least(p, q float64) float64 { return max(0, p-math.Exp(c.Epsilon)*q) }

// Exactly returns the hockey-stick divergence of the laws at epsilon.
func (c Approximate) Exactly(l Laws) float64 { return l.HockeyStick(c.Epsilon) }

// Weighed multiplies epsilon by the weight and leaves delta.
func (c Approximate) Weighed(w *big.Rat) Claim {
	return Approximate{c.Epsilon * float(w), c.Delta}
}

func (c Approximate) String() string {
	return fmt.Sprintf("delta %.6g at epsilon %.6g", c.Delta, c.Epsilon)
}

// Concentrated is the claim of rho-zCDP (Bun and Steinke 2016): the Rényi divergence of
// every order a > 1 is at most a rho. Its parameter is rho. That an event is all that is
// looked at makes no divergence larger, so the two chances of an event bound rho too.
type Concentrated struct{ Rho float64 }

// Limit returns rho.
func (c Concentrated) Limit() float64 { return c.Rho }

// Least returns the largest quotient of a Rényi divergence of two coins and its order.
func (c Concentrated) Least(p, q float64) float64 {
	if p <= q {
		return 0
	}
	logP, logQ, restP, restQ := math.Log(p), math.Log(q), math.Log1p(-p), math.Log1p(-q)
	return overOrders(func(a float64) float64 {
		return logSum(a*logP+(1-a)*logQ, a*restP+(1-a)*restQ) / (a - 1)
	})
}

// Exactly returns the largest quotient of a Rényi divergence of the laws and its order.
func (c Concentrated) Exactly(l Laws) float64 { return overOrders(l.logs().renyi) }

// Weighed multiplies rho by the square of the weight, since a weight is a multiple of
// sqrt(2 rho) (docs/mathematics.md, "The promise with a delta").
func (c Concentrated) Weighed(w *big.Rat) Claim {
	return Concentrated{c.Rho * float(w) * float(w)}
}

func (c Concentrated) String() string { return fmt.Sprintf("rho %.6g", c.Rho) }

// Shifted is the claim of Gaussian differential privacy (Dong, Roth and Su 2022): that two data sets
// are no easier to tell apart than two normal numbers of variance 1 whose means are so far
// apart. It is more than Concentrated with rho half the square of that. Gaussian noise keeps it but
// for the steps of its lattice, which count where sigma is a few of them.
type Shifted struct{ Distance float64 }

// Limit returns the distance.
func (c Shifted) Limit() float64 { return c.Distance }

// Least returns the difference of the two normal quantiles, or 0.
func (c Shifted) Least(p, q float64) float64 {
	if p <= q {
		return 0
	}
	return quantile(p) - quantile(q)
}

// Exactly returns the largest distance that the likeliest outputs of any number, by the ratio of
// their chances, need.
func (c Shifted) Exactly(l Laws) float64 {
	order := make([]int, len(l.P))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(l.P[j]*l.Q[i], l.P[i]*l.Q[j]) })
	worst, p, q := 0.0, 0.0, l.Left
	for _, i := range order {
		p, q = p+l.P[i], q+l.Q[i]
		if q < 1 && p < 1 {
			worst = max(worst, c.Least(p, q))
		}
	}
	return worst
}

// Weighed multiplies the distance by the weight.
func (c Shifted) Weighed(w *big.Rat) Claim { return Shifted{c.Distance * float(w)} }

func (c Shifted) String() string { return fmt.Sprintf("a distance of %.6g", c.Distance) }

// quantile returns the number that a standard normal one is below with a chance.
func quantile(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) }

// orders are those of Rényi divergences that are looked at: every order bounds rho from below, so a grid
// from 1.001 to 1000 is as sound as all of them.
var orders = func() (out [121]float64) {
	for i := range out {
		out[i] = 1 + math.Pow(10, -3+float64(i)/20)
	}
	return out
}()

// overOrders returns the largest of divergence(a)/a over orders a.
func overOrders(divergence func(a float64) float64) float64 {
	best := 0.0
	for _, a := range orders {
		best = max(best, divergence(a)/a)
	}
	return best
}

// logSum returns ln(e^x + e^y).
func logSum(x, y float64) float64 {
	if x < y {
		x, y = y, x
	}
	if math.IsInf(x, -1) {
		return x
	}
	return x + math.Log1p(math.Exp(y-x))
}

func float(r *big.Rat) float64 {
	f, _ := r.Float64()
	return f
}
