package edges

import (
	"testing"

	"steward/core/mechanism/mechanismtest"
)

// With noise on every secret pair the error of all ranges is 2·θ·(θ+1) less what the ends take away:
// 2·Σ(k−l)·((k+1)·l−l²) over k(k+1)/2 ranges, l from 1 to θ, for noise of variance 2; whole noise of
// scale 1 has less. The same formula at scale 10 is within a part in 600.
func TestNoiseOnPairsReachesItsBars(t *testing.T) {
	for _, c := range []struct {
		cells, theta int
		bar          float64
	}{{64, 1, 3.88}, {64, 2, 11.39}, {128, 2, 11.69}, {256, 2, 11.84}, {64, 4, 36.38}} {
		e := mechanismtest.Ranging(t, c.cells, c.theta)
		q, err := EdgeLaplace{}.Prepare(t.Context(), e.Scene.Problem)
		if err != nil {
			t.Fatal(err)
		}
		variance, formula := q.Noise()[0].Variance(), 0.0
		for l := 1; l <= c.theta; l++ {
			formula += float64((c.cells - l) * ((c.cells+1)*l - l*l))
		}
		formula *= variance / float64(c.cells*(c.cells+1)/2)
		got := q.ExpectedError().Summary().MeanSquare
		if d := got/formula - 1; d > 1e-9 || d < -1e-9 {
			t.Errorf("%s: error %v, the formula says %v", e.Name, got, formula)
		}
		if got > c.bar*1.001 {
			t.Errorf("%s: error %v, with continuous noise %v", e.Name, got, c.bar)
		}
	}
}
