// Package linop holds implicit integer matrices over the cells of a domain: rows are
// queries or measurements, columns are cells. Nothing here is stored densely; the identity
// over a million cells and all its prefix sums cost a few words.
package linop

// Operator is an integer matrix, rows × columns, held implicitly.
type Operator interface {
	// Rows returns the number of rows (queries or measurements).
	Rows() int
	// Columns returns the number of columns (cells).
	Columns() int
	// Row calls yield for each nonzero of row i, columns rising.
	Row(i int, yield func(column int, value int64))
	// Column calls yield for each nonzero of column j, rows rising.
	Column(j int, yield func(row int, value int64))
	// Apply writes A x to dst, exactly, for a vector of counts. dst has Rows entries.
	Apply(dst, x []int64)
	// ApplyFloat writes A x to dst for estimates.
	ApplyFloat(dst, x []float64)
}

// number is what operators are applied to: exact counts and estimates.
type number interface{ int64 | float64 }
