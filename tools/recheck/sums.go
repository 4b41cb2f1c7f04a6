package main

import (
	"cmp"
	"math"
	"math/big"
	"slices"
)

// share returns what something published spends: of the budget, or where a chance of failure was accepted the square
// of its share of r. Shares add up.
func (r *record) share(p published) *big.Rat {
	if r.Delta != "" {
		return square(exact(p.Epsilon))
	}
	return exact(p.Epsilon)
}

// sums checks that the parts add up to what the release says it spends, and that this is what its plan says.
func (r *record) sums(out *report) {
	total, most := new(big.Rat), exact(r.Epsilon)
	if r.Delta != "" {
		most = square(exact(r.R))
	}
	for _, p := range slices.Concat(r.Questions, r.Choices, r.Clusters, r.Synthetic) {
		if total = sum(total, r.share(p)); exact(p.Epsilon).Sign() < 0 {
			out.failed("%q spends %s, which is below nothing", p.Title, p.Epsilon)
		}
	}
	if more(total, most) {
		out.failed("the shares of the budget, or their squares, add up to %s, but %s is said to be spent", total.RatString(), most.RatString())
	} else {
		out.held("the shares of the budget, or their squares, add up to no more than is said to be spent")
	}
	b := r.plan.Budget
	if len(r.Questions)+len(r.Choices)+len(r.Clusters)+len(r.Synthetic) > 0 && total.Sign() == 0 {
		b.Epsilon, b.Delta = "0", "" // all of it is published exactly
	}
	if exact(r.Epsilon).Cmp(exact(b.Epsilon)) != 0 || (r.Delta == "") != (b.Delta == "") || r.Delta != "" && exact(r.Delta).Cmp(exact(b.Delta)) != 0 {
		out.failed("the release spends %s with a chance of failure of %q, but its plan says %s and %q", r.Epsilon, r.Delta, b.Epsilon, b.Delta)
	}
	least := sum(exact(r.Ledger.SpentBefore), exact(r.Epsilon))
	if r.plan.Group != nil { // beside others about other groups the most expensive counts
		if least = exact(r.Ledger.SpentBefore); more(exact(r.Epsilon), least) {
			least = exact(r.Epsilon)
		}
	}
	if more(least, exact(r.Ledger.SpentAfter)) {
		out.failed("the ledger has %s spent before this release of %s, and %s after it", r.Ledger.SpentBefore, r.Epsilon, r.Ledger.SpentAfter)
	}
	for _, q := range r.Questions {
		for _, n := range q.Noise {
			switch t, moved := exact(cmp.Or(n.SigmaSquared, n.Scale)), exact(n.Sensitivity); {
			case t.Sign() == 0 && moved.Sign() != 0:
				out.failed("%q: there is no noise on %s, which secret pairs change", q.Title, n.What)
			case t.Sign() != 0 && quo(moved, t).Cmp(exact(n.Spent)) != 0:
				out.failed("%q: the noise on %s is said to spend %s, but its sensitivity over its scale is %s", q.Title, n.What, n.Spent, quo(moved, t).RatString())
			}
		}
	}
}

// promise checks, where there is a chance of failure, that the loss rho of zero-concentrated differential
// privacy is half the square of r and implies (epsilon, delta): with the chance below for any order a > 1
// (Canonne, Kamath and Steinke 2020, Proposition 12), of which the best is searched for.
func (r *record) promise(out *report) {
	if r.Delta == "" {
		return
	}
	if more(square(exact(r.R)), mul(whole(2), exact(r.Rho))) {
		out.failed("r is %s, whose square is more than two times rho, %s", r.R, r.Rho)
	}
	rho, _ := exact(r.Rho).Float64()
	epsilon, _ := exact(r.Epsilon).Float64()
	delta, _ := exact(r.Delta).Float64()
	chance := math.Inf(1)
	for step := range 200000 {
		a := 1 + math.Exp(float64(step)/10000-8)
		chance = min(chance, math.Exp((a-1)*(a*rho-epsilon)+a*math.Log1p(-1/a)-math.Log(a-1)))
	}
	if chance > delta*(1+1e-6) {
		out.failed("a loss of rho = %s fails to be within %s with a chance of %.3g, more than the stated %s", r.Rho, r.Epsilon, chance, r.Delta)
		return
	}
	out.held("a loss of rho = %s is within %s but for a chance of %s (in floating point)", r.Rho, r.Epsilon, r.Delta)
}
