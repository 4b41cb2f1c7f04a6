package sensitivity

import (
	"math/bits"
	"slices"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/linop"
	"steward/core/message"
)

// change tells by how much the rows of an operator change when a person goes from one cell to
// another: ‖a_u − a_v‖₁, or ‖a_u − a_v‖₂² in L2. Nothing in it depends on a policy.
type change interface {
	// between is the change from one cell to another, zero to itself.
	between(u, v int) int64
	// alone is the change from a cell to "not in the file".
	alone(u int) int64
	// most is a number that no change between two cells is above. Where it is small, a
	// walk ends at the first edge that has it.
	most() int64
}

// nesting is a change that only grows as the cells move apart: between(u, v) is at most
// between(u', v') for u' <= u <= v <= v'. Its maximum is at the ends of things.
type nesting interface{ nests() bool }

// spreading is a change whose maximum over all pairs of some cells is known without looking
// at each pair.
type spreading interface {
	// spread returns the largest change between any two of the cells, which rise. It may
	// be above it where exact is false.
	spread(cells []int) (largest int64, exact bool)
}

// shifting is a change whose maximum over all cells of a box that differ by a vector is
// known at once.
type shifting interface {
	// shift returns the largest change between two cells that differ by the vector, both
	// having declared values where they differ. It returns false where it does not know.
	shift(by []int) (int64, bool)
}

// reaching is a change whose maximum is known on a line where each cell is joined to all
// up to its reach.
type reaching interface {
	// upTo returns the largest change between a cell and another up to its reach; false
	// where it does not know.
	upTo(reach []int) (int64, bool)
}

// frame is the columns that cells are combinations of.
type frame struct{ sizes, regular []int }

// frameOf returns the columns of a domain or of a part.
func frameOf(attrs []*domain.Attribute) (f frame) {
	for _, a := range attrs {
		f.sizes, f.regular = append(f.sizes, a.Size()), append(f.regular, a.Regular())
	}
	return f
}

// laborious is a change that takes more than a few steps to tell.
type laborious interface {
	// work returns about how many steps one change takes.
	work() int
}

// mostEdges returns how many edges may be looked at.
func mostEdges(c change) int {
	const mostWork = 20 * limits.MaxEdgeScan
	if l, ok := c.(laborious); ok {
		return min(limits.MaxEdgeScan, mostWork/max(l.work(), 1))
	}
	return limits.MaxEdgeScan
}

// alike returns an operator whose rows change as those of op do, in another order or with
// rows beside them that never change, of a family that is known here.
func alike(op linop.Operator) linop.Operator {
	switch op := op.(type) {
	case linop.Crosstab:
		return linop.NewMarginals(op.Sizes(), subsets(op.Sizes()))
	case linop.Boxes:
		if runs, all := op.Factors(); all {
			factors := make([]linop.Operator, len(runs))
			for j, r := range runs {
				factors[j] = r
			}
			return linop.NewKronecker(factors...)
		}
	case linop.Stack:
		ops := make([]linop.Operator, len(op.Operators()))
		for i, part := range op.Operators() {
			ops[i] = alike(part)
		}
		return linop.NewStack(ops...)
	case linop.Lifted:
		if s, ok := op.Operator().(linop.Selection); ok && s.Rows() == s.Columns() {
			set := slices.Clone(op.Lines())
			slices.Sort(set)
			return linop.NewMarginals(op.Sizes(), [][]int{set})
		}
	}
	return op
}

// changeOf returns the change of an operator over the cells of a frame. It errors where
// numbers are too large to add up, and where the operator has no closed form and too many
// entries to hold.
func changeOf(op linop.Operator, norm Norm, f frame) (change, error) {
	switch op := op.(type) {
	case linop.Selection:
		return newPicked(op), nil
	case linop.Intervals:
		return newRunning(op, f.regular), nil
	case linop.Linear:
		return newWeighing(op.Columns(), op.Weight, norm)
	case linop.Marginals:
		if slices.Equal(op.Sizes(), f.sizes) {
			return tables{op}, nil
		}
	case linop.Sums:
		if slices.Equal(op.Sizes(), f.sizes) {
			return newSumming(op, norm, f.regular)
		}
	case linop.Lifted:
		return newLifted(op, norm, f)
	case linop.Kronecker:
		return newMultiplying(op, norm)
	case linop.Stack:
		return newStacked(op, norm, f)
	}
	s, err := newSparse(op, norm)
	if err != nil {
		return nil, err
	}
	if c, ok := s.classes(); ok {
		return c, nil
	}
	return s, nil
}

// fits errors when the change of so many rows by up to largest each, from both sides, cannot
// be held.
func fits(rows int, largest uint64, norm Norm) error {
	const room = 1 << 61
	hi, n := uint64(0), 2*min(largest, room)
	if norm == L2Squared {
		hi, n = bits.Mul64(n, n)
	}
	if hi == 0 {
		hi, n = bits.Mul64(n, uint64(rows))
	}
	if hi > 0 || n > room {
		return message.Errorf("the query weighs people by up to %d in %d rows, too much to add up: use smaller numbers or coarser units", largest, rows)
	}
	return nil
}

// magnitude returns the absolute value, of every int64.
func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

// apart returns the change of one row by d.
func (n Norm) apart(d int64) int64 {
	if n == L2Squared {
		return d * d
	}
	return max(d, -d)
}
