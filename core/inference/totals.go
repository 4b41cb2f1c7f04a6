package inference

import (
	"slices"
)

// Nonnegative replaces the negative entries of y by zero: the closest vector of possible
// counts when no total is known. The total squared error never increases, the sum of the
// vector never decreases. It returns an error, and leaves y alone, when y is empty or not
// finite.
func Nonnegative(y []float64) error {
	if err := checkFinite("non-negative", y); err != nil {
		return err
	}
	for i, v := range y {
		y[i] = max(v, 0)
	}
	return nil
}

// Simplex moves y to the closest vector of non-negative entries with sum total: the exact
// Euclidean projection (Held, Wolfe and Crowder 1974), which subtracts one number from all
// entries and cuts at zero. The total squared error never increases when the truth is
// non-negative and has that sum. O(k) for k entries but for rare cases, and O(k) more memory. It returns an
// error, and leaves y alone, when y is empty or not finite, or total is negative or not finite.
func Simplex(y []float64, total float64) error {
	if err := checkFinite("simplex", y); err != nil {
		return err
	}
	if err := checkTotal("simplex", total); err != nil {
		return err
	}
	if total == 0 {
		clear(y)
		return nil
	}
	top, cut := simplexCut(y, total)
	for i, v := range y {
		y[i] = max((v-top)-cut, 0)
	}
	return nil
}

// simplexCut returns the largest entry of y and the number c with sum over i of
// max(y[i]-top-c, 0) = total > 0: entries at or below the cut that the others would need are left out until
// none is (Michelot 1986), which takes a few rounds. Working with distances below the largest entry keeps
// the partial sums small when all entries carry the same large offset.
func simplexCut(y []float64, total float64) (top, cut float64) {
	top = slices.Max(y)
	left := make([]float64, len(y))
	below := 0.0
	for i, v := range y {
		left[i] = v - top
		below += left[i]
	}
	for {
		cut = (below - total) / float64(len(left))
		kept := left[:0]
		below = 0
		for _, gap := range left {
			if gap > cut {
				kept = append(kept, gap)
				below += gap
			}
		}
		if len(kept) == len(left) || len(kept) == 0 {
			return top, cut
		}
		left = kept
	}
}
