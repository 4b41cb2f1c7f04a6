package accuracy

import "math"

// spectrum is the law of the sum S of n > fewRows draws with variance V each, in the frequencies
// 2 pi j/N of a period N. The characteristic function of a row is
//
//	(1-a)^2 / (1 - 2a cos x + a^2) = 1/(1 + 2 V sin^2(x/2)),
//
// and its n-th power falls so fast that some forty frequencies hold all of it, whatever the scale.
// Sampling frequencies at N points folds the law modulo N, nothing else; with N = 20 sd + 80 what
// is folded onto |S| <= reach = 8 sd + 40 has probability below 1e-15 (Chernoff's bound for n > 64
// rows: the mass beyond 12 sd + 40). P(|S| > reach) is below 1e-11.
type spectrum struct {
	period   float64
	reach    float64
	variance float64   // of S
	sine     []float64 // sin(x_j/2), j = 1, 2, ...
	freq     []float64 // x_j
	log      []float64 // minus the logarithm of the characteristic function of S
	weight   []float64 // the characteristic function over the sine
}

// faint is where a frequency no longer counts: e^-42 < 1e-18.
const faint = 42

func newSpectrum(n, variance float64) *spectrum {
	sd := math.Sqrt(n * variance)
	f := &spectrum{
		period:   2*math.Ceil(10*sd+40) + 1, // odd: the frequencies but 0 come in pairs
		reach:    math.Ceil(8*sd + 40),
		variance: n * variance,
	}
	for j := 1.0; j <= (f.period-1)/2; j++ {
		x := 2 * math.Pi * j / f.period
		sine := math.Sin(x / 2)
		log := n * math.Log1p(2*variance*sine*sine)
		f.freq = append(f.freq, x)
		f.sine = append(f.sine, sine)
		f.log = append(f.log, log)
		f.weight = append(f.weight, math.Exp(-log)/sine)
		if log > faint {
			break
		}
	}
	return f
}

// above returns P(S > h), 0 <= h <= reach: half of what the Dirichlet kernel leaves outside
// [-h, h].
func (f *spectrum) above(h int64) float64 {
	width := float64(h) + 0.5
	inside := width
	for j, x := range f.freq {
		inside += f.weight[j] * math.Sin(width*x)
	}
	return 0.5 - inside/f.period
}

// meanAbs returns E|S| from |k| = (1/N) sum over j of (1 - cos k x_j)/(1 - cos x_j) + k^2/N, which
// holds for |k| <= N. (The last term is the frequency 0.) Frequencies that are left out have a
// characteristic function of nothing; their share follows from the sum of 1/(1 - cos x_j) over
// j = 1..N-1, (N^2-1)/6.
func (f *spectrum) meanAbs() float64 {
	total, kernels := f.variance, 0.0
	for j, sine := range f.sine {
		kernel := 1 / (sine * sine) // both of the pair
		kernels += kernel
		total += -math.Expm1(-f.log[j]) * kernel
	}
	if float64(len(f.sine)) < (f.period-1)/2 {
		total += (f.period*f.period-1)/6 - kernels
	}
	return total / f.period
}
