package mechanism

import (
	"cmp"
	"slices"

	"steward/core/constraint"
)

// twins are cells that change together wherever the sums of sets of cells and other facts stay as they are: of a set of two cells one gets what the
// other one loses, and what a fact holds of two sets of two ties all four together.
type twins struct {
	known   *KnownSets
	number  []int // by cell, the number that is its change, or minus that; -1 for none
	sign    []int
	cells   [][]int // of each number; none where it is part of another one
	grouped []Block
	in      []bool // the numbers that are in a block
	// rest and times are room for what a sum holds of sets, and of numbers.
	rest, times tally
}

// newTwins has a number for every set of two cells.
func newTwins(known *KnownSets, members [][]int) *twins {
	t := &twins{known: known, number: slices.Repeat([]int{-1}, len(known.Set)), sign: make([]int, len(known.Set))}
	for _, pair := range members {
		if len(pair) == 2 {
			for i, cell := range pair {
				t.number[cell], t.sign[cell] = len(t.cells), 1-2*i
			}
			t.cells = append(t.cells, slices.Clone(pair))
		}
	}
	t.in = make([]bool, len(t.cells))
	return t
}

// held returns the numbers that a sum counts, in order, and how often it counts each of all numbers, until it is called again. It is false where the sum has other
// cells whose own sum is not known.
func (t *twins) held(s constraint.Sum) (numbers, times []int, ok bool) {
	rest := t.rest.of(t.known.Count, s.Cells, func(cell int32) (int, int) {
		if t.number[cell] >= 0 {
			return -1, 0
		}
		return t.known.Set[cell], 1
	})
	for _, set := range t.rest.seen {
		if rest[set] < t.known.Sizes[set] {
			return nil, nil, false
		}
	}
	times = t.times.of(len(t.cells), s.Cells, func(cell int32) (int, int) { return t.number[cell], t.sign[cell] })
	for _, n := range t.times.seen {
		if times[n] != 0 {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	return numbers, times, true
}

// join makes one number of two that a sum counts equally often, and reports whether it did.
func (t *twins) join(s constraint.Sum) bool {
	numbers, times, ok := t.held(s)
	if !ok || len(numbers) != 2 {
		return false
	}
	a, b := numbers[0], numbers[1]
	if times[a] != times[b] && times[a] != -times[b] {
		return false
	}
	turn := -1
	if times[a] != times[b] {
		turn = 1
	}
	if len(t.cells[a]) < len(t.cells[b]) {
		a, b = b, a
	}
	for _, cell := range t.cells[b] {
		t.number[cell], t.sign[cell] = a, turn*t.sign[cell]
	}
	t.cells[a], t.cells[b] = append(t.cells[a], t.cells[b]...), nil
	return true
}

// gather makes a block of the numbers that a sum counts once, or each as often as the others, if they have as many cells of either sign.
func (t *twins) gather(s constraint.Sum) {
	numbers, times, ok := t.held(s)
	if !ok || len(numbers) < 2 {
		return
	}
	var b Block
	var rows [][]int
	for _, n := range numbers {
		if v := times[n]; t.in[n] || v != times[numbers[0]] && v != -times[numbers[0]] {
			return
		} else if v < 0 {
			for _, cell := range t.cells[n] {
				t.sign[cell] = -t.sign[cell]
			}
		}
		row, opposite := t.ordered(n)
		if rows = append(rows, row); len(row) != len(rows[0]) || b.Opposite != opposite && len(rows) > 1 {
			return
		}
		b.Copies, b.Opposite = len(row), opposite
	}
	for i := range b.Copies {
		for _, row := range rows {
			b.Cells = append(b.Cells, row[i])
		}
	}
	t.grouped = append(t.grouped, b)
	for _, n := range numbers {
		t.in[n] = true
	}
}

// ordered returns the cells of a number, those of the other sign last.
func (t *twins) ordered(n int) (cells []int, opposite int) {
	cells = slices.Clone(t.cells[n])
	slices.SortFunc(cells, func(a, b int) int { return cmp.Or(t.sign[b]-t.sign[a], a-b) })
	for _, cell := range cells {
		opposite += (1 - t.sign[cell]) / 2
	}
	return cells, opposite
}

// blocks returns those of several numbers, and each other number by itself.
func (t *twins) blocks() []Block {
	out := t.grouped
	for n, cells := range t.cells {
		switch {
		case cells == nil || t.in[n]:
		case len(cells) == 2: // a set by itself
			out = append(out, Block{Cells: cells, Copies: 1})
		default:
			row, opposite := t.ordered(n)
			out = append(out, Block{Cells: row, Copies: len(row), Opposite: opposite})
		}
	}
	return out
}
