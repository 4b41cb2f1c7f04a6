package line

import (
	"maps"
	"slices"

	"steward/core/mechanism"
)

// Combined returns the error of a sum of answers: in every segment that of a sum of its cumulative
// counts, whose covariances follow from the variances of the ranges between them.
func (q *PreparedLine) Combined(terms []mechanism.Term) mechanism.Combined {
	out := mechanism.Combined{Weight: mechanism.WeightOf(terms), Gaussian: q.gaussian}
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
		a, b := q.of[r.Lo], q.of[r.Hi]
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
