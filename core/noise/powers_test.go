package noise

import (
	"math/big"
	"math/bits"
	"testing"

	"pgregory.net/rapid"

	"steward/core/seeded"
)

// inside fails unless x 2^bits is in the enclosure and that is at most so many units wide.
func inside(t rapid.TB, what string, e interval, x *big.Float, bits uint, widest int64) {
	t.Helper()
	at := new(big.Float).SetMantExp(x, int(bits))
	if new(big.Float).SetInt(e.lo).Cmp(at) > 0 || new(big.Float).SetInt(e.hi).Cmp(at) < 0 {
		t.Fatalf("%s: %v is outside %v..%v", what, at, e.lo, e.hi)
	}
	if width := new(big.Int).Sub(e.hi, e.lo); width.Cmp(big.NewInt(widest)) > 0 {
		t.Fatalf("%s: the enclosure is %v units wide, want at most %d", what, width, widest)
	}
}

// TestExpInterval compares with a series in 300 bits.
func TestExpInterval(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		den := rapid.Int64Range(1, 1<<40).Draw(t, "den")
		num := rapid.Int64Range(0, 30*den).Draw(t, "num")
		bits := rapid.UintRange(8, 190).Draw(t, "bits")
		x := big.NewRat(num, den)
		e := expInterval(x, bits)
		if e.lo.Sign() < 0 || e.hi.BitLen() > int(bits)+1 {
			t.Fatalf("e^-%v: %v..%v with %d bits", x, e.lo, e.hi, bits)
		}
		if x.Cmp(new(big.Rat).SetInt64(int64(bits))) >= 0 {
			inside(t, "far", e, expBig(x), bits, 1)
			return
		}
		inside(t, "e^-"+x.String(), e, expBig(x), bits, 2)
	})
	for _, bits := range []uint{63, 128, 4096} {
		if e := expInterval(new(big.Rat), bits); e.hi.Cmp(new(big.Int).Lsh(bigOne, bits)) != 0 {
			t.Errorf("e^0 to %d bits: %v..%v, want the end to be 1", bits, e.lo, e.hi)
		}
	}
	// e^-1 to 4096 bits and e^-2 to as many agree.
	one, two := expInterval(big.NewRat(1, 1), 4096), expInterval(big.NewRat(2, 1), 4096)
	squared := one.product(one, 4096)
	if squared.lo.Cmp(two.hi) > 0 || squared.hi.Cmp(two.lo) < 0 {
		t.Error("e^-1 squared and e^-2 have nothing in common at 4096 bits")
	}
	if width := new(big.Int).Sub(one.hi, one.lo); width.Cmp(big.NewInt(2)) > 0 {
		t.Errorf("e^-1 to 4096 bits is %v units wide", width)
	}
}

// TestPowers compares both kinds of powers with single exponentials, also where the gap is beyond
// the last that is told apart.
func TestPowers(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		den := rapid.Int64Range(1, 1<<50).Draw(t, "den")
		rate := big.NewRat(rapid.Int64Range(1, den>>rapid.UintRange(0, 40).Draw(t, "small")+10).Draw(t, "num"), den)
		fine := newPowers(rate, 150)
		coarse := newWordPowers(rate)
		for range 20 {
			gap := rapid.Uint64().Draw(t, "gap") >> rapid.UintRange(0, 63).Draw(t, "shift")
			x := new(big.Rat).SetInt(new(big.Int).SetUint64(gap))
			want := expInterval(x.Mul(x, rate), 200)
			for _, c := range []struct {
				e      interval
				bits   uint
				widest int64
			}{
				{fine.power(gap), 150, 600},
				{interval{new(big.Int).SetUint64(coarse.power(gap).lo), new(big.Int).SetUint64(coarse.power(gap).hi)}, wordBits, 64},
			} {
				lo := new(big.Int).Lsh(c.e.lo, 200-c.bits)
				hi := new(big.Int).Lsh(c.e.hi, 200-c.bits)
				if lo.Cmp(want.lo) > 0 || hi.Cmp(want.hi) < 0 {
					t.Fatalf("rate %v, gap %d: %v..%v to %d bits is not around %v..%v", rate, gap, lo, hi, c.bits, want.lo, want.hi)
				}
				if width := new(big.Int).Sub(c.e.hi, c.e.lo); width.Cmp(big.NewInt(c.widest)) > 0 {
					t.Fatalf("rate %v, gap %d: %v units of 2^-%d wide", rate, gap, width, c.bits)
				}
			}
		}
	})
}

func TestPowersOfNothing(t *testing.T) {
	if e := newWordPowers(new(big.Rat)).power(1 << 40); e.lo != 1<<wordBits || e.hi != 1<<wordBits {
		t.Errorf("rate 0: %v, want exactly 1", e)
	}
	if e := newWordPowers(big.NewRat(1, 3)).power(0); e.lo != 1<<wordBits || e.hi != 1<<wordBits {
		t.Errorf("gap 0: %v, want exactly 1", e)
	}
}

// TestDigitsDependOnTheRateOnly: how many factors are multiplied says nothing about the scores.
func TestDigitsDependOnTheRateOnly(t *testing.T) {
	for _, c := range []struct {
		rate   *big.Rat
		digits int
	}{{big.NewRat(100, 1), 1}, {big.NewRat(1, 1), 2}, {big.NewRat(1, 10), 3}, {big.NewRat(1, 1<<62), 16}} {
		if got := len(newWordPowers(c.rate).digit); got != c.digits {
			t.Errorf("rate %v: %d digits, want %d", c.rate, got, c.digits)
		}
	}
}

// TestShares compares 128-bit shares with big numbers.
func TestShares(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		a := uint128{rapid.Uint64Range(0, 1<<62).Draw(t, "hi"), rapid.Uint64().Draw(t, "lo")}
		u := rapid.Uint64().Draw(t, "u")
		big128 := func(a uint128) *big.Int {
			n := new(big.Int).SetUint64(a.hi)
			return n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(a.lo))
		}
		exact := new(big.Int).Mul(big128(a), new(big.Int).SetUint64(u))
		up := shiftUp(new(big.Int).Add(exact, big128(a)), 64)
		if got := big128(a.share(u)); got.Cmp(exact.Rsh(exact, 64)) != 0 {
			t.Fatalf("%v share %d is %v, want %v", a, u, got, exact)
		}
		if got := big128(a.shareUp(u)); got.Cmp(up) != 0 {
			t.Fatalf("%v share %d up is %v, want %v", a, u, got, up)
		}
		n, w := rapid.Uint64Range(0, 1<<62).Draw(t, "n"), rapid.Uint64Range(0, 1<<63).Draw(t, "w")
		want := big128(a)
		want.Add(want, new(big.Int).Mul(new(big.Int).SetUint64(n), new(big.Int).SetUint64(w)))
		b := a
		b.add(n, w)
		if big128(b).Cmp(want) != 0 {
			t.Fatalf("%v + %d x %d is %v, want %v", a, n, w, b, want)
		}
		if hi, _ := bits.Mul64(n, w); b.atLeast(a) != (want.Cmp(big128(a)) >= 0) || hi > 0 && a.atLeast(b) {
			t.Fatalf("%v and %v are out of order", a, b)
		}
	})
}
