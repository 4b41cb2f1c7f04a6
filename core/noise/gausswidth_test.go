package noise

import (
	"math"
	"testing"
)

// gaussTerms returns the law of w·z with z from DGauss(v), by multiples of w.
func gaussTerms(v float64) []float64 {
	reach := int(math.Ceil(9*math.Sqrt(v))) + 2
	p, sum := make([]float64, 2*reach+1), 0.0
	for i := range p {
		z := float64(i - reach)
		p[i] = math.Exp(-z * z / (2 * v))
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

// Sums of up to three kinds of rows, any sigma² and weights, with up to twelve rows each, are
// inside as often as the half-width says, by enumeration.
func TestHalfWidthOfGaussian(t *testing.T) {
	for _, v := range []float64{0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1, 3, 20} {
		for _, other := range []float64{0.05, 0.2, 1, 8} {
			for _, weight := range []float64{0.1, 0.3, 0.5, 1} {
				for _, rows := range [][2]int{{1, 0}, {2, 0}, {5, 0}, {12, 0}, {1, 1}, {1, 6}, {6, 1}} {
					checkGaussian(t, v, other, weight, rows)
				}
			}
		}
	}
}

// checkGaussian enumerates rows[0] rows of sigma² v and weight 1 with rows[1] of another sigma²
// and a weight that is a tenth's multiple.
func checkGaussian(t *testing.T, v, other, weight float64, rows [2]int) {
	t.Helper()
	const fine = 10 // values per unit
	law, step := map[int]float64{0: 1}, []int{fine, int(math.Round(weight * fine))}
	variance := 0.0
	for kind, n := range rows {
		terms := gaussTerms([]float64{v, other}[kind])
		reach := len(terms) / 2
		one := 0.0
		for i, p := range terms {
			one += p * float64((i-reach)*(i-reach))
		}
		w := float64(step[kind]) / fine
		for range n {
			variance += one * w * w
			next := make(map[int]float64, len(law))
			for at, p := range law {
				for i, q := range terms {
					if p*q > 1e-13 {
						next[at+(i-reach)*step[kind]] += p * q
					}
				}
			}
			law = next
		}
	}
	half := Gaussian.HalfWidth(math.Sqrt(variance), 1, 0.95)
	inside := 0.0
	for at, p := range law {
		if math.Abs(float64(at))/fine <= half+1e-9 {
			inside += p
		}
	}
	if inside < 0.95-1e-9 {
		t.Errorf("sigma² %v and %v, weight %v, rows %v: %.4f inside %.3f", v, other, weight, rows, inside, half)
	}
}
