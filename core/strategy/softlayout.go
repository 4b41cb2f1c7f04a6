package strategy

// softLayout is one combination of ramps and blocks that the search for a soft strategy
// considers, at any number of cells.
type softLayout struct {
	// spacing is the distance of the ramps, box how many cumulative counts each adds up, and
	// fewer how many less than the spacing allows, or one more, with parts of boxes at the ends.
	// No spacing means no ramps.
	spacing, box, fewer int
	// width is that of the boxes of the blocks, 0 for none; with factor there is a second level
	// of boxes that many times as wide.
	width, factor int
	noCells       bool
	noTotal       bool // an unknown total is not measured
}

// spec returns the layout's boxes on k cells. Where blocks and ramps are both there, the ramps
// begin and end where the blocks' boxes do, so that few cumulative counts are unknown.
func (l softLayout) spec(k int, total Total) SoftSpec {
	if l.noTotal && total == TotalMeasured {
		total = TotalUnmeasured
	}
	s := SoftSpec{Cells: k, Total: total, NoCells: l.noCells}
	if l.width > 0 {
		first := softStart(k, l.width)
		s.Blocks = append(s.Blocks, softBoxes(k, l.width, first))
		if l.factor > 0 {
			wide := l.width * l.factor
			start := first + l.width*((softStart(k, wide)-first)/l.width)
			for start+wide <= 0 {
				start += l.width
			}
			s.Blocks = append(s.Blocks, softBoxes(k, wide, start))
		}
	}
	if l.spacing > 0 {
		s.Ramps = l.ramps(k)
	}
	return s
}

// leastWork returns, before a layout is laid out on k cells, a bound of how steep it is: each of its boxes but a few makes an unknown at
// least, and a row ties two of these together.
func (l softLayout) leastWork(k int) int {
	boxes := 0
	if l.spacing > 0 {
		boxes = k/l.spacing - 2 - l.fewer
	}
	if l.width > 0 {
		boxes = max(boxes, k/l.width-1)
	}
	return 4 * (boxes - 2)
}

// softStart returns where the first of the boxes of one width begins so that the first and the
// last hold equally many of the cumulative counts 1..k-1, and few: the best that was found.
func softStart(k, width int) int { return (k-1)%width/2 - width + 1 }

// softBoxes covers the cumulative counts 0..k.
func softBoxes(k, width, first int) []Box {
	var out []Box
	for ; first <= k; first += width {
		out = append(out, Box{first, first + width - 1})
	}
	return out
}

// ramps places boxes at even distances, equally far from both ends.
func (l softLayout) ramps(k int) []Box {
	n := (k+l.spacing-1)/l.spacing - 1 - l.fewer
	from := (k - (n-1)*l.spacing - l.box + 1) / 2
	if l.width > 0 { // to the grid of the blocks
		start := softStart(k, l.width)
		from = start + l.width*((from-start+l.width/2)/l.width)
	}
	var out []Box
	for range max(n, 0) {
		b := Box{max(from, 1), min(from+l.box-1, k-1)}
		if b.First <= b.Last {
			out = append(out, b)
		}
		from += l.spacing
	}
	return out
}

// rampLayouts returns the ramps that are tried for secret pairs up to reach apart: about as far
// apart as the longest pair, closer for long pairs, and adding up half to all of what is between.
func rampLayouts(k, reach int) []softLayout {
	seen := make(map[softLayout]bool)
	var out []softLayout
	for _, far := range []float64{0.45, 0.5, 0.6, 0.67, 0.75, 0.9, 1, 1.1} {
		spacing := max(int(far*float64(reach)+0.5), 1)
		if spacing >= k {
			continue
		}
		for _, part := range []float64{0.6, 0.75, 0.9, 1} {
			for fewer := -1; fewer < 2; fewer++ {
				l := softLayout{spacing: spacing, box: max(int(part*float64(spacing)+0.5), 1), fewer: fewer}
				if !seen[l] && len(l.ramps(k)) > 0 {
					seen[l], out = true, append(out, l)
				}
			}
		}
	}
	return out
}

// blockLayouts returns the blocks that are tried: about as wide as the square root of the number
// of cells or of the reach, in one level or, for many cells, two.
func blockLayouts(k, reach int) []softLayout {
	var out []softLayout
	for _, width := range softWidths(k, reach) {
		l := softLayout{width: width}
		out = append(out, l)
		for _, factor := range []int{6, 8, 12, 16} {
			if l.factor = factor; width*factor*6 <= reach && k >= 1024 {
				out = append(out, l)
			}
		}
	}
	return out
}

// softWidths returns the widths of blocks that are tried, rising by an eighth.
func softWidths(k, reach int) []int {
	var out []int
	least := 2
	for least*least*3 < reach {
		least++
	}
	for w := least; 2*w <= k && w*w <= 3*k; w += max(w/8, 1) {
		out = append(out, w)
	}
	return out
}

// mixedLayouts returns blocks with ramps: for pairs that are long, but short against the column.
func mixedLayouts(k, reach int) []softLayout {
	var out []softLayout
	if reach < 24 || 2*reach > k {
		return nil
	}
	for _, width := range softWidths(2*reach, reach) {
		for _, far := range []float64{0.75, 1} {
			tiles := int(far * float64(reach) / float64(width))
			for _, part := range []float64{0.6, 0.8} {
				l := softLayout{width: width, spacing: tiles * width, box: max(int(part*float64(tiles)), 1) * width}
				if tiles >= 2 && len(l.ramps(k)) > 0 {
					out = append(out, l)
				}
			}
		}
	}
	return out
}

// moves returns layouts that differ a little from one.
func (l softLayout) moves() []softLayout {
	var out []softLayout
	step := func(of func(*softLayout) *int, by int) {
		for _, d := range []int{-by, by} {
			m := l
			if *of(&m) += d; *of(&m) > 0 {
				out = append(out, m)
			}
		}
	}
	grid := max(l.width, 1)
	if l.spacing > 0 {
		step(func(m *softLayout) *int { return &m.spacing }, max(l.spacing/16/grid, 1)*grid)
		step(func(m *softLayout) *int { return &m.box }, max(l.box/12/grid, 1)*grid)
		for fewer := -1; fewer < 2; fewer++ {
			m := l
			m.fewer = fewer
			out = append(out, m)
		}
	}
	switch {
	case l.width > 0 && l.spacing == 0:
		step(func(m *softLayout) *int { return &m.width }, max(l.width/16, 1))
	case l.width > 0: // the ramps keep to the grid
		for _, d := range []int{-1, 1} {
			m := l
			if m.width += d; m.width > 1 {
				m.spacing, m.box = max(l.spacing/m.width, 2)*m.width, max(l.box/m.width, 1)*m.width
				out = append(out, m)
			}
		}
	}
	if l.factor > 0 {
		step(func(m *softLayout) *int { return &m.factor }, max(l.factor/8, 1))
	}
	if !l.noTotal && !l.noCells {
		m := l
		m.noTotal = true
		out = append(out, m)
	}
	return out
}
