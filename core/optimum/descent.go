package optimum

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// descent makes the error of a strategy less, its rows free.
type descent struct {
	q      *Problem
	normal *normal
	// edges are the problem's, or those that lead through a point in the middle, which is one unknown more.
	edges []edge
	// preconditioner is the inverse of the edges' Laplacian: the first guess of the inverse curvature, by which
	// the directions of the first steps are good already.
	preconditioner blas64.Symmetric
	// sharp is how nearly the largest change of all edges is the one that counts, and round below
	// which change of a row its absolute value is rounded off (Huber 1964).
	sharp, round float64

	// What the last value leaves for its gradient: tr(G (AᵀA)⁻¹), the smooth sensitivity, and by edge its share
	// of it, times sum.
	trace, sensitivity, sum float64
	load                    []float64

	// zero stands for the entries of what is no unknown, and unused takes their gradient.
	zero, unused []float64
	// room is for vectors of a run, and spare for the moves that it no longer remembers.
	room  [6][]float64
	spare []move
}

func (q *Problem) newDescent() *descent {
	d := &descent{q: q, normal: q.newNormal(), edges: q.edges}
	if n := len(q.cells); len(q.edges) >= manyJoined && q.allJoined() {
		half := q.edges[0].weight / 2
		d.edges = []edge{{n, none, half}}
		for i := range n {
			d.edges = append(d.edges, edge{i, n, half})
		}
	}
	d.preconditioner, d.load = preconditioner(d.size(), d.edges), make([]float64, len(d.edges))
	return d
}

// manyJoined is from how many edges on, which join any two unknowns, a descent goes through a point in the middle instead: what is no
// farther than half of the most from it is no farther than the most apart, and there are as many ways to it as unknowns.
const manyJoined = 1000

// size is how many unknowns a descent moves.
func (d *descent) size() int {
	if len(d.edges) < len(d.q.edges) {
		return d.normal.n + 1
	}
	return d.normal.n
}

// whole returns a copy of a strategy with the entries of the point in the middle, if there is one: the medians of those of all unknowns,
// and of zero for what is no unknown.
func (d *descent) whole(m measured) measured {
	out := m.clone()
	if d.size() == d.normal.n {
		return out
	}
	of := make([]float64, d.size())
	for j := range m.rows {
		for i := range d.normal.n {
			of[i] = m.at[i*m.rows+j]
		}
		of[d.normal.n] = 0
		slices.Sort(of)
		out.at = append(out.at, of[len(of)/2])
	}
	return out
}

// ridge is added to the diagonal of the edges' Laplacian, as a part of its mean.
const ridge = 1e-2

// stiffness returns the Laplacian matrix of edges between n unknowns, made regular.
func stiffness(n int, edges []edge) *mat.SymDense {
	prices := make([]float64, len(edges))
	for i := range prices {
		prices[i] = 1
	}
	l := laplacian(n, edges, prices)
	sum := 0.0
	for i := range n {
		sum += l.At(i, i)
	}
	if sum == 0 {
		sum = float64(n) / ridge
	}
	for i := range n {
		l.SetSym(i, i, l.At(i, i)+ridge*sum/float64(n))
	}
	return l
}

// preconditioner returns the inverse of the stiffness.
func preconditioner(n int, edges []edge) blas64.Symmetric {
	inverse := mat.NewSymDense(n, nil)
	var factor mat.Cholesky
	if factor.Factorize(stiffness(n, edges)) && factor.InverseTo(inverse) == nil {
		return inverse.RawSymmetric()
	}
	for i := range n {
		inverse.SetSym(i, i, 1)
	}
	return inverse.RawSymmetric()
}

// precondition multiplies a gradient by the preconditioner.
func (d *descent) precondition(dst []float64, gradient measured) {
	blas64.Symm(blas.Left, 1, d.preconditioner, gradient.matrix(), 0, measured{gradient.rows, dst}.matrix())
}

// value returns the logarithm of the error with a smooth sensitivity.
func (d *descent) value(m measured) float64 {
	var ok bool
	if d.trace, ok = d.normal.invert(m); !ok {
		return math.Inf(1)
	}
	d.smooth(m)
	return math.Log(d.trace) + 2*math.Log(d.sensitivity)
}

// gradient writes the gradient of the last value, which was of m.
func (d *descent) gradient(m measured, dst []float64) {
	d.normal.sandwich()
	n := d.normal.n
	blas64.Gemm(blas.NoTrans, blas.NoTrans, -2/d.trace, square(n, d.normal.m), m.first(n).matrix(), 0, measured{m.rows, dst}.first(n).matrix())
	clear(dst[n*m.rows:])
	for i, e := range d.edges {
		share := d.load[i] / d.sum
		if share < 1e-9 {
			continue
		}
		pull(row(dst, e.u, d.unused), row(dst, e.v, d.unused),
			row(m.at, e.u, d.zero), row(m.at, e.v, d.zero), d.round, 2*share/(d.sensitivity*e.weight))
	}
}

// smooth works out the smooth sensitivity: the log-sum-exp of the changes along the edges.
func (d *descent) smooth(m measured) {
	if len(d.zero) != m.rows {
		d.zero, d.unused = make([]float64, m.rows), make([]float64, m.rows)
	}
	edges := d.edges
	i := 0
	for ; i+1 < len(edges); i += 2 {
		e, f := edges[i], edges[i+1]
		x, y := softDistances(row(m.at, e.u, d.zero), row(m.at, e.v, d.zero), row(m.at, f.u, d.zero), row(m.at, f.v, d.zero), d.round)
		d.load[i], d.load[i+1] = x/e.weight, y/f.weight
	}
	if i < len(edges) {
		e := edges[i]
		d.load[i] = softDistance(row(m.at, e.u, d.zero), row(m.at, e.v, d.zero), d.round) / e.weight
	}
	d.weigh()
}

// weigh makes the smooth sensitivity of the loads, and the loads shares of it.
func (d *descent) weigh() {
	most := 0.0
	for _, v := range d.load {
		most = max(most, v)
	}
	d.sum = 0
	for i, v := range d.load {
		d.load[i] = math.Exp(d.sharp * (v - most))
		d.sum += d.load[i]
	}
	d.sensitivity = most + math.Log(d.sum)/d.sharp
}

// row returns the entries of an unknown, or for none those given for it.
func row(at []float64, unknown int, none []float64) []float64 {
	if unknown < 0 {
		return none
	}
	n := len(none)
	return at[unknown*n : (unknown+1)*n]
}

// softDistance adds up the distances of entries, rounded off below round. Without a branch or a
// square root it is quick.
func softDistance(a, b []float64, round float64) float64 {
	b = b[:len(a)]
	sum := 0.0
	for j, v := range a {
		z := math.Abs(v - b[j])
		t := min(z, round)
		sum += t * (z - t/2)
	}
	return sum / round
}

// softDistances returns the softDistance of a and b and that of c and d. Neither sum waits for the other, so that both
// take little longer than one.
func softDistances(a, b, c, d []float64, round float64) (ab, cd float64) {
	b, c, d = b[:len(a)], c[:len(a)], d[:len(a)]
	for j, v := range a {
		z := math.Abs(v - b[j])
		t := min(z, round)
		ab += t * (z - t/2)
		z = math.Abs(c[j] - d[j])
		t = min(z, round)
		cd += t * (z - t/2)
	}
	return ab / round, cd / round
}

// pull adds the gradient of the softDistance of a and b, some times, to those of a and b.
func pull(toA, toB, a, b []float64, round, times float64) {
	b, toA, toB = b[:len(a)], toA[:len(a)], toB[:len(a)]
	times /= round
	for j, v := range a {
		g := times * max(-round, min(v-b[j], round))
		toA[j] += g
		toB[j] -= g
	}
}

// exact returns the error of a strategy with its true sensitivity.
func (d *descent) exact(m measured) float64 {
	trace, ok := d.normal.invert(m)
	if !ok {
		return math.Inf(1)
	}
	s := d.q.largestL1(m)
	return 2 * trace * s * s
}

// stated returns exact without what is added to the questions.
func (d *descent) stated(m measured) float64 {
	e, n := d.exact(m), d.normal.n
	if math.IsInf(e, 1) {
		return e
	}
	added := 0.0
	for i := range n {
		added += d.normal.added * d.normal.x[i*n+i]
	}
	s := d.q.largestL1(m)
	return e - 2*added*s*s
}

// scaleTo1 divides a strategy by its sensitivity.
func (q *Problem) scaleTo1(m measured) {
	s := q.largestL1(m)
	for i := range m.at {
		m.at[i] /= s
	}
}

// memory is how many steps the quasi-Newton direction remembers; after mostIdle steps that each gain
// less than idling, as a part of the error, a descent ends.
const (
	memory   = 12
	mostIdle = 4
	idling   = 2e-6
)

// move is a step that a descent remembers: by how much entries and gradient changed, and the latter
// preconditioned.
type move struct {
	s, y, py []float64
	curve    float64 // s·y
}

// vectors returns n numbers each in all of room, whatever they are.
func (d *descent) vectors(n int) [6][]float64 {
	for i, v := range d.room {
		if cap(v) < n {
			v = make([]float64, n)
		}
		d.room[i] = v[:n]
	}
	return d.room
}

// newMove returns room for a move of n entries, whatever is in it.
func (d *descent) newMove(n int) move {
	if last := len(d.spare) - 1; last >= 0 {
		m := d.spare[last]
		if d.spare = d.spare[:last]; len(m.s) == n {
			return m
		}
	}
	return move{s: make([]float64, n), y: make([]float64, n), py: make([]float64, n)}
}

// surface is what is descended on: an error by the entries of a strategy.
type surface interface {
	value(at []float64) float64
	// gradient writes the gradient of the last value, which was that at the entries.
	gradient(at, dst []float64)
	precondition(dst, gradient []float64)
}

// entries is the error of strategies of so many rows by all their entries.
type entries struct {
	*descent
	rows int
}

func (s entries) value(at []float64) float64 { return s.descent.value(measured{s.rows, at}) }
func (s entries) gradient(at, dst []float64) { s.descent.gradient(measured{s.rows, at}, dst) }
func (s entries) precondition(dst, gradient []float64) {
	s.descent.precondition(dst, measured{s.rows, gradient})
}

// run makes so many steps (limited-memory BFGS, Nocedal 1980).
func (d *descent) run(ctx context.Context, on surface, from []float64, steps int) error {
	n := len(from)
	room := d.vectors(n)
	gradient, next, preconditioned, direction, trial := room[0], room[1], room[2], room[3], room[4]
	value := on.value(from)
	if math.IsInf(value, 1) {
		return nil
	}
	on.gradient(from, gradient)
	on.precondition(preconditioned, gradient)
	var past []move
	forget := func() { d.spare, past = append(d.spare, past...), nil }
	defer forget()
	idle := 0
	for step := 0; step < steps; {
		if err := ctx.Err(); err != nil {
			return err
		}
		d.direct(direction, gradient, preconditioned, past, from)
		slope := -dot(direction, gradient)
		if !(slope < 0) {
			if len(past) == 0 {
				return nil
			}
			forget()
			continue
		}
		length, moved, before := 1.0, false, value
		for range 12 {
			copy(trial, from)
			axpy(-length, direction, trial)
			v := on.value(trial)
			if step++; v <= value+1e-4*length*slope {
				value, moved = v, true
				break
			}
			length /= 3
		}
		if !moved {
			if len(past) == 0 {
				return nil
			}
			forget()
			continue
		}
		if idle++; before-value > idling {
			idle = 0
		}
		if idle == mostIdle {
			return nil
		}
		on.gradient(trial, next)
		var now move
		if len(past) == memory {
			now, past = past[0], past[1:]
		} else {
			now = d.newMove(n)
		}
		for i, v := range preconditioned {
			now.s[i], now.y[i], now.py[i] = trial[i]-from[i], next[i]-gradient[i], -v
		}
		copy(from, trial)
		gradient, next = next, gradient
		on.precondition(preconditioned, gradient)
		axpy(1, preconditioned, now.py)
		if now.curve = dot(now.s, now.y); now.curve > 1e-10*math.Sqrt(dot(now.s, now.s)*dot(now.y, now.y)) {
			past = append(past, now)
		} else {
			d.spare = append(d.spare, now)
		}
	}
	return nil
}

// direct works out the direction to go against: what the steps of the past make of the gradient, from
// the preconditioner as the first guess of the inverse curvature.
func (d *descent) direct(direction, gradient, preconditioned []float64, past []move, from []float64) {
	last := len(past) - 1
	if last < 0 {
		copy(direction, preconditioned)
		scale(1e-2*math.Sqrt(dot(from, from)/dot(preconditioned, preconditioned)), direction)
		return
	}
	// Both start as the gradient, as it is and preconditioned, and lose the same of what is remembered.
	rest := d.room[5]
	copy(rest, gradient)
	copy(direction, preconditioned)
	var alpha [memory]float64
	for i := last; i >= 0; i-- {
		alpha[i] = dot(past[i].s, rest) / past[i].curve
		axpy(-alpha[i], past[i].y, rest)
		axpy(-alpha[i], past[i].py, direction)
	}
	scale(past[last].curve/dot(past[last].y, past[last].py), direction)
	for i, p := range past {
		axpy(alpha[i]-dot(p.y, direction)/p.curve, p.s, direction)
	}
}

func dot(a, b []float64) float64 {
	return blas64.Dot(blas64.Vector{N: len(a), Data: a, Inc: 1}, blas64.Vector{N: len(b), Data: b, Inc: 1})
}

func axpy(c float64, x, y []float64) {
	blas64.Axpy(c, blas64.Vector{N: len(x), Data: x, Inc: 1}, blas64.Vector{N: len(y), Data: y, Inc: 1})
}

func scale(c float64, x []float64) { blas64.Scal(c, blas64.Vector{N: len(x), Data: x, Inc: 1}) }
