package policy

import (
	"testing"

	"steward/core/policy/distance"
	"steward/core/policy/weighted"
)

// TestLongDistances checks distances over grids too large to search: exact where a closed
// form knows them, and otherwise between the straight line and a way of even steps.
func TestLongDistances(t *testing.T) {
	const n = 100_000
	a, b := whole("a", n, typed), whole("b", n, typed)
	for _, c := range []struct {
		norm        distance.Norm
		scales      [2]string
		least, most int
	}{
		{distance.L1, [2]string{"1", "1"}, 28_572, 28_572}, // 199 998 by sevens
		{distance.LInf, [2]string{"1", "1"}, 14_286, 14_286},
		{distance.L2, [2]string{"1", "1"}, 20_203, 25_000}, // 141 420 in a straight line; by 4 and 4 a step
		{distance.L1, [2]string{"2", "3"}, 71_428, 83_333}, // 499 995 by sevens; by 2 and 1, or 1 and 1
	} {
		p := must(New(Spec{Domain: over(a, b), Parts: []Part{must(Within([]Scaled{{a, rat(c.scales[0])}, {b, rat(c.scales[1])}}, rat("7"), c.norm, ""))}}))
		got := p.Distance([]int{0, n - 1}, []int{n - 1, 0})
		if got < weighted.Weight(c.least)*weighted.One || got > weighted.Weight(c.most)*weighted.One {
			t.Errorf("%s: distance %g, want %d to %d", p.Describe().Expert, got.Steps(), c.least, c.most)
		}
	}
}
