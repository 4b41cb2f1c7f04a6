package optimum

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// singles is the error of strategies that count every unknown alone in one row and have few other rows, which is what searches of many
// unknowns end at (docs/mathematics.md, "Any policy"; McKenna, Miklau, Hay and Machanavajjhala 2018, section 5.2, for one sensitivity of
// all data sets). Its entries are the weights of the unknowns' own rows and then the other rows, one after another. With D the squares of
// these weights, L = D⁻¹, B the other rows and K = I + BLBᵀ,
//
//	(AᵀA)⁻¹ = (D + BᵀB)⁻¹ = L - LBᵀK⁻¹BL,
//
// so that nothing is cubic in the unknowns.
type singles struct {
	*descent
	others int // how many other rows
	gram   neighbours
	tied   envelope
	alone  []float64 // by unknown 1 over the stiffness of an entry

	// What the last value leaves for its gradient: the diagonal of L, C = BL, CG, K⁻¹ and H = CGCᵀ.
	inverse, c, cg, small, h []float64
	// room is for a gradient: K⁻¹CG, by unknown its own entry of M, and two matrices as small as K.
	product, own, left, right []float64
}

const (
	// fewestSingled is from how many unknowns on strategies of singles are searched for where all edges lead to one point, and fewestApart
	// elsewhere: there descents by all entries end lower from poor starts, and do not take long. mostOthers is how many other rows there
	// are at most, as a part of the unknowns.
	fewestSingled, fewestApart, mostOthers = 40, 80, 1. / 3
	// faint is the least weight of an unknown's own row, beside a largest change of 1, so that D is regular.
	faint = 5e-4
)

// singles returns by unknown which row counts nothing else, none where there is none, and which rows are others; false where a strategy
// is not worth taking apart so.
func (d *descent) singles(m measured) (own, others []int, ok bool) {
	n := d.normal.n
	if n < fewestSingled || n < fewestApart && !d.pointed() {
		return nil, nil, false
	}
	own = slices.Repeat([]int{none}, n)
	for j, counted := range m.counted() {
		if len(counted) == 1 && own[counted[0]] == none {
			own[counted[0]] = j
		} else {
			others = append(others, j)
		}
	}
	return own, others, float64(len(others)) <= mostOthers*float64(n)
}

// pointed reports whether all edges lead to one point: "not in the file", or that in the middle.
func (d *descent) pointed() bool { return len(d.edges) <= d.size() }

// counted returns by row which unknowns it counts.
func (m measured) counted() [][]int {
	out := make([][]int, m.rows)
	for i := range len(m.at) / m.rows {
		for j, v := range m.of(i) {
			if v != 0 {
				out[j] = append(out[j], i)
			}
		}
	}
	return out
}

// singled returns the surface on which a strategy lies, and its entries there; false where the strategy is not one of singles.
func (d *descent) singled(m measured) (*singles, []float64, bool) {
	own, others, ok := d.singles(m)
	if !ok {
		return nil, nil, false
	}
	n, size, k := d.normal.n, d.size(), len(others)
	s := &singles{
		descent: d, others: k, gram: neighboursOf(d.normal.gram), alone: make([]float64, size),
		inverse: make([]float64, n), c: make([]float64, k*n), cg: make([]float64, k*n), small: make([]float64, k*k), h: make([]float64, k*k),
		product: make([]float64, k*n), own: make([]float64, n), left: make([]float64, k*k), right: make([]float64, k*k),
	}
	stiff := stiffness(size, d.edges)
	s.tied = envelopeOf(stiff)
	for i := range s.alone {
		s.alone[i] = 1 / stiff.At(i, i)
	}
	whole, at := d.whole(m), make([]float64, (1+k)*size)
	for i, j := range own {
		if at[i] = barely; j != none {
			at[i] = m.of(i)[j]
		}
	}
	for r, j := range others {
		for i := range size {
			at[(1+r)*size+i] = whole.of(i)[j]
		}
	}
	return s, at, true
}

// strategy returns the strategy of some entries, without a point in the middle.
func (s *singles) strategy(at []float64) measured {
	n, size := s.normal.n, s.size()
	out := measured{n + s.others, make([]float64, n*(n+s.others))}
	for i := range n {
		of := out.of(i)
		of[i] = math.Hypot(at[i], faint)
		for r := range s.others {
			of[n+r] = at[(1+r)*size+i]
		}
	}
	return out
}

// improve descends so many steps from some entries. As all rows but few are tied to their unknowns, it needs no rising sharpness.
func (s *singles) improve(ctx context.Context, c *candidate, at []float64, steps int) error {
	s.sharp = sharpness[len(sharpness)-1]
	s.round = rounding / (s.sharp * float64(s.others+2))
	if err := s.run(ctx, s, at, steps); err != nil {
		return err
	}
	m := s.strategy(at)
	s.q.scaleTo1(m)
	if e := s.exact(m); e < c.error*(1-gained) {
		c.measured, c.error = m, e
	}
	return nil
}

// table is rows of so many numbers, each a stride after the one before.
func table(rows, columns, stride int, at []float64) blas64.General {
	return blas64.General{Rows: rows, Cols: columns, Stride: stride, Data: at}
}

func (s *singles) value(at []float64) float64 {
	var ok bool
	if s.trace, ok = s.invert(at); !ok {
		return math.Inf(1)
	}
	size := s.size()
	for i, e := range s.edges {
		s.load[i] = (s.weight(at, e.u) + s.weight(at, e.v)) / e.weight
	}
	for r := range s.others {
		b := at[(1+r)*size:][:size]
		for i, e := range s.edges {
			s.load[i] += softAbs(entry(b, e.u)-entry(b, e.v), s.round) / e.weight
		}
	}
	s.weigh()
	return math.Log(s.trace) + 2*math.Log(s.sensitivity)
}

// invert works out what K is made of, and returns tr(G (AᵀA)⁻¹); false where that is no number.
func (s *singles) invert(at []float64) (float64, bool) {
	n, size, k := s.normal.n, s.size(), s.others
	trace := 0.0
	for i := range n {
		s.inverse[i] = 1 / (at[i]*at[i] + faint*faint)
		trace += s.inverse[i] * s.normal.gram.Data[i*s.normal.gram.Stride+i]
	}
	if k > 0 {
		for r := range k {
			b, c := at[(1+r)*size:][:n], s.c[r*n:][:n]
			for i, l := range s.inverse {
				c[i] = b[i] * l
			}
		}
		c, small := table(k, n, n, s.c), blas64.Symmetric{N: k, Stride: k, Data: s.small, Uplo: blas.Upper}
		blas64.Gemm(blas.NoTrans, blas.Trans, 1, table(k, n, size, at[size:]), c, 0, square(k, s.small))
		for r := range k {
			s.small[r*k+r]++
		}
		factor, ok := lapack64.Potrf(small)
		if !ok {
			return 0, false
		}
		lapack64.Potri(factor)
		for r := range k {
			for q := range r {
				s.small[r*k+q] = s.small[q*k+r]
			}
		}
		s.gram.multiply(s.cg, s.c)
		blas64.Gemm(blas.NoTrans, blas.Trans, 1, c, table(k, n, n, s.cg), 0, square(k, s.h))
		trace -= dot(s.small, s.h)
	}
	return trace, trace > 0 && !math.IsInf(trace, 0)
}

// weight is the absolute weight of an unknown's own row, rounded off.
func (s *singles) weight(at []float64, unknown int) float64 {
	if unknown < 0 || unknown >= s.normal.n {
		return 0
	}
	return softAbs(at[unknown], s.round)
}

// softAbs is the absolute value of a number, rounded off below round.
func softAbs(v, round float64) float64 {
	z := math.Abs(v)
	t := min(z, round)
	return t * (z - t/2) / round
}

// entry is what a row counts of an unknown, nothing of what is none.
func entry(row []float64, unknown int) float64 {
	if unknown < 0 {
		return 0
	}
	return row[unknown]
}

// gradient adds up, times -2 over the trace, D's diagonal of M and BM, with M = (AᵀA)⁻¹ G (AᵀA)⁻¹ and BM = K⁻¹CGL - K⁻¹HK⁻¹C.
func (s *singles) gradient(at, dst []float64) {
	n, size, k := s.normal.n, s.size(), s.others
	clear(dst)
	for i, l := range s.inverse {
		s.own[i] = l * l * s.normal.gram.Data[i*s.normal.gram.Stride+i]
	}
	times := -2 / s.trace
	if k > 0 {
		small := square(k, s.small)
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, small, table(k, n, n, s.cg), 0, table(k, n, n, s.product))
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, small, square(k, s.h), 0, square(k, s.left))
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, square(k, s.left), small, 0, square(k, s.right))
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1, square(k, s.right), table(k, n, n, s.c), 0, table(k, n, n, s.cg))
		for r := range k {
			to, c, y, z := dst[(1+r)*size:][:n], s.c[r*n:][:n], s.product[r*n:][:n], s.cg[r*n:][:n]
			for i, l := range s.inverse {
				s.own[i] += c[i] * (z[i] - 2*l*y[i])
				to[i] = times * (l*y[i] - z[i])
			}
		}
	}
	for i, v := range s.own {
		dst[i] = times * at[i] * v
	}
	for i, e := range s.edges {
		share := s.load[i] / s.sum
		if share < 1e-9 {
			continue
		}
		price := 2 * share / (s.sensitivity * e.weight * s.round)
		for _, u := range [2]int{e.u, e.v} {
			if u >= 0 && u < n {
				dst[u] += price * max(-s.round, min(at[u], s.round))
			}
		}
		for r := range k {
			b, to := at[(1+r)*size:][:size], dst[(1+r)*size:][:size]
			g := price * max(-s.round, min(entry(b, e.u)-entry(b, e.v), s.round))
			if e.u >= 0 {
				to[e.u] += g
			}
			if e.v >= 0 {
				to[e.v] -= g
			}
		}
	}
}

func (s *singles) precondition(dst, gradient []float64) {
	copy(dst, gradient)
	size := s.size()
	for i, v := range s.alone {
		dst[i] *= v
	}
	for at := size; at < len(dst); at += size {
		s.tied.solve(dst[at:][:size])
	}
}
