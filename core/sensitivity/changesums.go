package sensitivity

import "steward/core/linop"

// weighing is the change of one query that weighs every cell, always in L1: of a single row
// the change in L2 is the same, and nothing has to be squared before the end.
type weighing struct {
	weights []int64
	low     int64
	high    int64
	norm    Norm
}

func newWeighing(cells int, weight func(cell int) int64, norm Norm) (*weighing, error) {
	w := &weighing{weights: make([]int64, cells), norm: norm}
	var largest uint64
	for u := range w.weights {
		a := weight(u)
		if u == 0 {
			w.low, w.high = a, a
		}
		w.weights[u], w.low, w.high = a, min(w.low, a), max(w.high, a)
		largest = max(largest, magnitude(a))
	}
	return w, fits(1, largest, norm)
}

func (w *weighing) between(u, v int) int64 { return w.norm.apart(w.weights[u] - w.weights[v]) }
func (w *weighing) alone(u int) int64      { return w.norm.apart(w.weights[u]) }
func (w *weighing) most() int64            { return w.norm.apart(w.high - w.low) }

func (w *weighing) spread(cells []int) (int64, bool) {
	if len(cells) == 0 {
		return 0, true
	}
	low, high := w.weights[cells[0]], w.weights[cells[0]]
	for _, u := range cells {
		low, high = min(low, w.weights[u]), max(high, w.weights[u])
	}
	return w.norm.apart(high - low), true
}

// upTo slides a window from each cell to its reach, with two queues of cells that may be
// its greatest and its least.
func (w *weighing) upTo(reach []int) (best int64, ok bool) {
	high, low := newQueue(len(reach)), newQueue(len(reach))
	far := -1
	for u, to := range reach {
		if to < far {
			return 0, false
		}
		for far < to {
			far++
			for !high.empty() && w.weights[high.last()] <= w.weights[far] {
				high.dropLast()
			}
			for !low.empty() && w.weights[low.last()] >= w.weights[far] {
				low.dropLast()
			}
			high.push(far)
			low.push(far)
		}
		for high.front() < u {
			high.dropFirst()
		}
		for low.front() < u {
			low.dropFirst()
		}
		best = max(best, w.norm.apart(w.weights[high.front()]-w.weights[u]), w.norm.apart(w.weights[u]-w.weights[low.front()]))
	}
	return best, true
}

// queue holds cells in rising order; both ends can be dropped.
type queue struct {
	cells    []int
	from, to int
}

func newQueue(n int) *queue { return &queue{cells: make([]int, n)} }

func (q *queue) empty() bool { return q.from == q.to }
func (q *queue) front() int  { return q.cells[q.from] }
func (q *queue) last() int   { return q.cells[q.to-1] }
func (q *queue) dropFirst()  { q.from++ }
func (q *queue) dropLast()   { q.to-- }
func (q *queue) push(u int)  { q.cells[q.to] = u; q.to++ }

// summing is the change of sums over columns, one row per column or one for all.
type summing struct {
	op       linop.Sums
	norm     Norm
	sizes    []int
	strides  []int
	columns  []int // that have a table
	steps    []*stepping
	one      *weighing // of a single row
	together bool
	high     int64
}

func newSumming(op linop.Sums, norm Norm, regular []int) (*summing, error) {
	s := &summing{op: op, norm: norm, sizes: op.Sizes(), strides: make([]int, len(op.Sizes())), together: op.Together()}
	stride := 1
	for j := len(s.sizes) - 1; j >= 0; j-- {
		s.strides[j] = stride
		stride *= s.sizes[j]
	}
	var largest, sum uint64
	s.steps = make([]*stepping, len(s.sizes))
	for j := range s.sizes {
		table := op.Table(j)
		if table == nil {
			continue
		}
		s.columns = append(s.columns, j)
		var m uint64
		low, high := table[0], table[0]
		for _, a := range table {
			m, low, high = max(m, magnitude(a)), min(low, a), max(high, a)
		}
		largest, sum = max(largest, m), min(sum, 1<<62)+min(m, 1<<62)
		if fits(1, m, norm) == nil {
			s.high += norm.apart(high - low)
		}
		s.steps[j] = newStepping(table[:regular[j]])
	}
	if !s.together {
		return s, fits(len(s.columns), largest, norm)
	}
	if err := fits(1, sum, norm); err != nil {
		return nil, err
	}
	values := make([]int, len(s.sizes))
	var err error
	s.one, err = newWeighing(op.Columns(), func(u int) int64 {
		for j, stride := range s.strides {
			values[j] = u / stride % s.sizes[j]
		}
		var a int64
		for _, j := range s.columns {
			a += op.Table(j)[values[j]]
		}
		return a
	}, norm)
	return s, err
}

func (s *summing) at(u, j int) int64 { return s.op.Table(j)[u/s.strides[j]%s.sizes[j]] }

func (s *summing) between(u, v int) (sum int64) {
	if s.together {
		return s.one.between(u, v)
	}
	for _, j := range s.columns {
		sum += s.norm.apart(s.at(u, j) - s.at(v, j))
	}
	return sum
}

func (s *summing) alone(u int) (sum int64) {
	if s.together {
		return s.one.alone(u)
	}
	for _, j := range s.columns {
		sum += s.norm.apart(s.at(u, j))
	}
	return sum
}

func (s *summing) most() int64 {
	if s.together {
		return s.one.most()
	}
	return s.high
}

func (s *summing) upTo(reach []int) (int64, bool) {
	switch {
	case s.together:
		return s.one.upTo(reach)
	case len(s.sizes) > 1 || len(s.columns) == 0:
		return 0, false
	}
	table := s.op.Table(0)
	w, err := newWeighing(len(table), func(u int) int64 { return table[u] }, s.norm)
	if err != nil {
		return 0, false
	}
	return w.upTo(reach)
}

// mostCorners is the largest number of columns whose corners are tried, and mostPairs the
// largest number of pairs that are looked at one by one, before a bound is given.
const (
	mostCorners = 12
	mostPairs   = 1 << 22
)

// spread returns the sum of the ranges of all columns where two cells have it: the largest
// sum with signs is then as large. In L1 the largest of these is exact anyway.
func (s *summing) spread(cells []int) (int64, bool) {
	if s.together {
		return s.one.spread(cells)
	}
	if len(cells) < 2 || len(s.columns) == 0 {
		return 0, true
	}
	var box, bound int64
	for _, j := range s.columns {
		low, high := s.at(cells[0], j), s.at(cells[0], j)
		for _, u := range cells {
			a := s.at(u, j)
			low, high = min(low, a), max(high, a)
		}
		box += high - low
		bound += s.norm.apart(high - low)
	}
	widest, exact := s.corners(cells, box)
	switch {
	case exact && widest == box:
		return bound, true
	case exact && s.norm == L1:
		return widest, true
	case len(cells) <= mostPairs/len(cells):
		var best int64
		for i, u := range cells {
			for _, v := range cells[:i] {
				best = max(best, s.between(u, v))
			}
		}
		return best, true
	}
	return bound, false
}

// corners returns the largest sum of differences with any signs: the L1 diameter. It stops
// at a sum that cannot be exceeded.
func (s *summing) corners(cells []int, enough int64) (best int64, ok bool) {
	if len(s.columns) > mostCorners {
		return 0, false
	}
	for signs := 0; signs < 1<<(len(s.columns)-1) && best < enough; signs++ {
		var low, high int64
		for i, u := range cells {
			var a int64
			for n, j := range s.columns {
				if x := s.at(u, j); signs>>n&1 == 1 {
					a -= x
				} else {
					a += x
				}
			}
			if i == 0 {
				low, high = a, a
			}
			low, high = min(low, a), max(high, a)
		}
		best = max(best, high-low)
	}
	return best, true
}

// shift adds up the largest changes of the columns, which are found apart: the value from
// which each goes on can be chosen by itself.
func (s *summing) shift(by []int) (int64, bool) {
	var sum, low, high int64
	for _, j := range s.columns {
		if by[j] == 0 {
			continue
		}
		l, h, ok := s.steps[j].over(by[j])
		if !ok {
			return 0, false
		}
		sum += s.norm.apart(max(h, -l))
		low, high = low+l, high+h
	}
	if s.together {
		return s.norm.apart(max(high, -low)), true
	}
	return sum, true
}

// stepping knows how the numbers of a column's values change over a number of steps.
type stepping struct {
	numbers []int64
	even    bool // all steps change them alike
	step    int64
	known   []extent // by number of steps, where it was asked for
	work    int
}

// extent is the least and the greatest change.
type extent struct {
	low, high int64
	known     bool
}

func newStepping(numbers []int64) *stepping {
	s := &stepping{numbers: numbers, even: true}
	for v := 1; v < len(numbers); v++ {
		step := numbers[v] - numbers[v-1]
		if v == 1 {
			s.step = step
		}
		s.even = s.even && step == s.step
	}
	return s
}

// over returns the least and the greatest change when the value goes by a number of steps
// up, or down when it is below zero. It returns false where that is too much work.
func (s *stepping) over(by int) (low, high int64, ok bool) {
	if by < 0 {
		low, high, ok = s.over(-by)
		return -high, -low, ok
	}
	if s.even {
		return s.step * int64(by), s.step * int64(by), true
	}
	if s.known == nil {
		s.known = make([]extent, len(s.numbers))
	}
	e := &s.known[by]
	if !e.known {
		if s.work += len(s.numbers) - by; s.work > mostSteps {
			return 0, 0, false
		}
		e.known, e.low, e.high = true, s.numbers[by]-s.numbers[0], s.numbers[by]-s.numbers[0]
		for v := by; v < len(s.numbers); v++ {
			d := s.numbers[v] - s.numbers[v-by]
			e.low, e.high = min(e.low, d), max(e.high, d)
		}
	}
	return e.low, e.high, true
}

// mostSteps bounds the work of finding how a column's numbers change.
const mostSteps = 1 << 30
