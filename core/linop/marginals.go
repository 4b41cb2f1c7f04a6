package linop

// Marginals is a family of tables over some of the columns each: one row per combination of
// the values of a set's columns, set after set, row-major inside a set. The empty set is the
// total.
type Marginals struct {
	box
	sets  [][]int
	first []int // row of each set, and the number of rows at the end
}

// NewMarginals returns the tables over the given sets of columns, which must rise.
func NewMarginals(sizes []int, sets [][]int) Marginals {
	m := Marginals{box: newBox(sizes), sets: sets, first: make([]int, len(sets)+1)}
	for i, set := range sets {
		rows := 1
		for n, j := range set {
			if j < 0 || j >= len(sizes) || n > 0 && set[n-1] >= j {
				panic("linop: the columns of a table must rise and be there")
			}
			rows *= sizes[j]
		}
		m.first[i+1] = m.first[i] + rows
	}
	return m
}

// Sets returns the sets of columns.
func (m Marginals) Sets() [][]int { return m.sets }

// Rows returns the number of combinations in all sets.
func (m Marginals) Rows() int { return m.first[len(m.sets)] }

// RowOf returns the row of a set that counts a cell.
func (m Marginals) RowOf(set, cell int) int {
	key := 0
	for _, j := range m.sets[set] {
		key = key*m.sizes[j] + m.value(cell, j)
	}
	return m.first[set] + key
}

// Row yields the cells of combination i.
func (m Marginals) Row(i int, yield func(column int, value int64)) {
	set := 0
	for m.first[set+1] <= i {
		set++
	}
	for u := range m.cells {
		if m.RowOf(set, u) == i {
			yield(u, 1)
		}
	}
}

// Column yields the row of each set that counts cell j.
func (m Marginals) Column(j int, yield func(row int, value int64)) {
	for set := range m.sets {
		yield(m.RowOf(set, j), 1)
	}
}

// Apply writes the tables.
func (m Marginals) Apply(dst, x []int64) { tabulate(dst, x, m) }

// ApplyFloat writes the tables.
func (m Marginals) ApplyFloat(dst, x []float64) { tabulate(dst, x, m) }

func tabulate[T number](dst, x []T, m Marginals) {
	clear(dst[:m.Rows()])
	for set := range m.sets {
		for u := range m.cells {
			dst[m.RowOf(set, u)] += x[u]
		}
	}
}
