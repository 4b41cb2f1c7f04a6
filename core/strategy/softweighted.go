package strategy

import (
	"math"

	"steward/core/message"
)

// SoftWeighted is a soft strategy together with the precision (one over the noise variance) of
// each group of rows. It knows the least-squares estimate and its exact covariance. It never sees
// counts except in Estimate. It is immutable and safe for concurrent use.
type SoftWeighted struct {
	soft      *Soft
	precision []float64
	cell      float64 // precision of the single cells
	system    band    // factors of the normal equations of the unknowns
	inverse   band    // covariances of neighbouring unknowns
}

// Weigh attaches one precision to each group of s.Groups(), in units of the rows. It returns an
// error wrapping [ErrPrecision] when one is missing, not above zero or not finite. The time is
// linear in the number of boxes times the square of the number of boxes that a row overlaps.
func (s *Soft) Weigh(precision []float64) (*SoftWeighted, error) {
	if len(precision) != len(s.groups) {
		return nil, message.Errorf("%w: %d given for %d groups of rows", ErrPrecision, len(precision), len(s.groups))
	}
	for g, p := range precision {
		if !(p > 0) || math.IsInf(p, 1) {
			return nil, message.Errorf("%w: group %d (%v) has precision %v, it must be above 0 and finite", ErrPrecision, g, s.groups[g].Kind, p)
		}
	}
	w := &SoftWeighted{soft: s}
	if !w.set(precision) {
		return nil, message.Errorf("%w: %v differ too much to compute with", ErrPrecision, precision)
	}
	return w, nil
}

// set recomputes the covariances for new precisions, in the same memory. It returns false when
// they differ too much in size.
func (w *SoftWeighted) set(precision []float64) bool {
	w.precision, w.cell = append(w.precision[:0], precision...), 0
	t := &w.soft.tiles
	w.system.reset(t.unknowns, t.width)
	for g, group := range w.soft.groups {
		if group.Kind == Level {
			w.cell = precision[g]
			continue
		}
		for _, f := range t.forms[t.first[g]:t.first[g+1]] {
			for p, i := range f.at {
				for q, j := range f.at[:p+1] {
					w.system.add(i, j, precision[g]*f.of[p]*f.of[q])
				}
			}
		}
	}
	if w.cell > 0 {
		w.walk()
	}
	if !w.system.factor() {
		return false
	}
	w.inverse.invert(&w.system)
	return true
}

// walk adds what the single cells say about the unknowns.
func (w *SoftWeighted) walk() {
	t := &w.soft.tiles
	for i := range t.averages {
		l := float64(t.length(i))
		a, b, c := t.ends[i], t.ends[i+1], t.averages[i]
		w.square(w.cell/l, [3]int{a, b, -1}, [3]float64{-1, 1, 0})
		if c >= 0 {
			w.square(w.cell*(l-1)*(l-1)/bridge{l}.sum(), [3]int{a, b, c}, [3]float64{-0.5, -0.5, 1})
		}
	}
}

// square adds p times the square of a combination of three unknowns to the normal equations.
func (w *SoftWeighted) square(p float64, at [3]int, of [3]float64) {
	for i := range at {
		for j := range i + 1 {
			if at[i] >= 0 && at[j] >= 0 {
				w.system.add(at[i], at[j], p*of[i]*of[j])
			}
		}
	}
}

// point is a cumulative count as a combination of the unknowns of a tile.
type point struct {
	tile int // -1 where the count is known
	step float64
	at   [3]int
	of   [3]float64
}

// point returns the cumulative count of j cells.
func (w *SoftWeighted) point(j int) point {
	t := &w.soft.tiles
	if j == 0 || j == t.end[len(t.end)-1] && t.ends[len(t.ends)-1] < 0 {
		return point{tile: -1, at: [3]int{-1, -1, -1}}
	}
	i := t.tile(j)
	p := point{tile: i, step: float64(j - t.end[i]), at: [3]int{t.ends[i], t.ends[i+1], t.averages[i]}}
	p.of[0], p.of[1], p.of[2] = bridge{float64(t.length(i))}.weights(p.step)
	return p
}

// variance returns the variance of a cumulative count.
func (w *SoftWeighted) variance(p point) float64 { return w.near(p, p) }

// near returns the covariance of two cumulative counts of one tile, the first not after the
// second.
func (w *SoftWeighted) near(p, q point) float64 {
	if p.tile < 0 || q.tile < 0 {
		return 0
	}
	v := 0.0
	for i, a := range p.at {
		for j, b := range q.at {
			if a >= 0 && b >= 0 {
				v += p.of[i] * q.of[j] * w.inverse.of(a, b)
			}
		}
	}
	return v + w.rest(p, q)
}

// rest returns the part of the covariance that the unknowns do not explain.
func (w *SoftWeighted) rest(p, q point) float64 {
	b := bridge{float64(w.soft.tiles.length(p.tile))}
	if b.length == 1 || p.step == b.length || q.step == b.length {
		return 0
	}
	return b.rest(p.step, q.step) / w.cell
}

// Ranges returns the variances of ranges, one after another: quickest for ranges that begin at
// the same cell, one after the other. The ranges must lie inside the cells. It is not safe for
// concurrent use.
func (w *SoftWeighted) Ranges() *SoftRanges { return &SoftRanges{w: w, first: -1} }

// SoftRanges remembers the covariances of one cumulative count with the unknowns to its right.
type SoftRanges struct {
	w        *SoftWeighted
	first    int
	from     point
	variance float64
	// covariance of the count at first with unknown number i is at [i] for i ≥ low, and 0 for
	// those below when faded.
	covariance []float64
	low        int
	faded      bool
}

// faint is the part of the standard deviations below which covariances farther away are left out.
const faint = 1e-18

// Variance returns the variance of a range.
func (s *SoftRanges) Variance(r Range) float64 {
	w := s.w
	if s.first != r.First {
		s.begin(r.First)
	}
	to := w.point(r.Last + 1)
	if s.from.tile < 0 || to.tile < 0 {
		return s.variance + w.variance(to)
	}
	v := s.variance + w.variance(to)
	if s.from.tile == to.tile {
		return max(v-2*w.near(s.from, to), 0)
	}
	for i, at := range to.at {
		if at >= 0 {
			v -= 2 * to.of[i] * s.with(at)
		}
	}
	return max(v, 0)
}

// begin goes to the ranges that begin at a cell.
func (s *SoftRanges) begin(first int) {
	w := s.w
	s.first, s.from = first, w.point(first)
	s.variance = w.variance(s.from)
	if s.from.tile < 0 {
		return
	}
	if s.covariance == nil {
		s.covariance = make([]float64, w.inverse.n)
	}
	lowest, highest := w.inverse.n, -1
	for _, at := range s.from.at {
		if at >= 0 {
			lowest, highest = min(lowest, at), max(highest, at)
		}
	}
	// The band around these unknowns is known; from there on every unknown follows from as
	// many before it as the band is wide.
	s.low, s.faded = lowest, false
	top := min(lowest+max(w.inverse.width-1, highest-lowest), w.inverse.n-1)
	for i := s.low; i <= top; i++ {
		v := 0.0
		for j, at := range s.from.at {
			if at >= 0 && s.from.of[j] != 0 {
				v += s.from.of[j] * w.inverse.of(i, at)
			}
		}
		s.covariance[i] = v
	}
}

// with returns the covariance of the count with an unknown to its right.
func (s *SoftRanges) with(at int) float64 {
	b := &s.w.system
	for s.low > at && !s.faded {
		s.low--
		col, v := b.at[s.low*(b.width+1):(s.low+1)*(b.width+1)], 0.0
		for e := 1; e <= min(b.width, b.n-1-s.low); e++ {
			v -= col[e] * s.covariance[s.low+e]
		}
		s.covariance[s.low] = v
		s.faded = s.gone()
	}
	if at < s.low {
		return 0
	}
	return s.covariance[at]
}

// gone says whether the last covariances, on which all that follow depend, are as good as zero.
func (s *SoftRanges) gone() bool {
	b := &s.w.inverse
	for e := range max(b.width, 1) {
		i := s.low + e
		if i >= b.n || math.Abs(s.covariance[i]) > faint*math.Sqrt(s.variance*b.of(i, i)) {
			return false
		}
	}
	return true
}

// RangeVariance returns the variance of the estimate of a range. It errors when the range is not
// inside the cells.
func (w *SoftWeighted) RangeVariance(r Range) (float64, error) {
	if err := checkRange(r, w.soft.spec.Cells); err != nil {
		return 0, err
	}
	return w.Ranges().Variance(r), nil
}
