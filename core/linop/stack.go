package linop

// Stack is several operators over the same cells on top of one another.
type Stack struct {
	ops   []Operator
	first []int
}

// NewStack puts operators on top of one another; there is at least one.
func NewStack(ops ...Operator) Stack {
	s := Stack{ops: ops, first: make([]int, len(ops)+1)}
	for i, op := range ops {
		if op.Columns() != ops[0].Columns() {
			panic("linop: operators over different cells")
		}
		s.first[i+1] = s.first[i] + op.Rows()
	}
	return s
}

// Operators returns the operators, the first on top.
func (s Stack) Operators() []Operator { return s.ops }

// Rows returns the number of rows of all operators.
func (s Stack) Rows() int { return s.first[len(s.ops)] }

// Columns returns the number of cells.
func (s Stack) Columns() int { return s.ops[0].Columns() }

// Row yields the nonzeros of row i.
func (s Stack) Row(i int, yield func(column int, value int64)) {
	n := 0
	for s.first[n+1] <= i {
		n++
	}
	s.ops[n].Row(i-s.first[n], yield)
}

// Column yields the nonzeros of column j.
func (s Stack) Column(j int, yield func(row int, value int64)) {
	for n, op := range s.ops {
		op.Column(j, func(row int, value int64) { yield(s.first[n]+row, value) })
	}
}

// Apply writes the rows of all operators.
func (s Stack) Apply(dst, x []int64) {
	for n, op := range s.ops {
		op.Apply(dst[s.first[n]:s.first[n+1]], x)
	}
}

// ApplyFloat writes the rows of all operators.
func (s Stack) ApplyFloat(dst, x []float64) {
	for n, op := range s.ops {
		op.ApplyFloat(dst[s.first[n]:s.first[n+1]], x)
	}
}
