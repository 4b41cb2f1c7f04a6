package noise

import (
	"math"
	"sort"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// falseAlarm is the chance that a correct sampler fails one chi-square test. The limit of 1e-6
// for a test leaves room for the approximation: with at least minExpected draws per bin the true
// chance is within a small factor of the nominal one.
const (
	falseAlarm  = 1e-7
	minExpected = 50
)

// law is a distribution on the integers that is the same on both sides of zero.
type law struct {
	zero  float64               // P(0)
	above func(m int64) float64 // P(z > m) for m >= 0
}

// laplaceLaw is DLap(s): P(z > m) = a^(m+1)/(1+a).
func laplaceLaw(s Scale) law {
	a, q := s.Decay()
	return law{q / (1 + a), func(m int64) float64 { return math.Exp(-float64(m+1)/s.Float()) / (1 + a) }}
}

// bins cuts the integers into intervals, each expected to hold at least minExpected of n draws.
// They lie symmetrically about the bin {0}; for large scales, where zero is too rare for a bin of
// its own, it belongs to the one below.
type bins struct {
	upper []int64   // inclusive upper ends of all but the last bin, ascending
	prob  []float64 // exact probability of each bin
}

// newBins walks outwards from zero. The end of each bin is searched for, not counted up to, so
// that large scales cost no more.
func newBins(l law, n int) bins {
	need := minExpected / float64(n)
	var ends []int64 // upper ends of the bins above zero but the last
	for at := int64(0); l.above(at) >= 2*need; {
		left := l.above(at)
		full := func(width int) bool { return left-l.above(at+int64(width)) >= need }
		most := 1
		for !full(most) {
			most *= 2
		}
		at += int64(max(sort.Search(most, full), 1))
		if l.above(at) < need {
			break
		}
		ends = append(ends, at)
	}
	var b bins
	for i := len(ends) - 1; i >= 0; i-- {
		b.upper = append(b.upper, -ends[i]-1)
	}
	if l.zero >= need {
		b.upper = append(b.upper, -1)
	}
	b.upper = append(b.upper, 0)
	b.upper = append(b.upper, ends...)
	side := make([]float64, 0, len(ends)+1)
	above := l.above(0)
	for _, e := range ends {
		side = append(side, above-l.above(e))
		above = l.above(e)
	}
	side = append(side, above)
	for i := len(side) - 1; i >= 0; i-- {
		b.prob = append(b.prob, side[i])
	}
	if l.zero >= need {
		b.prob = append(b.prob, l.zero)
	} else {
		b.prob[len(b.prob)-1] += l.zero
	}
	b.prob = append(b.prob, side...)
	return b
}

func (b bins) index(z int64) int {
	return sort.Search(len(b.upper), func(i int) bool { return z <= b.upper[i] })
}

// statistic returns Pearson's X^2 of the draws against the law, and its critical value.
func (b bins) statistic(draws []int64) (x2, limit float64) {
	seen := make([]int, len(b.prob))
	for _, z := range draws {
		seen[b.index(z)]++
	}
	return pearson(seen, b.prob)
}

func pearson(seen []int, prob []float64) (x2, limit float64) {
	n := 0
	for _, c := range seen {
		n += c
	}
	for i, p := range prob {
		want := p * float64(n)
		d := float64(seen[i]) - want
		x2 += d * d / want
	}
	return x2, distuv.ChiSquared{K: float64(len(prob) - 1)}.Quantile(1 - falseAlarm)
}

func TestBinsAreALaw(t *testing.T) {
	for _, s := range lawScales {
		b := newBins(laplaceLaw(s), lawDraws)
		if len(b.prob) < 3 || len(b.prob) != len(b.upper)+1 {
			t.Fatalf("t=%v: %d probabilities for %d ends", s, len(b.prob), len(b.upper))
		}
		total := 0.0
		for i, p := range b.prob {
			total += p
			if p*lawDraws < minExpected-1e-6 {
				t.Errorf("t=%v: bin %d expects %v draws, want %d", s, i, p*lawDraws, minExpected)
			}
			if i > 0 && i < len(b.upper) && b.upper[i] <= b.upper[i-1] {
				t.Errorf("t=%v: ends %d and %d are not ascending", s, b.upper[i-1], b.upper[i])
			}
		}
		if math.Abs(total-1) > 1e-12 {
			t.Errorf("t=%v: the bins hold %v in total, want 1", s, total)
		}
	}
}
