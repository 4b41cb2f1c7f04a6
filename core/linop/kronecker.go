package linop

// Kronecker is the Kronecker product of operators, one per column of a domain: a row for
// every choice of one row in each, whose value on a combination is the product of theirs.
// Rows and cells are numbered row-major.
type Kronecker struct {
	factors       []Operator
	rows, columns int
}

// NewKronecker returns the product of the factors; there is at least one.
func NewKronecker(factors ...Operator) Kronecker {
	k := Kronecker{factors, 1, 1}
	for _, f := range factors {
		k.rows *= f.Rows()
		k.columns *= f.Columns()
	}
	return k
}

// Factors returns the factors.
func (k Kronecker) Factors() []Operator { return k.factors }

// Rows returns the product of the factors' rows.
func (k Kronecker) Rows() int { return k.rows }

// Columns returns the product of the factors' columns.
func (k Kronecker) Columns() int { return k.columns }

// Row yields the nonzeros of row i.
func (k Kronecker) Row(i int, yield func(column int, value int64)) {
	multiply(k.factors, k.rows, i, Operator.Rows, Operator.Columns, Operator.Row, 0, 1, yield)
}

// Column yields the nonzeros of column j.
func (k Kronecker) Column(j int, yield func(row int, value int64)) {
	multiply(k.factors, k.columns, j, Operator.Columns, Operator.Rows, Operator.Column, 0, 1, yield)
}

// multiply walks over the products of one line of each factor: those of the first times all
// of the others, n being the number of lines of all that are left and i the line wanted.
func multiply(factors []Operator, n, i int, lines, across func(Operator) int,
	line func(Operator, int, func(int, int64)), at int, product int64, yield func(at int, value int64)) {
	if len(factors) == 0 {
		yield(at, product)
		return
	}
	f := factors[0]
	n /= lines(f)
	line(f, i/n, func(c int, v int64) {
		multiply(factors[1:], n, i%n, lines, across, line, at*across(f)+c, product*v, yield)
	})
}

// Apply writes the products, factor by factor.
func (k Kronecker) Apply(dst, x []int64) {
	applyEach(k, dst, x, Operator.Apply)
}

// ApplyFloat writes the products, factor by factor.
func (k Kronecker) ApplyFloat(dst, x []float64) {
	applyEach(k, dst, x, Operator.ApplyFloat)
}

// applyEach applies each factor along its own column of the domain in turn.
func applyEach[T number](k Kronecker, dst, x []T, apply func(op Operator, dst, x []T)) {
	before, after := 1, k.columns // products of sizes on either side of the factor's
	current := x[:k.columns]
	for _, f := range k.factors {
		in, out := f.Columns(), f.Rows()
		after /= in
		next := make([]T, before*out*after)
		column, result := make([]T, in), make([]T, out)
		for b := range before {
			for a := range after {
				for i := range column {
					column[i] = current[(b*in+i)*after+a]
				}
				apply(f, result, column)
				for i, r := range result {
					next[(b*out+i)*after+a] = r
				}
			}
		}
		before *= out
		current = next
	}
	copy(dst, current)
}
