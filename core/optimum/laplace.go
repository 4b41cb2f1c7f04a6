package optimum

import (
	"encoding/binary"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// Laplace is a strategy whose rows all have Laplace noise of one scale.
type Laplace struct {
	// Rows has a row for each measured combination and a column for each unknown; no edge changes
	// its rows by more than 1 in all, per unit of the edge's weight.
	Rows *mat.Dense
	// Error is the total squared error by least squares from rows with Laplace noise of scale 1:
	// 2·tr(G (AᵀA)⁻¹).
	Error float64
}

// measured is a strategy in the making: entry (i, j) is by how much row j counts unknown i.
type measured struct {
	rows int
	at   []float64
}

// of returns the entries of unknown i.
func (m measured) of(i int) []float64 { return m.at[i*m.rows : (i+1)*m.rows] }

// matrix is the entries with a row for each unknown.
func (m measured) matrix() blas64.General {
	return blas64.General{Rows: len(m.at) / m.rows, Cols: m.rows, Stride: m.rows, Data: m.at}
}

// first is the entries of the first n unknowns.
func (m measured) first(n int) measured { return measured{m.rows, m.at[:n*m.rows]} }

// square is n rows of n entries.
func square(n int, at []float64) blas64.General {
	return blas64.General{Rows: n, Cols: n, Stride: n, Data: at}
}

func (m measured) clone() measured {
	return measured{m.rows, append([]float64(nil), m.at...)}
}

// reduceRows returns rows over cells as rows over the unknowns, given the totals of the components:
// what a row counts of a cell less what it counts of the cell left out.
func (q *Problem) reduceRows(cells *mat.Dense) measured {
	rows, _ := cells.Dims()
	m := measured{rows, make([]float64, len(q.cells)*rows)}
	for i, u := range q.cells {
		to := m.of(i)
		for j := range rows {
			to[j] = cells.At(j, u)
			if r := q.root[u]; r != none {
				to[j] -= cells.At(j, r)
			}
		}
	}
	return m.merged()
}

// merged puts rows that say the same up to a factor together in one: two rows of weights a and b cost
// the edges as much as one of a + b, and tell a² + b² where that tells (a + b)². It drops rows of
// nothing.
func (m measured) merged() measured {
	n := len(m.at) / m.rows
	first := make(map[string]int) // by what a row says, where it is kept
	var kept []float64            // weights of the rows kept
	var source []int
	key := make([]byte, 0, 8*n)
	for j := range m.rows {
		largest, at := 0.0, 0
		for i := range n {
			if v := math.Abs(m.at[i*m.rows+j]); v > largest*(1+alike) {
				largest, at = v, i
			}
		}
		if largest == 0 {
			continue
		}
		key = key[:0]
		for i := range n {
			v := m.at[i*m.rows+j] / m.at[at*m.rows+j]
			key = binary.LittleEndian.AppendUint64(key, uint64(int64(math.Round(v/alike))))
		}
		if k, seen := first[string(key)]; seen {
			kept[k] += largest
			continue
		}
		first[string(key)] = len(kept)
		kept, source = append(kept, largest), append(source, j)
	}
	out := measured{len(kept), make([]float64, n*len(kept))}
	for k, j := range source {
		largest := 0.0
		for i := range n {
			largest = max(largest, math.Abs(m.at[i*m.rows+j]))
		}
		for i := range n {
			out.at[i*out.rows+k] = m.at[i*m.rows+j] * kept[k] / largest
		}
	}
	return out
}

// alike is the part of the largest entry of a row up to which entries count as the same.
const alike = 1e-7

// dense returns the strategy with a row for each measured combination.
func (m measured) dense() *mat.Dense {
	n := len(m.at) / m.rows
	out := mat.NewDense(m.rows, n, nil)
	for i := range n {
		for j, v := range m.of(i) {
			out.Set(j, i, v)
		}
	}
	return out
}

// largestL1 returns the largest change of the rows along an edge, per unit of its weight.
func (q *Problem) largestL1(m measured) float64 {
	most := 0.0
	if len(q.edges) >= manyJoined {
		several, alone := m.shared()
		for _, e := range q.edges {
			most = max(most, q.moves(several, e)+(entry(alone, e.u)+entry(alone, e.v))/e.weight)
		}
		return most
	}
	for _, e := range q.edges {
		most = max(most, q.moves(m, e))
	}
	return most
}

// shared returns the rows that count several unknowns, and by unknown the weights of those that count it alone, added up.
func (m measured) shared() (several measured, alone []float64) {
	n := len(m.at) / m.rows
	alone = make([]float64, n)
	var kept []int
	for j, counted := range m.counted() {
		switch len(counted) {
		case 0:
		case 1:
			alone[counted[0]] += math.Abs(m.of(counted[0])[j])
		default:
			kept = append(kept, j)
		}
	}
	return m.only(kept), alone
}

// only returns the strategy of some of the rows.
func (m measured) only(rows []int) measured {
	n := len(m.at) / m.rows
	out := measured{len(rows), make([]float64, 0, n*len(rows))}
	for i := range n {
		of := m.of(i)
		for _, j := range rows {
			out.at = append(out.at, of[j])
		}
	}
	return out
}

func (q *Problem) moves(m measured, e edge) float64 {
	sum := 0.0
	switch {
	case e.u == none:
		for _, v := range m.of(e.v) {
			sum += math.Abs(v)
		}
	case e.v == none:
		for _, v := range m.of(e.u) {
			sum += math.Abs(v)
		}
	default:
		a, b := m.of(e.u), m.of(e.v)
		for i, v := range a {
			sum += math.Abs(v - b[i])
		}
	}
	return sum / e.weight
}

// normal is room for the least squares of strategies of one problem.
type normal struct {
	n       int
	gram    blas64.Symmetric
	added   float64   // to every entry of gram's diagonal
	x       []float64 // AᵀA, then its Cholesky factor, then its inverse
	product []float64
	m       []float64 // (AᵀA)⁻¹ G (AᵀA)⁻¹
}

// uncalled is the part of the largest entry of the Gram matrix that is added for every unknown, so that
// those that no question needs are measured too, with next to none of the budget.
const uncalled = 1e-9

func (q *Problem) newNormal() *normal {
	n := len(q.cells)
	gram := mat.NewSymDense(n, nil)
	gram.CopySym(q.gram)
	largest := 0.0
	for i := range n {
		largest = max(largest, gram.At(i, i))
	}
	if largest == 0 { // no edge changes an answer, so that any rows will do
		largest = 1
	}
	for i := range n {
		gram.SetSym(i, i, gram.At(i, i)+uncalled*largest)
	}
	return &normal{n: n, gram: gram.RawSymmetric(), added: uncalled * largest, x: make([]float64, n*n), product: make([]float64, n*n), m: make([]float64, n*n)}
}

// invert works out (AᵀA)⁻¹ for the entries of the problem's unknowns, which come first, and returns tr(G (AᵀA)⁻¹); false where A does
// not tell all unknowns apart.
func (o *normal) invert(m measured) (float64, bool) {
	n := o.n
	x := blas64.Symmetric{N: n, Stride: n, Data: o.x, Uplo: blas.Upper}
	blas64.Syrk(blas.NoTrans, 1, m.first(n).matrix(), 0, x)
	factor, ok := lapack64.Potrf(x)
	if !ok {
		return 0, false
	}
	lapack64.Potri(factor)
	sum := 0.0
	for i := range n {
		sum += o.x[i*n+i] * o.gram.Data[i*o.gram.Stride+i]
		for j := i + 1; j < n; j++ {
			v := o.x[i*n+j]
			o.x[j*n+i] = v
			sum += 2 * v * o.gram.Data[i*o.gram.Stride+j]
		}
	}
	return sum, sum > 0 && !math.IsInf(sum, 0) && !math.IsNaN(sum)
}

// sandwich works out m from the inverse.
func (o *normal) sandwich() {
	inverse, product := square(o.n, o.x), square(o.n, o.product)
	blas64.Symm(blas.Left, 1, o.gram, inverse, 0, product)
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, inverse, product, 0, square(o.n, o.m))
}
