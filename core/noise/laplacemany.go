package noise

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
	period float64
	reach  float64
	freq   []float64 // x_j, j = 1, 2, ...
	weight []float64 // the characteristic function of S over sin(x_j/2)
}

// faint is where a frequency no longer counts: e^-42 < 1e-18.
const faint = 42

func newSpectrum(n, variance float64) *spectrum {
	sd := math.Sqrt(n * variance)
	f := &spectrum{
		period: 2*math.Ceil(10*sd+40) + 1, // odd: the frequencies but 0 come in pairs
		reach:  math.Ceil(8*sd + 40),
	}
	for j := 1.0; j <= (f.period-1)/2; j++ {
		x := 2 * math.Pi * j / f.period
		sine := math.Sin(x / 2)
		log := n * math.Log1p(2*variance*sine*sine)
		f.freq = append(f.freq, x)
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
