package strategy

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"steward/core/seeded"
)

// spreadOver is the sum over cells of width w of (sum of q)^2 / w.
func spreadOver(q []float64, w int) float64 {
	var s float64
	for i := 0; i < len(q); i += w {
		var cell float64
		for _, v := range q[i : i+w] {
			cell += v
		}
		s += cell * cell / float64(w)
	}
	return s
}

// closedForm is the closed form of docs/mathematics.md, "4. Chains", for complete blocks and a known total; with TotalMeasured and
// one block it is the formula of M4's paragraph on n unknown.
func closedForm(s Spec, p []float64, q []float64) float64 {
	blocks := s.Cells / s.Block
	prefix, levels := 0.0, p
	if blocks > 1 {
		prefix, levels = p[0], p[1:]
	}
	if s.Total == TotalMeasured {
		levels = append(append([]float64{}, levels[1:]...), levels[0])
	}
	var lambda, sum float64
	for j, w := range s.Widths {
		next := s.Block
		if j+1 < len(s.Widths) {
			next = s.Widths[j+1]
		}
		lambda += levels[j] * float64(w)
		sum += (spreadOver(q, w) - spreadOver(q, next)) / lambda
	}
	if s.Total == TotalMeasured {
		return sum + spreadOver(q, s.Cells)/(lambda+levels[len(levels)-1]*float64(s.Cells))
	}
	v := float64(s.Block) / lambda
	a := make([]float64, blocks)
	for u, value := range q {
		a[u/s.Block] += value / float64(s.Block)
	}
	beta := math.Acosh(1 + v*prefix/2)
	for i := 1; i < blocks; i++ {
		for j := 1; j < blocks; j++ {
			low, high := float64(min(i, j)), float64(blocks-max(i, j))
			g := v * low * high / float64(blocks)
			if prefix > 0 {
				g = v * math.Sinh(low*beta) * math.Sinh(high*beta) / (math.Sinh(beta) * math.Sinh(float64(blocks)*beta))
			}
			sum += (a[i-1] - a[i]) * g * (a[j-1] - a[j])
		}
	}
	return sum
}

func TestErrorsEqualFormula81(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		fan := rapid.IntRange(2, 4).Draw(t, "fan")
		s := Spec{Block: fan * rapid.IntRange(1, 3).Draw(t, "fan"), Widths: []int{1}}
		s.Cells = s.Block * rapid.IntRange(1, 7).Draw(t, "blocks")
		if fan < s.Cells && rapid.Bool().Draw(t, "second level") {
			s.Widths = append(s.Widths, fan)
		}
		if s.Cells == s.Block && rapid.Bool().Draw(t, "measured total") {
			s.Total = TotalMeasured
		}
		c, err := NewChain(s)
		if err != nil {
			t.Fatal(err)
		}
		p := make([]float64, len(c.Groups()))
		for g := range p {
			p[g] = math.Exp(rapid.Float64Range(-4, 2).Draw(t, "log precision"))
		}
		if c.Blocks() > 1 && rapid.Bool().Draw(t, "no prefix sums") {
			p[0] = 0
		}
		w, err := c.Weigh(p)
		if err != nil {
			t.Fatal(err)
		}
		q := make([]float64, s.Cells)
		terms := make([]Term, s.Cells)
		for u := range q {
			q[u] = float64(rapid.IntRange(-4, 4).Draw(t, "q"))
			terms[u] = Term{u, q[u]}
		}
		got, err := w.QueryVariance(terms)
		if err != nil {
			t.Fatal(err)
		}
		expect(t, "query variance", got, closedForm(s, p, q), 1e-6, 1e-8)
	})
}

// Cells that are known to be empty can only help: no range is worse than in the chain padded
// with cells that are measured, and with complete blocks there is nothing to pad.
func TestKnownPaddingIsNeverWorse(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		w, p := drawWeighted(t, 60)
		padded := w.chain.Spec()
		padded.Cells = w.chain.Blocks() * padded.Block
		c, err := NewChain(padded)
		if err != nil {
			t.Fatal(err)
		}
		v, err := c.Weigh(p)
		if err != nil {
			t.Fatal(err)
		}
		k := w.chain.Spec().Cells
		l := rapid.IntRange(0, k-1).Draw(t, "first")
		r := Range{l, rapid.IntRange(l, k-1).Draw(t, "last")}
		got, _ := w.RangeVariance(r)
		limit, _ := v.RangeVariance(r)
		if got > limit*(1+1e-9)+1e-9 {
			t.Fatalf("range %v: variance %v, with measured padding %v", r, got, limit)
		}
	})
}

// More precise rows never make any query worse, and a known total never does.
func TestVariancesFallAsPrecisionsRise(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		w, p := drawWeighted(t, 60)
		k := w.chain.Spec().Cells
		l := rapid.IntRange(0, k-1).Draw(t, "first")
		r := Range{l, rapid.IntRange(l, k-1).Draw(t, "last")}
		before, _ := w.RangeVariance(r)
		slack := 1e-9 * (1 + before)
		if len(p) > 0 {
			g := rapid.IntRange(0, len(p)-1).Draw(t, "group")
			more := append([]float64{}, p...)
			more[g] = more[g]*rapid.Float64Range(1, 3).Draw(t, "factor") + .01
			v, err := w.chain.Weigh(more)
			if err != nil {
				t.Fatal(err)
			}
			after, _ := v.RangeVariance(r)
			if after > before+slack {
				t.Fatalf("range %v: variance rose from %v to %v with precisions %v -> %v", r, before, after, p, more)
			}
			for _, target := range []Target{AllRanges(), AllPrefixes(), AllCells()} {
				old, _ := w.AverageVariance(target)
				now, _ := v.AverageVariance(target)
				if now > old*(1+1e-9) {
					t.Fatalf("average rose from %v to %v with precisions %v -> %v", old, now, p, more)
				}
			}
		}
		known := w.chain.Spec()
		known.Total = TotalKnown
		if w.chain.Spec().Total == TotalMeasured {
			at := 0
			if w.chain.Groups()[0].Kind == Prefix {
				at = 1
			}
			p = append(append([]float64{}, p[:at]...), p[at+1:]...)
		}
		c, err := NewChain(known)
		if err != nil {
			t.Fatal(err)
		}
		v, err := c.Weigh(p)
		if err != nil {
			t.Fatal(err)
		}
		if after, _ := v.RangeVariance(r); after > before+slack {
			t.Fatalf("range %v: variance rose from %v to %v when the total became known", r, before, after)
		}
	})
}
