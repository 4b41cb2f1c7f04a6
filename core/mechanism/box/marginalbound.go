package box

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// The most columns for which the largest sum is bounded by a matrix, and by which part the matrix is more than semidefinite. In floating
// point a Cholesky factorisation that ends proves a matrix positive definite but for a part of its trace of the number of columns times 2^-52 (Rump
// 2006), which is far less.
const (
	maxBounded = 400
	definite   = 1e-11
)

// atMost returns a number that the sum of loads times scales is not above, whichever columns change of those that may, of so many parts.
//
// It is no more than the sum over the parts that change of what is changed in all sets with a column of theirs, since what each part alone
// changes of a set adds up to more than what all change.
//
// Of sets of at most two columns the sum is 2 Σ s less twice g(z) = Σ s_j z_j + Σ s_jk z_j z_k, where z_j is 1 or minus the turn q_j. For any
// numbers d_j and t such that the matrix with t, (s_j - (1-q_j) d_j)/2 in its first row, d_j on its diagonal and s_jk/2 beside it is positive
// semidefinite, g(z) ≥ -t - Σ d_j q_j, since (z_j - 1)(z_j + q_j) = 0. The best t and d are found by Newton's method, and whether the matrix is
// positive semidefinite is decided afterwards.
func (l *changeLoads) atMost(s []float64, c columnChanges) float64 {
	b, _, simple, quadratic := l.lift(s, c)
	if c.together < len(c.parts) {
		simple = min(simple, l.ofFew(s, c))
	}
	if b.n > maxBounded || slices.Max(b.turn) == 0 {
		return simple
	}
	if d, ok := b.best(); ok {
		return min(simple, quadratic+2*b.value(d))
	}
	return simple
}

// proof returns t and by column d of the best that are found, nil where none are.
func (l *changeLoads) proof(s []float64, c columnChanges) []float64 {
	b, at, _, _ := l.lift(s, c)
	if b.n > maxBounded {
		return nil
	}
	d, ok := b.best()
	if !ok {
		return nil
	}
	out := []float64{d[0]}
	for _, place := range at {
		if out = append(out, 0); place > 0 {
			out[len(out)-1] = d[place]
		}
	}
	return out
}

// lift returns the matrix for scales, by column its place in it, what the sum is not above by the first bound, and the part of the second that no
// d changes.
func (l *changeLoads) lift(s []float64, c columnChanges) (b lifting, at []int, simple, quadratic float64) {
	mayChange := c.any(len(l.turn))
	at = make([]int, len(l.turn))
	var turn []float64
	for j, may := range mayChange {
		if may && len(l.of[j]) > 0 {
			turn = append(turn, l.turn[j])
			at[j] = len(turn)
		}
	}
	n := len(turn) + 1
	z := mat.NewSymDense(n, nil)
	single := make([]float64, n)
	for g, set := range l.sets {
		var moved []int
		most := 0.0
		for _, j := range set.columns {
			if at[j] > 0 {
				moved, most = append(moved, at[j]), max(most, l.turn[j])
			}
		}
		if len(moved) == 0 {
			continue
		}
		alone := 2 * s[g] * (1 + most)
		simple += alone
		switch len(moved) {
		case 1:
			single[moved[0]] += s[g]
			quadratic += 2 * s[g]
		case 2:
			i, k := min(moved[0], moved[1]), max(moved[0], moved[1])
			z.SetSym(i, k, z.At(i, k)+s[g]/2)
			quadratic += 2 * s[g]
		default:
			quadratic += alone
		}
	}
	return lifting{n, z, single, append([]float64{0}, turn...)}, at, simple, quadratic
}

// ofFew returns the sum over the parts that change the most of what is changed in all sets with a column of theirs.
func (l *changeLoads) ofFew(s []float64, c columnChanges) float64 {
	sums := make([]float64, len(c.parts))
	for i, part := range c.parts {
		seen := make(map[int]bool)
		for _, j := range part.columns {
			for _, g := range l.of[j] {
				if !seen[g] {
					seen[g] = true
					most := 0.0
					for _, k := range l.sets[g].columns {
						if slices.Contains(part.columns, k) {
							most = max(most, l.turn[k])
						}
					}
					sums[i] += 2 * s[g] * (1 + most)
				}
			}
		}
	}
	slices.Sort(sums)
	sum := 0.0
	for _, v := range sums[len(sums)-c.together:] {
		sum += v
	}
	return sum
}

// lifting is the matrix by which a quadratic function is bounded from below.
type lifting struct {
	n      int
	pairs  *mat.SymDense // half of the factors of products, from 1 on
	single []float64
	turn   []float64
}

// matrix returns the matrix for t = d[0] and the others.
func (b lifting) matrix(d []float64) *mat.SymDense {
	m := mat.NewSymDense(b.n, nil)
	m.CopySym(b.pairs)
	for j, v := range d {
		m.SetSym(j, j, v)
		if j > 0 {
			m.SetSym(0, j, (b.single[j]-(1-b.turn[j])*v)/2)
		}
	}
	return m
}

// value is what is to be as small as possible.
func (b lifting) value(d []float64) float64 {
	sum := d[0]
	for j := 1; j < b.n; j++ {
		sum += b.turn[j] * d[j]
	}
	return sum
}

// best returns t and d with a value not far above the least there is of positive semidefinite matrices, of which theirs is sure to be one; false
// where none were found.
func (b lifting) best() ([]float64, bool) {
	d := make([]float64, b.n)
	total := 0.0
	for j := 1; j < b.n; j++ {
		for k := 1; k < b.n; k++ {
			d[j] += b.pairs.At(j, k)
		}
		d[j] = 1.5*d[j] + b.single[j]
		total += d[j]
	}
	if total == 0 {
		return nil, false
	}
	for j := 1; j < b.n; j++ {
		d[j] += total / float64(b.n) * 1e-3
		half := (b.single[j] - (1-b.turn[j])*d[j]) / 2
		d[0] += 4 * half * half / d[j]
	}
	d[0] += total
	var factors mat.Cholesky
	if !factors.Factorize(b.matrix(d)) {
		return nil, false
	}
	for weight := total; weight*float64(b.n) > 1e-5*total; weight *= 0.2 {
		for range 30 {
			step, decrement := b.newton(&factors, weight)
			if step == nil {
				break
			}
			for length := 1 / (1 + math.Sqrt(decrement/weight)); length > 1e-9; length /= 2 {
				next := slices.Clone(d)
				for j := range next {
					next[j] -= length * step[j]
				}
				var f mat.Cholesky
				if f.Factorize(b.matrix(next)) {
					d, factors = next, f
					break
				}
			}
			if decrement < 0.1*weight {
				break
			}
		}
	}
	trace := mat.Trace(b.matrix(d))
	for j := range d {
		d[j] += 2 * definite * trace
	}
	less := b.matrix(d)
	for j := range d {
		less.SetSym(j, j, d[j]-definite*trace)
	}
	return d, factors.Factorize(less)
}

// newton returns Newton's step for the value less weight times the logarithm of the determinant, and how much it would gain.
func (b lifting) newton(factors *mat.Cholesky, weight float64) ([]float64, float64) {
	inverse := mat.NewSymDense(b.n, nil)
	if factors.InverseTo(inverse) != nil {
		return nil, 0
	}
	c := make([]float64, b.n)
	slope, bend := mat.NewVecDense(b.n, nil), mat.NewSymDense(b.n, nil)
	for j := range b.n {
		price, own := 1.0, inverse.At(j, j)
		if j > 0 {
			price, c[j] = b.turn[j], (1-b.turn[j])/2
			own -= 2 * c[j] * inverse.At(0, j)
		}
		slope.SetVec(j, price-weight*own)
		for k := range j + 1 {
			// tr(Y E Y F) of E = e_j e_jᵀ - c_j (e_0 e_jᵀ + e_j e_0ᵀ), F likewise
			y, yj, yk := inverse.At(j, k), inverse.At(0, j), inverse.At(0, k)
			y0 := inverse.At(0, 0)
			v := y*y - 2*c[k]*y*yj - 2*c[j]*y*yk + 2*c[j]*c[k]*(y*y0+yj*yk)
			bend.SetSym(k, j, weight*v)
		}
	}
	var of mat.Cholesky
	step := mat.NewVecDense(b.n, nil)
	if !of.Factorize(bend) || of.SolveVecTo(step, slope) != nil {
		return nil, 0
	}
	return step.RawVector().Data, mat.Dot(step, slope)
}
