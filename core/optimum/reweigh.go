package optimum

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// reweigh gives every row its own weight: the best ones for the least squares, and the least squares
// for the weights, by turns (docs/mathematics.md, "Certified scales"). It keeps the best of all turns.
func (d *descent) reweigh(ctx context.Context, m measured, turns int) (measured, error) {
	d.q.scaleTo1(m)
	best, least := m.clone(), d.exact(m)
	for range turns {
		if err := ctx.Err(); err != nil {
			return m, err
		}
		s := Scale(WithLaplace, d.costs(m), d.loads(m), scaleGap, scaleRounds)
		for i := range d.normal.n {
			row := m.of(i)
			for j, v := range s.Scales {
				if !math.IsInf(v, 1) {
					row[j] *= v
				}
			}
		}
		d.q.scaleTo1(m)
		e := d.exact(m)
		if !(e < least*(1-1e-4)) {
			break
		}
		best, least = m.clone(), e
	}
	return best, nil
}

// costs returns by row which part of the error it has: of the last exact.
func (d *descent) costs(m measured) []float64 {
	d.normal.sandwich()
	n := d.normal.n
	product := make([]float64, n*m.rows)
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, square(n, d.normal.m), m.matrix(), 0, measured{m.rows, product}.matrix())
	out := make([]float64, m.rows)
	for i := range n {
		row, more := m.of(i), product[i*m.rows:]
		for j, v := range row {
			out[j] += v * more[j]
		}
	}
	return out
}

// loads returns by edge, or by way to the point in the middle, how much it changes each row.
func (d *descent) loads(m measured) [][]float64 {
	m = d.whole(m)
	out := make([][]float64, len(d.edges))
	zero := make([]float64, m.rows)
	for i, e := range d.edges {
		a, b := zero, zero
		if e.u != none {
			a = m.of(e.u)
		}
		if e.v != none {
			b = m.of(e.v)
		}
		out[i] = make([]float64, m.rows)
		for j, v := range a {
			out[i][j] = math.Abs(v-b[j]) / e.weight
		}
	}
	return out
}
