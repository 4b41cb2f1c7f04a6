package noise

import (
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"steward/core/seeded"
)

// TestConvolve compares with sums of big numbers, and refuses only what they say may be too large.
func TestConvolve(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		number := rapid.Custom(func(t *rapid.T) int64 {
			return rapid.Int64().Draw(t, "n") >> rapid.UintRange(0, 63).Draw(t, "shift")
		})
		taps := rapid.SliceOfN(number, 1, 5).Draw(t, "taps")
		dst := make([]int64, rapid.IntRange(0, 6).Draw(t, "sums"))
		z := rapid.SliceOfN(number, len(dst)+len(taps)-1, len(dst)+len(taps)-1).Draw(t, "z")
		err := Convolve(taps, z, dst)
		largest, weight := new(big.Int), new(big.Int)
		for _, v := range z {
			if a := new(big.Int).Abs(big.NewInt(v)); a.Cmp(largest) > 0 {
				largest = a
			}
		}
		for _, v := range taps {
			weight.Add(weight, new(big.Int).Abs(big.NewInt(v)))
		}
		if fits := weight.Mul(weight, largest).IsInt64(); fits != (err == nil) {
			t.Fatalf("taps %v, draws %v: bound %v, error %v", taps, z, weight, err)
		}
		if err != nil {
			return
		}
		for i := range dst {
			sum := new(big.Int)
			for j := range taps {
				sum.Add(sum, new(big.Int).Mul(big.NewInt(taps[j]), big.NewInt(z[i+len(taps)-1-j])))
			}
			if sum.Cmp(big.NewInt(dst[i])) != 0 {
				t.Fatalf("taps %v, draws %v: sum %d is %d, want %v", taps, z, i, dst[i], sum)
			}
		}
	})
}

func TestConvolveExamples(t *testing.T) {
	dst := make([]int64, 3)
	if err := Convolve([]int64{2, -1}, []int64{1, 10, 100, 1000}, dst); err != nil || !slices.Equal(dst, []int64{19, 190, 1900}) {
		t.Errorf("got %v, %v", dst, err)
	}
	for _, taps := range [][]int64{{1 << 40, 1}, {1 << 39, -1 << 39}, {math.MinInt64, 0}} {
		if err := Convolve(taps, []int64{1 << 23, 0}, dst[:1]); err == nil || !strings.Contains(err.Error(), "coarser") {
			t.Errorf("taps %v times 2^23: %v", taps, err)
		}
	}
	if err := Convolve([]int64{math.MinInt64}, []int64{0}, dst[:1]); err != nil || dst[0] != 0 {
		t.Errorf("zero draws: %d, %v", dst[0], err)
	}
}

// TestConvolvedNoise: the covariances of convolved draws are those of the kernel. Sums are compared that have no draw
// in common. Noise of variance 9 has the cumulants of normal noise but for 1e-70, so the products of two sums
// have those of normal numbers of as large a correlation.
func TestConvolvedNoise(t *testing.T) {
	const n, variance, apart = 100_000, 14 * 9, 6
	taps := []int64{1, -3, 2}
	z, sums := make([]int64, n+2), make([]int64, n)
	FillGaussian(seeded.New(20200401, 5000), sigmaSquared(t, "9"), z)
	if err := Convolve(taps, z, sums); err != nil {
		t.Fatal(err)
	}
	covariances := []float64{14 * 9, -9 * 9, 2 * 9, 0}
	for lag, want := range covariances {
		mean, pairs := 0.0, 0
		for i := 0; i+lag < n; i += apart {
			mean, pairs = mean+float64(sums[i]*sums[i+lag]), pairs+1
		}
		r := want / variance
		second := 1 + r*r
		m := seeded.Moments{
			Mean: want, Variance: variance * variance * second,
			Skew: 2 * r * (3 + r*r) / math.Pow(second, 1.5), Excess: 6 * (1 + 6*r*r + r*r*r*r) / (second * second),
		}
		if err := seeded.Averages(mean/float64(pairs), pairs, m, seeded.Among(len(covariances))); err != nil {
			t.Errorf("lag %d: %v", lag, err)
		}
	}
}

// TestLargestGuardsConvolve: what Largest allows beforehand no draw can break.
func TestLargestGuardsConvolve(t *testing.T) {
	for _, s := range lawScales {
		if got := float64(s.Largest()); got < 1024*s.Float()-1 || got > 1025*s.Float() || s.Largest() >= 1<<51 {
			t.Errorf("t=%v: largest %v, want about 1025 t and below 2^51", s, got)
		}
		r := stream{src: always(smallBytes)}
		if got := r.magnitude(s); got > s.Largest() {
			t.Errorf("t=%v: draw %d is above the largest %d", s, got, s.Largest())
		}
	}
}
