package noise

import "math/big"

// Law is the law of noise on whole numbers: one of a [Family], with its parameter, or none where it is zero. Laws are the
// same exactly if they are ==. What adds noise, or says how large it is, asks a Law and does not ask of which family it is.
type Law struct{ of distribution }

// distribution is a law with its parameter, such as a Scale: a value of a type that can be compared.
type distribution interface {
	family() Family
	// Rat returns the parameter.
	Rat() *big.Rat
	// Variance returns the expected square of a draw, and MeanAbs its expected size.
	Variance() float64
	MeanAbs() float64
	// Add sets dst to counts with a draw of its own added to each; dst may be counts itself, and must be as long.
	Add(src Source, counts, dst []int64)
	// Fill sets every entry of dst to a draw of its own.
	Fill(src Source, dst []int64)
	// halfWidth returns the half-width of a sum of so many draws, for all the family can tell: one row's exactly.
	halfWidth(rows int, level float64) float64
}

// IsZero reports whether there is no noise.
func (l Law) IsZero() bool { return l.of == nil }

// Family returns the law without its parameter; Laplace where there is no noise.
func (l Law) Family() Family {
	if l.IsZero() {
		return Laplace
	}
	return l.of.family()
}

// Rat returns the parameter; nil without noise.
func (l Law) Rat() *big.Rat {
	if l.IsZero() {
		return nil
	}
	return l.of.Rat()
}

// leastNoise stands for the variance of noise that is nearly always zero.
const leastNoise = 1e-300

// Variance returns the expected square of a draw, 0 only without noise; of draws that add up to zero that of independent ones which
// vary as much about their mean.
func (l Law) Variance() float64 {
	if l.IsZero() {
		return 0
	}
	return max(l.of.Variance(), leastNoise)
}

// MeanAbs returns the expected size of a draw, 0 without noise.
func (l Law) MeanAbs() float64 {
	if l.IsZero() {
		return 0
	}
	return l.of.MeanAbs()
}

// HalfWidth returns that of an interval around a sum of so many independent draws: exact for one of them.
func (l Law) HalfWidth(rows int, level float64) float64 {
	if l.IsZero() || rows == 0 {
		return 0
	}
	return l.of.halfWidth(rows, level)
}

// Add sets dst to counts with a draw of its own added to each; dst may be counts itself, and must be as long.
func (l Law) Add(src Source, counts, dst []int64) {
	if l.IsZero() {
		copy(dst, counts)
		return
	}
	l.of.Add(src, counts, dst)
}

// Fill sets every entry of dst to a draw of its own, and leaves it without noise.
func (l Law) Fill(src Source, dst []int64) {
	if !l.IsZero() {
		l.of.Fill(src, dst)
	}
}
