package noise

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"steward/core/seeded"
)

// TestFactor compares the enclosed products with exact ones, for factors and numbers of all sizes.
func TestFactor(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		q := new(big.Rat).SetFrac(term(t, "numerator"), term(t, "denominator"))
		unit := rapid.UintRange(0, 60).Draw(t, "unit")
		n := rapid.Uint64().Draw(t, "n")
		n >>= rapid.UintRange(0, 63).Draw(t, "shift")
		m := min(n, math.MaxUint64-2) + rapid.Uint64Range(0, 2).Draw(t, "width")
		lo, hi := newFactor(q).times(n, m, unit)
		scale := new(big.Rat).SetFrac(big.NewInt(fixedOne), new(big.Int).Lsh(bigOne, unit))
		scale.Mul(scale, q)
		low := new(big.Rat).Mul(scale, new(big.Rat).SetUint64(n))
		high := scale.Mul(scale, new(big.Rat).SetUint64(m))
		most := new(big.Rat).SetUint64(fixedMost)
		if high.Cmp(most) > 0 {
			high.Set(most)
		}
		if low.Cmp(most) > 0 {
			low.Set(most)
		}
		if q.Cmp(maxFactor) > 0 {
			if n>>unit > 0 && lo < 4*maxWhole<<fixedBits {
				t.Fatalf("%v x %d 2^-%d: %d, want at least 2^12", q, n, unit, lo)
			}
			return
		}
		if new(big.Rat).SetUint64(lo).Cmp(low) > 0 || new(big.Rat).SetUint64(hi).Cmp(high) < 0 {
			t.Fatalf("%v x %d..%d: %d..%d is not around %v..%v", q, n, m, lo, hi, low.FloatString(3), high.FloatString(3))
		}
		width := high.Sub(high, low)
		width.Add(width, big.NewRat(2, 1)).Add(width, new(big.Rat).Mul(low, big.NewRat(1, 1<<61)))
		if got := new(big.Rat).SetUint64(hi - lo); got.Cmp(width) > 0 {
			t.Fatalf("%v x %d..%d: %d..%d is wide", q, n, m, lo, hi)
		}
	})
}

// TestExpEnclosed counts trials with enclosures from narrow to useless, so that the exact fraction
// decides never, sometimes and nearly always, and with exponents at and around whole numbers.
func TestExpEnclosed(t *testing.T) {
	const trials = 20_000
	n := uint64(3000)
	exponents := []*big.Rat{
		new(big.Rat), big.NewRat(1, 1000), big.NewRat(1, 3), big.NewRat(999, 1000), big.NewRat(1, 1),
		big.NewRat(5, 4), big.NewRat(2, 1), big.NewRat(7, 3),
	}
	slacks := []uint64{1, 1 << 30, 1 << 45, 1 << 48}
	for _, x := range exponents {
		f, _ := x.Float64()
		at := new(big.Rat).Mul(x, big.NewRat(fixedOne, 1))
		floor := new(big.Int).Quo(at.Num(), at.Denom()).Uint64()
		asked := 0
		for _, slack := range slacks {
			before := asked
			n++
			r := stream{src: seeded.New(20200401, n)}
			yes := 0
			for range trials {
				if r.expEnclosed(max(floor, slack)-slack, floor+1+slack, func() *big.Rat { asked++; return x }) {
					yes++
				}
			}
			if err := seeded.Came(yes, trials, math.Exp(-f), seeded.Among(len(exponents)*len(slacks))); err != nil {
				t.Errorf("e^-%v, slack %d: %v", f, slack, err)
			}
			if slack <= 1<<30 && asked-before > 20 {
				t.Errorf("e^-%v, slack %d: the exact fraction was needed %d times", f, slack, asked-before)
			}
		}
		if asked < trials/20 {
			t.Errorf("e^-%v: the exact fraction was needed %d times only", f, asked)
		}
	}
}

// TestHopelessExponents: from 1024 on the answer is no, whatever the bits.
func TestHopelessExponents(t *testing.T) {
	src := &script{}
	r := stream{src: src}
	for _, lo := range []uint64{maxWhole << fixedBits, fixedMost} {
		if r.expEnclosed(lo, lo+1, func() *big.Rat { panic("exact value asked for") }) {
			t.Errorf("e^-%d happened", lo>>fixedBits)
		}
	}
	if src.next != 0 {
		t.Errorf("%d words were used", src.next)
	}
}
