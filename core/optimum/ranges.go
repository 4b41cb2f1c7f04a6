package optimum

import (
	"math"
	"slices"
)

// Ranges returns a lower bound on the total squared error of all k(k+1)/2 ranges of k ordered
// values, each joined to those up to threshold away, with the number of records known: the
// bound of the package for edges taken at all cyclic shifts, in closed form (docs/mathematics.md, "Lower bounds").
// It is about 94 per cent of the best Gaussian error for thresholds well below k, exact for 1.
// O(k·threshold), and where that is very much O(k): edges of all lengths are left out then.
func Ranges(k, threshold int) float64 {
	threshold = min(threshold, k-1)
	if threshold < 1 {
		return 0
	}
	single := make([]float64, threshold+1)
	single[threshold] = 1
	best := shifted(k, single)
	if threshold > 1 {
		two := make([]float64, threshold+1)
		two[threshold], two[threshold-1] = 0.8, 0.2
		best = math.Max(best, shifted(k, two))
	}
	if threshold > 1 && k <= mostShifted/threshold {
		all := make([]float64, threshold+1)
		for d := 1; d <= threshold; d++ {
			all[d] = 1 / float64(threshold)
		}
		best = math.Max(best, shifted(k, all))
	}
	return best
}

// mostShifted is for how many values, times lengths, edges of all lengths are looked at.
const mostShifted = 1 << 25

// maxSecular is the most values up to which the rank-one change is followed exactly.
const maxSecular = 2048

// shifted returns the bound for edges of each length d with weight c[d], at all 2k cyclic
// shifts, reflected oddly at both ends. Their average outer product is diagonal in the sine
// basis.
func shifted(k int, c []float64) float64 {
	odd := true
	var lengths []int
	for d, w := range c {
		if w > 0 {
			lengths, odd = append(lengths, d), odd && d%2 == 1
		}
	}
	m := make([]float64, k) // from 1
	for i := 1; i < k; i++ {
		phi := math.Pi * float64(i) / float64(k)
		for _, d := range lengths {
			r := math.Sin(float64(d)*phi/2) / math.Sin(phi/2)
			m[i] += c[d] * r * r / float64(k)
		}
	}
	sum := 0.0
	for i := 2; i < k; i += 2 {
		sum += math.Sqrt(float64(k+1) * m[i])
	}
	sum += oddPart(k, m)
	total := sum * sum
	if odd { // exactly two of the shifts are empty
		total *= float64(k) / float64(k-1)
	}
	return total
}

// oddPart adds up the roots of the eigenvalues of diag((k+1)m) - yyᵀ over the odd indices.
func oddPart(k int, m []float64) float64 {
	if k > maxSecular { // each eigenvalue is at least the pole below it
		sum, largest := 0.0, 0.0
		for i := 1; i < k; i += 2 {
			root := math.Sqrt(float64(k+1) * m[i])
			sum, largest = sum+root, max(largest, root)
		}
		return (sum - largest)
	}
	type pole struct{ d, y2 float64 }
	var poles []pole
	for i := 1; i < k; i += 2 {
		cot := 1 / math.Tan(math.Pi*float64(i)/float64(k)/2)
		poles = append(poles, pole{float64(k+1) * m[i], m[i] * 2 / float64(k) * cot * cot})
	}
	slices.SortFunc(poles, func(a, b pole) int {
		switch {
		case a.d < b.d:
			return -1
		case a.d > b.d:
			return 1
		}
		return 0
	})
	sum := 0.0
	// Eigenvalue i lies between pole i-1 and pole i, where 1 - Σ y²/(d - x) falls through 0.
	f := func(x float64) float64 {
		v := 1.0
		for _, p := range poles {
			v -= p.y2 / (p.d - x)
		}
		return v
	}
	below := 0.0
	for _, p := range poles {
		lo, hi := below, p.d
		for range 60 {
			x := (lo + hi) / 2
			if x <= lo || x >= hi {
				break
			}
			if f(x) > 0 {
				lo = x
			} else {
				hi = x
			}
		}
		sum += math.Sqrt(lo)
		below = p.d
	}
	return sum
}
