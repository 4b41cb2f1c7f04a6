package inference

import (
	"cmp"
	"math"
	"slices"

	"steward/core/message"
)

// maxWhole is the largest magnitude that is rounded: up to it every whole number is a float64.
const maxWhole = 1 << 53

// sumTolerance is how far the sum of the values may be from the total, relative to the sum of
// their magnitudes (and at least one record): room for rounding errors, far too little to
// change a whole number.
const sumTolerance = 1e-6

// RoundToTotal returns whole numbers with sum total, each less than one away from its value in
// y: all are rounded down, then the entries with the largest fractional parts are raised by
// one, ties going to the lower index (largest remainders). Entries that
// are not negative stay so. O(k log k) for k entries.
//
// It returns an error when y is empty or not finite, a value exceeds 2^53 in magnitude, total
// is negative, or y does not already have sum total up to rounding errors (use ProjectTotal or
// Simplex first).
func RoundToTotal(y []float64, total int64) ([]int64, error) {
	if err := checkRounding(y, total); err != nil {
		return nil, err
	}
	whole := make([]int64, len(y))
	order := make([]int, len(y))
	fraction := make([]float64, len(y))
	missing := total
	for i, v := range y {
		down := math.Floor(v)
		whole[i] = int64(down)
		fraction[i] = v - down
		missing -= whole[i]
		order[i] = i
	}
	if missing < 0 || missing > int64(len(y)) {
		return nil, message.Errorf("round to total: the values are %d away from the total %d after rounding down, project them onto it first", missing, total)
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(fraction[b], fraction[a]), cmp.Compare(a, b))
	})
	for _, i := range order[:missing] {
		whole[i]++
	}
	return whole, nil
}

func checkRounding(y []float64, total int64) error {
	if err := checkFinite("round to total", y); err != nil {
		return err
	}
	if err := checkTotal("round to total", float64(total)); err != nil {
		return err
	}
	if total > maxWhole {
		return message.Errorf("round to total: the total is %d, at most 2^53 can be rounded exactly", total)
	}
	size := 1.0
	for i, v := range y {
		if math.Abs(v) > maxWhole {
			return message.Errorf("round to total: value %d is %v, at most 2^53 can be rounded exactly", i, v)
		}
		size += math.Abs(v)
	}
	if got := sum(y); math.Abs(got-float64(total)) > min(sumTolerance*size, 0.5) {
		return message.Errorf("round to total: the values add up to %v, not to the total %d: project them onto it first", got, total)
	}
	return nil
}
