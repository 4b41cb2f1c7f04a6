package account

import (
	"math"
	"math/big"
	"testing"
)

func rho(t *testing.T, s string) Rho {
	t.Helper()
	x, ok := new(big.Rat).SetString(s)
	if !ok {
		t.Fatalf("bad number %q", s)
	}
	r, err := RhoOf(x)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestRhoVectors checks conversions that were worked out independently.
func TestRhoVectors(t *testing.T) {
	for _, c := range []struct {
		rho     string
		delta   float64
		epsilon float64
	}{{"0.1", 1e-6, 2.14194}, {"0.5", 1e-6, 5.22153}, {"1", 1e-5, 7.07720}} {
		got, err := rho(t, c.rho).EpsilonAt(c.delta)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(got-c.epsilon) > 1e-4 {
			t.Errorf("rho %s at delta %g: epsilon %.5f, want %.5f", c.rho, c.delta, got, c.epsilon)
		}
		if d := rho(t, c.rho).Delta(got); d > c.delta {
			t.Errorf("rho %s: delta at the epsilon found is %g, above %g", c.rho, d, c.delta)
		}
	}
}

// TestRhoIsOneGaussian compares with the exact delta of one Gaussian of sensitivity 1, which
// the bound may exceed and never fall below (Balle and Wang 2018, Theorem 8).
func TestRhoIsOneGaussian(t *testing.T) {
	phi := func(x float64) float64 { return 0.5 * math.Erfc(-x/math.Sqrt2) }
	for _, sigma := range []float64{0.7, 1, 2, 5} {
		r := rho(t, big.NewRat(1, 2).RatString()).Along(new(big.Rat).SetFloat64(1 / sigma))
		for _, eps := range []float64{0.1, 0.5, 1, 3} {
			exact := phi(1/(2*sigma)-eps*sigma) - math.Exp(eps)*phi(-1/(2*sigma)-eps*sigma)
			if got := r.Delta(eps); got < exact {
				t.Errorf("sigma %g, epsilon %g: delta %g is below the exact %g", sigma, eps, got, exact)
			}
		}
	}
}

func TestRhoIsExact(t *testing.T) {
	half, _ := ParseEpsilon("0.3")
	if got := Pure(half).String(); got != "0.045" {
		t.Errorf("epsilon 0.3 gives rho %s, want 0.045", got)
	}
	if got := rho(t, "0.1").Plus(rho(t, "0.2")).String(); got != "0.3" {
		t.Errorf("0.1 and 0.2 add up to %s", got)
	}
	if got := rho(t, "0.1").Along(big.NewRat(2, 1)).String(); got != "0.4" {
		t.Errorf("two steps of rho 0.1 cost %s, want 0.4", got)
	}
	if _, err := RhoOf(new(big.Rat)); err == nil {
		t.Error("a budget of zero was accepted")
	}
	if _, err := rho(t, "1").EpsilonAt(0); err == nil {
		t.Error("a chance of zero was accepted")
	}
	if d := (Rho{}).Delta(0.1); d != 0 {
		t.Errorf("no loss has delta %g", d)
	}
}

// TestDeltaFalls checks that a larger epsilon never needs a larger delta, and a larger loss
// never a smaller one.
func TestDeltaFalls(t *testing.T) {
	last := 1.0
	for eps := 0.05; eps < 20; eps *= 1.3 {
		d := rho(t, "0.4").Delta(eps)
		if d > last*(1+1e-12) {
			t.Errorf("delta rises to %g at epsilon %g", d, eps)
		}
		if more := rho(t, "0.5").Delta(eps); more < d {
			t.Errorf("at epsilon %g a larger loss has the smaller delta %g < %g", eps, more, d)
		}
		last = d
	}
}

// A loss that hardly any release could tell is stated at once, at a large chance of failure too.
func TestEpsilonOfNextToNoLoss(t *testing.T) {
	for _, rho := range []string{"1/1000000000", "1/100000"} {
		r, err := RhoOf(rat(rho))
		if err != nil {
			t.Fatal(err)
		}
		e, err := r.EpsilonAt(0.0099)
		if err != nil || e < 0 || e > 0.02 || r.Delta(e) > 0.0099 {
			t.Errorf("rho %s: epsilon %v with delta %v: %v", rho, e, r.Delta(e), err)
		}
	}
}
