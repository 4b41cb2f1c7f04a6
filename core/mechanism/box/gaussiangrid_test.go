package box

import (
	"math"
	"testing"

	"steward/core/domain"
	"steward/core/mechanism/mechanismtest"
	"steward/core/policy"
	"steward/core/workload"
)

// The largest change that waves allow for is the largest over all edges, but for the margin, and the
// search for shares ends near the least error that any shares have.
func TestWavesAreTight(t *testing.T) {
	for _, e := range []mechanismtest.Example{mechanismtest.SquareGrid(t, 6, 1, "1", nil), mechanismtest.SquareGrid(t, 5, 3, "1", nil), mechanismtest.EverythingOn(t, 5)} {
		e.Scene.Gaussian = true
		prepared, err := GaussianWaves{}.Prepare(t.Context(), e.Scene.Problem)
		if err != nil {
			t.Fatal(err)
		}
		q := prepared.(*preparedWaves)
		worst, limit := mechanismtest.Certify(t, e.Scene, q)
		f, _ := worst.Float64()
		if l, _ := limit.Float64(); f > l || f < l*(1-1e-6) {
			t.Errorf("%s: the most is %v of %v", e.Name, f, l)
		}
		edges, _ := waveEdgesOf(e.Scene.Problem)
		c := newWaveChanges(q.axes)
		if got := c.largest(edges, q.shares); math.Abs(got-1) > 0.02 {
			t.Errorf("%s: the shares change by %v along an edge, want 1", e.Name, got)
		}
	}
}

func BenchmarkGaussianWaves64(b *testing.B) {
	x, y := mechanismtest.Column(b)(domain.NewWhole("x", 0, 63, mechanismtest.NoSpecial)), mechanismtest.Column(b)(domain.NewWhole("y", 0, 63, mechanismtest.NoSpecial))
	p := mechanismtest.Setup{Columns: []*domain.Attribute{x, y}, Parts: []policy.Part{mechanismtest.Part(b)(policy.Near(x, mechanismtest.RatOf(4), policy.OwnGroup)), policy.Complete(y)}, Together: 1, Known: true, Gaussian: true, Epsilon: "1",
		Question: workload.Question{Kind: workload.Ranges, Boxes: mechanismtest.BoxesOf(64, 1000)}}.Make(b, "64 × 64").Scene.Problem
	for b.Loop() {
		if _, err := (GaussianWaves{}).Prepare(b.Context(), p); err != nil {
			b.Fatal(err)
		}
	}
}
