package strategy

import (
	"steward/core/message"
)

// Estimate writes the least-squares estimate of the cells to dst, from the noisy rows in the order
// of Groups and, with TotalKnown, the sum of all cells. It errors when a length is wrong.
func (w *SoftWeighted) Estimate(dst []float64, rows []int64, total int64) error {
	s, t := w.soft, &w.soft.tiles
	if len(dst) != s.spec.Cells || len(rows) != s.rows {
		return message.Errorf("estimate soft strategy: %d cells from %d rows, it has %d cells and %d rows", len(dst), len(rows), s.spec.Cells, s.rows)
	}
	// What is unknown is counted from the noisy single cells as they are.
	start, x, off := w.start(rows)
	offTotal := 0.0
	if t.ends[len(t.ends)-1] < 0 {
		offTotal = float64(total) - start.total
	}
	for g, group := range s.groups {
		if group.Kind == Level {
			continue
		}
		level := w.boxes(g)
		for i, f := range t.forms[t.first[g]:t.first[g+1]] {
			miss := float64(rows[group.First+i]) - w.row(start, g, level, i) - f.total*offTotal
			for p, at := range f.at {
				off[at] += w.precision[g] * f.of[p] * miss
			}
		}
	}
	w.pullTotal(off, offTotal)
	w.system.solve(off)
	w.spread(dst, x, off, offTotal)
	return nil
}

// start returns the sums of the single cells as measured, the cells and room for the unknowns.
func (w *SoftWeighted) start(rows []int64) (boxSums[float64], []float64, []float64) {
	x := make([]float64, w.soft.spec.Cells)
	for _, group := range w.soft.groups {
		if group.Kind == Level {
			for i, y := range rows[group.First : group.First+group.Rows] {
				x[i] = float64(y)
			}
		}
	}
	return newBoxSums(x), x, make([]float64, w.soft.tiles.unknowns)
}

// boxes returns the boxes of a group's rows.
func (w *SoftWeighted) boxes(g int) []Box {
	spec := &w.soft.spec
	level := 0
	for _, before := range w.soft.groups[:g] {
		if before.Kind == SoftBlock {
			level++
		}
	}
	switch w.soft.groups[g].Kind {
	case Ramp:
		return spec.Ramps
	case SoftBlock:
		return spec.Blocks[level]
	}
	return nil
}

// row returns the value of row i of a group.
func (w *SoftWeighted) row(s boxSums[float64], g int, boxes []Box, i int) float64 {
	switch w.soft.groups[g].Kind {
	case Ramp:
		return s.of(boxes[i])
	case SoftBlock:
		return s.of(boxes[i+1]) - s.of(boxes[i])
	}
	return s.total
}

// pullTotal adds what the single cells and the known total say about the unknowns of the last
// tile.
func (w *SoftWeighted) pullTotal(off []float64, total float64) {
	t := &w.soft.tiles
	m := len(t.averages)
	if w.cell == 0 || t.ends[m] >= 0 {
		return
	}
	l := float64(t.length(m - 1))
	if a := t.ends[m-1]; a >= 0 {
		off[a] += w.cell / l * total
	}
	c := t.averages[m-1]
	if c < 0 {
		return
	}
	p := w.cell * (l - 1) * (l - 1) / bridge{l}.sum()
	off[c] += p / 2 * total
	if a := t.ends[m-1]; a >= 0 {
		off[a] -= p / 4 * total
	}
}

// spread writes the cells given how far the unknowns are off.
func (w *SoftWeighted) spread(dst, x, off []float64, total float64) {
	t := &w.soft.tiles
	at := func(i int) float64 {
		switch {
		case i == 0:
			return 0
		case t.ends[i] < 0:
			return total
		}
		return off[t.ends[i]]
	}
	before := 0.0
	for i, c := range t.averages {
		l, left, right, average := t.length(i), at(i), at(i+1), 0.0
		if c >= 0 {
			average = off[c]
		}
		for step := 1; step <= l; step++ {
			now := right
			if step < l {
				a, b, m := bridge{float64(l)}.weights(float64(step))
				now = a*left + b*right + m*average
			}
			cell := t.end[i] + step - 1
			dst[cell] = x[cell] + now - before
			before = now
		}
	}
}
