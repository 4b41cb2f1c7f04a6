package strategy

import (
	"steward/core/message"
)

// errToeplitz is the error of a matrix that is not positive definite.
var errToeplitz = message.New("a Toeplitz matrix that is not positive definite")

// toeplitz solves systems with a symmetric positive definite Toeplitz matrix T, T_ij = r[|i-j|],
// by Levinson's and Durbin's recursions (Golub and Van Loan 2013, section 4.7), and knows its
// inverse by the formula of Gohberg and Semencul (1972).
type toeplitz struct {
	r []float64
	// first is the first column of the inverse, which determines all of it.
	first []float64
}

// newToeplitz works out the inverse's first column: O(n²). It errors when T is not positive
// definite.
func newToeplitz(r []float64) (*toeplitz, error) {
	n := len(r)
	if n == 0 || !(r[0] > 0) {
		return nil, errToeplitz
	}
	// a are the coefficients of the best prediction of one value from those after it.
	a, scratch := make([]float64, 0, n), make([]float64, n)
	left := r[0] // what the prediction leaves
	for m := 1; m < n; m++ {
		sum := r[m]
		for j, c := range a {
			sum -= c * r[m-1-j]
		}
		k := sum / left
		copy(scratch, a)
		for j := range a {
			a[j] -= k * scratch[m-2-j]
		}
		a = append(a, k)
		if left *= 1 - k*k; !(left > 0) {
			return nil, errToeplitz
		}
	}
	t := &toeplitz{r: r, first: make([]float64, n)}
	t.first[0] = 1 / left
	for j, c := range a {
		t.first[j+1] = -c / left
	}
	return t, nil
}

// solve replaces b by the x with T x = b: O(n²).
func (t *toeplitz) solve(b []float64) {
	n := len(t.r)
	if n == 0 {
		return
	}
	x := make([]float64, n)
	a, scratch := make([]float64, 0, n), make([]float64, n)
	left := t.r[0]
	x[0] = b[0] / left
	for m := 1; m < n; m++ {
		sum := t.r[m]
		for j, c := range a {
			sum -= c * t.r[m-1-j]
		}
		k := sum / left
		copy(scratch, a)
		for j := range a {
			a[j] -= k * scratch[m-2-j]
		}
		a = append(a, k)
		left *= 1 - k*k
		miss := b[m]
		for j := range m {
			miss -= x[j] * t.r[m-j]
		}
		miss /= left
		x[m] = miss
		for j := range m { // the backward prediction is the forward one turned round
			x[j] -= miss * a[m-1-j]
		}
	}
	copy(b, x)
}

// down turns row i of the inverse, from its diagonal on, into row i+1: row[j] is the entry at
// (i, j) for j >= i.
func (t *toeplitz) down(row []float64, i int) {
	n := len(t.first)
	for j := n - 1; j > i; j-- {
		row[j] = row[j-1] + (t.first[i+1]*t.first[j]-t.first[n-1-i]*t.first[n-j])/t.first[0]
	}
}

// diagonal returns the diagonal of the inverse.
func (t *toeplitz) diagonal() []float64 {
	n := len(t.first)
	d := make([]float64, n)
	d[0] = t.first[0]
	for i := range n - 1 {
		d[i+1] = d[i] + (t.first[i+1]*t.first[i+1]-t.first[n-1-i]*t.first[n-1-i])/t.first[0]
	}
	return d
}
