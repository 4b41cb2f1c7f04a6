package noise

import (
	"math"
	"math/big"
	"testing"

	"steward/core/seeded"
)

// TestVarianceVectors are values worked out to as many digits independently
// (the last one is cut off, not rounded).
func TestVarianceVectors(t *testing.T) {
	for _, c := range []struct {
		s         Scale
		want, tol float64
	}{
		{Scale{1, 1}, 1.8413471884, 1e-10},
		{Scale{2, 1}, 7.8353961780, 1e-10},
		{Scale{5, 1}, 49.8336661383, 1e-10},
		{Scale{1, 2}, 0.3620, 5e-5},
		{Scale{3, 2}, 4.3370, 5e-5},
		{Scale{7, 3}, 10.7237, 5e-5},
	} {
		if got := c.s.Variance(); math.Abs(got-c.want) > c.tol {
			t.Errorf("V(%v) = %.12f, want %v", c.s, got, c.want)
		}
	}
}

// TestMomentsBySummation adds up z^2 P(z) and |z| P(z), with the probabilities as 200-bit numbers
// whose start a = e^(-1/t) comes from its series.
func TestMomentsBySummation(t *testing.T) {
	for _, s := range []Scale{{1, 30}, {1, 3}, {1, 2}, {1, 1}, {7, 3}, {20, 1}, {299, 1}} {
		a := expBig(new(big.Rat).Inv(s.Rat()))
		one := big.NewFloat(1).SetPrec(200)
		p := new(big.Float).Quo(new(big.Float).Sub(one, a), new(big.Float).Add(one, a))
		square, abs := new(big.Float).SetPrec(200), new(big.Float).SetPrec(200)
		for z := 1; z <= int(60*s.Float())+30; z++ {
			p.Mul(p, a)
			w := new(big.Float).SetInt64(int64(2 * z))
			w.Mul(w, p)
			abs.Add(abs, w)
			square.Add(square, w.Mul(w, big.NewFloat(float64(z))))
		}
		wantV, _ := square.Float64()
		wantM, _ := abs.Float64()
		if got := s.Variance(); math.Abs(got/wantV-1) > 1e-13 {
			t.Errorf("V(%v) = %v, the sum is %v", s, got, wantV)
		}
		if got := s.MeanAbs(); math.Abs(got/wantM-1) > 1e-13 {
			t.Errorf("E|z| for %v = %v, the sum is %v", s, got, wantM)
		}
	}
}

// expBig returns e^(-x) to about 200 bits, from the series of e^x, 0 <= x <= 30.
func expBig(fraction *big.Rat) *big.Float {
	const prec = 300
	x := new(big.Float).SetPrec(prec).SetRat(fraction)
	sum := new(big.Float).SetPrec(prec).SetInt64(1)
	term := new(big.Float).SetPrec(prec).SetInt64(1)
	for k := int64(1); k < 400; k++ {
		term.Mul(term, x)
		term.Quo(term, new(big.Float).SetInt64(k))
		sum.Add(sum, term)
	}
	return sum.Quo(new(big.Float).SetPrec(prec).SetInt64(1), sum)
}

// TestMomentsAtTheEnds uses the expansions of both moments for large and tiny t.
func TestMomentsAtTheEnds(t *testing.T) {
	for _, s := range []Scale{{1 << 20, 1}, {1<<40 - 1, 1}, {MaxScale, 1}, {maxTerm, 1 << 13}} {
		f := s.Float()
		if got, want := s.Variance(), 2*f*f-1.0/6; math.Abs(got/want-1) > 1e-14 {
			t.Errorf("V(%v) = %v, want 2t^2 - 1/6 = %v", s, got, want)
		}
		if got, want := s.MeanAbs(), f-1/(6*f); math.Abs(got/want-1) > 1e-14 {
			t.Errorf("E|z| for %v = %v, want t - 1/(6t) = %v", s, got, want)
		}
	}
	for _, den := range []uint64{50, 100, 300, 700} {
		s := Scale{1, den}
		want := 2 * math.Exp(-float64(den))
		if v, m := s.Variance(), s.MeanAbs(); math.Abs(v/want-1) > 1e-13 || math.Abs(m/want-1) > 1e-13 {
			t.Errorf("1/%d: moments %v and %v, want 2e^-%d = %v", den, v, m, den, want)
		}
	}
	if v := (Scale{1, maxTerm}).Variance(); v != 0 {
		t.Errorf("V(2^-53) = %v, want 0: e^(-2^53) is below every float64", v)
	}
}

// TestMomentsOfDraws compares sampled moments with the formulas.
func TestMomentsOfDraws(t *testing.T) {
	draws := make([]int64, lawDraws)
	for i, s := range lawScales {
		s.Fill(seeded.New(20200401, uint64(800+i)), draws)
		checkMoments(t, "t="+s.String(), draws, laplaceLaw(s), 60*s.Float()+10, s.Variance(), s.MeanAbs(), seeded.Among(2*len(lawScales)))
	}
}
