package inference

import (
	"math"

	"steward/core/message"
)

// Isotonic replaces y by the nondecreasing vector closest to it in weighted least squares.
// Entry i counts with weight[i] > 0 (best: one over the variance of y[i]); a nil weight counts
// all entries alike. Because the truth (cumulative counts, say) is itself nondecreasing, the
// total squared error weighted in the same way never increases.
//
// Pool adjacent violators (Ayer, Brunk, Ewing, Reid and Silverman 1955), O(len(y)). It returns
// an error, and leaves y alone, when y is empty or not finite, or when a weight is missing, not
// finite or not positive.
func Isotonic(y, weight []float64) error {
	if err := checkFinite("isotonic", y); err != nil {
		return err
	}
	if err := checkWeights(y, weight); err != nil {
		return err
	}
	pools := pool(y, weight)
	end := len(y)
	for p := len(pools) - 1; p >= 0; p-- {
		for i := pools[p].first; i < end; i++ {
			y[i] = pools[p].mean
		}
		end = pools[p].first
	}
	return nil
}

// IsotonicWithin is Isotonic with values restricted to [lo, hi]: the unrestricted solution
// clipped, which is exactly the projection onto the nondecreasing vectors in that range
// (docs/mathematics.md, "Tidied answers"). lo may be -Inf and hi +Inf; lo must not exceed hi. For cumulative
// counts use lo = 0 and hi = the known number of records.
func IsotonicWithin(y, weight []float64, lo, hi float64) error {
	if math.IsNaN(lo) || math.IsNaN(hi) || lo > hi || math.IsInf(lo, 1) || math.IsInf(hi, -1) {
		return message.Errorf("isotonic: the range [%v, %v] is empty, the lower end must not exceed the upper", lo, hi)
	}
	if err := Isotonic(y, weight); err != nil {
		return err
	}
	for i, v := range y {
		y[i] = math.Min(math.Max(v, lo), hi)
	}
	return nil
}

func checkWeights(y, weight []float64) error {
	if weight == nil {
		return nil
	}
	if len(weight) != len(y) {
		return message.Errorf("isotonic: %d weights for %d values, one each is needed", len(weight), len(y))
	}
	for i, w := range weight {
		if !(w > 0) || math.IsInf(w, 0) {
			return message.Errorf("isotonic: weight %d is %v, a finite positive number is needed", i, w)
		}
	}
	return nil
}

// run is a stretch of neighbouring entries that share one fitted value.
type run struct {
	first        int
	weight, mean float64
}

// pool merges runs from left to right until their means strictly increase.
func pool(y, weight []float64) []run {
	pools := make([]run, 0, len(y))
	for i, v := range y {
		r := run{first: i, weight: 1, mean: v}
		if weight != nil {
			r.weight = weight[i]
		}
		for len(pools) > 0 && pools[len(pools)-1].mean >= r.mean {
			left := pools[len(pools)-1]
			pools = pools[:len(pools)-1]
			total := left.weight + r.weight
			mean := left.mean*(left.weight/total) + r.mean*(r.weight/total)
			// Rounding must not carry the mean outside the two that it averages.
			mean = min(max(mean, r.mean), left.mean)
			r = run{first: left.first, weight: total, mean: mean}
		}
		pools = append(pools, r)
	}
	return pools
}
