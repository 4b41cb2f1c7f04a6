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
	// Largest is at least the largest eigenvalue of G.
	Largest float64
	// Negligible is a squared distance below which nothing is nearer.
	Negligible float64
}

// Nearest returns the vector of a closed convex set that is nearest to y by a metric, or one that is
// nearly: project moves a vector to the one of the set with the least plain distance. With the matrix
// WᵀW of a workload it makes answers possible: since the set holds the truth, the total squared error of
// the answers W z is never more than that of W y where the distance is least (a projection brings nothing
// farther from any vector of the set), however little is known of single entries of y.
//
// Accelerated projected gradients (Beck and Teboulle 2009), begun anew where they overshoot (O'Donoghue and
// Candès 2015), at most so many steps from the plain projection: each costs a product and a projection. It
// errors, as project does, where y is empty or not finite.
func Nearest(y []float64, m Metric, project func(z []float64) error, steps int) ([]float64, error) {
	if err := checkFinite("nearest", y); err != nil {
		return nil, err
	}
	if !(m.Largest >= 0) || math.IsInf(m.Largest, 1) {
		return nil, message.Errorf("nearest: the largest eigenvalue is %v, which is no bound", m.Largest)
	}
	best := slices.Clone(y)
	if err := project(best); err != nil {
		return nil, err
	}
	if m.Largest == 0 {
		return best, nil
	}
	n := len(y)
	d, slope := make([]float64, n), make([]float64, n)
	distance := func(z []float64) float64 {
		for i := range d {
			d[i] = z[i] - y[i]
		}
		m.Apply(slope, d)
		sum := 0.0
		for i := range d {
			sum += d[i] * slope[i]
		}
		return sum
	}
	least := distance(best)
	at, ahead, next := slices.Clone(best), slices.Clone(best), make([]float64, n)
	momentum, checked := 1.0, least
	for step := 1; step <= steps && least > m.Negligible; step++ {
		distance(ahead) // for its slope
		for i := range next {
			next[i] = ahead[i] - slope[i]/m.Largest
		}
		if err := project(next); err != nil {
			return nil, err
		}
		against := 0.0
		for i := range next {
			against += (ahead[i] - next[i]) * (next[i] - at[i])
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
			if now := distance(at); now < least {
				least = now
				copy(best, at)
			}
			if least > checked*(1-nearestGain) {
				break
			}
			checked = least
		}
	}
	return best, nil
}

// How many steps are taken before it is looked whether the distance fell by more than this part, and the
// search goes on.
const (
	nearestCheck = 10
	nearestGain  = 1e-3
)
