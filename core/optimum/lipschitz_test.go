package optimum

import (
	"math"
	"testing"

	"steward/core/seeded"
)

// randomWeighed makes a query over points of a plane.
func randomWeighed(r *seeded.Source, k int) Weighed {
	points := make([][2]float64, k)
	w := Weighed{Query: make([]float64, k)}
	for u := range points {
		points[u] = [2]float64{float64(u) + r.Float64()/2, 3 * r.Float64()}
		w.Query[u] = 4*r.Float64() - 1
	}
	w.Distance = func(u, v int) float64 {
		return math.Hypot(points[u][0]-points[v][0], points[u][1]-points[v][1])
	}
	return w
}

// TestSmoothed checks that smoothed weights are hidden by their scale, are off by exactly what is said, and
// that no others that are hidden are nearer; and the trade against a fine grid of scales.
func TestSmoothed(t *testing.T) {
	r := seeded.New(1934, 1)
	for range seeded.Often(25, 60) {
		k := 2 + r.IntN(9)
		w := randomWeighed(r, k)
		own := w.Scale()
		if off := w.Off(own); off > 1e-12 {
			t.Fatalf("at the query's own scale the weights are off by %v", off)
		}
		for _, part := range []float64{0, 0.2, 0.6, 0.9, 1, 1.5} {
			scale := part * own
			smooth, off := w.Smoothed(scale), w.Off(scale)
			farthest := 0.0
			for u := range smooth {
				farthest = max(farthest, math.Abs(smooth[u]-w.Query[u]))
				for v := range u {
					if d := math.Abs(smooth[u] - smooth[v]); d > scale*w.Distance(u, v)+1e-9 {
						t.Fatalf("cells %d and %d differ by %v, and %v is hidden", u, v, d, scale*w.Distance(u, v))
					}
				}
			}
			if math.Abs(farthest-off) > 1e-9 {
				t.Fatalf("the weights are off by %v, not %v", farthest, off)
			}
			// Of two weights that are apart by more than is hidden, one has to move by half of the rest.
			least := 0.0
			for u := range smooth {
				for v := range u {
					least = max(least, (math.Abs(w.Query[u]-w.Query[v])-scale*w.Distance(u, v))/2)
				}
			}
			if math.Abs(least-off) > 1e-12 {
				t.Fatalf("weights that are off by %v exist, and %v is said", least, off)
			}
		}
		for _, n := range []float64{0, 0.3, 1, 3, 100} {
			got, want := w.Smooth(n), math.Inf(1)
			for i := range 4001 {
				scale := own * float64(i) / 4000
				off := w.Off(scale)
				want = min(want, n*n*off*off+2*scale*scale)
			}
			if got.MeanSquare > want*(1+1e-9)+1e-12 || got.MeanSquare < want*(1-1e-2)-1e-3*own*own {
				t.Errorf("%v people: %v, on the grid %v", n, got.MeanSquare, want)
			}
		}
		if got := w.Smooth(1e6); got.Scale < own*(1-1e-6) {
			t.Errorf("with a million people the noise is %v of %v", got.Scale, own)
		}
	}
}
