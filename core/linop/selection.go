package linop

import "sort"

// Selection measures single cells: one row per chosen cell, in rising order. With all
// cells chosen it is the identity.
type Selection struct {
	columns int
	cells   []int // nil when all cells are chosen
}

// Identity returns the complete histogram over k cells.
func Identity(k int) Selection { return Selection{columns: k} }

// Select returns the histogram over the chosen cells of k, which must rise.
func Select(k int, cells []int) Selection {
	for i, c := range cells {
		if c < 0 || c >= k || (i > 0 && cells[i-1] >= c) {
			panic("linop: chosen cells must rise and lie in the domain")
		}
	}
	switch {
	case len(cells) == k:
		return Identity(k)
	case cells == nil:
		cells = []int{} // none, where nil would mean all
	}
	return Selection{columns: k, cells: cells}
}

// Cell returns the cell that row i measures.
func (s Selection) Cell(i int) int {
	if s.cells == nil {
		return i
	}
	return s.cells[i]
}

// Rows returns the number of chosen cells.
func (s Selection) Rows() int {
	if s.cells == nil {
		return s.columns
	}
	return len(s.cells)
}

// Columns returns the number of cells.
func (s Selection) Columns() int { return s.columns }

// Row yields the one cell of row i.
func (s Selection) Row(i int, yield func(column int, value int64)) { yield(s.Cell(i), 1) }

// Column yields the row that measures cell j, if one does.
func (s Selection) Column(j int, yield func(row int, value int64)) {
	if s.cells == nil {
		yield(j, 1)
		return
	}
	if i := sort.SearchInts(s.cells, j); i < len(s.cells) && s.cells[i] == j {
		yield(i, 1)
	}
}

// Apply copies the counts of the chosen cells.
func (s Selection) Apply(dst, x []int64) { selectInto(dst, x, s) }

// ApplyFloat copies the values of the chosen cells.
func (s Selection) ApplyFloat(dst, x []float64) { selectInto(dst, x, s) }

func selectInto[T number](dst, x []T, s Selection) {
	if s.cells == nil {
		copy(dst, x)
		return
	}
	for i, c := range s.cells {
		dst[i] = x[c]
	}
}
