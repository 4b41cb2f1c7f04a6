package noise

import (
	"fmt"
	"math"
	"sort"
	"testing"

	"steward/core/seeded"
)

// minExpected is how many draws each bin is expected to hold at least: as many as a comparison of its own needs.
const minExpected = 50

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
	law
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
	b := bins{law: l}
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

// follow checks that draws have the law, in all bins, and that zeros and those below zero come as often as they
// should, which many bins would hide.
func (b bins) follow(draws []int64, alpha float64) error {
	seen := make([]int, len(b.prob))
	zeros, below := 0, 0
	for _, z := range draws {
		seen[b.index(z)]++
		switch {
		case z == 0:
			zeros++
		case z < 0:
			below++
		}
	}
	if err := seeded.Came(zeros, len(draws), b.zero, alpha/3); err != nil {
		return fmt.Errorf("zero: %w", err)
	}
	if err := seeded.Came(below, len(draws), b.above(0), alpha/3); err != nil {
		return fmt.Errorf("below zero: %w", err)
	}
	return seeded.Follows(seen, b.prob, alpha/3)
}

// moments are those of squares and of sizes of draws that are hardly ever beyond far. Where the law is wide they
// are those of steps of it.
func (l law) moments(far float64) (squares, sizes seeded.Moments) {
	step := max(1, int64(far/20_000))
	sq, size, chance := []float64{0}, []float64{0}, []float64{l.zero}
	for at := int64(1); float64(at) <= far; at += step {
		z := float64(at) + float64(step-1)/2
		sq, size, chance = append(sq, z*z), append(size, z), append(chance, 2*(l.above(at-1)-l.above(at+step-1)))
	}
	return seeded.MomentsOf(sq, chance), seeded.MomentsOf(size, chance)
}

// checkMoments compares the mean square and the mean size of draws with what is said of their law.
func checkMoments(t *testing.T, name string, draws []int64, l law, far, variance, meanAbs float64, alpha float64) {
	t.Helper()
	square, abs := 0.0, 0.0
	for _, z := range draws {
		square += float64(z) * float64(z) / float64(len(draws))
		abs += math.Abs(float64(z)) / float64(len(draws))
	}
	squares, sizes := l.moments(far)
	squares.Mean, sizes.Mean = variance, meanAbs
	if err := seeded.Averages(square, len(draws), squares, alpha); err != nil {
		t.Errorf("%s, squares: %v", name, err)
	}
	if err := seeded.Averages(abs, len(draws), sizes, alpha); err != nil {
		t.Errorf("%s, sizes: %v", name, err)
	}
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
			if p*float64(lawDraws) < minExpected-1e-6 {
				t.Errorf("t=%v: bin %d expects %v draws, want %d", s, i, p*float64(lawDraws), minExpected)
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
