package choice

import (
	"context"
	"fmt"
	"math/big"
	"testing"

	"steward/core/histogram"
	"steward/core/seeded"
)

// BenchmarkMedian prepares and draws a median of more and more values.
func BenchmarkMedian(b *testing.B) {
	for _, values := range []int{100, 10_000, 1_000_000} {
		for _, threshold := range []int{0, 16} {
			problem := onAge(b, values, threshold, median(), "0.5", nil)
			benchmarkChoice(b, fmt.Sprintf("values=%d/threshold=%d", values, threshold), problem)
		}
	}
}

// BenchmarkBestPrice prepares and draws one of more and more prices.
func BenchmarkBestPrice(b *testing.B) {
	for _, options := range []int{10, 100, 800} {
		q := Question{Kind: Best, Test: AtLeast}
		for o := range options {
			price := int64(1 + o*1000/options)
			q.Options = append(q.Options, Option{Label: fmt.Sprint(o), At: fmt.Sprint(price), Times: big.NewRat(price, 1)})
		}
		benchmarkChoice(b, fmt.Sprintf("options=%d", options), onAge(b, 1001, 0, q, "0.5", nil))
	}
}

func benchmarkChoice(b *testing.B, name string, problem Problem) {
	b.Run(name+"/prepare", func(b *testing.B) {
		for b.Loop() {
			if _, err := prepare(context.Background(), problem); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run(name+"/draw", func(b *testing.B) {
		p, err := prepare(context.Background(), problem)
		if err != nil {
			b.Fatal(err)
		}
		counts, err := histogram.FromCounts(p.Choice().Domain(), bell(len(p.problem.Choice.domain.Attributes()[0].Labels()), 100_000))
		if err != nil {
			b.Fatal(err)
		}
		src := seeded.New(1, 2)
		for b.Loop() {
			if _, err := p.Release(context.Background(), counts, src); err != nil {
				b.Fatal(err)
			}
		}
	})
}
