package strategy

// Ranges returns the variances of ranges, one after another, for many of them: what both ends of a
// range are on every tier is worked out once for each cumulative count, in memory of the number of cells
// times that of the levels. The ranges must lie inside the cells. It is not safe for concurrent use.
func (w *Weighted) Ranges() *ChainRanges {
	tiers := max(len(w.tiers), 1)
	points := make([]ascent, (w.chain.spec.Cells+1)*tiers)
	for c := range w.chain.spec.Cells {
		p, all := place{node: c}, 0.0
		for j := 1; j < tiers; j++ {
			in, up := w.under(j, p)
			all += in.prefixSpread(p.slope)
			points[c*tiers+j] = ascent{in, p.slope, up, all}
			p = up
		}
		points[c*tiers] = ascent{up: p, upTo: all}
	}
	return &ChainRanges{w, tiers, points}
}

// ChainRanges remembers every cumulative count as seen from every tier.
type ChainRanges struct {
	w      *Weighted
	tiers  int
	points []ascent // by count and tier; on tier 0 stand its place among the blocks and its variance inside its block
}

// ascent is a cumulative count on its way up: inside a node of a tier, with its slope on the child,
// its place seen from the tier, and its variance up to that.
type ascent struct {
	inside
	slope float64
	up    place
	upTo  float64
}

// Variance returns the variance of a range: RangeVariance, from the top.
func (s *ChainRanges) Variance(r Range) float64 {
	left := s.points[r.First*s.tiers : (r.First+1)*s.tiers]
	if r.Last+1 == s.w.chain.spec.Cells { // the right end is the total
		return left[0].upTo + s.w.blockVariance(left[0].up, place{}, true)
	}
	right := s.points[(r.Last+1)*s.tiers : (r.Last+2)*s.tiers]
	v := s.w.blockVariance(left[0].up, right[0].up, false)
	for j := s.tiers - 1; j > 0; j-- {
		a, b := &left[j], &right[j]
		if a.up.node != b.up.node { // nor are they in one node further below
			return v + a.upTo + b.upTo
		}
		v += spreadBetween(a.inside, b.inside, a.slope, b.slope)
	}
	return v
}
