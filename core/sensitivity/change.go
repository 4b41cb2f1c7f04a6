package sensitivity

import (
	"fmt"
	"math/bits"
	"slices"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/linop"
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

// changeOf returns the change of an operator over the cells of a frame. It errors where
// numbers are too large to add up, and where the operator has no closed form and too many
// entries to hold.
func changeOf(op linop.Operator, norm Norm, f frame) (change, error) {
	switch op := op.(type) {
	case linop.Selection:
		return newPicked(op), nil
	case linop.Intervals:
		return newRunning(op, f.regular), nil
	case linop.Levels:
		return levelled{op.Columns(), op.Widths()}, nil
	case linop.Haar:
		return halving{height: op.Height(), total: op.Total(), norm: norm}, nil
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
	case linop.Kronecker:
		return newMultiplying(op, norm)
	case linop.Stack:
		return newStacked(op, norm, f)
	}
	return newSparse(op, norm)
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
		return fmt.Errorf("the query weighs people by up to %d in %d rows, too much to add up: use smaller numbers or coarser units", largest, rows)
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

// sparse is the change of any operator, by its columns.
type sparse struct {
	norm    Norm
	first   []int // of each column, and the number of entries at the end
	rows    []int32
	values  []int64
	highest int64
}

// mostEntries is the largest number of entries of an operator without a closed form.
const mostEntries = 1 << 26

func newSparse(op linop.Operator, norm Norm) (*sparse, error) {
	s := &sparse{norm: norm, first: make([]int, op.Columns()+1)}
	var largest uint64
	longest := 0
	for u := range op.Columns() {
		op.Column(u, func(row int, value int64) {
			if len(s.rows) <= mostEntries {
				s.rows, s.values = append(s.rows, int32(row)), append(s.values, value)
			}
			largest = max(largest, magnitude(value))
		})
		if len(s.rows) > mostEntries || op.Rows() > limits.MaxCells*16 {
			return nil, fmt.Errorf("the queries have more than %d entries and no closed form: ask for fewer", mostEntries)
		}
		s.first[u+1] = len(s.rows)
		longest = max(longest, s.first[u+1]-s.first[u])
	}
	if err := fits(2*longest, largest, norm); err != nil {
		return nil, err
	}
	var high, second int64
	for u := range op.Columns() {
		if n := s.alone(u); n > high {
			high, second = n, high
		} else {
			second = max(second, n)
		}
	}
	s.highest = high + second // disjoint columns
	if norm == L2Squared {
		s.highest = 4 * high
	}
	return s, nil
}

func (s *sparse) between(u, v int) int64 {
	i, endI := s.first[u], s.first[u+1]
	j, endJ := s.first[v], s.first[v+1]
	var sum int64
	for i < endI && j < endJ {
		switch {
		case s.rows[i] < s.rows[j]:
			sum += s.norm.apart(s.values[i])
			i++
		case s.rows[i] > s.rows[j]:
			sum += s.norm.apart(s.values[j])
			j++
		default:
			sum += s.norm.apart(s.values[i] - s.values[j])
			i++
			j++
		}
	}
	for ; i < endI; i++ {
		sum += s.norm.apart(s.values[i])
	}
	for ; j < endJ; j++ {
		sum += s.norm.apart(s.values[j])
	}
	return sum
}

func (s *sparse) alone(u int) int64 {
	var sum int64
	for _, v := range s.values[s.first[u]:s.first[u+1]] {
		sum += s.norm.apart(v)
	}
	return sum
}

func (s *sparse) most() int64 { return s.highest }
