package inference

import (
	"math"
	"slices"

	"steward/core/message"
)

// Metric measures distances by a symmetric matrix G that is positive semidefinite: that of d is
// sqrt(dᵀ G d).
type Metric struct {
	// Apply writes G d to dst.
	Apply func(dst, d []float64)
	// Largest is at least the largest eigenvalue of G, or, where there are Steps, of what G becomes in units in which each
	// entry's step is one.
	Largest float64
	// Steps are how far entries move along a slope, compared with one another, where some belong to far more exact answers than
	// others; nil for all alike. The region's Project then has to find what is least far with each square divided by its step.
	Steps []float64
	// Negligible is a squared distance below which nothing is nearer.
	Negligible float64
	// Slack is how much more a squared distance may be than what it is to be proved to be no more than.
	Slack float64
}

// step returns how far an entry moves along a slope, compared with the others.
func (m Metric) step(i int) float64 {
	if m.Steps == nil {
		return 1
	}
	return m.Steps[i]
}

// Region is a closed convex set of vectors that is known to hold the truth.
type Region interface {
	// Project moves z to the vector of the region with the least plain distance.
	Project(z []float64) error
}

// A Bounded region says how far it goes, so that it can be proved how near a vector is.
type Bounded interface {
	Region
	// Most returns the most that g·t comes to for a vector t of the region, +Inf where it has no bound.
	Most(g []float64) float64
	// Grows returns a direction, of entries that are not below zero, in which every vector of the region can be moved, however
	// far, and the entries that it moves can be multiplied by any number that is not below zero; nil where there is none.
	Grows() []float64
}

// Nearer is a vector of a region and how far it may be moved to.
type Nearer struct {
	Vector []float64
	// Share is how much of the way from y to Vector can be gone without getting farther from any vector
	// of the region: 1 where Vector itself is no farther than y, 0 where nothing is proved.
	Share float64
}

// Nearest looks for the vector of a region that is nearest to y by a metric. With the matrix WᵀW of a workload it
// makes answers possible: since the region holds the truth t, the total squared error of the answers W z is never more
// than that of W y where the distance is least (a projection brings nothing farther from any vector of the region),
// however little is known of single entries of y.
//
// Nor is it more where z is only nearly the nearest: with g = G (y - z),
//
//	|y - t|² = |z - t|² + |y - z|² - 2 g·(t - z)
//
// so that z is no farther than y, but for the Slack, while g·(t - z) is at most half of |y - z|² for every t of the
// region (the gap of Frank and Wolfe 1956). The search goes on until that is so, which its Share says; where its steps do not suffice, the
// point at the Share of the way is no farther, being the projection of y on the half-space of all t with g·(t - z) at
// most the gap, or between y and it.
//
// Accelerated projected gradients (Beck and Teboulle 2009), begun anew where they overshoot (O'Donoghue and
// Candès 2015), so many steps from the plain projection, and ten times as many where that is not enough: each costs
// a product and a projection. Of a region that is not Bounded nothing is proved. It errors, as Project does, where y is
// empty or not finite.
func Nearest(y []float64, m Metric, region Region, steps int) (Nearer, error) {
	if err := checkFinite("nearest", y); err != nil {
		return Nearer{}, err
	}
	if !(m.Largest >= 0) || math.IsInf(m.Largest, 1) {
		return Nearer{}, message.Errorf("nearest: the largest eigenvalue is %v, which is no bound", m.Largest)
	}
	s := newSearch(y, m, region)
	best := slices.Clone(y)
	if err := region.Project(best); err != nil {
		return Nearer{}, err
	}
	if m.Largest == 0 {
		return Nearer{best, 1}, nil
	}
	s.raise(best)
	least := s.distance(best)
	at, ahead, next := slices.Clone(best), slices.Clone(best), make([]float64, len(y))
	momentum, checked := 1.0, least
	for step := 1; step <= steps*patience && least > m.Negligible; step++ {
		s.distance(ahead) // for its slope
		for i := range next {
			next[i] = ahead[i] - s.slope[i]*m.step(i)/m.Largest
		}
		if err := region.Project(next); err != nil {
			return Nearer{}, err
		}
		against := 0.0
		for i := range next {
			against += (ahead[i] - next[i]) * (next[i] - at[i]) / m.step(i)
		}
		if against > 0 {
			momentum = 1
		}
		faster := (1 + math.Sqrt(1+4*momentum*momentum)) / 2
		carry := (momentum - 1) / faster
		for i := range ahead {
			ahead[i] = next[i] + carry*(next[i]-at[i])
		}
		momentum = faster
		at, next = next, at
		if step%nearestCheck == 0 || step == steps {
			now := s.distance(at)
			if now < least {
				least = now
				copy(best, at)
			}
			if step < steps && least <= checked*(1-nearestGain) {
				checked = least
				continue
			}
			if found := s.proved(best); found.Share == 1 || s.bounded == nil {
				return found, nil
			}
			checked = least
		}
	}
	return s.proved(best), nil
}

// LeastSquares writes to x the shortest vector with G x = right, as nearly as conjugate gradients find it, for a matrix
// G = WᵀW and right = Wᵀa, in at most so many steps: its answers W x are those nearest to a, and no farther from any answers to cells than a is.
func LeastSquares(x, right []float64, apply func(dst, d []float64), steps int) {
	clear(x)
	r, d, gd := slices.Clone(right), slices.Clone(right), make([]float64, len(x))
	size := dot(r, r)
	first := size
	for step := 0; step < steps && size > leastResidual*first; step++ {
		apply(gd, d)
		curve := dot(d, gd)
		if curve <= 0 {
			return
		}
		by, before := size/curve, size
		for i := range x {
			x[i] += by * d[i]
			r[i] -= by * gd[i]
		}
		size = dot(r, r)
		for i := range d {
			d[i] = r[i] + size/before*d[i]
		}
	}
}

// leastResidual is the part of the square of the right side at which nothing is left to solve.
const leastResidual = 1e-24

// Proved says of a vector of a region how near it is to the nearest one, as Nearest does, or of one with a little added.
func Proved(y []float64, m Metric, region Bounded, z []float64) Nearer {
	return newSearch(y, m, region).proved(z)
}

// How many steps are taken before it is looked whether the distance fell by more than this part, and the
// search goes on; and how many times as many are taken where nothing is proved.
const (
	nearestCheck = 10
	nearestGain  = 1e-3
	patience     = 10
)

// search is what a search for the nearest vector works with.
type search struct {
	y        []float64
	metric   Metric
	bounded  Bounded   // nil where the region is not
	slope, d []float64 // G (z - y) and z - y, of the vector z whose distance was asked last
}

func newSearch(y []float64, m Metric, region Region) *search {
	bounded, _ := region.(Bounded)
	return &search{y: y, metric: m, bounded: bounded, slope: make([]float64, len(y)), d: make([]float64, len(y))}
}

// distance returns the squared distance of z from y.
func (s *search) distance(z []float64) float64 {
	for i := range s.d {
		s.d[i] = z[i] - s.y[i]
	}
	s.metric.Apply(s.slope, s.d)
	return dot(s.d, s.slope)
}

// raise multiplies the entries that grow by what brings z nearest: cut at zero one by one, those that next to nothing is
// known of would add up to far too much.
func (s *search) raise(z []float64) {
	if s.bounded == nil || s.bounded.Grows() == nil {
		return
	}
	s.distance(z)
	part, moved := make([]float64, len(z)), make([]float64, len(z))
	for i, by := range s.bounded.Grows() {
		if by > 0 {
			part[i] = z[i]
		}
	}
	s.metric.Apply(moved, part)
	if size := dot(part, moved); size > 0 {
		by := max(-dot(s.slope, part)/size, -1)
		for i, v := range part {
			z[i] += by * v
		}
	}
}

// proved returns what is proved of z, or, where that is nothing, of z a little farther in the direction in which the region grows.
func (s *search) proved(z []float64) Nearer {
	if size := s.distance(z); size <= s.metric.Negligible {
		return Nearer{z, 1}
	}
	if s.bounded == nil {
		return Nearer{z, 0}
	}
	found, g := s.share(z)
	grows := s.bounded.Grows()
	if found.Share > 0 || grows == nil {
		return found
	}
	// No vector of the region has a bound while g is above zero where it grows: what is added brings it down.
	moved := make([]float64, len(z))
	s.metric.Apply(moved, grows)
	most := 0.0
	for i, by := range grows {
		if by > 0 && moved[i] > 0 {
			most = max(most, g[i]/moved[i])
		}
	}
	for _, part := range raisedBy {
		raised := slices.Clone(z)
		for i, v := range grows {
			raised[i] += part * most * v
		}
		s.distance(raised)
		if other, _ := s.share(raised); other.Share > found.Share {
			found = other
		}
		if found.Share == 1 {
			break
		}
	}
	return found
}

// raisedBy are the parts of what brings every slope below zero that are added: where entries are balanced by others less is enough.
var raisedBy = [...]float64{1e-10, 1e-8, 1e-7, 1e-6, 1e-4, 1e-2, 1}

// share returns how much of the way to z is proved, and g: of the z whose distance was asked last.
func (s *search) share(z []float64) (Nearer, []float64) {
	g, largest := make([]float64, len(z)), 0.0
	for i, v := range s.slope {
		g[i] = -v
		largest = max(largest, math.Abs(v))
	}
	size := dot(s.d, s.slope)
	for i, v := range g {
		if math.Abs(v) <= negligibleSlope*largest { // no more than the last digits
			g[i] = 0
		}
	}
	gap := s.bounded.Most(g) - dot(g, z)
	switch {
	case gap <= (size+s.metric.Slack)/2:
		return Nearer{z, 1}, g
	case gap < size:
		return Nearer{z, 1 - gap/size}, g
	}
	return Nearer{z, 0}, g
}

// negligibleSlope is the part of the largest slope that others are above zero by in computing alone.
const negligibleSlope = 1e-9

func dot(a, b []float64) float64 {
	sum := 0.0
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}
