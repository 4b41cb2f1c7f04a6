package noise

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"steward/core/seeded"
)

// TestGaussianVarianceVectors are values worked out independently.
func TestGaussianVarianceVectors(t *testing.T) {
	for _, c := range []struct {
		text string
		want float64
	}{{"1/2", 0.4990}, {"4", 4.0000}, {"9/4", 2.2500}} {
		if got := sigmaSquared(t, c.text).Variance(); math.Abs(got-c.want) > 5e-5 {
			t.Errorf("DGauss(%s): variance %v, want %v", c.text, got, c.want)
		}
	}
}

// gaussSums are sums over z from 1 on, as 200-bit numbers made into float64.
type gaussSums struct {
	zero, abs, squares float64
	above              []float64 // over z >= m, for m = 0, 1, ...; that for 0 is not used
}

// sumGauss adds up e^(-z^2/(2v)) = g^(z^2), each from the one before by g^(2z+1), until v and far
// more are used up.
func sumGauss(v *big.Rat, last int) gaussSums {
	real := func() *big.Float { return new(big.Float).SetPrec(250) }
	g := expBig(new(big.Rat).Inv(new(big.Rat).Add(v, v)))
	square := real().Mul(g, g)
	weights := []*big.Float{nil}
	w, step := real().Set(g), real().Mul(g, square)
	for range last {
		weights = append(weights, real().Set(w))
		w.Mul(w, step)
		step.Mul(step, square)
	}
	total, abs, squares := real(), real(), real()
	above := make([]float64, len(weights))
	for z := last; z >= 1; z-- {
		total.Add(total, weights[z])
		above[z], _ = total.Float64()
		abs.Add(abs, real().Mul(weights[z], real().SetInt64(int64(z))))
		squares.Add(squares, real().Mul(weights[z], real().SetInt64(int64(z*z))))
	}
	s := gaussSums{above: above}
	s.zero, _ = real().Add(real().SetInt64(1), real().Mul(total, real().SetInt64(2))).Float64()
	s.abs, _ = abs.Float64()
	s.squares, _ = squares.Float64()
	return s
}

// TestGaussianMomentsBySummation covers the sums, the expansions and the border between them.
func TestGaussianMomentsBySummation(t *testing.T) {
	for _, text := range []string{
		"1/50", "1/10", "37/100", "999/1000", "1", "5/3", "9/4", "400", "16383", "16384", "20000", "60000",
	} {
		s := sigmaSquared(t, text)
		sigma := math.Sqrt(s.Float())
		sums := sumGauss(s.Rat(), int(45*sigma)+45)
		if got, want := s.Variance(), 2*sums.squares/sums.zero; math.Abs(got/want-1) > 1e-13 {
			t.Errorf("sigma^2=%s: variance %v, the sum is %v", text, got, want)
		}
		if got, want := s.MeanAbs(), 2*sums.abs/sums.zero; math.Abs(got/want-1) > 1e-13 {
			t.Errorf("sigma^2=%s: mean size %v, the sum is %v", text, got, want)
		}
		if s.Tail(0) != 1 || s.Tail(-3) != 1 {
			t.Errorf("sigma^2=%s: the tail from 0 on is not 1", text)
		}
		for m := 1; float64(m) < 36*sigma; m += 1 + int(sigma/3) {
			want := 2 * sums.above[m] / sums.zero
			if got := s.Tail(int64(m)); want > 1e-300 && math.Abs(got/want-1) > 1e-12 {
				t.Errorf("sigma^2=%s: P(|z| >= %d) = %v, the sum is %v", text, m, got, want)
			}
		}
	}
}

// TestGaussianMomentsAtTheEnds uses what the moments tend to.
func TestGaussianMomentsAtTheEnds(t *testing.T) {
	for _, text := range []string{"1000000", "1000000007/3", "1208925819614629174706176"} {
		s := sigmaSquared(t, text)
		v := s.Float()
		if got := s.Variance(); math.Abs(got/v-1) > 1e-15 {
			t.Errorf("sigma^2=%s: variance %v", text, got)
		}
		// E|z| = sqrt(2/pi) sigma (1 - 1/(12 v)) but for 1/v^2.
		if got, want := s.MeanAbs(), math.Sqrt(2*v/math.Pi)*(1-1/(12*v)); math.Abs(got/want-1) > 1e-13 {
			t.Errorf("sigma^2=%s: mean size %v, want %v", text, got, want)
		}
		if got := float64(s.HalfWidth(0.95)) / math.Sqrt(v); math.Abs(got-1.959963984540054) > 1/math.Sqrt(v)+1e-9 {
			t.Errorf("sigma^2=%s: half-width of %v sigma at 0.95", text, got)
		}
	}
	for _, den := range []int64{50, 300, 600} {
		s := sigmaSquared(t, big.NewRat(1, 2*den).String())
		want := 2 * math.Exp(-float64(den))
		if v, m := s.Variance(), s.MeanAbs(); math.Abs(v/want-1) > 1e-13 || math.Abs(m/want-1) > 1e-13 {
			t.Errorf("sigma^2=1/%d: moments %v and %v, want %v", 2*den, v, m, want)
		}
		if h := s.HalfWidth(0.999999); h != 0 {
			t.Errorf("sigma^2=1/%d: half-width %d, want 0", 2*den, h)
		}
	}
}

func TestVarianceIsAtMostSigmaSquared(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		v := big.NewRat(rapid.Int64Range(1, 1<<40).Draw(t, "num"), rapid.Int64Range(1, 1<<40).Draw(t, "den"))
		s, err := NewSigmaSquared(v)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Variance(); got > s.Float()*(1+1e-15) {
			t.Fatalf("sigma^2=%v: variance %v", s, got)
		}
	})
}

// TestGaussianHalfWidth holds the half-width against its definition.
func TestGaussianHalfWidth(t *testing.T) {
	for _, s := range lawSigmas(t) {
		for _, level := range []float64{0.01, 0.5, 0.8, 0.95, 0.999, 1 - 1e-9, 1 - 1e-15} {
			h := s.HalfWidth(level)
			if miss := 1 - level; h < 0 || s.Tail(h+1) > miss || h > 0 && s.Tail(h) < miss*(1-1e-9) {
				t.Errorf("sigma^2=%v: half-width %d at %v, beyond it %v, beyond the one before %v",
					s, h, level, s.Tail(h+1), s.Tail(h))
			}
		}
	}
	for _, c := range []struct {
		text  string
		level float64
		want  int64
	}{{"400", 0.95, 39}, {"1", 0.95, 2}, {"1/2", 0.95, 1}, {"4", 0.5, 1}} {
		if got := sigmaSquared(t, c.text).HalfWidth(c.level); got != c.want {
			t.Errorf("sigma^2=%s: half-width %d at %v, want %d", c.text, got, c.level, c.want)
		}
	}
}

// TestGaussianMomentsOfDraws compares sampled moments with the formulas.
func TestGaussianMomentsOfDraws(t *testing.T) {
	n := lawDraws / 4
	draws := make([]int64, n)
	for i, s := range lawSigmas(t) {
		s.Fill(seeded.New(20200401, uint64(2600+i)), draws)
		checkMoments(t, "sigma^2="+s.String(), draws, gaussLaw(s), 15*math.Sqrt(s.Float())+10, s.Variance(), s.MeanAbs(), seeded.Among(2*len(lawSigmas(t))))
	}
}
