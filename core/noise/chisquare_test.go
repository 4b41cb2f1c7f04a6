package noise

import (
	"math"
	"math/rand/v2"
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

// seeded is the source of the statistical tests; the stream sets different ones apart.
func seeded(stream uint64) Source {
	return rand.NewPCG(20200401, stream)
}

// bins cuts the integers into intervals, each expected to hold at least minExpected of n draws.
// They lie symmetrically about the bin {0}; for large scales, where zero is too rare for a bin of
// its own, it belongs to the one below.
type bins struct {
	upper []int64   // inclusive upper ends of all but the last bin, ascending
	prob  []float64 // exact probability of each bin
}

// survival is P(z > m) for m >= 0: a^(m+1)/(1+a).
func survival(s Scale, m int64) float64 {
	a, _ := s.Decay()
	return math.Exp(-float64(m+1)/s.Float()) / (1 + a)
}

// newBins walks outwards from zero. The width of each bin is solved for, not counted, so that
// large scales cost no more.
func newBins(s Scale, n int) bins {
	a, q := s.Decay()
	need := minExpected / float64(n)
	var ends []int64 // upper ends of the bins above zero but the last
	for at := int64(0); ; {
		left := survival(s, at)
		if left < 2*need {
			break
		}
		width := math.Ceil(-s.Float() * math.Log1p(-need/left))
		at += max(int64(width), 1)
		if survival(s, at) < need {
			break
		}
		ends = append(ends, at)
	}
	var b bins
	for i := len(ends) - 1; i >= 0; i-- {
		b.upper = append(b.upper, -ends[i]-1)
	}
	zero := q / (1 + a)
	if zero >= need {
		b.upper = append(b.upper, -1)
	}
	b.upper = append(b.upper, 0)
	b.upper = append(b.upper, ends...)
	side := make([]float64, 0, len(ends)+1)
	above := a / (1 + a)
	for _, e := range ends {
		side = append(side, above-survival(s, e))
		above = survival(s, e)
	}
	side = append(side, above)
	for i := len(side) - 1; i >= 0; i-- {
		b.prob = append(b.prob, side[i])
	}
	if zero >= need {
		b.prob = append(b.prob, zero)
	} else {
		b.prob[len(b.prob)-1] += zero
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
		b := newBins(s, lawDraws)
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
