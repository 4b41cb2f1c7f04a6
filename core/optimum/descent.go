package optimum

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// descent makes the error of a strategy less, its rows free.
type descent struct {
	q      *Problem
	normal *normal
	// sharp is how nearly the largest change of all edges is the one that counts, and round below
	// which change of a row its absolute value is rounded off.
	sharp, round float64
	load         []float64
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
	square, most := d.round*d.round, 0.0
	zero := make([]float64, m.rows)
	ends := func(e edge) (a, b []float64) {
		a, b = zero, zero
		if e.u != none {
			a = m.of(e.u)
		}
		if e.v != none {
			b = m.of(e.v)
		}
		return a, b
	}
	for i, e := range d.q.edges {
		a, b := ends(e)
		sum := 0.0
		for j, v := range a {
			z := v - b[j]
			sum += math.Sqrt(z*z + square)
		}
		d.load[i] = (sum - float64(m.rows)*d.round) / e.weight
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
		share *= 2 / (value * e.weight)
		a, b := ends(e)
		to, from := zero, zero
		if e.u != none {
			to = gradient[e.u*m.rows : (e.u+1)*m.rows]
		}
		if e.v != none {
			from = gradient[e.v*m.rows : (e.v+1)*m.rows]
		}
		for j, v := range a {
			z := v - b[j]
			g := share * z / math.Sqrt(z*z+square)
			if e.u != none {
				to[j] += g
			}
			if e.v != none {
				from[j] -= g
			}
		}
	}
	return value
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

// run makes so many steps (limited-memory BFGS, Nocedal 1980).
func (d *descent) run(ctx context.Context, m measured, steps int) error {
	n := len(m.at)
	gradient, next, trial := make([]float64, n), make([]float64, n), measured{m.rows, make([]float64, n)}
	value := d.value(m, gradient)
	var s, y [][]float64
	direction, idle := make([]float64, n), 0
	for step := 0; step < steps; {
		if err := ctx.Err(); err != nil {
			return err
		}
		copy(direction, gradient)
		alpha := make([]float64, len(s))
		for i := len(s) - 1; i >= 0; i-- {
			alpha[i] = dot(s[i], direction) / dot(s[i], y[i])
			axpy(-alpha[i], y[i], direction)
		}
		if k := len(s) - 1; k >= 0 {
			scale(dot(s[k], y[k])/dot(y[k], y[k]), direction)
		} else {
			scale(1e-2*math.Sqrt(dot(m.at, m.at)/dot(gradient, gradient)), direction)
		}
		for i := range s {
			axpy(alpha[i]-dot(y[i], direction)/dot(s[i], y[i]), s[i], direction)
		}
		slope := -dot(direction, gradient)
		if !(slope < 0) {
			if len(s) == 0 {
				return nil
			}
			s, y = nil, nil
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
			if len(s) == 0 {
				return nil
			}
			s, y = nil, nil
			continue
		}
		if idle++; before-value > idling {
			idle = 0
		}
		if idle == mostIdle {
			return nil
		}
		ds, dy := make([]float64, n), make([]float64, n)
		for i := range ds {
			ds[i], dy[i] = trial.at[i]-m.at[i], next[i]-gradient[i]
		}
		copy(m.at, trial.at)
		gradient, next = next, gradient
		if dot(ds, dy) > 1e-10*math.Sqrt(dot(ds, ds)*dot(dy, dy)) {
			s, y = append(s, ds), append(y, dy)
			if len(s) > memory {
				s, y = s[1:], y[1:]
			}
		}
	}
	return nil
}

func dot(a, b []float64) float64 {
	return blas64.Dot(blas64.Vector{N: len(a), Data: a, Inc: 1}, blas64.Vector{N: len(b), Data: b, Inc: 1})
}

func axpy(c float64, x, y []float64) {
	blas64.Axpy(c, blas64.Vector{N: len(x), Data: x, Inc: 1}, blas64.Vector{N: len(y), Data: y, Inc: 1})
}

func scale(c float64, x []float64) { blas64.Scal(c, blas64.Vector{N: len(x), Data: x, Inc: 1}) }
