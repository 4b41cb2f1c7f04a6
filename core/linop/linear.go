package linop

// Linear is a single query that weighs every cell: one row.
type Linear struct{ weights []int64 }

// NewLinear returns the query Σ weights[u]·x_u; the list is kept.
func NewLinear(weights []int64) Linear { return Linear{weights} }

// Weight returns the weight of a cell.
func (l Linear) Weight(cell int) int64 { return l.weights[cell] }

// Rows returns 1.
func (l Linear) Rows() int { return 1 }

// Columns returns the number of cells.
func (l Linear) Columns() int { return len(l.weights) }

// Row yields the weights other than zero.
func (l Linear) Row(_ int, yield func(column int, value int64)) {
	for u, a := range l.weights {
		if a != 0 {
			yield(u, a)
		}
	}
}

// Column yields the weight of cell j.
func (l Linear) Column(j int, yield func(row int, value int64)) {
	if l.weights[j] != 0 {
		yield(0, l.weights[j])
	}
}

// Apply writes the weighted sum.
func (l Linear) Apply(dst, x []int64) {
	dst[0] = 0
	for u, a := range l.weights {
		dst[0] += a * x[u]
	}
}

// ApplyFloat writes the weighted sum.
func (l Linear) ApplyFloat(dst, x []float64) {
	dst[0] = 0
	for u, a := range l.weights {
		dst[0] += float64(a) * x[u]
	}
}
