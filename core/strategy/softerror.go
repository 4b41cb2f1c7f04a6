package strategy

// products returns the sums, over the counts between the ends of a tile, of the products of their
// weights (of the left end, the right end and the average).
func (b bridge) products() [3][3]float64 {
	l := b.length
	all := l - 1 // the sum of the average's weights
	square := all * all * l * (l*l*l*l - 1) / (120 * b.sum() * b.sum())
	own := all*(2*l-1)/(6*l) - all/2 + square/4
	other := (l*l-1)/(6*l) - all/2 + square/4
	mixed := (all - square) / 2
	return [3][3]float64{{own, other, mixed}, {other, own, mixed}, {mixed, mixed, square}}
}

// rests returns the sum of what is left of the variances of the counts between the ends.
func (b bridge) rests() float64 { return max(b.length*b.length-4, 0) / 15 }

// sumOfCounts returns the sum of the variances of the cumulative counts of 1 to k cells.
func (w *SoftWeighted) sumOfCounts() float64 {
	t := &w.soft.tiles
	total := 0.0
	for i, c := range t.averages {
		at := [3]int{t.ends[i], t.ends[i+1], c}
		if at[1] >= 0 {
			total += w.inverse.of(at[1], at[1])
		}
		if c < 0 {
			continue
		}
		inside := bridge{float64(t.length(i))}
		product := inside.products()
		for p, a := range at {
			for q, b := range at {
				if a >= 0 && b >= 0 {
					total += product[p][q] * w.inverse.of(a, b)
				}
			}
		}
		total += inside.rests() / w.cell
	}
	return total
}

// countsTogether returns the variance of the sum of the cumulative counts of 1 to k cells.
func (w *SoftWeighted) countsTogether() float64 {
	t := &w.soft.tiles
	sum := make([]float64, t.unknowns)
	for i, c := range t.averages {
		if at := t.ends[i+1]; at >= 0 {
			sum[at]++
		}
		if c >= 0 {
			sum[c] += float64(t.length(i) - 1)
		}
	}
	x := append([]float64(nil), sum...)
	w.system.solve(x)
	v := 0.0
	for i := range x {
		v += sum[i] * x[i]
	}
	return v
}

// sumOfCells returns the sum of the variances of the single cells: one degree of freedom for each
// unknown count goes into the rows, and what the other rows do not take the single cells do.
func (w *SoftWeighted) sumOfCells() float64 {
	s, t := w.soft, &w.soft.tiles
	if w.cell == 0 { // every cell is the difference of two counts measured by themselves
		v := 0.0
		last := 0.0
		for j := 1; j <= s.spec.Cells; j++ {
			now := w.variance(w.point(j))
			v, last = v+now+last, now
		}
		return v
	}
	left := float64(s.spec.Cells)
	if s.spec.Total == TotalKnown {
		left--
	}
	for g, group := range s.groups {
		if group.Kind == Level {
			continue
		}
		for _, f := range t.forms[t.first[g]:t.first[g+1]] {
			left -= w.precision[g] * w.formVariance(f)
		}
	}
	return left / w.cell
}

// formVariance returns the variance of what the estimate makes of a row.
func (w *SoftWeighted) formVariance(f form) float64 {
	v := 0.0
	for p, i := range f.at {
		v += f.of[p] * f.of[p] * w.inverse.of(i, i)
		for q, j := range f.at[:p] {
			v += 2 * f.of[p] * f.of[q] * w.inverse.of(i, j)
		}
	}
	return v
}

// AverageVariance returns the expected squared error per query of a target. It errors when the
// target lists a range that is not inside the cells.
func (w *SoftWeighted) AverageVariance(target Target) (float64, error) {
	k := w.soft.spec.Cells
	if err := target.check(k); err != nil {
		return 0, err
	}
	return w.total(target) / target.Queries(k), nil
}

// total returns the sum of the variances of the target's queries.
func (w *SoftWeighted) total(target Target) float64 {
	k := float64(w.soft.spec.Cells)
	switch target.kind {
	case allPrefixes:
		return w.sumOfCounts()
	case allCells:
		return w.sumOfCells()
	case listedRanges:
		ranges, v := w.Ranges(), 0.0
		for _, r := range target.listed {
			v += ranges.Variance(r)
		}
		return v
	}
	// Every range is a difference of two of k+1 counts, the first of them 0.
	return (k+1)*w.sumOfCounts() - w.countsTogether()
}
