package linop

// Crosstab is a table over some columns with its totals: each column has, after its values,
// one entry more that adds them all up, unless it has a single value. Rows are the
// combinations of entries, row-major, that count at least one of the cells wanted.
type Crosstab struct {
	box
	entries box
	rows    []int // kept combinations of entries, rising; nil when all are
}

// NewCrosstab returns the table with totals over columns of the given sizes. possible says
// which cells to count; nil means all. Cells that are not possible are taken to hold nothing.
func NewCrosstab(sizes []int, possible func(cell int) bool) Crosstab {
	t := Crosstab{box: newBox(sizes)}
	more := make([]int, len(sizes))
	for j, n := range sizes {
		more[j] = n
		if n > 1 {
			more[j]++
		}
	}
	t.entries = newBox(more)
	if possible != nil {
		t.keep(possible)
	}
	return t
}

// keep drops the combinations that count no possible cell.
func (t *Crosstab) keep(possible func(cell int) bool) {
	x, all := make([]int64, t.cells), make([]int64, t.entries.cells)
	for cell := range x {
		if possible(cell) {
			x[cell] = 1
		}
	}
	t.Apply(all, x)
	t.rows = make([]int, 0, len(all))
	for row, n := range all {
		if n > 0 {
			t.rows = append(t.rows, row)
		}
	}
}

func (t Crosstab) combination(i int) int {
	if t.rows == nil {
		return i
	}
	return t.rows[i]
}

// Entry returns which value of column j row i counts, or -1 for all of them.
func (t Crosstab) Entry(i, j int) int {
	e := t.entries.value(t.combination(i), j)
	if t.sizes[j] > 1 && e == t.sizes[j] {
		return -1
	}
	return e
}

// Rows returns the number of counts.
func (t Crosstab) Rows() int {
	if t.rows == nil {
		return t.entries.cells
	}
	return len(t.rows)
}

// Row yields the cells of count i.
func (t Crosstab) Row(i int, yield func(column int, value int64)) {
	t.walk(i, 0, 0, yield)
}

func (t Crosstab) walk(i, j, cell int, yield func(column int, value int64)) {
	if j == len(t.sizes) {
		yield(cell, 1)
		return
	}
	if e := t.Entry(i, j); e >= 0 {
		t.walk(i, j+1, cell+e*t.strides[j], yield)
		return
	}
	for v := range t.sizes[j] {
		t.walk(i, j+1, cell+v*t.strides[j], yield)
	}
}

// Column yields the counts that hold cell j, rows rising.
func (t Crosstab) Column(j int, yield func(row int, value int64)) {
	next := 0 // of the kept rows
	t.holding(j, 0, 0, func(combination int) {
		if t.rows == nil {
			yield(combination, 1)
			return
		}
		for next < len(t.rows) && t.rows[next] < combination {
			next++
		}
		if next < len(t.rows) && t.rows[next] == combination {
			yield(next, 1)
		}
	})
}

// holding yields the combinations of entries that count a cell, rising.
func (t Crosstab) holding(cell, j, at int, yield func(combination int)) {
	if j == len(t.sizes) {
		yield(at)
		return
	}
	t.holding(cell, j+1, at+t.value(cell, j)*t.entries.strides[j], yield)
	if t.sizes[j] > 1 {
		t.holding(cell, j+1, at+t.sizes[j]*t.entries.strides[j], yield)
	}
}

// Apply writes the counts.
func (t Crosstab) Apply(dst, x []int64) { crosstabulate(dst, x, t) }

// ApplyFloat writes the sums.
func (t Crosstab) ApplyFloat(dst, x []float64) { crosstabulate(dst, x, t) }

// crosstabulate copies the cells to their places and adds up along one column after another.
func crosstabulate[T number](dst, x []T, t Crosstab) {
	all := dst
	if t.rows != nil {
		all = make([]T, t.entries.cells)
	}
	clear(all[:t.entries.cells])
	for cell, n := range x[:t.cells] {
		at := 0
		for j := range t.sizes {
			at += t.value(cell, j) * t.entries.strides[j]
		}
		all[at] = n
	}
	for j, n := range t.sizes {
		if n == 1 {
			continue
		}
		step := t.entries.strides[j]
		for first := 0; first < t.entries.cells; first += (n + 1) * step {
			for a := first; a < first+step; a++ {
				var sum T
				for v := range n {
					sum += all[a+v*step]
				}
				all[a+n*step] = sum
			}
		}
	}
	if t.rows != nil {
		for i, row := range t.rows {
			dst[i] = all[row]
		}
	}
}
