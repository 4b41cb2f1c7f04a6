package linop

// Weighed is an operator whose rows weigh every cell: entry (i, u) is the operator's own times
// the weight of u. A count of the people of a group becomes the total of what they stand for.
type Weighed struct {
	op      Operator
	weights []int64
}

// NewWeighed returns op times the diagonal matrix of the weights, one per column; the list is
// kept.
func NewWeighed(op Operator, weights []int64) Weighed {
	if len(weights) != op.Columns() {
		panic("linop: not one weight per cell")
	}
	return Weighed{op, weights}
}

// Operator returns what is weighed.
func (w Weighed) Operator() Operator { return w.op }

// Weight returns the weight of a cell.
func (w Weighed) Weight(cell int) int64 { return w.weights[cell] }

// Rows returns the number of rows.
func (w Weighed) Rows() int { return w.op.Rows() }

// Columns returns the number of cells.
func (w Weighed) Columns() int { return len(w.weights) }

// Row yields the nonzeros of row i.
func (w Weighed) Row(i int, yield func(column int, value int64)) {
	w.op.Row(i, func(column int, value int64) {
		if a := w.weights[column]; a != 0 {
			yield(column, value*a)
		}
	})
}

// Column yields the nonzeros of column j.
func (w Weighed) Column(j int, yield func(row int, value int64)) {
	if a := w.weights[j]; a != 0 {
		w.op.Column(j, func(row int, value int64) { yield(row, value*a) })
	}
}

// Apply writes the weighted sums.
func (w Weighed) Apply(dst, x []int64) { w.op.Apply(dst, weigh(x, w.weights)) }

// ApplyFloat writes the weighted sums.
func (w Weighed) ApplyFloat(dst, x []float64) { w.op.ApplyFloat(dst, weigh(x, w.weights)) }

func weigh[T number](x []T, weights []int64) []T {
	out := make([]T, len(weights))
	for u, a := range weights {
		out[u] = x[u] * T(a)
	}
	return out
}
