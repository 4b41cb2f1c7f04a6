// Package compare times this program's noise beside that of Google's differential privacy
// library, in one run on one core: `make bench-noise`. It is a module of its own, so that the
// program does not depend on the library.
//
// The laws differ a little: ours are the discrete Laplace and Gaussian laws exactly, theirs
// approximate the continuous ones and round to whole numbers. Both sides draw from the operating
// system's generator, in blocks.
package compare

import (
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
func beside(b *testing.B, google func(b *testing.B), bulk func(src ours.Source, counts []int64), single func(src ours.Source) int64) {
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
		draws, sum := 0, int64(0)
		for b.Loop() {
			sum += single(src)
			draws++
		}
		_ = sum
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
		func(src ours.Source) int64 { return ours.Laplace(src, s) },
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
		func(src ours.Source) int64 { return ours.Gaussian(src, s) },
	)
}

// BenchmarkGaussianSigma is what BenchmarkGaussian/google spends on finding sigma.
func BenchmarkGaussianSigma(b *testing.B) {
	for b.Loop() {
		theirs.SigmaForGaussian(1, 1, 1, 1e-6)
	}
}
