package main

import (
	"math"
	"math/big"
	"slices"
)

// sums checks that the parts add up to what the release says it spends, and that this is what its plan says:
// budgets, or the squares of the shares of r where a chance of a failure was accepted.
func (r *record) sums(out *report) {
	total, most := new(big.Rat), exact(r.Epsilon)
	if r.Delta != "" {
		most = square(exact(r.R))
	}
	for _, p := range slices.Concat(r.parts.Questions, r.parts.Choices, r.parts.Clusters, r.parts.Synthetic) {
		share := exact(p.Epsilon)
		if r.Delta != "" {
			share = square(share)
		}
		if total = sum(total, share); exact(p.Epsilon).Sign() < 0 {
			out.failed("%q spends %s, which is below nothing", p.Title, p.Epsilon)
		}
	}
	if more(total, most) {
		out.failed("the shares of the budget, or their squares, add up to %s, but %s is said to be spent", total.RatString(), most.RatString())
	} else {
		out.held("the shares of the budget, or their squares, add up to no more than is said to be spent")
	}
	if exact(r.Epsilon).Cmp(exact(r.plan.Budget.Epsilon)) != 0 || (r.Delta == "") != (r.plan.Budget.Delta == "") || r.Delta != "" && exact(r.Delta).Cmp(exact(r.plan.Budget.Delta)) != 0 {
		out.failed("the release spends %s with a chance of a failure of %q, but its plan says %s and %q", r.Epsilon, r.Delta, r.plan.Budget.Epsilon, r.plan.Budget.Delta)
	}
	if more(sum(exact(r.Ledger.SpentBefore), exact(r.Epsilon)), exact(r.Ledger.SpentAfter)) {
		out.failed("the ledger has %s spent before this release of %s, and %s after it", r.Ledger.SpentBefore, r.Epsilon, r.Ledger.SpentAfter)
	}
	for _, q := range r.Questions {
		r.spent(&q, out)
	}
}

// spent checks that each group of noise spends what its sensitivity over its scale is, or over sigma squared.
func (r *record) spent(q *question, out *report) {
	for _, n := range q.Noise {
		scale := n.Scale
		if n.SigmaSquared != "" {
			scale = n.SigmaSquared
		}
		switch t, moved := exact(scale), exact(n.Sensitivity); {
		case t.Sign() == 0 && moved.Sign() != 0:
			out.failed("%q: there is no noise on %s, which secret pairs change", q.Title, n.What)
		case t.Sign() != 0 && quo(moved, t).Cmp(exact(n.Spent)) != 0:
			out.failed("%q: the noise on %s is said to spend %s, but its sensitivity over its scale is %s", q.Title, n.What, n.Spent, quo(moved, t).RatString())
		}
	}
}

// promise checks, where there is a chance of a failure, that the loss rho of zero-concentrated differential
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
