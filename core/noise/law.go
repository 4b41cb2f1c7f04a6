package noise

import "math/big"

// Law is the law of noise on whole numbers: discrete Laplace of a Scale or discrete Gaussian of a SigmaSquared, of
// which one is zero, or none where both are. Laws are the same exactly if they are ==. What adds noise, or says how
// large it is, asks a Law and does not ask which of them it is.
type Law struct {
	Scale        Scale
	SigmaSquared SigmaSquared
}

// NewLaw returns the law of a parameter, above zero: the scale of Laplace noise, or the sigma squared of Gaussian noise.
// It errors as NewScale and NewSigmaSquared do.
func NewLaw(gaussian bool, parameter *big.Rat) (l Law, err error) {
	if gaussian {
		l.SigmaSquared, err = NewSigmaSquared(parameter)
	} else {
		l.Scale, err = NewScale(parameter)
	}
	return l, err
}

// IsZero reports whether there is no noise.
func (l Law) IsZero() bool { return l.Scale.IsZero() && l.SigmaSquared.IsZero() }

// Gaussian reports whether the noise is.
func (l Law) Gaussian() bool { return !l.SigmaSquared.IsZero() }

// Rat returns the parameter: the scale, or sigma squared; nil without noise.
func (l Law) Rat() *big.Rat {
	switch {
	case !l.Scale.IsZero():
		return l.Scale.Rat()
	case l.Gaussian():
		return l.SigmaSquared.Rat()
	}
	return nil
}

// leastNoise stands for the variance of noise that is nearly always zero.
const leastNoise = 1e-300

// Variance returns the expected square of a draw, 0 only without noise.
func (l Law) Variance() float64 {
	switch {
	case !l.Scale.IsZero():
		return l.Scale.Variance()
	case l.Gaussian():
		return max(l.SigmaSquared.Variance(), leastNoise)
	}
	return 0
}

// MeanAbs returns the expected size of a draw, 0 without noise.
func (l Law) MeanAbs() float64 {
	switch {
	case !l.Scale.IsZero():
		return l.Scale.MeanAbs()
	case l.Gaussian():
		return l.SigmaSquared.MeanAbs()
	}
	return 0
}

// Add sets dst to counts with a draw of its own added to each; dst may be counts itself, and must be as long.
func (l Law) Add(src Source, counts, dst []int64) {
	switch {
	case !l.Scale.IsZero():
		AddLaplace(src, l.Scale, counts, dst)
	case l.Gaussian():
		AddGaussian(src, l.SigmaSquared, counts, dst)
	default:
		copy(dst, counts)
	}
}

// Fill sets every entry of dst to a draw of its own, and leaves it without noise.
func (l Law) Fill(src Source, dst []int64) {
	switch {
	case !l.Scale.IsZero():
		Fill(src, l.Scale, dst)
	case l.Gaussian():
		FillGaussian(src, l.SigmaSquared, dst)
	}
}
