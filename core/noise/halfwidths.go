package noise

import (
	"fmt"
	"math"
)

// MaxLevel is the highest confidence level with an interval: one miss in 10^9.
const MaxLevel = 1 - 1e-9

// fewRows is the largest number of rows for which the tail is the finite sum of fewTail; for more
// the sum over frequencies of spectrum is shorter.
const fewRows = 64

// HalfWidthOfSum returns the smallest integer h >= 0 with P(|S| <= h) >= level, where S is the sum of
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
func (s Scale) HalfWidthOfSum(count int, level float64) int64 {
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
func checkRows(count int, s Scale) float64 {
	if count < 0 {
		panic(fmt.Sprintf("noise: a sum of %d rows was asked for, the number cannot be negative", count))
	}
	return s.Variance()
}

func checkLevel(level float64) {
	if !(level > 0 && level <= MaxLevel) {
		panic(fmt.Sprintf("noise: level %v, it must be above 0 and at most 1 - 1e-9", level))
	}
}

func checkSize(name string, v float64) {
	if !(v >= 0) {
		panic(fmt.Sprintf("noise: the %s is %v, it cannot be negative or undefined", name, v))
	}
}
