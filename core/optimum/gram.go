package optimum

import (
	"gonum.org/v1/gonum/mat"

	"steward/core/linop"
	"steward/core/message"
)

// maxWork bounds the multiplications of a Gram matrix that has no closed form.
const maxWork = 2_000_000_000

// gram returns WᵀW of an operator over at most limits.MaxDenseCells cells. It errors where that would
// take too long.
func gram(op linop.Operator) (*mat.SymDense, error) {
	k := op.Columns()
	switch op := op.(type) {
	case linop.Selection:
		g := mat.NewSymDense(k, nil)
		for i := range op.Rows() {
			g.SetSym(op.Cell(i), op.Cell(i), 1)
		}
		return g, nil
	case linop.Intervals:
		return GramOfRuns(op), nil
	case linop.Stack:
		g := mat.NewSymDense(k, nil)
		for _, part := range op.Operators() {
			h, err := gram(part)
			if err != nil {
				return nil, err
			}
			g.AddSym(g, h)
		}
		return g, nil
	case linop.Lifted:
		return gramOfLifted(op)
	case linop.Boxes:
		if runs, all := op.Factors(); all {
			return gramOfProduct(runs), nil
		}
	}
	return gramByRows(op)
}

// GramOfRuns counts for every two cells the runs that hold both.
func GramOfRuns(op linop.Intervals) *mat.SymDense {
	k := op.Columns()
	both := mat.NewDense(k, k, nil) // by the first and the last cell of a run, then summed up
	for i := range op.Rows() {
		r := op.At(i)
		both.Set(r.Lo, r.Hi, both.At(r.Lo, r.Hi)+1)
	}
	g := mat.NewSymDense(k, nil)
	for u := range k {
		for v := k - 1; v >= u; v-- {
			// Runs that begin by u and end at v or later.
			n := both.At(u, v)
			if u > 0 {
				n += g.At(u-1, v)
			}
			if v+1 < k {
				n += g.At(u, v+1)
			}
			if u > 0 && v+1 < k {
				n -= g.At(u-1, v+1)
			}
			g.SetSym(u, v, n)
		}
	}
	return g
}

// gramOfProduct multiplies the Gram matrices of the columns.
func gramOfProduct(runs []linop.Intervals) *mat.SymDense {
	g := mat.NewSymDense(1, []float64{1})
	for _, r := range runs {
		h := GramOfRuns(r)
		a, b := g.SymmetricDim(), h.SymmetricDim()
		product := mat.NewSymDense(a*b, nil)
		for i := range a * b {
			for j := i; j < a*b; j++ {
				product.SetSym(i, j, g.At(i/b, j/b)*h.At(i%b, j%b))
			}
		}
		g = product
	}
	return g
}

func gramOfLifted(op linop.Lifted) (*mat.SymDense, error) {
	low, err := gram(op.Operator())
	if err != nil {
		return nil, err
	}
	g := mat.NewSymDense(op.Columns(), nil)
	for u := range op.Columns() {
		for v := u; v < op.Columns(); v++ {
			g.SetSym(u, v, low.At(op.Cell(u), op.Cell(v)))
		}
	}
	return g, nil
}

// gramByRows adds up the rows' own products.
func gramByRows(op linop.Operator) (*mat.SymDense, error) {
	g := mat.NewSymDense(op.Columns(), nil)
	var cells []int
	var values []float64
	work := 0
	for i := range op.Rows() {
		cells, values = cells[:0], values[:0]
		op.Row(i, func(cell int, v int64) { cells, values = append(cells, cell), append(values, float64(v)) })
		if work += len(cells) * len(cells); work > maxWork {
			return nil, message.Errorf("%w: %d questions over %d cells", ErrLarge, op.Rows(), op.Columns())
		}
		for a, u := range cells {
			for b := a; b < len(cells); b++ {
				g.SetSym(u, cells[b], g.At(u, cells[b])+values[a]*values[b])
			}
		}
	}
	return g, nil
}
