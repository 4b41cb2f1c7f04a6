package linop

// Sums adds up a number per value of some columns over all people: one row per column that
// has a table (a vector sum), or a single row for all of them together.
type Sums struct {
	box
	tables   [][]int64
	columns  []int // with a table, rising
	together bool
}

// NewSums returns one sum per column that has a table: tables[j][v] is what a person with
// value v in column j adds; nil leaves the column out.
func NewSums(sizes []int, tables [][]int64) Sums { return newSums(sizes, tables, false) }

// NewSum returns the one sum of what a person adds in all columns.
func NewSum(sizes []int, tables [][]int64) Sums { return newSums(sizes, tables, true) }

func newSums(sizes []int, tables [][]int64, together bool) Sums {
	if len(sizes) != len(tables) {
		panic("linop: not one table per column")
	}
	s := Sums{box: newBox(sizes), tables: tables, together: together}
	for j, table := range tables {
		if table == nil {
			continue
		}
		if len(table) != sizes[j] {
			panic("linop: a table without a number for every value")
		}
		s.columns = append(s.columns, j)
	}
	return s
}

// Table returns what the values of a column add, nil when the column is left out.
func (s Sums) Table(column int) []int64 { return s.tables[column] }

// Together reports whether there is a single row for all columns.
func (s Sums) Together() bool { return s.together }

// Rows returns the number of sums.
func (s Sums) Rows() int {
	if s.together {
		return 1
	}
	return len(s.columns)
}

func (s Sums) at(row, cell int) int64 {
	if !s.together {
		j := s.columns[row]
		return s.tables[j][s.value(cell, j)]
	}
	var sum int64
	for _, j := range s.columns {
		sum += s.tables[j][s.value(cell, j)]
	}
	return sum
}

// Row yields what each cell adds to sum i.
func (s Sums) Row(i int, yield func(column int, value int64)) {
	for u := range s.cells {
		if a := s.at(i, u); a != 0 {
			yield(u, a)
		}
	}
}

// Column yields what cell j adds to each sum.
func (s Sums) Column(j int, yield func(row int, value int64)) {
	for i := range s.Rows() {
		if a := s.at(i, j); a != 0 {
			yield(i, a)
		}
	}
}

// Apply writes the sums.
func (s Sums) Apply(dst, x []int64) { addUp(dst, x, s) }

// ApplyFloat writes the sums.
func (s Sums) ApplyFloat(dst, x []float64) { addUp(dst, x, s) }

func addUp[T number](dst, x []T, s Sums) {
	for i := range s.Rows() {
		dst[i] = 0
		for u := range s.cells {
			dst[i] += T(s.at(i, u)) * x[u]
		}
	}
}
