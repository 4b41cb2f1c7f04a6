package tree

import (
	"math"
	"slices"
	"testing"

	"steward/core/seeded"
)

// Bends that are left out change nothing: where they matter they are taken in after all.
func TestCutCurvesProjectAlike(t *testing.T) {
	cutShort := 0
	for seed := range uint64(300) {
		r := seeded.New(77, seed)
		k := 2 + r.IntN(60)
		component := make([]int, k)
		width := 1 + r.IntN(8)
		f := Combs(component, 1, width)
		if r.IntN(3) == 0 {
			f = f.Hung()
		}
		z, x := make([]float64, k), make([]float64, k)
		for i := range x {
			if r.IntN(2) == 0 {
				x[i] = float64(r.IntN(10))
			}
		}
		sum(f, z, x)
		for i := range z {
			if f.HasCoordinate(i) {
				z[i] += math.Round(10 * r.NormFloat64())
			}
		}
		tops := math.NaN()
		if len(f.Tops()) > 0 && r.IntN(2) == 0 {
			tops = 30
		}
		whole := slices.Clone(z)
		if err := f.project(whole, tops, 1<<20); err != nil {
			t.Fatal(err)
		}
		for _, most := range []int{1, 2, 4} {
			first, next := f.Children()
			p := projection{Forest: f, z: slices.Clone(z), curves: make([]curve, k), price: make([]float64, k), first: first, next: next, most: most}
			if p.rise() && p.down(tops) {
				cutShort++
			}
			got := slices.Clone(z)
			if err := f.project(got, tops, most); err != nil {
				t.Fatal(err)
			}
			for i := range got {
				if math.Abs(got[i]-whole[i]) > 1e-7 {
					t.Fatalf("seed %d, %d bends: entry %d is %v, not %v", seed, most, i, got[i], whole[i])
				}
			}
		}
	}
	if cutShort < 100 {
		t.Errorf("only %d projections did with few bends", cutShort)
	}
}
