package optimum

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"steward/core/message"
)

// Solution is the best Gaussian strategy that was found, and how good it can be at most.
type Solution struct {
	// X is AᵀA of the strategy over the unknowns, with dᵀXd <= 1 along every edge.
	X *mat.SymDense
	// Lower and Upper enclose the least total squared error of any unbiased linear mechanism
	// whose rows have noise of variance 1 along edges of weight One; X attains Upper.
	Lower, Upper float64
	Iterations   int
}

// tiny is the part of the largest eigenvalue below which one counts as zero. Leaving one out
// only lowers a bound.
const tiny = 1e-12

var errEigen = message.New("the eigenvalues of the questions were not found")

// eigen returns the eigenvalues, rising, and the eigenvectors of a positive semidefinite
// matrix. The library's iteration can fail to converge where many eigenvalues are exactly
// equal; a diagonal far below tiny takes them apart and is not seen in the result.
func eigen(a *mat.SymDense) ([]float64, *mat.Dense, error) {
	n := a.SymmetricDim()
	largest := 0.0
	for i := range n {
		largest = math.Max(largest, a.At(i, i))
	}
	for _, apart := range []float64{0, 1e-15, 1e-14, 1e-13} {
		b := mat.NewSymDense(n, nil)
		b.CopySym(a)
		for i := range n {
			b.SetSym(i, i, b.At(i, i)+apart*largest*float64(i+1)/float64(n))
		}
		var e mat.EigenSym
		if e.Factorize(b, true) {
			var q mat.Dense
			e.VectorsTo(&q)
			return e.Values(nil), &q, nil
		}
	}
	return nil, nil, errEigen
}

// root returns the square root of a positive semidefinite matrix.
func root(a *mat.SymDense) (*mat.SymDense, error) {
	return power(a, math.Sqrt)
}

// power applies a function to the eigenvalues that are not as good as zero.
func power(a *mat.SymDense, f func(float64) float64) (*mat.SymDense, error) {
	values, vectors, err := eigen(a)
	if err != nil {
		return nil, err
	}
	return rebuild(vectors, values, f), nil
}

// rebuild returns Q f(values) Qᵀ.
func rebuild(q *mat.Dense, values []float64, f func(float64) float64) *mat.SymDense {
	n := len(values)
	least := tiny * values[n-1]
	scaled := mat.NewDense(n, n, nil)
	for j, v := range values {
		if v <= least || v <= 0 {
			continue
		}
		c := f(v)
		for i := range n {
			scaled.Set(i, j, c*q.At(i, j))
		}
	}
	var product mat.Dense
	product.Mul(scaled, q.T())
	return symmetric(&product)
}

// rebuilt returns S Q f(values) Qᵀ S, the square of half of it.
func rebuilt(s, q *mat.Dense, values []float64, f func(float64) float64) *mat.SymDense {
	n := len(values)
	least := tiny * values[n-1]
	var half mat.Dense
	half.Mul(s, q)
	for j, v := range values {
		c := 0.0
		if v > least && v > 0 {
			c = math.Sqrt(f(v))
		}
		for i := range n {
			half.Set(i, j, c*half.At(i, j))
		}
	}
	var out mat.SymDense
	out.SymOuterK(1, &half)
	return &out
}

// sandwich returns S M S. Whole matrices are multiplied by much quicker code than symmetric ones.
func sandwich(s *mat.Dense, m *mat.SymDense) *mat.SymDense {
	var half, full mat.Dense
	half.Mul(s, mat.DenseCopyOf(m))
	full.Mul(&half, s)
	return symmetric(&full)
}

// symmetric returns what is symmetric up to rounding as that.
func symmetric(m *mat.Dense) *mat.SymDense {
	n, _ := m.Dims()
	out := mat.NewSymDense(n, nil)
	at := m.RawMatrix()
	for i := range n {
		for j := i; j < n; j++ {
			out.SetSym(i, j, (at.Data[i*at.Stride+j]+at.Data[j*at.Stride+i])/2)
		}
	}
	return out
}

// Uniform returns the bound with equal weights of all edges: the SVD bound of Li and Miklau
// (2013), for Blowfish policies Haney et al. 2015 appendix A. One eigendecomposition or two.
func (q *Problem) Uniform() (float64, error) {
	if len(q.edges) == 0 || len(q.cells) == 0 {
		return 0, nil
	}
	r, err := root(q.gram)
	if err != nil {
		return 0, err
	}
	s := mat.DenseCopyOf(r)
	p := make([]float64, len(q.edges))
	for i := range p {
		p[i] = 1 / float64(len(p))
	}
	values, _, err := eigen(sandwich(s, q.laplacian(p)))
	if err != nil {
		return 0, err
	}
	t := trace(values, math.Sqrt)
	return t * t, nil
}

// trace adds up a function of the eigenvalues that are not as good as zero.
func trace(values []float64, f func(float64) float64) float64 {
	sum, least := 0.0, tiny*values[len(values)-1]
	for _, v := range values {
		if v > least && v > 0 {
			sum += f(v)
		}
	}
	return sum
}

// Solve finds the Gaussian strategy of least total error by multiplicative updates of the
// edges' weights (docs/mathematics.md, "The best combinations"), until Upper is within gap of Lower, or progress ends, or
// most iterations were made; the best of all is returned with its own certificate. O(k³) per
// iteration. It errors with ctx's error when cancelled, and where eigenvalues are not found.
func (q *Problem) Solve(ctx context.Context, gap float64, most int) (Solution, error) {
	n := len(q.cells)
	if n == 0 || len(q.edges) == 0 {
		return Solution{}, nil
	}
	r, err := root(q.gram)
	if err != nil {
		return Solution{}, err
	}
	s := mat.DenseCopyOf(r)
	p, g := make([]float64, len(q.edges)), make([]float64, len(q.edges))
	for i := range p {
		p[i] = 1 / float64(len(p))
	}
	best := Solution{Upper: math.Inf(1)}
	for best.Iterations = 1; best.Iterations <= most; best.Iterations++ {
		if err := ctx.Err(); err != nil {
			return Solution{}, err
		}
		values, vectors, err := eigen(sandwich(s, q.laplacian(p)))
		if err != nil {
			return Solution{}, err
		}
		t := trace(values, math.Sqrt)
		if t == 0 { // no edge changes an answer
			return Solution{}, nil
		}
		x := rebuilt(s, vectors, values, func(v float64) float64 { return 1 / math.Sqrt(v) })
		largest := q.leverages(g, x)
		best.Lower = math.Max(best.Lower, t*t)
		if upper := largest * t; upper < best.Upper {
			best.Upper = upper
			x.ScaleSym(1/largest, x)
			best.X = x
		}
		if best.Upper <= best.Lower*(1+gap) {
			break
		}
		sum := 0.0
		for i := range p {
			r := g[i] / t
			p[i] *= r * math.Sqrt(r)
			sum += p[i]
		}
		for i := range p {
			p[i] /= sum
		}
	}
	return best, nil
}
