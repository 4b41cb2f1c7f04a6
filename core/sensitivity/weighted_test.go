package sensitivity

import (
	"math/big"
	"testing"

	"steward/core/linop"
	"steward/core/policy"
)

// bound fails when the largest change over edges, each divided by its weight, times the least
// weight of all is above a fast value: noise for that value by the budget times the least
// weight would then not hide some edge. Squared changes are divided by squared weights.
func bound(t *testing.T, op linop.Operator, p *policy.Policy, norm Norm, got int64) (tight bool) {
	t.Helper()
	least := p.LeastWeight().Rat()
	if norm == L2Squared {
		least.Mul(least, least)
	}
	c := new(big.Rat).Mul(brute(t, op, p, norm), least).Cmp(big.NewRat(got, 1))
	if c > 0 {
		t.Fatalf("%s: %d over %d rows, over edges by their weights %s", describe(p), got, op.Rows(), brute(t, op, p, norm))
	}
	return c == 0
}

// Whatever edges weigh, the fast values with the budget times the least weight hide every
// edge; often they are no more than is needed.
func TestWeightsOnLines(t *testing.T) {
	weighted, tight := 0, 0
	for seed := range uint64(scenes) {
		m := anyMaker(t, 20_000+seed)
		p := m.OnOneColumn(most, m.Chance(3))
		if !p.Uniform() {
			weighted++
		}
		l := mustLine(t, p)
		for _, v := range nested(l) {
			if bound(t, v.op, p, L1, v.got) && v.got > 0 {
				tight++
			}
		}
		op := runs(m, l.Cells(), p.Domain().Attributes()[0].Regular())
		got, err := l.Intervals(op)
		if err != nil {
			t.Fatal(err)
		}
		bound(t, op, p, L1, got)
	}
	if weighted < scenes/8 || tight < scenes {
		t.Fatalf("%d of %d policies had weights, %d values were tight", weighted, scenes, tight)
	}
}

func TestWeightsOfHistograms(t *testing.T) {
	weighted, tight := 0, 0
	for seed := range uint64(2 * scenes) {
		m := anyMaker(t, 30_000+seed)
		p := m.Policy(m.Domain(m.Columns(4), m.Chance(2)))
		k, err := p.Domain().Cells()
		if err != nil {
			t.Fatal(err)
		}
		if !p.Uniform() {
			weighted++
		}
		// A change moves one person, so the square of the L2 norm is the L1 norm; over
		// weights it is at most the square over the least of them.
		if bound(t, linop.Identity(k), p, L1, Histogram(p)) && Histogram(p) > 0 {
			tight++
		}
		bound(t, linop.Identity(k), p, L2Squared, Histogram(p))
	}
	if weighted < scenes/8 || tight < scenes/4 {
		t.Fatalf("%d of %d policies had weights, %d values were tight", weighted, 2*scenes, tight)
	}
}
