package noise

import (
	"fmt"
	"testing"
)

// BenchmarkFill reports the time of one draw over the operating system's generator.
func BenchmarkFill(b *testing.B) {
	scales := []Scale{{1, 2}, {10, 1}, {20, 1}, {7, 3}, {1000003, 1048576}, {1<<45 + 1, 1 << 40}}
	for _, s := range scales {
		b.Run(fmt.Sprintf("t=%.4g", s.Float()), func(b *testing.B) {
			src := NewSecure()
			defer src.Close()
			dst := make([]int64, 1<<12)
			n := 0
			for b.Loop() {
				Fill(src, s, dst)
				n += len(dst)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(n), "ns/draw")
		})
	}
}

// BenchmarkLaplace is one draw by itself, which drops the bits it does not use.
func BenchmarkLaplace(b *testing.B) {
	src := NewSecure()
	defer src.Close()
	s := Scale{20, 1}
	for b.Loop() {
		Laplace(src, s)
	}
}
