package audit

import (
	"math"

	"steward/core/noise"
)

// Law is the law of the noise on one row of whole numbers, symmetric about zero.
type Law interface {
	// Chance returns P(z).
	Chance(z int64) float64
	// Reach returns a number that |z| exceeds with a chance of at most tail.
	Reach(tail float64) int64
}

// Laplace returns the discrete Laplace law of a scale t, from its definition: P(z) is
// (1-a)/(1+a) a^|z| with a = e^(-1/t).
func Laplace(s noise.Scale) Law { return laplace{t: float(s.Rat())} }

type laplace struct{ t float64 }

func (l laplace) Chance(z int64) float64 {
	return math.Tanh(1/(2*l.t)) * math.Exp(-math.Abs(float64(z))/l.t)
}

// Reach uses that |z| > r has the chance 2 a^(r+1)/(1+a) <= 2 a^r.
func (l laplace) Reach(tail float64) int64 { return int64(math.Ceil(l.t * math.Log(2/tail))) }

// Gaussian returns the discrete Gaussian law, from its definition: P(z) is proportional to
// e^(-z²/(2 variance)) (variance is that of the continuous law).
func Gaussian(variance float64) Law {
	g := gaussian{variance: variance, sum: 1}
	for z := 1.0; ; z++ {
		term := 2 * math.Exp(-z*z/(2*variance))
		if g.sum += term; term < 1e-20 {
			return g
		}
	}
}

type gaussian struct{ variance, sum float64 }

func (g gaussian) Chance(z int64) float64 {
	return math.Exp(-float64(z)*float64(z)/(2*g.variance)) / g.sum
}

// Reach uses that |z| > r has at most the chance 2 e^(-r²/(2 variance)), as for the
// continuous law (Canonne, Kamath and Steinke 2020).
func (g gaussian) Reach(tail float64) int64 {
	return int64(math.Ceil(math.Sqrt(2 * g.variance * math.Log(2/tail))))
}

// Exact is the law of no noise.
func Exact() Law { return exact{} }

type exact struct{}

func (exact) Chance(z int64) float64 {
	if z == 0 {
		return 1
	}
	return 0
}

func (exact) Reach(float64) int64 { return 0 }
