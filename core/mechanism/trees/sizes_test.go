package trees

import (
	"slices"
	"testing"

	"steward/core/mechanism/mechanismtest"
	"steward/core/seeded"
)

// What evened cells come to is made of the sums that were prepared for, however many people there are: of
// one cell each, or of several.
func TestDyadicMeanKeepsItsWidth(t *testing.T) {
	e := mechanismtest.EveryRange(t, 64, 0, "0.5")
	g, err := histogramForest(e.Scene.Problem)
	if err != nil {
		t.Fatal(err)
	}
	n, err := NewSubtreeNoise(g, e.Scene.Problem)
	if err != nil {
		t.Fatal(err)
	}
	for _, width := range []int{1, 2, 4, 16, 64} {
		for _, factor := range mechanismtest.ManySizes {
			z, shared := make([]int64, 64), make([]int64, 64)
			for u := range z {
				z[u] = int64(u*7919%50) * factor
				shared[u/width*width] += z[u] // all of a run in its first cell
			}
			var out [2][]float64
			for i, x := range [][]int64{z, shared} {
				src := &mechanismtest.Counting{Source: seeded.New(20260101, 3)}
				if out[i], err = (dyadicNoise{n, width}).Estimate(g, measuring{z: x, src: src}); err != nil {
					t.Fatal(err)
				}
				if least := 64 / width; src.Words < least || src.Words > 8*least+8 {
					t.Errorf("runs of %d, times %d: %d words for %d sums", width, factor, src.Words, least)
				}
			}
			if !slices.Equal(out[0], out[1]) {
				t.Errorf("runs of %d, times %d: what was in them shows", width, factor)
			}
			for u, v := range out[0] {
				if v != out[0][u/width*width] {
					t.Fatalf("runs of %d, times %d: cell %d has %v, and the first of its run %v", width, factor, u, v, out[0][u/width*width])
				}
			}
		}
	}
}
