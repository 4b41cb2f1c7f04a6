package accuracy

import "math"

// Part is a noisy sum over the noisy sum that it is a part of, with what is known of their noise.
type Part struct {
	Sum, Whole                 float64 // unadjusted
	SumVariance, WholeVariance float64
	Covariance                 float64
	Factor                     float64 // half-width over standard deviation of any combination of the two
	Weight                     float64 // a step to add to the half-width of sum − r·whole, for r from 0 to 1
}

// Interval returns the values r from 0 to 1 for which sum − r·whole could be all noise (Fieller
// 1954): they hold the true part as often as the half-widths hold, 19 times in 20 for theirs,
// however small the whole is. It returns false where the whole is not clearly above zero: then
// values without bound would have to be admitted, and nothing is known of the part.
//
// With half-width κ·sd(r) + w the condition (S − rN)² ≤ (κ·sd + w)² is not quadratic in r. It is
// widened to (S − rN)² ≤ (1+t)κ²·sd² + (1+1/t)w², which holds wherever the former does for any
// t > 0; t is chosen so that the two are the same at the part's own estimate.
//
// Where even the nearest value from 0 to 1 is outside, the interval is that value.
func (p Part) Interval() (low, high float64, ok bool) {
	n, s := p.Whole, p.Sum
	reach := p.Factor*math.Sqrt(p.WholeVariance) + p.Weight
	if p.WholeVariance == 0 {
		reach = 0
	}
	if !(n > reach) {
		return 0, 1, false
	}
	r := min(max(s/n, 0), 1)
	sd := math.Sqrt(max(p.SumVariance-2*r*p.Covariance+r*r*p.WholeVariance, 0))
	spread, step := p.Factor*p.Factor, 0.0
	if p.Weight > 0 && sd > 0 {
		t := p.Weight / (p.Factor * sd)
		spread, step = spread*(1+t), p.Weight*p.Weight*(1+1/t)
	} else if p.Weight > 0 {
		// All of the noise cancels here, though not beside it.
		spread, step = 2*spread, 2*p.Weight*p.Weight
	}
	// a r² − 2 b r + c ≤ 0
	a := n*n - spread*p.WholeVariance
	b := s*n - spread*p.Covariance
	c := s*s - spread*p.SumVariance - step
	if !(a > 0) {
		return 0, 1, false
	}
	root := math.Sqrt(max(b*b-a*c, 0))
	low, high = (b-root)/a, (b+root)/a
	return min(max(low, 0), 1), min(max(high, 0), 1), true
}
