package strategy

import (
	"slices"

	"steward/core/message"
)

// Box is a run of cumulative counts: those up to First, First+1, …, Last cells. The cumulative
// count of no cells and of fewer is 0, that of all cells and of more the total, so a box may
// stand out over both ends.
type Box struct{ First, Last int }

// Width returns how many cumulative counts the box holds.
func (b Box) Width() int { return b.Last - b.First + 1 }

// SoftSpec says which rows a soft strategy measures, next to every single cell. Its rows add up
// cumulative counts over boxes, so that they are whole numbers.
//
//   - Ramps are boxes inside 1..Cells-1, rising and without overlap. Each row is the sum of the
//     cumulative counts in a box: per cell a weight that is the box's width before the box, falls
//     by one per cell inside it, and is 0 after it.
//   - Blocks are levels of boxes of one width per level that follow one another without a gap and
//     cover 0..Cells. Each row is the difference of the sums of two neighbouring boxes: per cell a
//     weight that rises by one per cell to the width and falls again.
//
// With boxes of one cumulative count each these are the cumulative counts of the ordered
// hierarchical mechanism and the blocks of a hierarchy.
type SoftSpec struct {
	Cells int
	// Total is TotalKnown, TotalMeasured for one more row, the sum of all cells, or TotalUnmeasured.
	Total Total
	// NoCells leaves the single cells out; every cumulative count is then to have a ramp of its
	// own.
	NoCells bool
	Ramps   []Box
	Blocks  [][]Box
}

// Soft is a valid soft strategy. It is immutable.
type Soft struct {
	spec   SoftSpec
	rows   int
	groups []Group
	tiles  tiles
}

// NewSoft checks spec and lays out its rows. Errors wrap [ErrShape].
func NewSoft(spec SoftSpec) (*Soft, error) {
	if err := checkSoft(spec); err != nil {
		return nil, err
	}
	spec.Ramps, spec.Blocks = slices.Clone(spec.Ramps), slices.Clone(spec.Blocks)
	s := &Soft{spec: spec}
	add := func(kind Kind, width, rows int) {
		s.groups = append(s.groups, Group{Kind: kind, Width: width, First: s.rows, Rows: rows})
		s.rows += rows
	}
	if spec.Total == TotalMeasured {
		add(Whole, 0, 1)
	}
	if !spec.NoCells {
		add(Level, 1, spec.Cells)
	}
	if len(spec.Ramps) > 0 {
		add(Ramp, spec.Ramps[0].Width(), len(spec.Ramps))
	}
	for i, level := range spec.Blocks {
		spec.Blocks[i] = slices.Clone(level)
		add(SoftBlock, level[0].Width(), len(level)-1)
	}
	s.tiles = layTiles(s)
	return s, nil
}

func checkSoft(s SoftSpec) error {
	if s.Cells < 2 || s.Cells > maxCells {
		return message.Errorf("%w: %d cells, from 2 to %d are possible", ErrShape, s.Cells, maxCells)
	}
	if s.Total > TotalUnmeasured || s.Total == TotalUnmeasured && s.NoCells {
		return message.Errorf("%w: without single cells the total must be known or measured", ErrShape)
	}
	end := 0
	for i, b := range s.Ramps {
		if b.First <= end || b.Last < b.First || b.Last >= s.Cells {
			return message.Errorf("%w: ramp %d adds up the cumulative counts %d to %d, it must lie after %d and before %d", ErrShape, i, b.First, b.Last, end, s.Cells)
		}
		end = b.Last
	}
	if s.NoCells && (len(s.Ramps) != s.Cells-1 || len(s.Blocks) > 0) {
		return message.Errorf("%w: without single cells each of the %d cumulative counts needs a ramp of its own, and there are %d ramps", ErrShape, s.Cells-1, len(s.Ramps))
	}
	for i, level := range s.Blocks {
		if err := checkLevel(level, s.Cells); err != nil {
			return message.Errorf("%w: level %d of blocks: %w", ErrShape, i, err)
		}
	}
	return nil
}

func checkLevel(level []Box, cells int) error {
	if len(level) < 3 {
		return message.Errorf("%d boxes make no blocks, at least 3 are needed", len(level))
	}
	width := level[0].Width()
	for i, b := range level {
		if b.Width() != width || width < 1 || i > 0 && b.First != level[i-1].Last+1 {
			return message.Errorf("box %d contains the cumulative counts %d to %d, it must follow the one before and be as wide", i, b.First, b.Last)
		}
	}
	if level[0].First > 0 || level[0].Last < 0 || level[len(level)-1].First > cells || level[len(level)-1].Last < cells {
		return message.Errorf("the first and the last box must hold the cumulative counts 0 and %d", cells)
	}
	return nil
}

// Spec returns what the strategy was made of. The caller must not change its boxes.
func (s *Soft) Spec() SoftSpec { return s.spec }

// Groups describes the groups of rows in their fixed order: total (if measured), single cells,
// ramps, levels of blocks. The caller must not change it.
func (s *Soft) Groups() []Group { return s.groups }

// Rows returns the number of measured rows.
func (s *Soft) Rows() int { return s.rows }

// MeasureInto writes the exact value of every row for the counts x (one per cell) to dst (one
// per row), in the order of Groups. The values are private: noise must be added to each before
// anything else is done with them. It returns an error when a length is wrong. O(Cells).
func (s *Soft) MeasureInto(dst, x []int64) error {
	if len(x) != s.spec.Cells || len(dst) != s.rows {
		return message.Errorf("measure soft strategy: %d counts into %d rows, it has %d cells and %d rows", len(x), len(dst), s.spec.Cells, s.rows)
	}
	sums := newBoxSums(x)
	level := 0
	for _, g := range s.groups {
		rows := dst[g.First : g.First+g.Rows]
		switch g.Kind {
		case Whole:
			rows[0] = sums.total
		case Level:
			copy(rows, x)
		case Ramp:
			for i, b := range s.spec.Ramps {
				rows[i] = sums.of(b)
			}
		case SoftBlock:
			sums.differences(rows, s.spec.Blocks[level])
			level++
		}
	}
	return nil
}

// number is what cells are made of: exact counts and estimates.
type number interface{ int64 | float64 }

// boxSums adds up cumulative counts over boxes in constant time.
type boxSums[T number] struct {
	twice []T // twice[j] is the sum of the cumulative counts up to 0, …, j cells
	total T
}

func newBoxSums[T number](x []T) boxSums[T] {
	s := boxSums[T]{twice: make([]T, len(x)+1)}
	for i, v := range x {
		s.total += v
		s.twice[i+1] = s.twice[i] + s.total
	}
	return s
}

func (s boxSums[T]) of(b Box) T {
	k := len(s.twice) - 1
	from, to := max(b.First, 1), min(b.Last, k)
	sum := s.twice[to] - s.twice[from-1]
	if b.Last > k {
		sum += T(b.Last-k) * s.total
	}
	return sum
}

// differences sets dst to the differences of the sums of neighbouring boxes.
func (s boxSums[T]) differences(dst []T, level []Box) {
	for i := range dst {
		dst[i] = s.of(level[i+1]) - s.of(level[i])
	}
}
