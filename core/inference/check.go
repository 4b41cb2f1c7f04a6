package inference

import (
	"math"

	"steward/core/message"
)

// ErrEmpty is returned for a vector without entries: there is nothing to adjust, and a total
// other than zero could not be met.
var ErrEmpty = message.New("no values given, at least one is needed")

// checkFinite returns an error unless y has entries and all of them are finite.
func checkFinite(what string, y []float64) error {
	if len(y) == 0 {
		return message.Errorf("%s: %w", what, ErrEmpty)
	}
	for i, v := range y {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return message.Errorf("%s: value %d is %v, a finite number is needed", what, i, v)
		}
	}
	return nil
}

// checkTotal returns an error unless n is a finite number of records, not below zero.
func checkTotal(what string, n float64) error {
	if math.IsNaN(n) || math.IsInf(n, 0) || n < 0 {
		return message.Errorf("%s: the total is %v, it must be finite and not negative", what, n)
	}
	return nil
}

// sum adds y with a running compensation (Neumaier 1974), so that the rounding error does not
// grow with the number of cells.
func sum(y []float64) float64 {
	var s, c float64
	for _, v := range y {
		t := s + v
		if math.Abs(s) >= math.Abs(v) {
			c += (s - t) + v
		} else {
			c += (v - t) + s
		}
		s = t
	}
	return s + c
}
