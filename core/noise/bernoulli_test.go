package noise

import (
	"math"
	"testing"
)

// branches runs a trial on every pattern of the first width bits and returns the exact chance of
// true and of not being decided within these bits.
func branches(width uint, trial func(*stream) bool) (yes, open float64) {
	share := math.Ldexp(1, -int(width))
	for pattern := range uint64(1) << width {
		src := &script{}
		r := stream{src: src, coins: pattern, coinsLeft: width}
		switch got := trial(&r); {
		case src.next > 0:
			open += share
		case got:
			yes += share
		}
	}
	return yes, open
}

// bracket fails unless p is within what branches found, and that is narrow.
func bracket(t *testing.T, name string, p, yes, open float64) {
	t.Helper()
	if yes > p+1e-15 || p > yes+open+1e-15 || open > 0.05 {
		t.Errorf("%s: true in %v, open in %v; want %v between the first and the sum", name, yes, open, p)
	}
}

// TestOneInByEnumeration walks all patterns of 18 bits.
func TestOneInByEnumeration(t *testing.T) {
	for k := uint64(1); k <= 9; k++ {
		yes, open := branches(18, func(r *stream) bool { return r.oneIn(k) })
		// Not just bracketed: rejection leaves true and false in the exact proportion 1 : k-1.
		if decided := 1 - open; math.Abs(yes*float64(k)-decided) > 1e-12 {
			t.Errorf("k=%d: true in %v of %v decided, want one in k", k, yes, decided)
		}
		bracket(t, "oneIn", 1/float64(k), yes, open)
	}
}

// TestExpOneByEnumeration walks all patterns of 18 bits.
func TestExpOneByEnumeration(t *testing.T) {
	yes, open := branches(18, (*stream).expOne)
	bracket(t, "expOne", math.Exp(-1), yes, open)
	if math.Abs(yes+open/2-math.Exp(-2)) < open {
		t.Error("the bracket cannot tell e^-1 from e^-2")
	}
}

// TestExpFractionByEnumeration walks all patterns of 12 bits with all sequences of five uniform
// numbers below 4, each made of the top two bits of a half word.
func TestExpFractionByEnumeration(t *testing.T) {
	const n, uniforms, width = 4, 5, 12
	for u := uint64(0); u <= n; u++ {
		yes, open := 0.0, 0.0
		share := math.Pow(n, -uniforms)
		for seq := range uint64(1) << (2 * uniforms) {
			words := make([]uint64, (uniforms+1)/2)
			for i := range uint64(uniforms) {
				words[i/2] |= (seq >> (2 * i) & 3) << (30 + 32*(i%2))
			}
			y, o := branchesWith(width, words, uniforms, func(r *stream) bool { return r.expFraction(u, n) })
			yes += y * share
			open += o * share
		}
		bracket(t, "expFraction", math.Exp(-float64(u)/n), yes, open)
	}
}

// branchesWith is branches with given words for the uniform numbers, of which only the first
// uniforms halves count as known.
func branchesWith(width uint, words []uint64, uniforms int, trial func(*stream) bool) (yes, open float64) {
	share := math.Ldexp(1, -int(width))
	for pattern := range uint64(1) << width {
		// 64 bits are marked as there so that coins never come from the script; those beyond
		// width are unknown, and using them leaves the pattern open.
		src := &script{words: words}
		r := stream{src: src, coins: pattern, coinsLeft: 64}
		got := trial(&r)
		halves := 2 * src.next
		if r.halfReady {
			halves--
		}
		switch {
		case r.coinsLeft < 64-width || halves > uniforms:
			open += share
		case got:
			yes += share
		}
	}
	return yes, open
}

// TestExpFraction counts trials with denominators that need rejection and whole words. The limit
// is 5.5 standard deviations of the count: false alarm below 4e-8 each.
func TestExpFraction(t *testing.T) {
	const trials = 200_000
	for i, c := range []struct{ u, n uint64 }{
		{0, 1}, {1, 3}, {2, 3}, {3, 3}, {6, 7}, {17, 20}, {1, 299}, {1 << 40, 1<<45 + 1}, {maxTerm / 3, maxTerm},
	} {
		r := stream{src: seeded(uint64(700 + i))}
		yes := 0.0
		for range trials {
			if r.expFraction(c.u, c.n) {
				yes++
			}
		}
		p := math.Exp(-float64(c.u) / float64(c.n))
		if off := math.Abs(yes - trials*p); off > 5.5*math.Sqrt(trials*p*(1-p)) {
			t.Errorf("e^(-%d/%d): %v of %d trials, want about %v", c.u, c.n, yes, trials, trials*p)
		}
	}
}
