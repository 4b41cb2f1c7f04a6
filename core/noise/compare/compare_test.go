// Package compare times this program's noise beside that of Google's differential privacy
// library, in one run on one core: `make bench-noise`. It is a module of its own, so that the
// program does not depend on the library.
//
// The laws differ a little: ours are the discrete Laplace and Gaussian laws exactly, theirs
// approximate the continuous ones and round to whole numbers. Both sides draw from the operating
// system's generator, in blocks.
package compare

import (
	"math"
	"math/big"
	"testing"

	theirs "github.com/google/differential-privacy/go/v3/noise"

	ours "steward/core/noise"
)

// block is how many counts our bulk calls get at once.
const block = 4096

// perDraw reports the time of a draw and returns it in nanoseconds.
func perDraw(b *testing.B, draws int) float64 {
	ns := float64(b.Elapsed().Nanoseconds()) / float64(draws)
	b.ReportMetric(ns, "ns/draw")
	b.ReportMetric(1e3/ns, "Mdraws/s")
	b.ReportMetric(0, "ns/op") // not shown: an operation is a draw here, a block there
	return ns
}

// beside runs their sampler and two ways to use ours, and reports how many times as fast ours are.
func beside(b *testing.B, google func(b *testing.B), bulk func(src ours.Source, counts []int64), single func(src ours.Source, count []int64)) {
	var reference float64
	b.Run("google", func(b *testing.B) {
		draws := 0
		for b.Loop() {
			google(b)
			draws++
		}
		reference = perDraw(b, draws)
	})
	faster := func(b *testing.B, draws int) {
		if ns := perDraw(b, draws); reference > 0 {
			b.ReportMetric(reference/ns, "x-google")
		}
	}
	b.Run("steward-bulk", func(b *testing.B) {
		src := ours.NewSecure()
		defer src.Close()
		counts, draws := make([]int64, block), 0
		for b.Loop() {
			bulk(src, counts)
			draws += block
		}
		faster(b, draws)
	})
	b.Run("steward-single", func(b *testing.B) {
		src := ours.NewSecure()
		defer src.Close()
		count, draws := make([]int64, 1), 0
		for b.Loop() {
			single(src, count)
			draws++
		}
		faster(b, draws)
	})
}

// BenchmarkLaplace adds noise of scale 10 (sensitivity 1, epsilon 1/10) to a count.
func BenchmarkLaplace(b *testing.B) {
	s, err := ours.NewScale(big.NewRat(10, 1))
	if err != nil {
		b.Fatal(err)
	}
	laplace := theirs.Laplace()
	beside(b,
		func(b *testing.B) {
			if _, err := laplace.AddNoiseInt64(0, 1, 1, 0.1, 0); err != nil {
				b.Fatal(err)
			}
		},
		func(src ours.Source, counts []int64) { s.Add(src, counts, counts) },
		func(src ours.Source, count []int64) { s.Add(src, count, count) },
	)
}

// BenchmarkGaussian adds noise of the sigma that their library finds for sensitivity 1, epsilon 1
// and delta 10^-6. It finds it anew for every count, which BenchmarkGaussianSigma times by itself.
func BenchmarkGaussian(b *testing.B) {
	sigma := new(big.Rat).SetFloat64(theirs.SigmaForGaussian(1, 1, 1, 1e-6))
	s, err := ours.NewSigmaSquared(sigma.Mul(sigma, sigma))
	if err != nil {
		b.Fatal(err)
	}
	gaussian := theirs.Gaussian()
	beside(b,
		func(b *testing.B) {
			if _, err := gaussian.AddNoiseInt64(0, 1, 1, 1, 1e-6); err != nil {
				b.Fatal(err)
			}
		},
		func(src ours.Source, counts []int64) { s.Add(src, counts, counts) },
		func(src ours.Source, count []int64) { s.Add(src, count, count) },
	)
}

// BenchmarkGaussianSigma is what BenchmarkGaussian/google spends on finding sigma.
func BenchmarkGaussianSigma(b *testing.B) {
	for b.Loop() {
		theirs.SigmaForGaussian(1, 1, 1, 1e-6)
	}
}

// Where somebody counts in so many cells, as two of each table of many, their library draws the noise of the sigma that Balle and Wang (2018) find
// for the root of that number, or a little more; the evidence of many tables states the least.
func TestGaussianOfManyTables(t *testing.T) {
	const epsilon, delta = 1, 1e-6
	phi := func(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }
	chance := func(s float64) float64 { return phi(1/(2*s)-epsilon*s) - math.Exp(epsilon)*phi(-1/(2*s)-epsilon*s) }
	for _, cells := range []int64{1, 56, 325, 9900} {
		sigma := theirs.SigmaForGaussian(cells, 1, epsilon, delta)
		if one := sigma / math.Sqrt(float64(cells)); chance(one) > delta*(1+1e-6) || chance(one*(1-2e-3)) < delta {
			t.Errorf("%d cells: a sigma of %v fails with a chance of %v", cells, sigma, chance(one))
		}
		sum, gaussian := 0.0, theirs.Gaussian()
		const draws = 20000
		for range draws {
			z, err := gaussian.AddNoiseInt64(0, cells, 1, epsilon, delta)
			if err != nil {
				t.Fatal(err)
			}
			sum += float64(z) * float64(z) / draws
		}
		if got := sum / (sigma * sigma); math.Abs(got-1) > 0.06 {
			t.Errorf("%d cells: the mean square of draws is %v of the variance", cells, got)
		}
	}
}

// Where a change of one person's answers changes so many counts, their library draws Laplace noise of the variance that the evidence of small tables, of
// known facts and of maps states, but for what rounding to whole numbers adds: a twelfth.
func TestLaplaceOfSeveralCounts(t *testing.T) {
	for _, c := range []struct {
		counts  int64
		epsilon float64
	}{{1, 1}, {2, 1}, {2, 0.1}, {8, 1}, {20, 0.01}} {
		scale := float64(c.counts) / c.epsilon
		laplace, sum := theirs.Laplace(), 0.0
		const draws = 200_000 // the mean square has a standard error of 0.5 %
		for range draws {
			z, err := laplace.AddNoiseInt64(0, c.counts, 1, c.epsilon, 0)
			if err != nil {
				t.Fatal(err)
			}
			sum += float64(z) * float64(z) / draws
		}
		if got := sum / (2*scale*scale + 1./12); math.Abs(got-1) > 0.035 {
			t.Errorf("%d counts at %v: the mean square of draws is %v of the variance", c.counts, c.epsilon, got)
		}
	}
}
