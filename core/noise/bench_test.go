package noise

import (
	"fmt"
	"math/big"
	"testing"
)

// benchmarkDraws reports the time of one draw over the operating system's generator.
func benchmarkDraws(b *testing.B, fill func(src Source, dst []int64)) {
	src := NewSecure()
	defer src.Close()
	dst := make([]int64, 1<<12)
	n := 0
	for b.Loop() {
		fill(src, dst)
		n += len(dst)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/draw")
}

func BenchmarkFill(b *testing.B) {
	scales := []Scale{{1, 2}, {10, 1}, {20, 1}, {7, 3}, {1000003, 1048576}, {1<<45 + 1, 1 << 40}}
	for _, s := range scales {
		b.Run(fmt.Sprintf("t=%.4g", s.Float()), func(b *testing.B) {
			benchmarkDraws(b, func(src Source, dst []int64) { s.Fill(src, dst) })
		})
	}
}

func BenchmarkFillGaussian(b *testing.B) {
	for _, text := range []string{"1/10", "1", "9/4", "400", "1000003/1048576", "1000000000007/3"} {
		s := sigmaSquared(b, text)
		b.Run(fmt.Sprintf("v=%.4g", s.Float()), func(b *testing.B) {
			benchmarkDraws(b, func(src Source, dst []int64) { s.Fill(src, dst) })
		})
	}
}

// BenchmarkChoose is the median of evenly spread options, in words and, as happens once in
// millions of times, in big numbers.
func BenchmarkChoose(b *testing.B) {
	rate := big.NewRat(1, 10)
	scores := make([]int64, 1_000_000)
	for i := range scores {
		scores[i] = -max(int64(i)-500_000, 500_000-int64(i))
	}
	for _, n := range []int{2, 100, 10_000, 1_000_000} {
		b.Run(fmt.Sprintf("options=%d", n), func(b *testing.B) {
			src := NewSecure()
			defer src.Close()
			for b.Loop() {
				if _, err := Choose(src, rate, scores[500_000-n/2:500_000+n/2], nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("refined/options=10000", func(b *testing.B) {
		c, err := newChoice(rate, scores[495_000:505_000], nil)
		if err != nil {
			b.Fatal(err)
		}
		digits := new(big.Int).Lsh(bigOne, 127)
		for b.Loop() {
			c.find(digits, 128)
		}
	})
}

func BenchmarkPermuteAndFlip(b *testing.B) {
	scores := make([]int64, 10_000)
	for i := range scores {
		scores[i] = int64(i)
	}
	src := NewSecure()
	defer src.Close()
	for b.Loop() {
		if _, err := PermuteAndFlip(src, big.NewRat(1, 10), scores); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkHalfWidth is the longest sum and an expansion.
func BenchmarkHalfWidth(b *testing.B) {
	for _, text := range []string{"400", "16383", "1000000"} {
		s := sigmaSquared(b, text)
		b.Run("v="+text, func(b *testing.B) {
			for b.Loop() {
				s.HalfWidth(0.95)
			}
		})
	}
}
