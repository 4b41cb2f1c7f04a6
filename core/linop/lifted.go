package linop

// Lifted is an operator over some columns of a domain, taken as one over all of them: each
// row counts a combination by its values in those columns, whatever the others are.
type Lifted struct {
	box
	op      Operator
	columns []int // of the domain, in the operator's own order
	below   box   // numbers the operator's cells
}

// Lift takes an operator over the given columns, in the order given, as one over columns of
// the given sizes.
func Lift(op Operator, sizes, columns []int) Lifted {
	own := make([]int, len(columns))
	for i, j := range columns {
		own[i] = sizes[j]
	}
	l := Lifted{newBox(sizes), op, columns, newBox(own)}
	if l.below.cells != op.Columns() {
		panic("linop: an operator over other columns than it is lifted from")
	}
	return l
}

// Operator returns what was lifted.
func (l Lifted) Operator() Operator { return l.op }

// Lines returns the columns that count, in the operator's own order.
func (l Lifted) Lines() []int { return l.columns }

// Cell returns the operator's own cell of a cell of all columns.
func (l Lifted) Cell(cell int) int {
	at := 0
	for i, j := range l.columns {
		at += l.value(cell, j) * l.below.strides[i]
	}
	return at
}

// Rows returns the number of rows.
func (l Lifted) Rows() int { return l.op.Rows() }

// Row yields the cells of row i.
func (l Lifted) Row(i int, yield func(column int, value int64)) {
	values := make(map[int]int64)
	l.op.Row(i, func(column int, value int64) { values[column] = value })
	for cell := range l.cells {
		if v := values[l.Cell(cell)]; v != 0 {
			yield(cell, v)
		}
	}
}

// Column yields the rows that count cell j.
func (l Lifted) Column(j int, yield func(row int, value int64)) { l.op.Column(l.Cell(j), yield) }

// Apply writes the rows of the table over the columns that count.
func (l Lifted) Apply(dst, x []int64) { l.op.Apply(dst, marginal(x, l)) }

// ApplyFloat writes the rows of the table over the columns that count.
func (l Lifted) ApplyFloat(dst, x []float64) { l.op.ApplyFloat(dst, marginal(x, l)) }

// marginal adds up the cells that agree in the columns that count. It carries the values of
// the cell along instead of dividing for each.
func marginal[T number](x []T, l Lifted) []T {
	out := make([]T, l.below.cells)
	step := make([]int, len(l.sizes)) // what one more in a column adds to the operator's cell
	for i, j := range l.columns {
		step[j] = l.below.strides[i]
	}
	values, at := make([]int, len(l.sizes)), 0
	for _, n := range x[:l.cells] {
		out[at] += n
		for j := len(values) - 1; j >= 0; j-- {
			values[j]++
			at += step[j]
			if values[j] < l.sizes[j] {
				break
			}
			at -= values[j] * step[j]
			values[j] = 0
		}
	}
	return out
}
