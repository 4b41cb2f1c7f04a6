package linop

import "sort"

// Apart is several operators, each over cells of its own: the cells of the first, then those of the second, and so on.
type Apart struct {
	ops   []Operator
	row   []int // the first row of each, and the number of rows
	first []int // the first cell of each, and the number of cells
}

// NewApart puts operators over cells of their own together; there is at least one.
func NewApart(ops ...Operator) Apart {
	a := Apart{ops: ops, row: make([]int, len(ops)+1), first: make([]int, len(ops)+1)}
	for i, op := range ops {
		a.row[i+1], a.first[i+1] = a.row[i]+op.Rows(), a.first[i]+op.Columns()
	}
	return a
}

// Operators returns the operators.
func (a Apart) Operators() []Operator { return a.ops }

// First returns the first cell of an operator.
func (a Apart) First(op int) int { return a.first[op] }

// Rows returns the number of rows of all operators.
func (a Apart) Rows() int { return a.row[len(a.ops)] }

// Columns returns the number of cells of all operators.
func (a Apart) Columns() int { return a.first[len(a.ops)] }

// within returns which operator something belongs to, by the first of each.
func within(first []int, i int) int { return sort.SearchInts(first, i+1) - 1 }

// Row yields the nonzeros of row i.
func (a Apart) Row(i int, yield func(column int, value int64)) {
	n := within(a.row, i)
	a.ops[n].Row(i-a.row[n], func(column int, value int64) { yield(a.first[n]+column, value) })
}

// Column yields the nonzeros of column j.
func (a Apart) Column(j int, yield func(row int, value int64)) {
	n := within(a.first, j)
	a.ops[n].Column(j-a.first[n], func(row int, value int64) { yield(a.row[n]+row, value) })
}

// Apply writes the rows of all operators.
func (a Apart) Apply(dst, x []int64) {
	for n, op := range a.ops {
		op.Apply(dst[a.row[n]:a.row[n+1]], x[a.first[n]:a.first[n+1]])
	}
}

// ApplyFloat writes the rows of all operators.
func (a Apart) ApplyFloat(dst, x []float64) {
	for n, op := range a.ops {
		op.ApplyFloat(dst[a.row[n]:a.row[n+1]], x[a.first[n]:a.first[n+1]])
	}
}
