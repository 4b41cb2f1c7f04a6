package constraint

import "slices"

// What the search for zero-sum sets may take: vectors on its frontier, and comparisons.
const (
	maxFrontier    = 100_000
	maxComparisons = 3_000_000
)

// zeroSum returns the largest number of vectors, counted with repetition, in a set that
// sums to zero and none of whose proper nonempty subsets does (docs/mathematics.md, "Public facts"). It returns false
// when the search grows too large.
func zeroSum(vectors [][]int8) (int, bool) {
	left := maxComparisons
	return heaviest(vectors, slices.Repeat([]int{1}, len(vectors)), &left)
}

// heaviest returns the largest weight of such a set, each vector having a weight: it finds the Hilbert basis of the nonnegative
// relations by completion (Contejean and Devie 1994, Inform. and Comput. 113), within so many comparisons, of which it takes away
// what it needs. It is at least 1.
func heaviest(vectors [][]int8, weights []int, left *int) (int, bool) {
	z := zeroSums{vectors: vectors, weights: weights, most: 1, left: left}
	var frontier []multiset
	for i, v := range vectors {
		m := multiset{times: make([]uint8, len(vectors)), sum: make([]int16, len(v))}
		frontier = append(frontier, m.plus(i, v))
	}
	for size := 1; len(frontier) > 0; size++ {
		if size == 255 {
			return 0, false // a count would no longer fit
		}
		frontier = z.solve(frontier)
		var ok bool
		if frontier, ok = z.extend(frontier); !ok {
			return 0, false
		}
	}
	return z.most, true
}

type zeroSums struct {
	vectors   [][]int8
	weights   []int
	solutions [][]uint8
	most      int
	left      *int // comparisons
}

// multiset is a number of times for each vector, with their sum.
type multiset struct {
	times []uint8
	sum   []int16
}

// plus returns the multiset with vector i added.
func (m multiset) plus(i int, v []int8) multiset {
	out := multiset{slices.Clone(m.times), slices.Clone(m.sum)}
	out.times[i]++
	for k, x := range v {
		out.sum[k] += int16(x)
	}
	return out
}

// against reports whether a vector points against the sum.
func (m multiset) against(v []int8) bool {
	product := 0
	for k, x := range v {
		product += int(x) * int(m.sum[k])
	}
	return product < 0
}

// solve moves those that sum to zero to the solutions and returns the others.
func (z *zeroSums) solve(frontier []multiset) []multiset {
	rest := frontier[:0]
	for _, m := range frontier {
		if slices.ContainsFunc(m.sum, func(x int16) bool { return x != 0 }) {
			rest = append(rest, m)
			continue
		}
		z.solutions = append(z.solutions, m.times)
		weight := 0
		for i, n := range m.times {
			weight += int(n) * z.weights[i]
		}
		z.most = max(z.most, weight)
	}
	return rest
}

// extend adds to each multiset every vector that points against its sum, unless what comes
// out holds a solution.
func (z *zeroSums) extend(frontier []multiset) ([]multiset, bool) {
	seen := make(map[string]bool)
	var next []multiset
	for _, m := range frontier {
		for i, v := range z.vectors {
			if *z.left--; !m.against(v) {
				continue
			}
			m.times[i]++
			if key := string(m.times); !seen[key] && !z.holdsSolution(m.times, i) {
				seen[key] = true
				m.times[i]--
				next = append(next, m.plus(i, v))
				m.times[i]++
			}
			m.times[i]--
			if len(next) > maxFrontier || *z.left < 0 {
				return nil, false
			}
		}
	}
	return next, true
}

// holdsSolution reports whether a multiset holds a solution. What it was made of by adding
// vector i holds none, so only solutions with that vector count.
func (z *zeroSums) holdsSolution(times []uint8, i int) bool {
	for _, s := range z.solutions {
		if s[i] == 0 {
			continue
		}
		*z.left--
		inside := true
		for k, n := range s {
			if n > times[k] {
				inside = false
				break
			}
		}
		if inside {
			return true
		}
	}
	return false
}
