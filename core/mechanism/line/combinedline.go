package line

import (
	"maps"
	"slices"

	"steward/core/mechanism"
)

// MaxCovariances is how many ranges' variances are worked out at most for covariances: a searched strategy takes some
// microseconds for each, and more the longer it is.
const MaxCovariances = 1 << 16

// CovaryAlong writes the covariances of entries with their sum with weights w, from the variance of runs of entries.
// The sum is one of cumulative sums, and the covariance of two of these follows from the variance of what is between
// them. It is false where that takes more than so many variances.
func CovaryAlong(dst, w []float64, variance func(first, last int) float64, most int) bool {
	n := len(w)
	var ends []int // where the weights change: the sum is that of the first so many entries, each so often
	var times []float64
	for i, v := range w {
		next := 0.0
		if i+1 < n {
			next = w[i+1]
		}
		if v != next {
			ends, times = append(ends, i+1), append(times, v-next)
		}
	}
	clear(dst)
	if len(ends) > 0 && len(ends) > most/n {
		return false
	}
	own := make([]float64, n+1)
	for i := 1; i <= n && len(ends) > 0; i++ {
		own[i] = variance(0, i-1)
	}
	for e, end := range ends {
		for i := 1; i <= n; i++ {
			between := 0.0
			if i != end {
				between = variance(min(i, end), max(i, end)-1)
			}
			dst[i-1] += times[e] * (own[i] + own[end] - between) / 2
		}
	}
	for i := n - 1; i > 0; i-- {
		dst[i] -= dst[i-1]
	}
	return true
}

// Covary implements mechanism.Covarying, segment by segment.
func (q *PreparedLine) Covary(dst, w []float64) bool {
	most := MaxCovariances / max(1, q.facts)
	for _, s := range q.Segments {
		if !CovaryAlong(dst[s.Lo:s.hi+1], w[s.Lo:s.hi+1], s.variances(s.Cells()), most) {
			return false
		}
	}
	return true
}

// Combined returns the error of a sum of answers.
func (q *PreparedLine) Combined(terms []mechanism.Term) mechanism.Combined {
	return q.Given(terms, q.alone(terms))
}

// alone is Combined where no more than the known sums is known: in every segment the error is that of a sum of its
// cumulative counts, whose covariances follow from the variances of the ranges between them.
func (q *PreparedLine) alone(terms []mechanism.Term) mechanism.Combined {
	out := mechanism.Combined{Weight: mechanism.WeightOf(terms), Family: q.family}
	counts := make(map[int]map[int]float64) // by segment and number of cells
	add := func(segment, cells int, weight float64) {
		if cells == 0 || cells == q.Segments[segment].Cells() && q.Segments[segment].sets != nil {
			return
		}
		if counts[segment] == nil {
			counts[segment] = make(map[int]float64)
		}
		counts[segment][cells] += weight
	}
	for _, t := range terms {
		r := q.op.At(t.Answer)
		a, b := q.segmentOf(r.Lo), q.segmentOf(r.Hi)
		add(b, r.Hi-q.Segments[b].Lo+1, t.Weight)
		add(a, r.Lo-q.Segments[a].Lo, -t.Weight)
		for s := a; s < b; s++ {
			add(s, q.Segments[s].Cells(), t.Weight)
		}
	}
	for _, s := range slices.Sorted(maps.Keys(counts)) {
		out.Variance += q.Segments[s].combined(counts[s])
	}
	return out
}

// combinations returns the variance of a sum of cumulative counts of the segment, by how many cells
// each of them has.
func (s *segment) combined(weights map[int]float64) float64 {
	return VarianceOfCounts(weights, s.variances(len(weights)*len(weights)))
}

// VarianceOfCounts returns the variance of a sum of cumulative counts, by how many entries each of
// them has, from that of runs of entries: with weights d it is Σ d_i (Σ_j d_j) V_i − Σ_{i<j} d_i d_j
// V_ij, where V_ij is the variance of the entries between.
func VarianceOfCounts(weights map[int]float64, variance func(first, last int) float64) float64 {
	at := slices.Sorted(maps.Keys(weights))
	all, size := 0.0, 0.0
	at = slices.DeleteFunc(at, func(n int) bool { return weights[n] == 0 })
	for _, n := range at {
		all += weights[n]
	}
	v := 0.0
	for _, n := range at {
		own := variance(0, n-1)
		v += weights[n] * all * own
		size += weights[n] * weights[n] * own
	}
	for i, m := range at {
		for _, n := range at[i+1:] {
			v -= weights[m] * weights[n] * variance(m, n-1)
		}
	}
	if v <= mechanism.Rounding*size {
		return 0
	}
	return v
}
