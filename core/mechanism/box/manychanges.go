package box

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"steward/core/policy"
)

// manyChanges are the sets of columns that the edges of a policy may change: some of the columns of each of so many parts. It may be more
// than there are, never fewer.
type manyChanges struct {
	parts    [][]int
	together int
	presence bool
	alone    bool // whether every part is a column, so that there are no more than there are
}

func manyChangesOf(p *policy.Policy) manyChanges {
	c := manyChanges{together: p.Together(), presence: p.Presence(), alone: true}
	if c.together == 0 {
		return c
	}
	for _, part := range p.Parts() {
		if _, heaviest := part.Weights(); heaviest == 0 {
			continue
		}
		var columns []int
		for i, a := range part.Attributes() {
			if j, _ := p.Domain().Position(a.Name()); a.Size() > 1 && mayChange(part, i) {
				columns = append(columns, j)
			}
		}
		if len(columns) > 0 {
			c.parts = append(c.parts, columns)
			c.alone = c.alone && len(columns) == 1
		}
	}
	c.together = min(c.together, len(c.parts))
	return c
}

// mayChange reports whether a column changes along an edge of a part: where it has blocks, whether two values are in one.
func mayChange(part policy.Part, column int) bool {
	block, ok := blocksOf(part)
	if !ok {
		return true
	}
	n, after := part.Attributes()[column].Size(), 1
	for _, a := range part.Attributes()[column+1:] {
		after *= a.Size()
	}
	first := make(map[int]int) // by block, the value of its first combination
	for u, b := range block {
		value := u / after % n
		if before, seen := first[b]; seen && before != value {
			return true
		}
		first[b] = value
	}
	return false
}

// any reports whether a column changes along some edge.
func (c manyChanges) any(columns int) []bool {
	out := make([]bool, columns)
	if c.together > 0 {
		for _, part := range c.parts {
			for _, j := range part {
				out[j] = true
			}
		}
	}
	return out
}

// list returns the sets one by one, unless they are more than so many.
func (c manyChanges) list(columns, most int) (out [][]bool, ok bool) {
	now := make([]bool, columns)
	var from func(part, changed int) bool
	from = func(part, changed int) bool {
		if part == len(c.parts) || changed == c.together {
			if changed > 0 {
				out = append(out, slices.Clone(now))
			}
			return len(out) <= most
		}
		if len(c.parts[part]) > 16 {
			return false
		}
		for some := range 1 << len(c.parts[part]) {
			more := changed
			for i, j := range c.parts[part] {
				now[j] = some>>i&1 == 1
			}
			if some > 0 {
				more++
			}
			if !from(part+1, more) {
				return false
			}
		}
		for _, j := range c.parts[part] {
			now[j] = false
		}
		return true
	}
	if c.together == 0 {
		return nil, true
	}
	ok = from(0, 0)
	return out, ok
}

// manyLoads is by how much contrasts of sets of columns change, in units of what one person is of theirs: along an edge that changes the
// columns C those of a set T by 2(1 - Π over T ∩ C of -turn), the turn of n values being 1/(n-1).
type manyLoads struct {
	sets []tableSet
	of   [][]int // by column, the sets that have it
	turn []float64
}

func newManyLoads(sets []tableSet, sizes []int) *manyLoads {
	l := &manyLoads{sets: sets, of: make([][]int, len(sizes)), turn: make([]float64, len(sizes))}
	for j, n := range sizes {
		if n > 1 {
			l.turn[j] = 1 / float64(n-1)
		}
	}
	for g, s := range sets {
		for _, j := range s.columns {
			l.of[j] = append(l.of[j], g)
		}
	}
	return l
}

// along returns the loads of all sets where columns are multiplied by signs: one, or minus its turn where a column changes, or the mean of
// both over some edges.
func (l *manyLoads) along(sign []float64) []float64 {
	out := make([]float64, len(l.sets))
	for g, s := range l.sets {
		product := 1.0
		for _, j := range s.columns {
			product *= sign[j]
		}
		out[g] = 2 * (1 - product)
	}
	return out
}

// signs returns what a change multiplies columns by.
func (l *manyLoads) signs(change []bool) []float64 {
	out := make([]float64, len(l.turn))
	for j, changed := range change {
		if out[j] = 1; changed {
			out[j] = -l.turn[j]
		}
	}
	return out
}

// slope returns by how much minus half of the sum of loads times scales grows with the sign of a column.
func (l *manyLoads) slope(s, sign []float64, column int) float64 {
	slope := 0.0
	for _, g := range l.of[column] {
		product := s[g]
		for _, k := range l.sets[g].columns {
			if k != column {
				product *= sign[k]
			}
		}
		slope += product
	}
	return slope
}

// mean returns the mean of the loads over all ways to change so many of the columns that may change, each by itself a part.
func (l *manyLoads) mean(c manyChanges, may []bool) []float64 {
	all, out := len(c.parts), make([]float64, len(l.sets))
	for g, s := range l.sets {
		products := []float64{1} // by how many change, the sum over such choices of the products of signs
		moved := 0
		for _, j := range s.columns {
			if !may[j] {
				continue
			}
			moved++
			products = append(products, 0)
			for k := len(products) - 1; k > 0; k-- {
				products[k] -= products[k-1] * l.turn[j]
			}
		}
		// The chance that some columns of the set change and its others do not is the share of choices among all.
		sum := 0.0
		for k, v := range products {
			sum += v * chanceOf(all, c.together, moved, k)
		}
		out[g] = 2 * (1 - sum)
	}
	return out
}

// chanceOf returns the chance that of so many picked out of all, certain ones of some are picked, and the others of these are not.
func chanceOf(all, picked, some, certain int) float64 {
	chance := 1.0
	for k := range certain {
		chance *= max(float64(picked-k), 0) / float64(all-k)
	}
	for k := range some - certain {
		chance *= max(float64(all-picked-k), 0) / float64(all-certain-k)
	}
	return chance
}

// climb changes one column after another of those that may as long as the sum of loads times scales grows.
func (l *manyLoads) climb(s, sign []float64, may []bool) {
	for more, round := true, 0; more && round < 100; round++ {
		more = false
		for j, m := range may {
			if !m || len(l.of[j]) == 0 {
				continue
			}
			best := 1.0
			slope := l.slope(s, sign, j)
			if slope > 0 {
				best = -l.turn[j]
			}
			if math.Abs(slope) > 1e-13 && sign[j] != best {
				sign[j], more = best, true
			}
		}
	}
}

// pick changes first one part and then, as often as parts may change together, the column of another that adds most to the sum of loads
// times scales.
func (l *manyLoads) pick(s, sign []float64, c manyChanges, first int) {
	left := make([][]int, len(c.parts))
	copy(left, c.parts)
	for n := range c.together {
		best, at, of := 0.0, -1, -1
		for i, part := range left {
			if n == 0 && i != first%len(left) {
				continue
			}
			for _, j := range part {
				if gain := l.slope(s, sign, j) * (1 + l.turn[j]); at < 0 || gain > best {
					best, at, of = gain, j, i
				}
			}
		}
		if at < 0 || n > 0 && best <= 0 {
			return
		}
		sign[at], left[of] = -l.turn[at], nil
	}
}

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
func (l *manyLoads) atMost(s []float64, c manyChanges) float64 {
	mayChange := c.any(len(l.turn))
	simple, quadratic := 0.0, 0.0
	at := make([]int, len(l.turn))
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
	if c.together < len(c.parts) {
		simple = min(simple, l.ofFew(s, c))
	}
	if n > maxBounded || n == 1 {
		return simple
	}
	b := lifting{n, z, single, append([]float64{0}, turn...)}
	if least, ok := b.best(); ok {
		return min(simple, quadratic+2*least)
	}
	return simple
}

// ofFew returns the sum over the parts that change the most of what is changed in all sets with a column of theirs.
func (l *manyLoads) ofFew(s []float64, c manyChanges) float64 {
	sums := make([]float64, len(c.parts))
	for i, part := range c.parts {
		seen := make(map[int]bool)
		for _, j := range part {
			for _, g := range l.of[j] {
				if !seen[g] {
					seen[g] = true
					most := 0.0
					for _, k := range l.sets[g].columns {
						if slices.Contains(part, k) {
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

// best returns a number not far above the least value there is of positive semidefinite matrices, and of one that is sure to be; false where none
// was found.
func (b lifting) best() (float64, bool) {
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
		return 0, false
	}
	for j := 1; j < b.n; j++ {
		d[j] += total / float64(b.n) * 1e-3
		half := (b.single[j] - (1-b.turn[j])*d[j]) / 2
		d[0] += 4 * half * half / d[j]
	}
	d[0] += total
	var factors mat.Cholesky
	if !factors.Factorize(b.matrix(d)) {
		return 0, false
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
	return b.value(d), factors.Factorize(less)
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
