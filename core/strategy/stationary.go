package strategy

import (
	"math"
	"slices"

	"steward/core/message"
)

// StationarySpec says which rows a stationary strategy measures: the convolution of the
// cumulative counts c_1 .. c_(Cells-1) with whole numbers, Taps, all of it, so that the first row
// is Taps[0]·c_1 and the last is the last tap times c_(Cells-1); and the sum of all cells when
// Total is TotalMeasured.
//
// With Gaussian noise on the rows the estimated cumulative counts have correlated noise that is
// the same everywhere but near the ends: of spectrum 1/f where f is that of the taps.
type StationarySpec struct {
	Cells int
	Taps  []int64
	Total Total
}

// Stationary is a valid stationary strategy. It is immutable.
type Stationary struct {
	spec   StationarySpec
	groups []Group
	// alike is the autocorrelation of the taps: alike[d] is the sum of Taps[t]·Taps[t+d].
	alike []int64
}

// maxTaps bounds the sum of the sizes of the taps, so that rows over 2^40 records stay below
// 2^62 and squared changes along windows of a million are exact.
const maxTaps = 1 << 22

// NewStationary returns the strategy of a spec. It errors, wrapping [ErrShape], without at least
// two cells, without taps, where the taps at the ends are zero or all together are above 2^22,
// and where the total is neither known nor measured.
func NewStationary(spec StationarySpec) (*Stationary, error) {
	switch {
	case spec.Cells < 2 || spec.Cells > maxCells:
		return nil, message.Errorf("%w: %d cells, at least 2 are needed", ErrShape, spec.Cells)
	case len(spec.Taps) == 0 || spec.Taps[0] == 0 || spec.Taps[len(spec.Taps)-1] == 0:
		return nil, message.Errorf("%w: the taps must begin and end with one that is not zero", ErrShape)
	case spec.Total != TotalKnown && spec.Total != TotalMeasured:
		return nil, message.Errorf("%w: the total must be known or measured", ErrShape)
	}
	sum := int64(0)
	for _, t := range spec.Taps {
		sum += max(t, -t)
		if t <= -maxTaps || sum > maxTaps {
			return nil, message.Errorf("%w: the taps are larger than %d together", ErrShape, maxTaps)
		}
	}
	spec.Taps = slices.Clone(spec.Taps)
	s := &Stationary{spec: spec, alike: make([]int64, len(spec.Taps))}
	for d := range s.alike {
		for t := range len(spec.Taps) - d {
			s.alike[d] += spec.Taps[t] * spec.Taps[t+d]
		}
	}
	rows := spec.Cells - 1 + len(spec.Taps) - 1
	s.groups = []Group{{Kind: Filtered, Width: len(spec.Taps), Rows: rows}}
	if spec.Total == TotalMeasured {
		s.groups = append(s.groups, Group{Kind: Whole, First: rows, Rows: 1})
	}
	return s, nil
}

// Spec returns what the strategy was made of; its taps must not be changed.
func (s *Stationary) Spec() StationarySpec { return s.spec }

// Groups returns the groups of rows, which must not be changed.
func (s *Stationary) Groups() []Group { return s.groups }

// Rows returns the number of rows.
func (s *Stationary) Rows() int {
	last := s.groups[len(s.groups)-1]
	return last.First + last.Rows
}

// Change returns the square of the L2 change of the convolved rows when so many cumulative counts
// in a row, at least 1, change by one: the same wherever they are, since the convolution is
// complete. It is exact.
func (s *Stationary) Change(length int) int64 {
	length = min(length, s.spec.Cells-1)
	sum := int64(length) * s.alike[0]
	for d := 1; d < min(length, len(s.alike)); d++ {
		sum += 2 * int64(length-d) * s.alike[d]
	}
	return sum
}

// MeasureInto writes the exact rows of counts. It errors when a length is wrong.
func (s *Stationary) MeasureInto(dst, x []int64) error {
	if len(x) != s.spec.Cells || len(dst) != s.Rows() {
		return message.Errorf("measure stationary strategy: %d cells into %d rows, it has %d cells and %d rows", len(x), len(dst), s.spec.Cells, s.Rows())
	}
	clear(dst)
	c := int64(0)
	for j, n := range x[:len(x)-1] {
		c += n
		for t, tap := range s.spec.Taps {
			dst[j+t] += tap * c
		}
	}
	if s.spec.Total == TotalMeasured {
		dst[len(dst)-1] = c + x[len(x)-1]
	}
	return nil
}

// Weigh returns the least squares for a precision (one over the noise variance) of each group. It
// errors, wrapping [ErrPrecision], when one is missing or not above zero, and where there are more
// than 16,385 cells and the taps' correlations reach too far (those of StationaryTaps for edges up to
// [MaxLongReach] do not). O(cells²) up to so many cells, beyond that linear.
func (s *Stationary) Weigh(precision []float64) (*StationaryWeighted, error) {
	if len(precision) != len(s.groups) {
		return nil, message.Errorf("%w: %d given for %d groups of rows", ErrPrecision, len(precision), len(s.groups))
	}
	for g, p := range precision {
		if !(p > 0) || g == 0 && math.IsInf(p, 1) {
			return nil, message.Errorf("%w: group %d (%v) has precision %v", ErrPrecision, g, s.groups[g].Kind, p)
		}
	}
	r := make([]float64, min(s.spec.Cells-1, len(s.alike)))
	for d := range r {
		r[d] = float64(s.alike[d])
	}
	t, err := newToeplitzInverse(r, s.spec.Cells-1)
	if err != nil {
		return nil, message.Errorf("%w: %w", ErrPrecision, err)
	}
	w := &StationaryWeighted{strategy: s, normal: t, variances: t.diagonal(), unit: 1 / precision[0]}
	for i := range w.variances {
		w.variances[i] *= w.unit
	}
	if len(precision) > 1 {
		w.total = 1 / precision[1]
	}
	return w, nil
}

// StationaryWeighted is a stationary strategy with the precisions of its groups. It is immutable
// and safe for concurrent use.
type StationaryWeighted struct {
	strategy  *Stationary
	normal    *toeplitzInverse // the taps' autocorrelation
	variances []float64        // of the cumulative counts
	unit      float64          // the variance of a convolved row
	total     float64          // that of the total
}

// Estimate writes the least-squares estimate of the cells to dst, from the noisy rows in the order
// of Groups and, with TotalKnown, the sum of all cells. It errors when a length is wrong.
// O(cells²) up to 16,385 cells, beyond that O(cells) times the number of taps.
func (w *StationaryWeighted) Estimate(dst []float64, rows []int64, total int64) error {
	s := w.strategy
	if len(dst) != s.spec.Cells || len(rows) != s.Rows() {
		return message.Errorf("estimate stationary strategy: %d cells from %d rows, it has %d cells and %d rows", len(dst), len(rows), s.spec.Cells, s.Rows())
	}
	c := make([]float64, s.spec.Cells-1)
	for j := range c {
		for t, tap := range s.spec.Taps {
			c[j] += float64(tap) * float64(rows[j+t])
		}
	}
	w.normal.solve(c)
	all := float64(total)
	if s.spec.Total == TotalMeasured {
		all = float64(rows[len(rows)-1])
	}
	before := 0.0
	for j, v := range c {
		dst[j], before = v-before, v
	}
	dst[len(dst)-1] = all - before
	return nil
}

// RangeVariance returns the variance of the sum of the cells of a range. It errors for a range
// outside the cells. For many ranges Ranges is quicker.
func (w *StationaryWeighted) RangeVariance(r Range) (float64, error) {
	if r.First < 0 || r.Last < r.First || r.Last >= w.strategy.spec.Cells {
		return 0, message.Errorf("range %d to %d of %d cells", r.First, r.Last, w.strategy.spec.Cells)
	}
	return w.Ranges().Variance(r), nil
}

// Ranges returns the variances of ranges, one after another: quickest for ranges with rising
// first cells. The ranges must lie inside the cells. It is not safe for concurrent use.
func (w *StationaryWeighted) Ranges() *StationaryRanges {
	return &StationaryRanges{w: w, at: -1}
}

// StationaryRanges remembers the covariances of one cumulative count with those after it.
type StationaryRanges struct {
	w   *StationaryWeighted
	at  int       // the row of the (smaller) inverse; -1 for none yet
	row []float64 // row at, from the diagonal on; made when the first range needs one
}

// Variance returns the variance of a range.
func (s *StationaryRanges) Variance(r Range) float64 {
	w := s.w
	from, to := r.First-1, r.Last // cumulative counts before and at the end; the last is the total
	variance := 0.0
	if from >= 0 {
		variance = w.variances[from]
	}
	switch {
	case to == len(w.variances):
		return variance + w.total
	case from < 0:
		return w.variances[to]
	}
	if to-from >= w.normal.reach {
		return variance + w.variances[to]
	}
	at := w.normal.place(from)
	s.seek(at)
	return max(variance+w.variances[to]-2*w.unit*s.row[at+to-from], 0)
}

// seek makes row the one with a number.
func (s *StationaryRanges) seek(at int) {
	if s.row == nil {
		s.row = make([]float64, len(s.w.normal.near.first))
	}
	if s.at < 0 || at < s.at {
		copy(s.row, s.w.normal.near.first)
		s.at = 0
	}
	for ; s.at < at; s.at++ {
		s.w.normal.near.down(s.row, s.at)
	}
}

// MaxLongReach is the longest reach for which StationaryTaps makes taps of which more than 16,385
// cells can be measured: the correlations that they leave reach over about 28 times as many.
const MaxLongReach = 128

// mostLengths is how many lengths of edges a filter is designed for.
const mostLengths = 24

// filterRounds is how often the weights of the lengths are updated.
const filterRounds = 300

// StationaryTaps designs the taps of a stationary strategy for edges that change up to reach
// cumulative counts in a row, over so many cells: those of the spectrum f that has the least
// average 1/f, the variance of a cumulative count, while no edge changes the rows by more than
// one. f = (Σ_l λ_l D_l²)^(-1/2) with D_l(ω) = sin(lω/2)/sin(ω/2), the spectrum of l counts in a
// row, and weights λ of the lengths found by multiplicative updates; it is the optimum of
// docs/mathematics.md, "Correlated noise on a line", in the frequency domain, where it is attained away from the ends. The taps are
// those of the symmetric filter of spectrum √f, cut where they no longer count, and rounded to
// whole numbers of which the largest has about so many binary digits.
func StationaryTaps(cells, reach, digits int) []int64 {
	reach = min(max(reach, 1), cells-1)
	size := min(max(8*reach, 128), 4096) // frequencies in half a turn
	f := stationarySpectrum(reach, size)
	most := min(6*reach+24, size-1, cells)
	half := make([]float64, most+1)
	turn := make([]float64, 4*size) // cosines of a whole turn
	for i := range turn {
		turn[i] = math.Cos(math.Pi * float64(i) / float64(2*size))
	}
	roots := make([]float64, size)
	for g, v := range f {
		roots[g] = math.Sqrt(v)
	}
	for t := range half {
		at := t
		for _, v := range roots {
			half[t] += v * turn[at]
			if at += 2 * t; at >= len(turn) {
				at -= len(turn)
			}
		}
	}
	sum := half[0]
	for _, v := range half[1:] {
		sum += 2 * math.Abs(v)
	}
	scale := math.Min(math.Ldexp(1, digits)/math.Abs(half[0]), (maxTaps-float64(2*len(half)))/sum)
	last := 0
	for t, v := range half {
		if math.Round(v*scale) != 0 && math.Abs(v) > 1e-6*half[0] {
			last = t
		}
	}
	taps := make([]int64, 2*last+1)
	for t := 0; t <= last; t++ {
		v := int64(math.Round(half[t] * scale))
		taps[last-t], taps[last+t] = v, v
	}
	return taps
}

// stationarySpectrum returns f at size frequencies in the middle of equal parts of half a turn.
func stationarySpectrum(reach, size int) []float64 {
	var lengths []int
	for i := range mostLengths {
		least := (reach + 1) / 2
		l := reach - (reach-least)*i/(mostLengths-1)
		if len(lengths) == 0 || l != lengths[len(lengths)-1] {
			lengths = append(lengths, l)
		}
	}
	window := make([][]float64, len(lengths)) // D_l²
	for i, l := range lengths {
		window[i] = make([]float64, size)
		for g := range size {
			w := math.Pi * (float64(g) + 0.5) / float64(size)
			d := math.Sin(float64(l)*w/2) / math.Sin(w/2)
			window[i][g] = d * d
		}
	}
	weight, f := make([]float64, len(lengths)), make([]float64, size)
	for i := range weight {
		weight[i] = 1 / float64(len(weight))
	}
	change := make([]float64, len(lengths))
	for range filterRounds {
		mean := 0.0
		clear(f)
		for i, w := range weight {
			for g, v := range window[i] {
				f[g] += w * v
			}
		}
		for g, m := range f {
			root := math.Sqrt(m)
			f[g] = 1 / root
			mean += root / float64(size)
		}
		sum, largest := 0.0, 0.0
		for i := range weight {
			var even, odd float64 // two sums, so that one need not wait for the other
			for g := 0; g+1 < size; g += 2 {
				even += f[g] * window[i][g]
				odd += f[g+1] * window[i][g+1]
			}
			change[i] = (even + odd) / float64(size)
			largest = math.Max(largest, change[i])
			r := change[i] / mean
			weight[i] *= r * math.Sqrt(r)
			sum += weight[i]
		}
		for i := range weight {
			weight[i] /= sum
		}
		if largest <= mean*(1+1e-4) {
			break
		}
	}
	return f
}
