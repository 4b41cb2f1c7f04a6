package noise

import (
	"math"
	"testing"

	"steward/core/seeded"
)

var weightedLevels = []float64{0.5, 0.68, 0.8, 0.9, 0.905, 0.91, 0.95, 0.99, 0.999}

// beyond returns P(|S| > x) for a sum of unit variance of Laplace variables with the given shares
// of the variance and a normal variable with the rest, by inverting the characteristic function on
// the frequencies of a period that the law does not reach (folded: below e^-50).
func beyond(shares []float64, x float64) float64 {
	normal := 1.0
	for _, v := range shares {
		normal -= v
	}
	step := 2 * math.Pi / (2*x + 80)
	sum := step * x / 2
	for j := 1.0; j*step < 2000; j++ {
		f := j * step
		phi := math.Exp(-normal * f * f / 2)
		for _, v := range shares {
			phi /= 1 + v*f*f/2
		}
		if phi < 1e-13 {
			break
		}
		sum += step * math.Sin(f*x) / f * phi
	}
	return 1 - 2/math.Pi*sum
}

// mixtures are shares of the variance: alone, in equal parts, one large and a remainder (Laplace
// or normal), and at random, from even to very uneven.
func mixtures(r *seeded.Source) [][]float64 {
	all := [][]float64{{}, {1}}
	for m := 2; m <= 8; m++ {
		equal := make([]float64, m)
		for i := range equal {
			equal[i] = 1 / float64(m)
		}
		all = append(all, equal)
	}
	for _, v := range []float64{0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 0.98} {
		all = append(all, []float64{v}, []float64{v, 1 - v}, []float64{v / 2, v / 2})
	}
	for range 60 {
		shares := make([]float64, 2+r.IntN(5))
		bent := 4 * r.Float64()
		total := 0.0
		for i := range shares {
			shares[i] = math.Pow(r.Float64(), bent)
			total += shares[i]
		}
		if r.IntN(2) == 0 {
			total /= r.Float64()
		}
		for i := range shares {
			shares[i] /= total
		}
		all = append(all, shares)
	}
	return all
}

// TestNoMixtureIsWider is the check behind the factor of Laplace noise. The tolerance 1e-4 is what the cut
// at frequency 2000 leaves for nearly single Laplace variables; the second half makes sure that a
// factor smaller by 3 in 100 would be caught at every level.
func TestNoMixtureIsWider(t *testing.T) {
	all := mixtures(seeded.New(20200403, 1))
	for _, level := range weightedLevels {
		x := Laplace.HalfWidth(1, 0, level)
		caught := false
		for _, shares := range all {
			if got := beyond(shares, x); got > 1-level+1e-4 {
				t.Errorf("level %v: shares %.3f are beyond %v with probability %v", level, shares, x, got)
			}
			caught = caught || beyond(shares, 0.97*x) > 1-level+1e-4
		}
		if !caught {
			t.Errorf("level %v: no mixture objects to a factor of 0.97 of the half-width", level)
		}
	}
}

func TestFactors(t *testing.T) {
	for _, c := range []struct{ level, want float64 }{
		{0.95, math.Log(20) / math.Sqrt2}, // Laplace
		{0.99, math.Log(100) / math.Sqrt2},
		{0.8, 1.2815515655446004}, // normal, from tables of the quantile
		{0.5, 0.6744897501960817},
	} {
		if got := Laplace.HalfWidth(3, 0, c.level); math.Abs(got/3-c.want) > 1e-12 {
			t.Errorf("level %v: factor %v, want %v", c.level, got/3, c.want)
		}
	}
	if got := Laplace.HalfWidth(0, 0, 0.95); got != 0 {
		t.Errorf("no noise has half-width %v, want 0", got)
	}
	if got, want := Laplace.HalfWidth(2, 5, 0.95), Laplace.HalfWidth(2, 0, 0.95)+5; got != want {
		t.Errorf("half-width %v with weight 5, want %v", got, want)
	}
}

// weightedRows is a sum of w_i times a draw of scale t_i.
type weightedRows struct {
	weights []int
	scales  []float64
}

func (w weightedRows) moments() (sd float64, largest int) {
	for i, t := range w.scales {
		v := 2 * math.Exp(-1/t) / math.Pow(math.Expm1(-1/t), 2)
		sd += float64(w.weights[i]*w.weights[i]) * v
		largest = max(largest, w.weights[i])
	}
	return math.Sqrt(sd), largest
}

// exactHalfWidth is the least whole h with P(|S| <= h) >= level, by the discrete Fourier transform
// of the characteristic function on a period far beyond the law.
func (w weightedRows) exactHalfWidth(level float64) int {
	sd, largest := w.moments()
	period := int(8*sd) + 40*largest
	for i, t := range w.scales {
		period += int(30 * t * float64(w.weights[i]))
	}
	phi := make([]float64, period)
	cos := make([]float64, period)
	for j := range phi {
		x := 2 * math.Pi * float64(j) / float64(period)
		phi[j], cos[j] = 1, math.Cos(x)
		for i, t := range w.scales {
			v := 2 * math.Exp(-1/t) / math.Pow(math.Expm1(-1/t), 2)
			s := math.Sin(x * float64(w.weights[i]) / 2)
			phi[j] /= 1 + 2*v*s*s
		}
	}
	inside := 0.0
	for h := 0; ; h++ {
		p := 0.0
		for j, f := range phi {
			p += f * cos[j*h%period]
		}
		if h > 0 {
			p *= 2
		}
		if inside += p / float64(period); inside >= level {
			return h
		}
	}
}

// TestWeightedCoversDiscreteRows tries whole weights, where the steps of the rows meet and matter
// most, over scales from nearly always zero to nearly continuous. Without the added weight there
// must be rows that are missed.
func TestWeightedCoversDiscreteRows(t *testing.T) {
	r := seeded.New(20200404, 1)
	for _, level := range []float64{0.68, 0.8, 0.95, 0.99, 0.999} {
		missed := 0
		for n := 0; n < seeded.Often(50, 150) || n < 2000 && missed == 0; n++ {
			m := 1 + r.IntN(4)
			rows := weightedRows{make([]int, m), make([]float64, m)}
			base := 0.1 * math.Pow(50, r.Float64())
			for i := range m {
				rows.weights[i] = 1
				if m > 1 && r.IntN(3) > 0 {
					rows.weights[i] = 1 + r.IntN(8)
				}
				rows.scales[i] = base * (1 + r.Float64())
			}
			sd, largest := rows.moments()
			need := float64(rows.exactHalfWidth(level))
			if got := math.Floor(Laplace.HalfWidth(sd, float64(largest), level)); got < need {
				t.Errorf("level %v: weights %v, scales %.3f: %v, want at least %v", level, rows.weights, rows.scales, got, need)
			}
			if Laplace.HalfWidth(sd, 0, level) < need {
				missed++
			}
		}
		if missed == 0 {
			t.Errorf("level %v: no rows need the added weight", level)
		}
	}
}
