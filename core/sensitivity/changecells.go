package sensitivity

import (
	"slices"

	"steward/core/linop"
)

// picked is the change of counts of single cells: one for each cell that is counted.
type picked struct{ counted []bool } // nil when all are

func newPicked(op linop.Selection) picked {
	if op.Rows() == op.Columns() {
		return picked{}
	}
	p := picked{make([]bool, op.Columns())}
	for i := range op.Rows() {
		p.counted[op.Cell(i)] = true
	}
	return p
}

func (p picked) alone(u int) int64 {
	if p.counted == nil || p.counted[u] {
		return 1
	}
	return 0
}

func (p picked) between(u, v int) int64 {
	if u == v {
		return 0
	}
	return p.alone(u) + p.alone(v)
}

func (p picked) most() int64 { return 2 }
func (p picked) nests() bool { return p.counted == nil }

func (p picked) spread(cells []int) (int64, bool) {
	if len(cells) < 2 {
		return 0, true
	}
	n := int64(0)
	for _, u := range cells {
		if n += p.alone(u); n == 2 {
			break
		}
	}
	return n, true
}

func (p picked) shift([]int) (int64, bool) { return 2, p.counted == nil }

// tables is the change of a family of marginals: two for each set with a column that
// changes.
type tables struct{ op linop.Marginals }

func (t tables) between(u, v int) int64 {
	var n int64
	for set := range t.op.Sets() {
		if t.op.RowOf(set, u) != t.op.RowOf(set, v) {
			n += 2
		}
	}
	return n
}

func (t tables) alone(int) int64 { return int64(len(t.op.Sets())) }

func (t tables) most() int64 {
	return t.touched(func(int) bool { return true })
}

// touched returns twice the number of sets with a column that changes.
func (t tables) touched(changes func(column int) bool) int64 {
	var n int64
	for _, set := range t.op.Sets() {
		for _, j := range set {
			if changes(j) && t.op.Sizes()[j] > 1 {
				n += 2
				break
			}
		}
	}
	return n
}

func (t tables) shift(by []int) (int64, bool) {
	return t.touched(func(j int) bool { return by[j] != 0 }), true
}

// stacked is the change of operators on top of one another.
type stacked []change

func newStacked(op linop.Stack, norm Norm, f frame) (change, error) {
	s := make(stacked, len(op.Operators()))
	var most float64
	for i, one := range op.Operators() {
		var err error
		if s[i], err = changeOf(one, norm, f); err != nil {
			return nil, err
		}
		most += float64(s[i].most())
	}
	if most > 1<<61 {
		return nil, fits(len(s), 1<<60, norm)
	}
	if s.nests() {
		return nestedStack{s}, nil
	}
	return s, nil
}

func (s stacked) between(u, v int) (sum int64) {
	for _, c := range s {
		sum += c.between(u, v)
	}
	return sum
}

func (s stacked) alone(u int) (sum int64) {
	for _, c := range s {
		sum += c.alone(u)
	}
	return sum
}

func (s stacked) most() (sum int64) {
	for _, c := range s {
		sum += c.most()
	}
	return sum
}

func (s stacked) work() int {
	n := 0
	for _, c := range s {
		if l, ok := c.(laborious); ok {
			n += l.work()
		}
	}
	return n
}

func (s stacked) nests() bool {
	for _, c := range s {
		if n, ok := c.(nesting); !ok || !n.nests() {
			return false
		}
	}
	return true
}

// nestedStack is a stack of changes that all only grow as cells move apart.
type nestedStack struct{ stacked }

func (n nestedStack) spread(cells []int) (int64, bool) { return ends(n, cells), true }

// subsets returns all sets of the columns with more than one value: those of a table with
// its totals.
func subsets(sizes []int) [][]int {
	sets := [][]int{{}}
	for j, n := range sizes {
		if n < 2 {
			continue
		}
		for _, set := range sets[:len(sets):len(sets)] {
			sets = append(sets, append(slices.Clone(set), j))
		}
	}
	return sets
}
