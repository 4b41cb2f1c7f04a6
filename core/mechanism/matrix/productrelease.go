package matrix

import (
	"context"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"

	"steward/core/histogram"
	"steward/core/mechanism"
	"steward/core/mechanism/box"
	"steward/core/noise"
)

func (q *preparedProduct) Release(ctx context.Context, counts *histogram.Vector, src noise.Source) (mechanism.Answers, error) {
	if err := q.Problem.CheckCounts(counts); err != nil {
		return mechanism.Answers{}, err
	}
	rows := make([][]int64, len(q.Groups))
	for i, g := range q.Groups {
		if err := ctx.Err(); err != nil {
			return mechanism.Answers{}, err
		}
		rows[i] = q.measure(g, counts.Counts())
		g.Law.Add(src, rows[i], rows[i])
	}
	sums := q.known.Values(counts)
	x, err := q.cellsOf(ctx, rows, sums)
	if err != nil {
		return mechanism.Answers{}, err
	}
	return q.Answers(q.known, x, sums)
}

// alongColumn replaces a column of an array, row-major with so many entries before and after each of the
// column's, by what do makes of each line of it.
func alongColumn[T any](x []T, before, in, out, after int, do func(to, from []T)) []T {
	next := make([]T, before*out*after)
	from, to := make([]T, in), make([]T, out)
	for b := range before {
		for a := range after {
			for i := range from {
				from[i] = x[(b*in+i)*after+a]
			}
			do(to, from)
			for i, v := range to {
				next[(b*out+i)*after+a] = v
			}
		}
	}
	return next
}

// measure returns the exact rows of a group.
func (q *preparedProduct) measure(g box.ProductGroup, counts []int64) []int64 {
	before, after, x := 1, len(counts), counts
	for j, f := range q.factors {
		after /= f.size
		if g.Levels[j] == 1 {
			x = alongColumn(x, before, f.size, 1, after, func(to, from []int64) {
				to[0] = 0
				for _, v := range from {
					to[0] += v
				}
			})
			continue
		}
		x = alongColumn(x, before, f.size, f.rows, after, f.apply)
		before *= f.rows
	}
	return x
}

func (f *measuredColumn) apply(to, from []int64) {
	for i := range to {
		sum := int64(0)
		for u, v := range f.matrix[i*f.size : (i+1)*f.size] {
			sum += v * from[u]
		}
		to[i] = sum
	}
}

// fit makes the values of the combinations, by least squares.
func (f *measuredColumn) fit(to, from []float64) {
	blas64.Gemv(blas.NoTrans, 1, f.inverse.RawMatrix(), blas64.Vector{N: f.rows, Data: from, Inc: 1}, 0, blas64.Vector{N: f.size, Data: to, Inc: 1})
}

// cellsOf returns the cells that fit noisy rows best, space by space. The sums of columns have no part in
// the spaces that are finer than they are, where a little of what is measured well could outweigh what is not.
func (q *preparedProduct) cellsOf(ctx context.Context, rows [][]int64, sums []int64) ([]float64, error) {
	noisy, _ := q.Precisions()
	lambda := q.Eigenvalues(func(n int) float64 { return noisy[n] })
	x, last := make([]float64, len(q.cells.Of)), len(lambda)-1
	if q.known.Count > 0 {
		total := 0.0
		for _, s := range sums {
			total += float64(s)
		}
		x = q.line(total)
	}
	for i, g := range q.Groups {
		own := q.fit(g, rows[i])
		for n, v := range lambda {
			if n == last && q.known.Count > 0 {
				continue // the total is known
			}
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			levels := q.GroupLevels(n)
			if finer(levels, g.Levels) {
				continue
			}
			share := noisy[q.Grid.Index(g.Levels)] / v
			for cell, y := range q.part(own, g.Levels, levels) {
				x[cell] += share * y
			}
		}
	}
	return x, nil
}

// fit returns the cells that the rows of a group alone make, by least squares: the sum of a column is
// spread along its line.
func (q *preparedProduct) fit(g box.ProductGroup, rows []int64) []float64 {
	x := make([]float64, len(rows))
	for i, v := range rows {
		x[i] = float64(v)
	}
	before, after := 1, len(x)
	for j, f := range q.factors {
		if g.Levels[j] == 1 {
			x = alongColumn(x, before, 1, f.size, after, func(to, from []float64) {
				for u, v := range f.line {
					to[u] = v * from[0]
				}
			})
		} else {
			after /= f.rows
			x = alongColumn(x, before, f.rows, f.size, after, f.fit)
		}
		before *= f.size
	}
	return x
}

// part returns what lies in one space of cells that a group of rows makes: in a column at level 1 their sum
// spread along the line, as it is already where the group sums the column up, and otherwise the rest.
func (q *preparedProduct) part(x []float64, group, levels []int) []float64 {
	before, after := 1, len(x)
	for j, f := range q.factors {
		after /= f.size
		if f.Levels() == 2 && group[j] == 0 {
			x = alongColumn(x, before, f.size, f.size, after, func(to, from []float64) {
				sum := 0.0
				for _, v := range from {
					sum += v
				}
				sum /= f.all
				for u, v := range from {
					to[u] = f.line[u] * sum
					if levels[j] == 0 {
						to[u] = v - to[u]
					}
				}
			})
		}
		before *= f.size
	}
	return x
}

// Covary implements mechanism.Covarying.
func (q *preparedProduct) Covary(dst, w []float64) bool {
	copy(dst, q.covary(w, 0, 1, q.weights()))
	return true
}

// covary is Covary along the columns from one on, for cells with so many entries before these and the variances of their
// spaces: in each column what lies along the line, and the rest.
func (q *preparedProduct) covary(w []float64, column, before int, variances []float64) []float64 {
	if column == len(q.factors) {
		out := make([]float64, len(w))
		for i, v := range w {
			out[i] = variances[0] * v
		}
		return out
	}
	f := q.factors[column]
	after := len(w) / (before * f.size)
	along := alongColumn(w, before, f.size, 1, after, func(to, from []float64) {
		to[0] = 0
		for u, v := range from {
			to[0] += f.line[u] * v / f.all
		}
	})
	rest := alongColumn(w, before, f.size, f.size, after, f.covary)
	each := len(variances) / f.Levels()
	if f.Levels() == 1 {
		return q.covary(rest, column+1, before*f.size, variances)
	}
	spread := func(along []float64) []float64 {
		return alongColumn(along, before, 1, f.size, after, func(to, from []float64) {
			for u, v := range f.line {
				to[u] = v * from[0]
			}
		})
	}
	for i, v := range spread(along) {
		rest[i] -= v
	}
	out := q.covary(rest, column+1, before*f.size, variances[:each])
	for i, v := range spread(q.covary(along, column+1, before, variances[each:])) {
		out[i] += v
	}
	return out
}

// covary writes what the inverse of the combinations' Gram matrix makes of weights.
func (f *measuredColumn) covary(to, from []float64) {
	rows := blas64.Vector{N: f.rows, Data: make([]float64, f.rows), Inc: 1}
	blas64.Gemv(blas.Trans, 1, f.inverse.RawMatrix(), blas64.Vector{N: f.size, Data: from, Inc: 1}, 0, rows)
	f.fit(to, rows.Data)
}

// line returns cells along the lines of all columns that add up to a total.
func (q *preparedProduct) line(total float64) []float64 {
	x := []float64{total}
	for _, f := range q.factors {
		var next []float64
		for _, v := range x {
			for _, along := range f.line {
				next = append(next, v*along/f.all)
			}
		}
		x = next
	}
	return x
}

// finer reports whether a choice of levels is below another in some column.
func finer(a, b []int) bool {
	for j, l := range a {
		if l < b[j] {
			return true
		}
	}
	return false
}
