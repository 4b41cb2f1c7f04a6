package policy_test

import (
	"testing"

	"steward/core/internal/randompolicy"
	"steward/core/policy"
	"steward/core/policy/weighted"
	"steward/core/seeded"
)

// No two records are farther apart than an exchange, where everybody's being in the file is secret; under
// full secrecy two are as far.
func TestNothingIsFartherThanAnExchange(t *testing.T) {
	tried := 0
	for seed := range uint64(200) {
		m := randompolicy.New(t, seeded.New(20261123, 100+seed))
		d := m.Domain(m.Columns(4), m.Chance(3))
		p := m.Policy(d)
		if m.Chance(4) {
			p = policy.Full(d, true)
		}
		cells, err := d.Cells()
		if err != nil || cells > 200 {
			continue
		}
		var all [][]int
		for cell := range cells {
			values := make([]int, len(d.Attributes()))
			d.Values(values, cell)
			if _, joined := p.AbsentWeight(policy.Vertex(cell)); d.Possible(cell) && !joined {
				all = nil
				break
			} else if d.Possible(cell) {
				all = append(all, values)
			}
		}
		farthest := weighted.Weight(0)
		for i, u := range all {
			for _, v := range all[:i] {
				farthest = max(farthest, p.Distance(u, v))
			}
		}
		if len(all) < 2 {
			continue
		}
		tried++
		if farthest > p.Exchange() {
			t.Errorf("seed %d: two records are %v apart, and an exchange is %v: %s", seed, farthest, p.Exchange(), randompolicy.Describe(p))
		}
		if full := policy.Full(d, true); farthest > 0 && full.Exchange() != weighted.One {
			t.Errorf("seed %d: under full secrecy an exchange is %v", seed, full.Exchange())
		}
	}
	if tried < 40 {
		t.Errorf("only %d policies were tried", tried)
	}
}
