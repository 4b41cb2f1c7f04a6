package strategy

import (
	"context"
	"fmt"
	"testing"

	"steward/core/seeded"
)

func eachSize(b *testing.B, run func(b *testing.B, cells int)) {
	for _, cells := range []int{1 << 12, 1 << 16, 1 << 20} {
		b.Run(fmt.Sprintf("cells=%d", cells), func(b *testing.B) { run(b, cells) })
	}
}

func benchWeights(b *testing.B, cells int) *Weighted {
	return laplaceWeights(b, Spec{Cells: cells, Block: 64, Widths: []int{1, 8}}, .15, .2, .15)
}

func BenchmarkMeasure(b *testing.B) {
	eachSize(b, func(b *testing.B, cells int) {
		c := benchWeights(b, cells).chain
		x, rows := make([]int64, cells), make([]int64, c.Rows())
		for b.Loop() {
			if err := c.MeasureInto(rows, x); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkEstimate(b *testing.B) {
	eachSize(b, func(b *testing.B, cells int) {
		w := benchWeights(b, cells)
		rows, dst := make([]int64, w.chain.Rows()), make([]float64, cells)
		for b.Loop() {
			if err := w.Estimate(dst, rows, 1000); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkRangeVariance(b *testing.B) {
	eachSize(b, func(b *testing.B, cells int) {
		w := benchWeights(b, cells)
		r := Range{cells / 5, cells - cells/7}
		for b.Loop() {
			if _, err := w.RangeVariance(r); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkQueryVariance(b *testing.B) {
	eachSize(b, func(b *testing.B, cells int) {
		w := benchWeights(b, cells)
		terms := make([]Term, cells)
		for u := range terms {
			terms[u] = Term{u, float64(u % 5)}
		}
		for b.Loop() {
			if _, err := w.QueryVariance(terms); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkAverageVariance(b *testing.B) {
	eachSize(b, func(b *testing.B, cells int) {
		w := benchWeights(b, cells)
		for b.Loop() {
			if _, err := w.AverageVariance(AllRanges()); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkTune(b *testing.B) {
	for _, theta := range []int{4, 100, 1 << 20} {
		b.Run(fmt.Sprintf("theta=%d", theta), func(b *testing.B) {
			eachSize(b, func(b *testing.B, cells int) {
				p := lineProblem(cells, min(theta, cells-1))
				for b.Loop() {
					mustTune(b, p)
				}
			})
		})
	}
}

func BenchmarkTuneList(b *testing.B) {
	eachSize(b, func(b *testing.B, cells int) {
		p := lineProblem(cells, 100)
		p.Target = ListedRanges(randomRanges(seeded.New(1, 2), cells, 10000))
		for b.Loop() {
			if _, err := Tune(context.Background(), p); err != nil {
				b.Fatal(err)
			}
		}
	})
}
