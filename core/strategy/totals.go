package strategy

// TotalVariance returns the sum of the variances (expected squared errors, in records^2) of all
// queries of the target, exactly. For all ranges, prefixes or cells it takes O(number of
// levels) time, whatever the number of cells; for a list, that much for each range. It returns
// an error when a listed range is not one of the cells.
//
// With the covariance C of the prefix sums c_0 = 0, c_1, .., c_k, the ranges add up to
// (k+1)·trace(C) - 1'C1, so all that is needed is the sum of the variances of the prefix sums
// and the variance of their sum; both follow from the structure of the chain.
func (w *Weighted) TotalVariance(t Target) (float64, error) {
	if err := t.check(w.chain.spec.Cells); err != nil {
		return 0, err
	}
	return w.total(t), nil
}

// AverageVariance is TotalVariance divided by the number of queries.
func (w *Weighted) AverageVariance(t Target) (float64, error) {
	total, err := w.TotalVariance(t)
	return total / t.Queries(w.chain.spec.Cells), err
}

// total is TotalVariance for a target that is known to fit.
func (w *Weighted) total(t Target) float64 {
	switch t.kind {
	case allRanges:
		full, last := w.moments()
		k := float64(w.chain.spec.Cells)
		return max((k+1)*w.prefixes(full, last)-w.prefixSum(full, last), 0)
	case allPrefixes:
		return w.prefixes(w.moments())
	case allCells:
		full, last := w.moments()
		e := &w.ends
		lastBlock := e.variance([]coef{{e.m, -1}, {e.m + 1, 1}})
		return float64(e.m)*full.cell + last.cell + full.slope2*e.steps() + last.slope2*lastBlock
	}
	var s float64
	for _, r := range t.listed {
		s += w.rangeVariance(r)
	}
	return s
}

// prefixes returns the sum of the variances of the prefix sums c_1..c_k.
func (w *Weighted) prefixes(full, last moments) float64 {
	e := &w.ends
	// Inside a block from N_{m-1} to N_m a prefix sum is (1-s)·N_{m-1} + s·N_m plus its own
	// variance; a block end itself is the prefix sum with s = 0 of the block to its right.
	trace := e.trace()
	corner := e.corner + e.bend
	if e.m == 0 {
		corner = 0
	}
	s := float64(e.m)*full.spread + last.spread
	s += (full.cells - 2*full.sum + full.square) * (trace - corner)
	s += 2 * (full.sum - full.square) * e.neighbours()
	s += full.square * trace
	s += (last.cells - 2*last.sum + last.square) * corner
	s += 2 * (last.sum - last.square) * e.pull
	s += last.square * e.total
	return s + e.total // c_k
}

// prefixSum returns the variance of the sum of the prefix sums c_1..c_k.
func (w *Weighted) prefixSum(full, last moments) float64 {
	e := &w.ends
	extra := full.sum + last.cells - last.sum - full.cells
	return float64(e.m)*full.linear + last.linear + e.flat(full.cells, extra, last.sum+1)
}
