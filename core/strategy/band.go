package strategy

import "math"

// band is a symmetric matrix whose entries farther than width from the diagonal are zero, held
// by columns: entry (j+d, j) at j·(width+1)+d. After factor it holds L and D of its
// factorisation L·D·L' (Golub and Van Loan 2013, section 4.3).
type band struct {
	n, width int
	at       []float64
}

// reset makes b a zero matrix of the given shape, in the same memory where it fits.
func (b *band) reset(n, width int) {
	b.n, b.width = n, width
	need := n * (width + 1)
	if cap(b.at) < need {
		b.at = make([]float64, need)
		return
	}
	b.at = b.at[:need]
	clear(b.at)
}

// add adds v to the entry (i, j), and to (j, i).
func (b *band) add(i, j int, v float64) {
	if i < j {
		i, j = j, i
	}
	b.at[j*(b.width+1)+i-j] += v
}

// factor replaces the matrix by its factors. It returns false when the matrix is not positive
// definite.
func (b *band) factor() bool {
	w := b.width + 1
	for j := range b.n {
		col := b.at[j*w : (j+1)*w]
		if !(col[0] > 0) || math.IsInf(col[0], 1) {
			return false
		}
		reach := min(b.width, b.n-1-j)
		for d := 1; d <= reach; d++ {
			l := col[d] / col[0]
			if l == 0 {
				continue
			}
			right := col[d : reach+1]
			below := b.at[(j+d)*w : (j+d)*w+len(right)]
			for e, v := range right {
				below[e] -= l * v
			}
		}
		for d := 1; d <= reach; d++ {
			col[d] /= col[0]
		}
	}
	return true
}

// solve replaces x by the solution of the factored system.
func (b *band) solve(x []float64) {
	w := b.width + 1
	for j := range b.n {
		col := b.at[j*w : (j+1)*w]
		for d := 1; d <= min(b.width, b.n-1-j); d++ {
			x[j+d] -= col[d] * x[j]
		}
	}
	for j := b.n - 1; j >= 0; j-- {
		col := b.at[j*w : (j+1)*w]
		x[j] /= col[0]
		for d := 1; d <= min(b.width, b.n-1-j); d++ {
			x[j] -= col[d] * x[j+d]
		}
	}
}

// invert sets z to the entries of the inverse inside the band of the factored matrix b, from
// the last column to the first (Takahashi, Fagan and Chin 1973).
func (z *band) invert(b *band) {
	z.reset(b.n, b.width)
	w := b.width + 1
	for j := b.n - 1; j >= 0; j-- {
		reach := min(b.width, b.n-1-j)
		col := b.at[j*w : j*w+reach+1]
		own := z.at[j*w : j*w+reach+1]
		// Each entry of the columns after this one counts for two of its own.
		for e := 1; e <= reach; e++ {
			after := z.at[(j+e)*w : (j+e)*w+reach-e+1]
			times, sum := col[e], col[e]*after[0]
			right, factor := own[e+1:], col[e+1:]
			for d, v := range after[1:] {
				right[d] -= times * v
				sum += factor[d] * v
			}
			own[e] -= sum
		}
		s := 1 / col[0]
		for e := 1; e <= reach; e++ {
			s -= col[e] * own[e]
		}
		own[0] = s
	}
}

// of returns the entry (i, j), which is to be inside the band.
func (b *band) of(i, j int) float64 {
	if i < j {
		i, j = j, i
	}
	return b.at[j*(b.width+1)+i-j]
}
