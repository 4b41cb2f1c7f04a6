package line

import (
	"fmt"
	"math/big"
	"testing"

	"steward/core/domain"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/policy"
	"steward/core/seeded"
	"steward/core/sensitivity"
	"steward/core/strategy"
	"steward/core/workload"
)

// even returns the line of k cells of which those within theta of one another are joined.
func even(k, theta int) sensitivity.Line {
	l := sensitivity.Line{Reach: make([]int, k), Solid: true}
	for u := range l.Reach {
		l.Reach[u] = min(u+theta, k-1)
	}
	return l.Slice(0, k-1)
}

// softError returns the expected squared error per range over all ranges, times ε², of a soft
// strategy with the noise that is drawn: whole numbers, scales rounded up, and a segment that
// refuses to spend more than the budget.
func softError(t *testing.T, line sensitivity.Line, epsilon *big.Rat, blocks bool) float64 {
	t.Helper()
	e, _ := epsilon.Float64()
	rows, scales, err := TunedSoft(nil, blocks)(t.Context(), Brief{Line: line, Epsilon: e, KnownTotal: true, Target: strategy.AllRanges()})
	if err != nil {
		t.Fatal(err)
	}
	s := &segment{Lo: 0, hi: line.Cells() - 1, sets: []int{0}}
	if err := s.equip(rows, scales, equipment{RowBudget: mechanism.RowBudget{Epsilon: epsilon}, line: line}); err != nil {
		t.Fatal(err)
	}
	v, err := s.weighted.(*strategy.SoftWeighted).AverageVariance(strategy.AllRanges())
	if err != nil {
		t.Fatal(err)
	}
	return v * e * e
}

// familyBars are the errors of soft strategies with continuous noise and boxes of any width that a
// search by matrices found for all ranges; 2 % above them is what whole boxes and noise may cost.
var familyBars = []struct {
	cells, theta int
	blocks       bool
	bar          float64
}{
	{64, 4, false, 35.09}, {64, 8, false, 52.84}, {64, 16, false, 76.75}, {64, 32, false, 86.62}, {64, 63, true, 86.62},
	{128, 4, false, 36.38}, {128, 8, false, 56.15}, {128, 16, false, 87.10}, {128, 32, false, 131.24}, {128, 127, true, 137.57},
	{256, 4, false, 37.01}, {256, 8, false, 57.65}, {256, 16, false, 91.08}, {256, 32, false, 141.99}, {256, 64, true, 197.4}, {256, 255, true, 197.43},
	{1024, 4, false, 37.48}, {1024, 8, false, 58.72}, {1024, 16, false, 93.75}, {1024, 32, false, 148.89}, {1024, 64, false, 231.74},
	{1024, 128, true, 311.4}, {1024, 256, true, 390.8}, {1024, 1023, true, 398.3},
	{4096, 4, false, 37.59}, {4096, 8, false, 58.98}, {4096, 16, false, 94.37}, {4096, 32, false, 150.43}, {4096, 64, false, 236.06}, {4096, 128, true, 375.58},
}

func TestSoftStrategiesReachTheirBars(t *testing.T) {
	for _, b := range familyBars {
		if b.cells > seeded.Often(256, 1<<30) {
			continue
		}
		line := even(b.cells, b.theta)
		for _, epsilon := range []*big.Rat{mechanismtest.Rat(1, 1), mechanismtest.Rat(1, 10)} {
			if b.cells > 256 && epsilon.IsInt() { // whole noise of small scale errs less
				continue
			}
			got := softError(t, line, epsilon, b.blocks)
			t.Logf("%d cells, secret within %d, budget %s: %.2f, bar %.2f", b.cells, b.theta, epsilon.RatString(), got, b.bar)
			if got > 1.02*b.bar {
				t.Errorf("%d cells, secret within %d, budget %s: error %.2f is more than 2 %% above %.2f", b.cells, b.theta, epsilon.RatString(), got, b.bar)
			}
		}
	}
}

// On larger domains, where boxes are what is measured, every edge keeps within the budget in exact
// arithmetic, row by row as they are laid out by their meaning, and the worst uses all of it. The fast run leaves the largest of
// them to the audits.
func TestCertificateOfFamilies(t *testing.T) {
	for _, c := range []struct {
		e    mechanismtest.Example
		m    mechanism.Mechanism
		kind strategy.Kind
	}{
		{mechanismtest.Wide(t, 40, 6, false, workload.Cumulative), Ramps{}, strategy.Ramp},
		{mechanismtest.Wide(t, 96, 95, false, workload.Cumulative), SoftBlocks{}, strategy.SoftBlock},
		{coming(t, 90), SoftBlocks{}, strategy.SoftBlock},
		{mechanismtest.Wide(t, 200, 100, true, workload.Cumulative), SoftBlocks{}, strategy.SoftBlock},
		{mechanismtest.Wide(t, 300, 60, false, workload.Cumulative), SoftBlocks{}, strategy.SoftBlock},
	}[:seeded.Often(3, 5)] {
		q, err := c.m.Prepare(t.Context(), c.e.Scene.Problem)
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, s := range q.(*PreparedLine).Segments {
			for _, g := range s.Strategy.Groups() {
				found = found || g.Kind == c.kind
			}
		}
		if !found {
			t.Errorf("%s, %s: no %s are measured, but %v", q.Info().ID, c.e.Name, c.kind, q.Noise())
		}
		worst, epsilon := mechanismtest.Certify(t, c.e.Scene, q)
		if worst.Cmp(new(big.Rat).Mul(epsilon, mechanismtest.Rat(999, 1000))) < 0 {
			t.Errorf("%s, %s: the worst edge costs %s of %s", q.Info().ID, c.e.Name, worst.FloatString(6), epsilon.FloatString(6))
		}
	}
}

// coming makes the question of all ranges of k values where it is secret who is in the file.
func coming(t testing.TB, k int) mechanismtest.Example {
	t.Helper()
	a := mechanismtest.Column(t)(domain.NewWhole("x", 0, int64(k-1), mechanismtest.NoSpecial))
	return mechanismtest.Setup{Columns: []*domain.Attribute{a}, Parts: []policy.Part{mechanismtest.Part(t)(policy.Near(a, big.NewRat(int64(k), 1), policy.OwnGroup))}, Presence: true,
		Epsilon: "1", Question: workload.Question{Kind: workload.Ranges, Every: true}}.Make(t, fmt.Sprint("who is in the file, ", k))
}
