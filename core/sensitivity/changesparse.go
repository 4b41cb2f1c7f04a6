package sensitivity

import (
	"math"
	"slices"
	"steward/core/limits"

	"steward/core/linop"
	"steward/core/message"
)

// sparse is the change of any operator, by its columns.
type sparse struct {
	norm    Norm
	first   []int // of each column, and the number of entries at the end
	rows    []int32
	values  []int64
	longest int // the most entries in a column
	highest int64
}

func newSparse(op linop.Operator, norm Norm) (*sparse, error) {
	s := &sparse{norm: norm, first: make([]int, op.Columns()+1)}
	var largest uint64
	tooMany := message.Errorf("the queries have more than %d entries and no closed form: ask for fewer", limits.MaxEntries)
	if runs, ok := op.(linop.Intervals); ok {
		if !s.transpose(runs) {
			return nil, tooMany
		}
		largest = 1
	} else {
		for u := range op.Columns() {
			op.Column(u, func(row int, value int64) {
				if len(s.rows) <= limits.MaxEntries {
					s.rows, s.values = append(s.rows, int32(row)), append(s.values, value)
				}
				largest = max(largest, magnitude(value))
			})
			if len(s.rows) > limits.MaxEntries || op.Rows() > math.MaxInt32 {
				return nil, tooMany
			}
			s.first[u+1] = len(s.rows)
		}
	}
	for u := range op.Columns() {
		s.longest = max(s.longest, s.first[u+1]-s.first[u])
	}
	if err := fits(2*s.longest, largest, norm); err != nil {
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

// transpose fills in the columns of runs of cells, whose rows are at hand. It returns false
// when there are too many entries.
func (s *sparse) transpose(op linop.Intervals) bool {
	entries := 0
	for i := range op.Rows() {
		r := op.At(i)
		if entries += r.Hi - r.Lo + 1; entries > limits.MaxEntries {
			return false
		}
		for u := r.Lo; u <= r.Hi; u++ {
			s.first[u+1]++
		}
	}
	for u := range op.Columns() {
		s.first[u+1] += s.first[u]
	}
	s.rows, s.values = make([]int32, entries), make([]int64, entries)
	at := slices.Clone(s.first)
	for i := range op.Rows() {
		r := op.At(i)
		for u := r.Lo; u <= r.Hi; u++ {
			s.rows[at[u]], s.values[at[u]] = int32(i), 1
			at[u]++
		}
	}
	return true
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
func (s *sparse) work() int   { return s.longest }

// largest returns the largest norm of a column.
func (s *sparse) largest() (most int64) {
	for u := range len(s.first) - 1 {
		most = max(most, s.alone(u))
	}
	return most
}
