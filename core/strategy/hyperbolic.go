package strategy

import "math"

// The functions below are combinations of hyperbolic functions whose leading terms cancel for
// small arguments. Each switches to its Taylor series where the cancellation would cost more
// digits than the series leaves out, so that all are accurate to about 1e-12 for every y >= 0.

// langevin returns coth(y) - 1/y.
func langevin(y float64) float64 {
	if y < 0.1 {
		s := y * y
		return y * (1./3 - s*(1./45-s*(2./945-s*(1./4725-s*2./93555))))
	}
	return 1/math.Tanh(y) - 1/y
}

// tanhGap returns 1 - tanh(y)/y.
func tanhGap(y float64) float64 {
	if y < 0.05 {
		s := y * y
		return s * (1./3 - s*(2./15-s*(17./315-s*(62./2835-s*1382./155925))))
	}
	return 1 - math.Tanh(y)/y
}

// sinhGap returns sinh(y)/y - 1.
func sinhGap(y float64) float64 {
	if y < 0.3 {
		s := y * y
		return s / 6 * (1 + s/20*(1+s/42*(1+s/72*(1+s/110))))
	}
	return math.Sinh(y)/y - 1
}

// decay returns 1 - exp(-2y), which is 2·exp(-y)·sinh(y).
func decay(y float64) float64 { return -math.Expm1(-2 * y) }

// sinhRatio returns sinh(a)/sinh(b) for 0 <= a <= b, b > 0, without overflow.
func sinhRatio(a, b float64) float64 {
	return math.Exp(a-b) * decay(a) / decay(b)
}
