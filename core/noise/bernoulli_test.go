package noise

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"steward/core/seeded"
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

// TestOneInByEnumeration walks all patterns of so many bits, in the audits 18.
func TestOneInByEnumeration(t *testing.T) {
	width := uint(seeded.Often(16, 18))
	for k := uint64(1); k <= 9; k++ {
		yes, open := branches(width, func(r *stream) bool { return r.oneIn(k) })
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

// TestExpOneDigits gives the digits of e^-1 themselves, to far beyond the first word, and numbers
// just below and above.
func TestExpOneDigits(t *testing.T) {
	const words = 6
	e, _ := new(big.Float).SetMantExp(expBig(big.NewRat(1, 1)), 192).Int(nil)
	digits := make([]uint64, words)
	for i, mask := 0, new(big.Int).SetUint64(math.MaxUint64); i < 3; i++ {
		digits[i] = mask.And(mask, new(big.Int).Rsh(e, uint(128-64*i))).Uint64()
		mask.SetUint64(math.MaxUint64)
	}
	if digits[0] != inverseE {
		t.Fatalf("e^-1 begins with %#x, inverseE is %#x", digits[0], uint64(inverseE))
	}
	for at := range 3 {
		for _, change := range []int64{-1, 1} {
			changed := append([]uint64{}, digits...)
			changed[at] += uint64(change)
			for i := at + 1; i < words; i++ {
				changed[i] = uint64(change) >> 1 // all ones above, all zeros below: no borrowing
			}
			// The first word is taken in two parts, the low byte first.
			changed[0] = changed[0]<<8 | changed[0]>>56
			src := &script{words: changed}
			r := stream{src: src}
			if got := r.expOne(); got != (change < 0) || src.next != at+1 {
				t.Errorf("word %d changed by %d: %v after %d words", at, change, got, src.next)
			}
		}
	}
}

// TestExpFractionByEnumeration walks all patterns of 12 bits with all sequences of five uniform
// numbers below 4, each made of the top two bits of a half word.
func TestExpFractionByEnumeration(t *testing.T) {
	const n, uniforms = 4, 5
	width := uint(seeded.Often(8, 12)) // the wider, the less stays open
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

// TestExpFraction counts trials with denominators that need rejection and whole words.
func TestExpFraction(t *testing.T) {
	const trials = 200_000
	fractions := []struct{ u, n uint64 }{
		{0, 1}, {1, 3}, {2, 3}, {3, 3}, {6, 7}, {17, 20}, {1, 299}, {1 << 40, 1<<45 + 1}, {maxTerm / 3, maxTerm},
	}
	for i, c := range fractions {
		r := stream{src: seeded.New(20200401, uint64(700+i))}
		yes := 0
		for range trials {
			if r.expFraction(c.u, c.n) {
				yes++
			}
		}
		if err := seeded.Came(yes, trials, math.Exp(-float64(c.u)/float64(c.n)), seeded.Among(len(fractions))); err != nil {
			t.Errorf("e^(-%d/%d): %v", c.u, c.n, err)
		}
	}
}

// TestRestBelowComparesDigits gives the uniform number's digits, many of them those of p itself,
// and holds the answer against an exact comparison.
func TestRestBelowComparesDigits(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		den := term(t, "denominator")
		num := new(big.Int).Rem(term(t, "numerator"), new(big.Int).Add(den, bigOne))
		p := new(big.Rat).SetFrac(num, den)
		// The first words of p, one of them changed by a little, then anything.
		same := rapid.IntRange(0, 4).Draw(t, "words the same")
		rest := new(big.Int).Set(p.Num())
		word := new(big.Int)
		var words []uint64
		for range same {
			word.QuoRem(rest.Lsh(rest, 64), p.Denom(), rest)
			words = append(words, word.Uint64()) // p = 1 has none: 2^64 becomes 0
		}
		words = append(words, rapid.SliceOfN(rapid.Uint64(), 4, 4).Draw(t, "others")...)
		words[rapid.IntRange(0, same).Draw(t, "which")] += rapid.SampledFrom([]uint64{0, 0, 1, math.MaxUint64}).Draw(t, "change")

		u := new(big.Int)
		for _, w := range words {
			u.Lsh(u, 64).Or(u, word.SetUint64(w))
		}
		src := &script{words: words}
		r := stream{src: src}
		got := r.restBelow(0, 0, p.Num(), p.Denom())
		if src.next > len(words) {
			return // not decided by the words that were given
		}
		scale := new(big.Int).Lsh(bigOne, uint(64*len(words)))
		// The words used decide for every continuation, so also for this one.
		if want := new(big.Rat).SetFrac(u, scale).Cmp(p) < 0; got != want {
			t.Fatalf("p = %v, digits %x: %v, want %v", p, words, got, want)
		}
		if src.next > same+2 {
			t.Fatalf("p = %v: %d words were used for digits that differ in the first %d", p, src.next, same+2)
		}
	})
}

// TestBelowIsUniform draws the exported uniform numbers. TestBelow32IsExact and TestBelow64IsExact prove more
// of what is behind it.
func TestBelowIsUniform(t *testing.T) {
	ranges := []uint64{1, 2, 7, 100, 1 << 33}
	for i, n := range ranges {
		src := seeded.New(20200401, uint64(790+i))
		classes := min(n, 100)
		seen, prob := make([]int, classes), make([]float64, classes)
		for j := range prob {
			prob[j] = 1 / float64(classes)
		}
		for range 20_000 {
			v := Below(src, n)
			if v >= n {
				t.Fatalf("%d is not below %d", v, n)
			}
			if n > classes {
				v %= classes // n is so large that the classes are even
			}
			seen[v]++
		}
		if classes == 1 {
			continue
		}
		if err := seeded.Follows(seen, prob, seeded.Among(len(ranges))); err != nil {
			t.Errorf("below %d: %v", n, err)
		}
	}
}
