package strategy

import (
	"math"

	"gonum.org/v1/gonum/dsp/fourier"

	"steward/core/message"
)

// errFarReaching is the error of a Toeplitz matrix that is too large for one whose inverse reaches so
// far from its diagonal.
var errFarReaching = message.New("a long line whose correlations reach too far")

// toeplitzInverse is the inverse of a positive definite Toeplitz matrix of any size. Where the matrix
// is large and the entries of the inverse's first column are as good as zero from some index on,
// the reach, the inverse of a smaller matrix with the same entries has all of it: away from both ends
// every row is the same, moved along the diagonal, and what lies farther than the reach from
// the diagonal is as good as zero.
type toeplitzInverse struct {
	near *toeplitz
	size int
	// reach is the size where near is the matrix itself.
	reach int
	r     []float64 // the entries of the matrix, up to the last that is not zero
}

// Sizes of matrices that are taken for larger ones, of which exactSize is also the largest that is
// never replaced by a smaller one.
const (
	smallSize = 1 << 12
	exactSize = 1 << 14
)

// farEntry is the part of the largest entry of the first column from which on one is as good as
// zero; what is left of it a second step of the solution takes away.
const farEntry = 1e-13

// newToeplitzInverse returns the inverse of the matrix of so many rows with entries r, zero beyond:
// O(min(size, 2^14)²). It errors when the matrix is not positive definite, and, wrapping
// errFarReaching, where it is large and its inverse reaches too far.
func newToeplitzInverse(r []float64, size int) (*toeplitzInverse, error) {
	at := func(n int) (*toeplitz, error) {
		all := make([]float64, n)
		copy(all, r)
		return newToeplitz(all)
	}
	if size <= exactSize {
		near, err := at(size)
		return &toeplitzInverse{near: near, size: size, reach: size, r: r}, err
	}
	for _, n := range []int{smallSize, exactSize} {
		near, err := at(n)
		if err != nil {
			return nil, err
		}
		reach := 0
		for i, v := range near.first {
			if math.Abs(v) > farEntry*near.first[0] {
				reach = i + 1
			}
		}
		if 3*reach <= n {
			clear(near.first[reach:])
			return &toeplitzInverse{near: near, size: size, reach: reach, r: r}, nil
		}
	}
	return nil, errFarReaching
}

// place returns the row of the smaller inverse that stands for row i, for entries from the diagonal on.
func (t *toeplitzInverse) place(i int) int {
	n := len(t.near.first)
	switch {
	case n == t.size || i < t.reach:
		return i
	case i >= t.size-n+t.reach:
		return i - (t.size - n)
	}
	return t.reach
}

// diagonal returns the diagonal of the inverse.
func (t *toeplitzInverse) diagonal() []float64 {
	own := t.near.diagonal()
	if len(own) == t.size {
		return own
	}
	d := make([]float64, t.size)
	for i := range d {
		d[i] = own[t.place(i)]
	}
	return d
}

// solve replaces b by the x with T x = b: O(size²) where the matrix is its own stand-in, otherwise
// O(size log reach).
func (t *toeplitzInverse) solve(b []float64) {
	if len(t.near.first) == t.size {
		t.near.solve(b)
		return
	}
	x := t.apply(b)
	for i, v := range t.times(x) { // what was left out above is mended by a second step
		b[i] -= v
	}
	for i, v := range t.apply(b) {
		x[i] += v
	}
	copy(b, x)
}

// apply returns the inverse times b by the formula of Gohberg and Semencul: with u the first column,
// it is L(u)L(u)ᵀ - L(w)L(w)ᵀ over u_0, L being lower triangular Toeplitz matrices and w the column
// (0, u_(n-1), …, u_1), of which only the last reach-1 entries are not zero.
func (t *toeplitzInverse) apply(b []float64) []float64 {
	u := t.near.first[:t.reach]
	back := convolve(reversed(b), u)[:t.size] // L(u)ᵀ b, turned round
	x := convolve(reversed(back), u)[:t.size]
	n := t.size
	// Entry n-j of w is u_j. Row k of L(w)ᵀ takes b from n-reach+1+k on.
	part := make([]float64, t.reach)
	for k := range part {
		for j := 1; j < t.reach-k; j++ {
			part[k] += u[j+k] * b[n-j]
		}
	}
	for i := n - t.reach + 1; i < n; i++ {
		for k := 0; k <= i-(n-t.reach+1); k++ {
			x[i] -= u[n-(i-k)] * part[k]
		}
	}
	for i := range x {
		x[i] /= u[0]
	}
	return x
}

// times returns T x.
func (t *toeplitzInverse) times(x []float64) []float64 {
	last := 0
	for d, v := range t.r {
		if v != 0 {
			last = d
		}
	}
	both := make([]float64, 2*last+1)
	for d := 0; d <= last; d++ {
		both[last-d], both[last+d] = t.r[d], t.r[d]
	}
	return convolve(x, both)[last : last+t.size]
}

func reversed(x []float64) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[len(x)-1-i] = v
	}
	return out
}

// convolve returns the convolution of a long list with a short one, block by block with the fast
// Fourier transform. It is for what comes after the noise only.
func convolve(x, short []float64) []float64 {
	out := make([]float64, len(x)+len(short)-1)
	size := 1 << 10
	for size < 4*len(short) {
		size *= 2
	}
	fft := fourier.NewFFT(size)
	room := make([]float64, size)
	copy(room, short)
	spectrum := fft.Coefficients(nil, room)
	step := size - len(short) + 1
	var block []complex128
	for from := 0; from < len(x); from += step {
		clear(room)
		copy(room, x[from:min(from+step, len(x))])
		block = fft.Coefficients(block, room)
		for i := range block {
			block[i] *= spectrum[i]
		}
		room = fft.Sequence(room, block)
		for i, v := range room[:min(size, len(out)-from)] {
			out[from+i] += v / float64(size)
		}
	}
	return out
}
