package accuracy

import (
	"fmt"
	"math"

	"steward/core/noise"
)

// MaxLevel is the highest confidence level with an interval: one miss in 10^9.
const MaxLevel = 1 - 1e-9

// fewRows is the largest number of rows for which the tail is the finite sum of fewTail; for more
// the sum over frequencies of spectrum is shorter.
const fewRows = 64

// HalfWidth returns the smallest integer h >= 0 with P(|S| <= h) >= level, where S is the sum of
// count independent draws from DLap(s): the half-width, in records, of an interval for the sum of
// count rows of the same scale and weights +1 or -1. With count 0 it is 0.
//
// The law is exact for every count and scale: a closed form for one row, a finite sum of positive
// terms up to 64 rows, an inversion of the characteristic function beyond. Rounding in the
// probabilities (below a relative 1e-10 up to 64 rows, below 1e-13 absolute beyond) is met on the
// wide side, so that where level is hit that closely h may be larger than the smallest: by one, or
// by a relative 1e-10 where h is beyond 10^10. A half-width outside int64 comes out as
// math.MaxInt64.
//
// It takes microseconds. It panics for a negative count, a level outside (0, MaxLevel], or the
// zero Scale.
func HalfWidth(count int, s noise.Scale, level float64) int64 {
	checkLevel(level)
	variance := checkRows(count, s)
	a, _ := s.Decay()
	if miss := 1 - level; 2*a*float64(count) <= miss {
		return 0 // all draws are zero with probability above 1 - 2a count
	}
	target := (1 - level) / 2
	switch {
	case count == 1:
		t := s.Float()
		guess := t*math.Log(1/(target*(1+a))) - 1
		return smallest(guess, func(h int64) bool {
			return math.Exp(-float64(h+1)/t)/(1+a)*(1+relativeSlack) <= target
		})
	case count <= fewRows:
		law := newFewTail(count, s)
		return smallest(guessHalfWidth(count, variance, level), func(h int64) bool {
			return law.above(h)*(1+relativeSlack) <= target
		})
	}
	law := newSpectrum(float64(count), variance)
	if law.reach > math.MaxInt64/2 {
		return math.MaxInt64
	}
	return smallest(guessHalfWidth(count, variance, level), func(h int64) bool {
		return float64(h) >= law.reach || law.above(h)+absoluteSlack <= target
	})
}

// What rounding may have taken off a tail probability; see HalfWidth.
const (
	relativeSlack = 1e-10
	absoluteSlack = 1e-13
)

// HalfWidthOfVariance returns a half-width that a weighted sum of independent Laplace variables
// (centred, any scales, any real weights) with total standard deviation sd exceeds with
// probability at most 1 - level. The unit is that of sd.
//
// It is sd times the larger of two factors: ln(1/(1-level))/sqrt(2), for a single Laplace
// variable, and the two-sided normal quantile, for infinitely many small ones. At the usual level
// 0.95 these are 2.118 and 1.960; they cross at about 0.907. That no mixture lies above both is
// checked numerically (the tests try many weights and levels), not proved. A sum of many similar
// rows needs no more than the normal factor, and then the interval at 0.95 is 8 % wider than it
// must be.
//
// Discrete rows take steps. For them the result is exact in the limit of large scales only; use
// HalfWidth for rows of one scale and HalfWidthOfWeighted for others. It panics for a level
// outside (0, MaxLevel] and a negative or undefined sd.
func HalfWidthOfVariance(sd, level float64) float64 {
	checkLevel(level)
	checkSize("standard deviation", sd)
	return sd * widestFactor(level)
}

// HalfWidthOfWeighted is HalfWidthOfVariance for sums of independent discrete Laplace rows with
// any scales and weights: it adds the largest absolute weight, one step of the row that matters
// most. Without it a single row of scale 1 at level 0.95 would be given 2.87, where 3 is needed,
// and rows that are nearly always zero would be missed altogether. Checked numerically like the
// other; about half a step is the most that was ever needed at level 0.95. For an answer that is
// a whole number the result may be rounded down.
func HalfWidthOfWeighted(sd, largestWeight, level float64) float64 {
	checkSize("largest weight", largestWeight)
	return HalfWidthOfVariance(sd, level) + largestWeight
}

// widestFactor is the half-width at the level over the standard deviation, for the worst weights.
func widestFactor(level float64) float64 {
	if level == usualLevel {
		return usualWidest
	}
	return widestFactorAt(level)
}

func widestFactorAt(level float64) float64 {
	return max(-math.Log1p(-level)/math.Sqrt2, normalFactorAt(level))
}

// normalFactor is the two-sided normal quantile.
func normalFactor(level float64) float64 {
	if level == usualLevel {
		return usualNormal
	}
	return normalFactorAt(level)
}

func normalFactorAt(level float64) float64 { return math.Sqrt2 * math.Erfinv(level) }

// The factors of the level that is asked for millions of times.
const usualLevel = 0.95

var usualWidest, usualNormal = widestFactorAt(usualLevel), normalFactorAt(usualLevel)

// guessHalfWidth is the normal quantile with the Cornish-Fisher term for the excess kurtosis
// (3 + 1/V)/count of the sum. It is where the search begins; the result does not depend on it.
func guessHalfWidth(count int, variance, level float64) float64 {
	z := math.Sqrt2 * math.Erfinv(level)
	excess := min((3+1/variance)/float64(count), 3)
	return math.Sqrt(variance*float64(count)) * (z + (z*z*z-3*z)*excess/24)
}

// smallest returns the least h >= 0 with wide(h), for a wide that is false up to some h and true
// from there on. It doubles its steps away from the guess until it has both, then halves.
func smallest(guess float64, wide func(int64) bool) int64 {
	hi := int64(max(math.Ceil(guess), 0))
	lo := int64(-1)
	step := int64(1)
	if wide(hi) {
		for hi-step >= 0 && wide(hi-step) {
			hi -= step
			step *= 2
		}
		lo = max(hi-step, -1)
	} else {
		for lo = hi; !wide(lo + step); step *= 2 {
			lo += step
		}
		hi = lo + step
	}
	for hi-lo > 1 {
		if mid := lo + (hi-lo)/2; wide(mid) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return hi
}

// checkRows refuses what no caller should ask for, and returns the variance of one row.
func checkRows(count int, s noise.Scale) float64 {
	if count < 0 {
		panic(fmt.Sprintf("accuracy: a sum of %d rows was asked for, the number cannot be negative", count))
	}
	return s.Variance()
}

func checkLevel(level float64) {
	if !(level > 0 && level <= MaxLevel) {
		panic(fmt.Sprintf("accuracy: level %v, it must be above 0 and at most 1 - 1e-9", level))
	}
}

func checkSize(name string, v float64) {
	if !(v >= 0) {
		panic(fmt.Sprintf("accuracy: the %s is %v, it cannot be negative or undefined", name, v))
	}
}
