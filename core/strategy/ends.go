package strategy

import "math"

// ends is the joint covariance of the prefix sums N_1..N_B at the block ends after everything
// has been measured, given N_0 = 0. Block totals are independent with variance v (the last
// block: last), each N_i with i < B is measured with precision p, and N_B is either known or
// measured with precision total. The precision matrix of N_1..N_M, M = B-1, is tridiagonal;
// with equal blocks and N_B known its inverse is (docs/mathematics.md, "4. Chains")
//
//	G_ij = v·sinh(i·beta)·sinh((B-j)·beta) / (sinh(beta)·sinh(B·beta)),  i <= j,
//	cosh(beta) = 1 + v·p/2.
//
// A last block of another variance changes one entry of the precision matrix, and an unknown
// N_B adds its variance along the direction in which it pulls the others. Both are the same
// direction psi_i = sinh(i·beta)/sinh(M·beta), so that
//
//	Cov(N_1..N_M) = G + bend·psi·psi',  Cov(N_i, N_B) = pull·psi_i,  Var(N_B) = total.
//
// All sums over the block ends that the errors of whole workloads need have closed forms.
type ends struct {
	m int // number of inner block ends
	// apart is set when no information passes between block ends: G = v·I and psi = e_M.
	apart     bool
	v, x      float64 // block variance, v·p; v is 1/p when apart
	beta      float64
	front     float64 // v/(2 sinh beta)
	next      float64 // exp(-beta)
	corner    float64 // G_MM
	bend      float64
	pull      float64
	total     float64
	sumPsi    float64 // sum of psi_i
	psiSquare float64 // sum of psi_i^2
	psiNext   float64 // sum of psi_i·psi_{i+1}, i < M
}

type endsInput struct {
	blocks        int
	block, last   float64 // variances of block totals
	prefix, total float64 // precisions
	known         bool    // N_B is known exactly
}

// tiny is the v·p below which the prefix sums add nothing visible: beta·B stays below 1e-6
// even for a billion blocks, and the formulas for beta = 0 are exact to rounding.
const tiny = 1e-30

func (e *ends) set(in endsInput) {
	*e = ends{m: in.blocks - 1, v: in.block, x: in.block * in.prefix}
	switch {
	case in.block == 0 || math.IsInf(in.prefix, 1) || e.m == 0:
		e.apart, e.v, e.x = true, 0, 0
	case math.IsInf(e.x, 1):
		e.apart, e.v = true, 1/in.prefix
	case e.x < tiny:
		e.x = 0
	default:
		e.beta = 2 * math.Asinh(math.Sqrt(e.x)/2)
		e.front = e.v / twiceSinh(e.x)
		e.next = math.Exp(-e.beta)
	}
	e.setPsi()
	e.corner = e.at(e.m, e.m)
	if !e.apart && in.last != in.block {
		delta := 1/in.last - 1/in.block
		e.bend = -e.corner * delta * e.corner / (1 + delta*e.corner)
	}
	if !in.known {
		e.setTotal(in)
	}
}

// twiceSinh returns 2·sinh(beta) for 2·cosh(beta) = 2 + x.
func twiceSinh(x float64) float64 {
	if x > 1 {
		return x * math.Sqrt(1+4/x)
	}
	return math.Sqrt(x) * math.Sqrt(4+x)
}

// setTotal adds the uncertainty of an unknown N_B.
func (e *ends) setTotal(in endsInput) {
	e.total = combine(e.filtered(in)+in.last, in.total)
	if e.m == 0 || in.last == 0 || math.IsInf(in.last, 1) {
		return
	}
	slope := (e.corner + e.bend) / in.last
	e.pull = slope * e.total
	e.bend += slope * e.pull
}

// filtered returns the variance of N_M as known from the blocks and prefix sums up to M alone.
func (e *ends) filtered(in endsInput) float64 {
	m := float64(e.m)
	switch {
	case e.apart:
		return e.v
	case e.beta == 0:
		return e.v * m
	}
	// v·sinh(M·beta) / (2·sinh(beta/2)·cosh((M+1/2)·beta))
	up := (m + 0.5) * e.beta
	cosh := 1 + math.Exp(-2*up)
	return e.v * math.Exp(-e.beta/2) * decay(m*e.beta) / (2 * math.Sinh(e.beta/2) * cosh)
}

// setPsi computes psi's sums in closed form.
func (e *ends) setPsi() {
	m, beta := float64(e.m), e.beta
	switch {
	case e.m == 0:
		return
	case e.apart:
		e.sumPsi, e.psiSquare = 1, 1
		return
	case beta == 0:
		e.sumPsi = (m + 1) / 2
		e.psiSquare = (m + 1) * (2*m + 1) / (6 * m)
		e.psiNext = (m*m - 1) / (3 * m)
		return
	}
	half := beta / 2
	// sinh((M+1)·half) / (2·sinh(half)·cosh(M·half))
	e.sumPsi = math.Exp(half) * decay((m+1)*half) / (2 * math.Sinh(half) * (1 + math.Exp(-m*beta)))
	e.psiSquare = psiSquares(m, beta)
	if e.x < 1 {
		// psi_{i-1} + psi_{i+1} = (2+x)·psi_i, summed against psi_i.
		e.psiNext = ((2+e.x)*e.psiSquare - 1/sinhRatio(m*beta, (m+1)*beta)) / 2
		if e.m == 1 {
			e.psiNext = 0
		}
		return
	}
	e.psiNext = psiProducts(m, beta)
}

// psiSquares returns the sum over i = 1..m of (sinh(i·beta)/sinh(m·beta))^2.
func psiSquares(m, beta float64) float64 {
	odd := 2*m + 1
	if odd*beta < 1 {
		sinh := math.Sinh(m * beta)
		return odd * (sinhGap(odd*beta) - sinhGap(beta)) / (4 * (1 + sinhGap(beta)) * sinh * sinh)
	}
	d := decay(m * beta)
	return (decay(odd*beta)/decay(beta) - odd*math.Exp(-2*m*beta)) / (d * d)
}

// psiProducts returns the sum over i = 1..m-1 of sinh(i·beta)·sinh((i+1)·beta)/sinh(m·beta)^2,
// for beta of about 1 or more.
func psiProducts(m, beta float64) float64 {
	if m < 2 {
		return 0
	}
	d := decay(m * beta)
	series := math.Exp(-beta) * decay((m-1)*beta) * (1 + math.Exp(-(2*m+2)*beta)) / decay(beta)
	constant := (m - 1) * math.Exp(-(2*m-1)*beta) * (1 + math.Exp(-2*beta))
	return (series - constant) / (d * d)
}
