package line

import (
	"steward/core/linop"
	"steward/core/sensitivity"
	"steward/core/strategy"
)

// Strategy is a set of rows along a segment: which they are, how far edges move them, and
// what is made of them.
type Strategy interface {
	// Groups describes the rows, which share a scale group by group.
	Groups() []strategy.Group
	Rows() int
	// MeasureInto writes the exact rows of some counts.
	MeasureInto(dst, x []int64) error
	// Loads returns, for every class of edges of a line, at least the L1 change of each group's
	// rows along an edge of the class.
	Loads(line sensitivity.Line) [][]int
	// Estimator returns the least squares for one precision per group.
	Estimator(precision []float64) (Estimator, error)
}

// Estimator is the least squares of a strategy whose noise is chosen.
type Estimator interface {
	RangeVariance(r strategy.Range) (float64, error)
	Estimate(dst []float64, rows []int64, total int64) error
}

// Chained is a chain strategy.
type Chained struct{ *strategy.Chain }

func (c Chained) Loads(line sensitivity.Line) [][]int {
	var out [][]int
	for _, class := range loadsOf(line, c.Spec().Block, c.Spec().Widths) {
		loads := make([]int, len(c.Groups()))
		for g := range loads {
			loads[g] = loadOf(class, c.Groups(), g)
		}
		out = append(out, loads)
	}
	return out
}

func (c Chained) Estimator(precision []float64) (Estimator, error) { return c.Weigh(precision) }

// loadsOf returns the L1 change of each group of a chain's rows along the two classes of
// edges: between two values, and to "not in the file".
func loadsOf(line sensitivity.Line, block int, widths []int) []strategy.Load {
	values := line
	values.Presence = false
	l := strategy.Load{Prefix: int(values.BlockPrefixes(block)), Levels: make([]int, len(widths))}
	for j, w := range widths {
		l.Levels[j] = int(values.Level(w))
	}
	loads := []strategy.Load{l}
	if line.Presence {
		p := strategy.Load{Prefix: (line.Cells()+block-1)/block - 1, Total: 1, Levels: make([]int, len(widths))}
		for j := range p.Levels {
			p.Levels[j] = 1
		}
		loads = append(loads, p)
	}
	return loads
}

// loadOf returns a load's entry for one group of rows.
func loadOf(l strategy.Load, groups []strategy.Group, g int) int {
	level := 0
	for _, before := range groups[:g] {
		if before.Kind == strategy.Level {
			level++
		}
	}
	switch groups[g].Kind {
	case strategy.Prefix:
		return l.Prefix
	case strategy.Whole:
		return l.Total
	}
	return l.Levels[level]
}

// Soft is a soft strategy.
type Soft struct{ *strategy.Soft }

func (s Soft) Loads(line sensitivity.Line) [][]int {
	groups := s.Groups()
	values, absent := make([]int, len(groups)), make([]int, len(groups))
	moves := line
	moves.Presence = false
	level := 0
	for g, group := range groups {
		switch group.Kind {
		case strategy.Whole:
			absent[g] = 1
		case strategy.Level:
			values[g], absent[g] = int(moves.Level(1)), 1
		case strategy.Ramp:
			values[g] = int(moves.BoxSums(intervalsIn(s.Spec().Ramps)))
			for _, b := range s.Spec().Ramps { // the first value counts in all
				absent[g] += b.Width()
			}
		case strategy.SoftBlock:
			// Along the line what a person counts in neighbouring rows adds up to the width.
			values[g], absent[g] = int(moves.BoxDifferences(intervalsIn(s.Spec().Blocks[level]))), group.Width
			level++
		}
	}
	if !line.Presence {
		return [][]int{values}
	}
	return [][]int{values, absent}
}

func (s Soft) Estimator(precision []float64) (Estimator, error) { return s.Weigh(precision) }

func intervalsIn(boxes []strategy.Box) []linop.Interval {
	out := make([]linop.Interval, len(boxes))
	for i, b := range boxes {
		out[i] = linop.Interval{Lo: b.First, Hi: b.Last}
	}
	return out
}
