package noise

import (
	"math"
	"math/big"
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"steward/core/seeded"
)

func sigmaSquared(t testing.TB, text string) SigmaSquared {
	t.Helper()
	v, ok := new(big.Rat).SetString(text)
	if !ok {
		t.Fatalf("%q is not a fraction", text)
	}
	s, err := NewSigmaSquared(v)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// lawSigmas covers sigma below and above one, both sides of each border between powers of two,
// whole and broken parameters, terms that need rounding, and the largest.
func lawSigmas(t testing.TB) []SigmaSquared {
	var all []SigmaSquared
	for _, text := range []string{
		"1/10", "37/100", "38/100", "1/2", "1", "149/100", "151/100", "5/3", "9/4", "6", "400",
		"1000003/1048576", "1000000000007/3", "1208925819614629174706176",
	} {
		all = append(all, sigmaSquared(t, text))
	}
	return all
}

// gaussLaw is DGauss(s) by plain summation. Where that is long it is the normal law with half a
// step of correction, which is off by less than a relative 1e-5 in any bin of these tests.
func gaussLaw(s SigmaSquared) law {
	v := s.Float()
	if v > 1e5 {
		above := func(m int64) float64 { return math.Erfc((float64(m)+0.5)/math.Sqrt(2*v)) / 2 }
		return law{1 / math.Sqrt(2*math.Pi*v), above}
	}
	var tail []float64 // sums over z > m
	far := int(40*math.Sqrt(v)) + 2
	sum := 0.0
	for z := far; z > 0; z-- {
		sum += math.Exp(-float64(z) * float64(z) / (2 * v))
		tail = append(tail, sum)
	}
	slices.Reverse(tail)
	return law{1 / (1 + 2*sum), func(m int64) float64 {
		if m >= int64(far) {
			return 0
		}
		return tail[m] / (1 + 2*sum)
	}}
}

// TestGaussianLaw compares each way to draw with the exact probabilities.
func TestGaussianLaw(t *testing.T) {
	ways := []struct {
		name string
		draw func(Source, SigmaSquared, []int64)
	}{
		{"Fill", func(src Source, s SigmaSquared, dst []int64) { s.Fill(src, dst) }},
		{"one by one", func(src Source, s SigmaSquared, dst []int64) {
			for i := range dst {
				s.Fill(src, dst[i:i+1])
			}
		}},
		{"AddGaussian", func(src Source, s SigmaSquared, dst []int64) {
			clear(dst)
			s.Add(src, dst, dst)
		}},
	}
	draws := make([]int64, lawDraws)
	for i, s := range lawSigmas(t) {
		b := newBins(gaussLaw(s), lawDraws)
		// All three share the sampler: one of them for each law.
		way := ways[i%len(ways)]
		t.Run(way.name+" "+s.String(), func(t *testing.T) {
			way.draw(seeded.New(20200401, uint64(2000+i)), s, draws)
			if err := b.follow(draws, seeded.Among(len(lawSigmas(t)))); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestGaussianLawHasPower makes sure that TestGaussianLaw can fail: it must see a sigma that is
// off by 0.7 and 1.3, a zero that comes up twice as often, and the Laplace law of the same
// variance.
func TestGaussianLawHasPower(t *testing.T) {
	n := lawDraws / 4
	draws := make([]int64, n)
	for i, s := range lawSigmas(t) {
		b := newBins(gaussLaw(s), n)
		refuse := func(what string) {
			t.Helper()
			if b.follow(draws, seeded.Among(len(lawSigmas(t)))) == nil {
				t.Errorf("sigma^2=%v, %s: it passes", s, what)
			}
		}
		for _, factor := range []*big.Rat{big.NewRat(49, 100), big.NewRat(169, 100)} {
			other, err := NewSigmaSquared(factor.Mul(factor, s.Rat()))
			if err != nil {
				continue // beyond the largest
			}
			other.Fill(seeded.New(20200401, uint64(2100+i)), draws)
			refuse("another sigma")
		}
		if v := s.Float(); v > 1 && v < 1e20 {
			laplace, err := NewScale(new(big.Rat).SetFloat64(math.Sqrt(v / 2)))
			if err != nil {
				t.Fatal(err)
			}
			laplace.Fill(seeded.New(20200401, uint64(2200+i)), draws)
			refuse("Laplace")
		}
		if v := s.Float(); v > 0.2 && v < 1e4 {
			s.Fill(seeded.New(20200401, uint64(2300+i)), draws)
			p0 := gaussLaw(s).zero
			src := seeded.New(20200401, uint64(2400+i))
			for j := range draws {
				if float64(src.Uint64()>>11)/(1<<53) < p0 {
					draws[j] = 0
				}
			}
			refuse("zero too often")
		}
	}
}

// TestExponentBounds compares the fixed-point enclosure with the exact exponent, for all blocks.
func TestExponentBounds(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		num := rapid.Uint64Range(1, 1<<53).Draw(t, "num")
		den := rapid.Uint64Range(1, 1<<53).Draw(t, "den")
		v := new(big.Rat).SetFrac(new(big.Int).SetUint64(num), new(big.Int).SetUint64(den))
		v.Mul(v, new(big.Rat).SetInt(new(big.Int).Lsh(bigOne, rapid.UintRange(0, 26).Draw(t, "twos"))))
		s, err := NewSigmaSquared(v)
		if err != nil {
			t.Fatal(err)
		}
		if s.step > 40 {
			t.Fatalf("%v: step %d", s, s.step)
		}
		src := seeded.New(20200401, rapid.Uint64().Draw(t, "stream"))
		for range 50 {
			checkExponent(t, s, src.Uint64()&(1<<s.step-1), Below(src, 1+Below(src, maxBlocks)))
		}
	})
}

func checkExponent(t *rapid.T, s SigmaSquared, u, v uint64) {
	t.Helper()
	x := s.exponent(u, v)
	if x.Sign() < 0 {
		t.Fatalf("%v: exponent %v at (%d, %d) is below zero", s, x, u, v)
	}
	lo, hi := s.exponentBounds(u, v)
	if lo >= maxWhole<<fixedBits {
		if x.Cmp(big.NewRat(maxWhole, 1)) < 0 {
			t.Fatalf("%v: exponent %v at (%d, %d) is cut", s, x.FloatString(20), u, v)
		}
		return
	}
	x.Mul(x, big.NewRat(fixedOne, 1))
	if new(big.Rat).SetUint64(lo).Cmp(x) > 0 || new(big.Rat).SetUint64(hi).Cmp(x) < 0 {
		t.Fatalf("%v: exponent %v at (%d, %d) is outside %d..%d", s, x.FloatString(20), u, v, lo, hi)
	}
	if hi-lo > 2+hi>>40 {
		t.Fatalf("%v: at (%d, %d) the enclosure %d..%d is wide", s, u, v, lo, hi)
	}
}

// TestCutBlocks: where the count of blocks is cut, the exponent is beyond 1024 for every sigma.
func TestCutBlocks(t *testing.T) {
	for _, text := range []string{"3/8", "1/2", "1", "149999999/100000000", "150000001/100000000", "5/2", "599999/100000"} {
		s := sigmaSquared(t, text)
		if x := s.exponent(0, maxBlocks); x.Cmp(big.NewRat(maxWhole, 1)) < 0 {
			t.Errorf("sigma^2=%s: the exponent at the cut is %s", text, x.FloatString(3))
		}
	}
}

// TestGaussianLargest: Largest holds what the law holds, and not much more.
func TestGaussianLargest(t *testing.T) {
	for _, s := range lawSigmas(t) {
		sigma := math.Sqrt(s.Float())
		if got := float64(s.Largest()); got < 46*sigma || got > max(98*sigma, 60) || got >= 1<<46 {
			t.Errorf("sigma^2=%v: largest %v, want 46 to 98 sigma and below 2^46", s, got)
		}
		if far := s.Tail(s.Largest()); far > 1e-300 {
			t.Errorf("sigma^2=%v: %v of the law lies beyond the largest draw", s, far)
		}
	}
}

func TestSameSourceSameGaussians(t *testing.T) {
	for _, s := range lawSigmas(t)[2:] {
		one, two, other := make([]int64, 200), make([]int64, 200), make([]int64, 200)
		s.Fill(seeded.New(20200401, 1), one)
		s.Fill(seeded.New(20200401, 1), two)
		s.Fill(seeded.New(20200401, 2), other)
		if !slices.Equal(one, two) || slices.Equal(one, other) {
			t.Errorf("sigma^2=%v: draws do not follow the source", s)
		}
		counts, sums := make([]int64, 200), make([]int64, 200)
		for i := range counts {
			counts[i] = int64(1000 * i)
		}
		s.Add(seeded.New(20200401, 1), counts, sums)
		for i := range sums {
			if sums[i] != counts[i]+one[i] {
				t.Fatalf("sigma^2=%v: entry %d is %d, want %d%+d", s, i, sums[i], counts[i], one[i])
			}
		}
	}
}

// TestGaussianWords holds the price that Gaussian states, with room for chance.
func TestGaussianWords(t *testing.T) {
	for i, s := range lawSigmas(t) {
		src := &counting{src: seeded.New(20200401, uint64(2500+i))}
		s.Fill(src, make([]int64, 20_000))
		t.Logf("sigma^2=%v: %.2f words a draw", s, float64(src.words)/20_000)
		if got := float64(src.words) / 20_000; got > 3.5 {
			t.Errorf("sigma^2=%v: %.2f words a draw, want at most 3.5", s, got)
		}
	}
}

func TestNewSigmaSquared(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"4/6", "2/3"},
		{"9007199254740992/9007199254740991", "9007199254740992/9007199254740991"},
		{"9007199254740994/9007199254740993", "1048577/1048576"},
		{"0.49999999999999999999", "1/2"},
		{"8589934592.00000001", "8589934593/1"},
		{"9007199254740991.5", "9007199254740992/1"},
		// Beyond 2^53: 53 binary digits.
		{"9007199254740992", "9007199254740992/1"},
		{"9007199254740993", "9007199254740994/1"},
		{"9007199254740994", "9007199254740994/1"},
		{"18014398509481983", "18014398509481984/1"},
		{"18014398509481985", "18014398509481988/1"},
		{"1208925819614629174706175", "1208925819614629174706176/1"},
	} {
		s := sigmaSquared(t, c.in)
		if s.String() != c.want {
			t.Errorf("%s: got %s, want %s", c.in, s, c.want)
		}
		if again := sigmaSquared(t, c.want); again != s {
			t.Errorf("%s: the same parameter made of %s differs", c.in, c.want)
		}
		if f, _ := s.Rat().Float64(); f != s.Float() {
			t.Errorf("%s: Float is %v, the nearest is %v", c.in, s.Float(), f)
		}
	}
	for _, text := range []string{"0", "-1", "1208925819614629174706177"} {
		if s, err := NewSigmaSquared(rat(t, text)); err == nil || !s.IsZero() {
			t.Errorf("%s: got %v, %v; want an error", text, s, err)
		}
	}
	if _, err := NewSigmaSquared(nil); err == nil {
		t.Error("nil was taken for sigma^2")
	}
}

// TestNewSigmaSquaredRoundsUp: never below what was asked, by little above, the argument
// untouched, and rounding again changes nothing.
func TestNewSigmaSquaredRoundsUp(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		asked := new(big.Rat).SetFrac(term(t, "numerator"), term(t, "denominator"))
		before := asked.String()
		s, err := NewSigmaSquared(asked)
		if err != nil {
			if asked.Cmp(new(big.Rat).SetInt(new(big.Int).Lsh(bigOne, 80))) <= 0 {
				t.Fatal(err)
			}
			return
		}
		if asked.String() != before {
			t.Fatalf("the argument changed from %s to %v", before, asked)
		}
		got := s.Rat()
		above := new(big.Rat).Sub(got, asked)
		step := big.NewRat(1, 1<<20)
		switch {
		case asked.Cmp(big.NewRat(1<<53, 1)) > 0:
			step.Mul(asked, big.NewRat(1, 1<<52))
		case asked.Cmp(big.NewRat(1<<33, 1)) > 0:
			step.SetInt64(1)
		}
		if above.Sign() < 0 || above.Cmp(step) >= 0 {
			t.Fatalf("%v: rounded to %v, off by %v", asked, s, above)
		}
		if again, err := NewSigmaSquared(got); err != nil || again != s {
			t.Fatalf("%v rounds to %v, %v", s, again, err)
		}
		if s.num > maxTerm || s.den > maxTerm || bits.Len64(s.num) < 53 && s.twos > 0 {
			t.Fatalf("%v: %d 2^%d / %d is not in its form", asked, s.num, s.twos, s.den)
		}
	})
}
