package choice

import (
	"math"
	"slices"
)

// lawOfExponential returns the chances of the options by the exponential mechanism.
func lawOfExponential(rate float64, scores []int64) []float64 {
	best := slices.Max(scores)
	out := make([]float64, len(scores))
	sum := 0.0
	for i, s := range scores {
		out[i] = math.Exp(-rate * (float64(best) - float64(s)))
		sum += out[i]
	}
	for i := range out {
		out[i] /= sum
	}
	return out
}

// lawOfFlips returns the chances by permute-and-flip: q times the integral over t from 0 to 1 of
// the product of 1 - q' t over the other options, where q and q' are the chances of the coins
// (McKenna and Sheldon 2020, section 4: t is the part of the options that come before one). The
// integrand is a polynomial; it is added up over panels that grow with t.
func lawOfFlips(rate float64, scores []int64) []float64 {
	best := slices.Max(scores)
	coin := make([]float64, len(scores))
	out := make([]float64, len(scores))
	sum := 0.0
	for i, s := range scores {
		coin[i] = math.Exp(-rate * (float64(best) - float64(s)))
		sum += coin[i]
	}
	panel := 1 / (4 * (1 + sum))
	for from := 0.0; from < 1; panel *= 2 {
		to := min(from+panel, 1)
		if 1-to < panel/4 {
			to = 1
		}
		for k, x := range nodes {
			for _, side := range [2]float64{-1, 1} {
				t := (from+to)/2 + side*x*(to-from)/2
				log := 0.0
				for _, q := range coin {
					log += math.Log1p(-q * t)
				}
				w := weights[k] * (to - from) / 2 * math.Exp(log)
				if w == 0 {
					continue
				}
				for i, q := range coin {
					out[i] += w * q / (1 - q*t)
				}
			}
		}
		from = to
	}
	return out
}

// nodes and weights are those of Gauss and Legendre's rule of 16 points, one side.
var (
	nodes = [8]float64{0.0950125098376374, 0.2816035507792589, 0.4580167776572274, 0.6178762444026438,
		0.7554044083550030, 0.8656312023878318, 0.9445750230732326, 0.9894009349916499}
	weights = [8]float64{0.1894506104550685, 0.1826034150449236, 0.1691565193950025, 0.1495959888165767,
		0.1246289712555339, 0.0951585116824928, 0.0622535239386479, 0.0271524594117541}
)
