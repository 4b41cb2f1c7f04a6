package optimum

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// descent makes the error of a strategy less, its rows free.
type descent struct {
	q      *Problem
	normal *normal
	// stiff is the inverse of by how much edges resist changes of a row, all alike: the first guess of
	// the curvature, by which the directions of the first steps are good already.
	stiff blas64.Symmetric
	// sharp is how nearly the largest change of all edges is the one that counts, and round below
	// which change of a row its absolute value is rounded off (Huber 1964).
	sharp, round float64
	load         []float64
	// nothing is a row of what has no unknown, and sink takes what would be added to it.
	nothing, sink []float64
}

func (q *Problem) newDescent() *descent {
	return &descent{q: q, normal: q.newNormal(), stiff: q.stiffness(), load: make([]float64, len(q.edges))}
}

// freely is the part of the largest resistance that every unknown has beside that of its edges.
const freely = 1e-2

// stiffness returns the inverse of the edges' Laplacian matrix, made regular.
func (q *Problem) stiffness() blas64.Symmetric {
	prices := make([]float64, len(q.edges))
	for i := range prices {
		prices[i] = 1
	}
	l, n := q.laplacian(prices), len(q.cells)
	sum := 0.0
	for i := range n {
		sum += l.At(i, i)
	}
	for i := range n {
		l.SetSym(i, i, l.At(i, i)+freely*sum/float64(n))
	}
	inverse := mat.NewSymDense(n, nil)
	var factor mat.Cholesky
	if sum > 0 && factor.Factorize(l) && factor.InverseTo(inverse) == nil {
		return inverse.RawSymmetric()
	}
	for i := range n {
		inverse.SetSym(i, i, 1)
	}
	return inverse.RawSymmetric()
}

// soften multiplies a gradient by stiff.
func (d *descent) soften(dst []float64, gradient measured) {
	n := d.normal.n
	of := func(at []float64) blas64.General {
		return blas64.General{Rows: n, Cols: gradient.rows, Stride: gradient.rows, Data: at}
	}
	blas64.Symm(blas.Left, 1, d.stiff, of(gradient.at), 0, of(dst))
}

// value returns the logarithm of the error with a smooth sensitivity, and its gradient.
func (d *descent) value(m measured, gradient []float64) float64 {
	trace, ok := d.normal.invert(m)
	if !ok {
		return math.Inf(1)
	}
	d.normal.sandwich()
	n := d.normal.n
	blas64.Gemm(blas.NoTrans, blas.NoTrans, -2/trace,
		blas64.General{Rows: n, Cols: n, Stride: n, Data: d.normal.m},
		blas64.General{Rows: n, Cols: m.rows, Stride: m.rows, Data: m.at},
		0, blas64.General{Rows: n, Cols: m.rows, Stride: m.rows, Data: gradient})
	return math.Log(trace) + 2*math.Log(d.sensitivity(m, gradient))
}

// sensitivity returns the smooth sensitivity and adds the gradient of twice its logarithm.
func (d *descent) sensitivity(m measured, gradient []float64) float64 {
	if len(d.nothing) != m.rows {
		d.nothing, d.sink = make([]float64, m.rows), make([]float64, m.rows)
	}
	most := 0.0
	for i, e := range d.q.edges {
		d.load[i] = softDistance(d.row(m.at, e.u, d.nothing), d.row(m.at, e.v, d.nothing), d.round) / e.weight
		most = max(most, d.load[i])
	}
	sum := 0.0
	for i, v := range d.load {
		d.load[i] = math.Exp(d.sharp * (v - most))
		sum += d.load[i]
	}
	value := most + math.Log(sum)/d.sharp
	for i, e := range d.q.edges {
		share := d.load[i] / sum
		if share < 1e-9 {
			continue
		}
		pull(d.row(gradient, e.u, d.sink), d.row(gradient, e.v, d.sink),
			d.row(m.at, e.u, d.nothing), d.row(m.at, e.v, d.nothing), d.round, 2*share/(value*e.weight))
	}
	return value
}

// row returns what belongs to an unknown, or for none.
func (d *descent) row(at []float64, unknown int, none []float64) []float64 {
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
// softened.
type move struct {
	s, y, soft []float64
	curve      float64 // s·y
}

// run makes so many steps (limited-memory BFGS, Nocedal 1980).
func (d *descent) run(ctx context.Context, m measured, steps int) error {
	n := len(m.at)
	gradient, next, trial := make([]float64, n), make([]float64, n), measured{m.rows, make([]float64, n)}
	soft, direction := make([]float64, n), make([]float64, n)
	value := d.value(m, gradient)
	d.soften(soft, measured{m.rows, gradient})
	var past []move
	idle := 0
	for step := 0; step < steps; {
		if err := ctx.Err(); err != nil {
			return err
		}
		d.direct(direction, gradient, soft, past, m)
		slope := -dot(direction, gradient)
		if !(slope < 0) {
			if len(past) == 0 {
				return nil
			}
			past = nil
			continue
		}
		length, moved, before := 1.0, false, value
		for range 12 {
			copy(trial.at, m.at)
			axpy(-length, direction, trial.at)
			v := d.value(trial, next)
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
			past = nil
			continue
		}
		if idle++; before-value > idling {
			idle = 0
		}
		if idle == mostIdle {
			return nil
		}
		var now move
		if len(past) == memory {
			now, past = past[0], past[1:]
		} else {
			now = move{s: make([]float64, n), y: make([]float64, n), soft: make([]float64, n)}
		}
		for i, v := range soft {
			now.s[i], now.y[i], now.soft[i] = trial.at[i]-m.at[i], next[i]-gradient[i], -v
		}
		copy(m.at, trial.at)
		gradient, next = next, gradient
		d.soften(soft, measured{m.rows, gradient})
		axpy(1, soft, now.soft)
		if now.curve = dot(now.s, now.y); now.curve > 1e-10*math.Sqrt(dot(now.s, now.s)*dot(now.y, now.y)) {
			past = append(past, now)
		}
	}
	return nil
}

// direct works out the direction to go against: what the steps of the past make of the gradient, from
// stiff as the first guess of the inverse curvature.
func (d *descent) direct(direction, gradient, soft []float64, past []move, m measured) {
	last := len(past) - 1
	if last < 0 {
		copy(direction, soft)
		scale(1e-2*math.Sqrt(dot(m.at, m.at)/dot(soft, soft)), direction)
		return
	}
	// Both start as the gradient, as it is and softened, and lose the same of what is remembered.
	rest := append([]float64(nil), gradient...)
	copy(direction, soft)
	alpha := make([]float64, len(past))
	for i := last; i >= 0; i-- {
		alpha[i] = dot(past[i].s, rest) / past[i].curve
		axpy(-alpha[i], past[i].y, rest)
		axpy(-alpha[i], past[i].soft, direction)
	}
	scale(past[last].curve/dot(past[last].y, past[last].soft), direction)
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
