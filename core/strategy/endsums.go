package strategy

import (
	"math"
	"slices"
)

// far is the argument from which decay is 1 to the last digit: a block end this far, in units of
// 1/beta, from the ends of the chain does not feel them.
const far = 20

// at returns G_ij for 0 <= i <= j <= M: the covariance of two block ends if all blocks were
// alike and N_B were known.
func (e *ends) at(i, j int) float64 {
	switch {
	case i == 0:
		return 0
	case e.apart:
		if i == j {
			return e.v
		}
		return 0
	}
	a, b, n := float64(i), float64(j), float64(e.m+1)
	if e.beta == 0 {
		return e.v * a * (n - b) / n
	}
	g := e.front
	if i < j {
		g *= math.Exp((a - b) * e.beta)
	}
	if a*e.beta < far || (n-b)*e.beta < far {
		g *= decay(a*e.beta) * decay((n-b)*e.beta) / decay(n*e.beta)
	}
	return g
}

// psi returns psi_i for 0 <= i <= M.
func (e *ends) psi(i int) float64 {
	switch {
	case i == e.m:
		return 1
	case i == 0 || e.apart:
		return 0
	case e.beta == 0:
		return float64(i) / float64(e.m)
	}
	return sinhRatio(float64(i)*e.beta, float64(e.m)*e.beta)
}

// ratio returns G_ij / G_ii for 1 <= i <= j <= M. It is multiplicative along i, j, k, which is
// what makes long sparse queries linear.
func (e *ends) ratio(i, j int) float64 {
	switch {
	case i == j:
		return 1
	case e.apart:
		return 0
	}
	a, b, n := float64(i), float64(j), float64(e.m+1)
	if e.beta == 0 {
		return (n - b) / (n - a)
	}
	if (n-b)*e.beta > far {
		if j == i+1 {
			return e.next
		}
		return math.Exp((a - b) * e.beta)
	}
	return sinhRatio((n-b)*e.beta, (n-a)*e.beta)
}

// coef is a coefficient on the prefix sum at block end i, 0 <= i <= B.
type coef struct {
	i     int
	value float64
}

// variance returns the variance of the sum of value·N_i over q, which must be in increasing
// order of i and may name a block end more than once.
func (e *ends) variance(q []coef) float64 { return e.varianceBy(q, e) }

// joint is what a variance asks of block ends: ends itself, or endsSeen.
type joint interface {
	at(i, j int) float64
	psi(i int) float64
	ratio(i, j int) float64
}

// varianceBy is variance where by gives the values of e's functions.
func (e *ends) varianceBy(q []coef, by joint) float64 {
	var own, along, last float64 // q'Gq, psi'q, coefficient of N_B
	var before float64           // sum of earlier coefficients times their covariance with N_at
	at := 0
	for _, c := range q {
		switch {
		case c.i == 0 || c.value == 0:
			continue
		case c.i > e.m:
			last += c.value
			continue
		}
		if at > 0 {
			before *= by.ratio(at, c.i)
		}
		self := c.value * by.at(c.i, c.i)
		own += c.value * (2*before + self)
		before += self
		if e.bend != 0 || e.pull != 0 {
			along += c.value * by.psi(c.i)
		}
		at = c.i
	}
	return own + e.bend*along*along + 2*e.pull*along*last + e.total*last*last
}

// endsSeen remembers the values of an ends' functions for the variances of many queries, in which the same
// block ends come again and again.
type endsSeen struct {
	*ends
	of []endSeen // by block end
}

// endSeen is what is known of a block end i: at(i, i), psi(i) and ratio(i, i+1), each unless it is negative,
// which none of them is.
type endSeen struct{ self, psi, next float64 }

// mostSeen is the largest number of block ends whose values are remembered.
const mostSeen = 1 << 12

// see begins with another ends.
func (s *endsSeen) see(e *ends) {
	s.ends = e
	if e.m >= mostSeen {
		s.of = s.of[:0]
		return
	}
	s.of = slices.Grow(s.of[:0], e.m+1)[:e.m+1]
	for i := range s.of {
		s.of[i] = endSeen{-1, -1, -1}
	}
}

func (s *endsSeen) at(i, j int) float64 {
	if i != j || i >= len(s.of) {
		return s.ends.at(i, j)
	}
	known := &s.of[i].self
	if *known < 0 {
		*known = s.ends.at(i, i)
	}
	return *known
}

func (s *endsSeen) psi(i int) float64 {
	if i >= len(s.of) {
		return s.ends.psi(i)
	}
	known := &s.of[i].psi
	if *known < 0 {
		*known = s.ends.psi(i)
	}
	return *known
}

func (s *endsSeen) ratio(i, j int) float64 {
	if j != i+1 || i >= len(s.of) {
		return s.ends.ratio(i, j)
	}
	known := &s.of[i].next
	if *known < 0 {
		*known = s.ends.ratio(i, j)
	}
	return *known
}

// trace returns the sum of Var(N_i) over i = 1..M.
func (e *ends) trace() float64 { return e.plainTrace() + e.bend*e.psiSquare }

// plainTrace returns the sum of G_ii.
func (e *ends) plainTrace() float64 {
	m := float64(e.m)
	switch {
	case e.apart:
		return e.v * m
	case e.beta == 0:
		return e.v * m * (m + 2) / 6
	}
	n := m + 1
	return e.front * (n*langevin(n*e.beta) - langevin(e.beta))
}

// neighbours returns the sum of Cov(N_i, N_{i+1}) over i = 1..M-1.
func (e *ends) neighbours() float64 { return e.plainNeighbours() + e.bend*e.psiNext }

func (e *ends) plainNeighbours() float64 {
	m := float64(e.m)
	switch {
	case e.apart || e.m < 2:
		return 0
	case e.x < 1:
		// The diagonal of (precision matrix)·G = I, summed.
		return ((2+e.x)*e.plainTrace() - e.v*m) / 2
	}
	n := m + 1
	far := math.Exp(-e.beta) * (1 + math.Exp(-2*m*e.beta)) / decay(n*e.beta)
	near := 2 * math.Exp(-e.beta) / decay(e.beta)
	return e.front * max(n*far-near, 0)
}

// steps returns the sum of Var(N_i - N_{i-1}) over i = 1..M: the variances of the totals of all
// blocks but the last.
func (e *ends) steps() float64 {
	bent := e.bend * (2*e.psiSquare - 2*e.psiNext - 1)
	if e.m == 0 {
		return 0
	}
	if e.apart || e.x >= 1 {
		return 2*e.plainTrace() - 2*e.plainNeighbours() - e.corner + bent
	}
	return e.v*float64(e.m) - e.x*e.plainTrace() - e.corner + bent
}

// flat returns the variance of the sum over i = 1..M of step·N_i, plus extra·N_M and
// last·N_B: the covariances that the sum of all prefix sums needs.
func (e *ends) flat(step, extra, last float64) float64 {
	m := float64(e.m)
	var ones, edge float64 // 1'G1 and (G1)_M
	switch {
	case e.apart:
		ones, edge = e.v*m, e.v
	case e.beta == 0:
		ones, edge = e.v*m*(m+1)*(m+2)/12, e.v*m/2
	default:
		ones, edge = e.plainOnes()
	}
	if e.m == 0 {
		return e.total * last * last
	}
	along := step*e.sumPsi + extra
	own := step*step*ones + 2*step*extra*edge + extra*extra*e.corner
	return own + e.bend*along*along + 2*e.pull*along*last + e.total*last*last
}

func (e *ends) plainOnes() (ones, edge float64) {
	n, half := float64(e.m+1), e.beta/2
	// v·n·(tanhGap(n·half) - tanhGap(half)) · half/tanh(half) / (4·sinh(half)^2)
	sinh := math.Sinh(half)
	ones = n * (tanhGap(n*half) - tanhGap(half)) * (half / math.Tanh(half)) * (e.v / e.x)
	// v·sinh((n-1)·half) / (2·sinh(half)·cosh(n·half))
	edge = e.v * math.Exp(-half) * decay((n-1)*half) / (2 * sinh * (1 + math.Exp(-n*e.beta)))
	return ones, edge
}
