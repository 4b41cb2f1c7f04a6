package account

import (
	"math"
	"math/big"
	"testing"

	"steward/core/policy/weighted"
	"steward/core/seeded"
)

// What one more spends, however little, is not kept: epsilons add up under a pure promise, squares
// under one with a delta.
func TestPromiseKeepsNoMore(t *testing.T) {
	r := seeded.Named(t.Name())
	for _, d := range []string{"", "0.000001"} {
		p := promise(t, "0.7", d)
		for range 100 {
			// Parts that make the budget exactly: of it, and of a right triangle's side.
			part := big.NewRat(1+r.Int64N(9), 10+r.Int64N(90))
			rest := new(big.Rat).Sub(big.NewRat(1, 1), part)
			if !p.Pure() { // (2t, 1-t²)/(1+t²) is of length 1
				square := new(big.Rat).Mul(part, part)
				length := new(big.Rat).Add(big.NewRat(1, 1), square)
				rest = new(big.Rat).Quo(square.Sub(big.NewRat(1, 1), square), length)
				part = new(big.Rat).Quo(part.Add(part, part), length)
			}
			var both [2]Epsilon
			for i, share := range []*big.Rat{part, rest} {
				var err error
				if both[i], err = p.Budget().Times(share); err != nil {
					t.Fatal(err)
				}
			}
			if !p.Keeps(both[:]) {
				t.Fatalf("%s: %v are not kept", p, both)
			}
			least, err := FromRat(big.NewRat(1, 1<<60))
			if err != nil {
				t.Fatal(err)
			}
			if more := []Epsilon{both[0].Plus(least), both[1]}; p.Keeps(more) {
				t.Fatalf("%s: %v are kept", p, more)
			}
			if p.Keeps([]Epsilon{p.Budget(), least}) || p.Keeps([]Epsilon{p.Budget().Plus(least)}) {
				t.Fatalf("%s: a little more than its budget is kept", p)
			}
		}
	}
}

// Delta is the least over the orders of the bound that it is named after, here looked for along a fine
// ladder of orders.
func TestDeltaIsTheLeastOverOrders(t *testing.T) {
	for _, loss := range []string{"0.0001", "0.01", "0.1", "0.5", "3"} {
		for _, times := range []float64{1.5, 4, 20} { // of the epsilon that the mean loss is
			r := rho(t, loss)
			eps := r.Float() * times
			least := math.Inf(1)
			for a := 1 + 1e-4; a < 1e4; a = 1 + (a-1)*1.002 {
				least = min(least, (a-1)*(a*r.Float()-eps)+a*math.Log1p(-1/a)-math.Log(a-1))
			}
			want := min(1, math.Exp(least))
			if got := r.Delta(eps); got < want*(1-1e-3) || got > want*(1+1e-7) {
				t.Errorf("rho %s at epsilon %g: delta %g, want %g", loss, eps, got, want)
			}
		}
	}
}

// The epsilon that is stated for a concentrated loss is never below what is proved, and has seven digits.
func TestWithinIsRoundedUp(t *testing.T) {
	r := seeded.Named(t.Name())
	for range 200 {
		loss, err := RhoOf(big.NewRat(1+r.Int64N(1_000_000), 1+r.Int64N(10_000_000)))
		if err != nil {
			t.Fatal(err)
		}
		d := delta(t, []string{"0.000001", "0.0003", "0.000000000001"}[r.IntN(3)])
		proved, err := loss.EpsilonAt(d.Float())
		if err != nil {
			t.Fatal(err)
		}
		stated, err := loss.Within(d)
		if err != nil {
			t.Fatal(err)
		}
		if exact := new(big.Rat).SetFloat64(proved); stated.Cmp(exact) < 0 {
			t.Fatalf("rho %s at delta %s: %s is stated, and %v proved", loss, d, stated.FloatString(12), proved)
		}
		if got, _ := stated.Float64(); got > proved*(1+1.01e-6) {
			t.Fatalf("rho %s at delta %s: %v is stated for %v", loss, d, got, proved)
		}
	}
}

// Odds are e to the epsilon at the distance, whatever the promise, and there are none to state where
// nothing joins two answers.
func TestOddsAreThoseOfTheDistance(t *testing.T) {
	for _, p := range []Promise{promise(t, "0.5", ""), promise(t, "0.5", "0.000001")} {
		last := 1.0
		for _, distance := range []weighted.Weight{weighted.One / 4, weighted.One, 2 * weighted.One, 5*weighted.One + weighted.One/2} {
			odds := p.Odds(distance)
			if want := math.Exp(p.At(distance.Rat())); odds != want || odds <= last {
				t.Errorf("%s at a distance of %v: odds of %v, want %v, after %v", p, distance.Steps(), odds, want, last)
			}
			last = odds
		}
		if p.Pure() && math.Abs(math.Log(p.Odds(3*weighted.One))-1.5) > 1e-12 {
			t.Errorf("%s at a distance of 3: odds of %v", p, p.Odds(3*weighted.One))
		}
		if !math.IsInf(p.Odds(weighted.Infinite), 1) {
			t.Errorf("%s: odds between answers that nothing joins", p)
		}
	}
}
