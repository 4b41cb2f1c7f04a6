package noise

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"steward/core/seeded"
)

// choiceLaw is the law of Choose in float64, for scores whose weights do not all vanish.
func choiceLaw(rate *big.Rat, scores, points []int64) []float64 {
	f, _ := rate.Float64()
	best := int64(math.MinInt64)
	for i, s := range scores {
		if points == nil || points[i] > 0 {
			best = max(best, s)
		}
	}
	prob, total := make([]float64, len(scores)), 0.0
	for i, s := range scores {
		n := 1.0
		if points != nil {
			n = float64(points[i])
		}
		if n > 0 {
			prob[i] = n * math.Exp(-f*(float64(best)-float64(s)))
		}
		total += prob[i]
	}
	for i := range prob {
		prob[i] /= total
	}
	return prob
}

type choiceCase struct {
	name           string
	rate           *big.Rat
	scores, points []int64
}

// choiceCases are the shapes that mechanisms have, and worse ones.
func choiceCases() []choiceCase {
	median := make([]int64, 100) // scores of a quantile: minus the distance in ranks
	for i := range median {
		median[i] = -max(int64(i)-37, 37-int64(i))
	}
	spread := make([]int64, 50)
	width := make([]int64, 50)
	for i := range spread {
		spread[i], width[i] = int64(i*i%13), int64(1+i*i*i%97)
	}
	return []choiceCase{
		{"median", big.NewRat(1, 10), median, nil},
		{"two", big.NewRat(1, 2), []int64{0, 1}, nil},
		{"no scores", new(big.Rat), []int64{5, 9, -3, 1 << 60}, nil},
		{"points only", new(big.Rat), []int64{0, 0, 0, 0}, []int64{1, 5, 0, 14}},
		{"points and scores", big.NewRat(7, 31), spread, width},
		{"many points far below", big.NewRat(1, 1), []int64{0, 30, 12}, []int64{3 << 40, 1, 5 << 20}},
		{"large steps", big.NewRat(3, 10_000_000_000), []int64{4e9, 1e10, 7e9, -3e9}, nil},
	}
}

func (c choiceCase) draw(t testing.TB, n int, rate *big.Rat, stream uint64) []int {
	t.Helper()
	law, err := newChoice(rate, c.scores, c.points)
	if err != nil {
		t.Fatal(err)
	}
	seen, src := make([]int, len(c.scores)), seeded.New(20200401, stream)
	for range n {
		seen[law.draw(src)]++
	}
	return seen
}

// TestChooseLaw compares draws with the exact law and makes sure that rates of 0.7 and 1.3 times as much are seen, which
// takes most draws where there are two options.
func TestChooseLaw(t *testing.T) {
	two := func(rate float64) float64 { return 1 / (1 + math.Exp(-rate)) }
	alpha := seeded.Among(len(choiceCases()))
	n := seeded.Draws(two(0.5), two(1.3*0.5), alpha, 1-alpha)
	for i, c := range choiceCases() {
		prob := choiceLaw(c.rate, c.scores, c.points)
		check := func(rate *big.Rat, stream int) error {
			return seeded.Follows(c.draw(t, n, rate, uint64(4000+10*i+stream)), prob, alpha)
		}
		if err := check(c.rate, 0); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		for j, factor := range []*big.Rat{big.NewRat(7, 10), big.NewRat(13, 10)} {
			if c.rate.Sign() > 0 && check(factor.Mul(factor, c.rate), 1+j) == nil {
				t.Errorf("%s: another rate passes", c.name)
			}
		}
	}
}

// TestChooseAMillion gives the first word of the uniform number and compares the option with where
// the cumulated weights in float64, good to 1e-10, reach it.
func TestChooseAMillion(t *testing.T) {
	options := seeded.Often(200_000, 1_000_000)
	scores, points := make([]int64, options), make([]int64, options)
	for i := range scores {
		scores[i], points[i] = int64(i)*7919%100_003, int64(1+i%5)
	}
	rate := big.NewRat(1, 12_345)
	law := choiceLaw(rate, scores, points)
	for _, share := range []float64{0, 0.1, 0.5, 0.99999, 1 - 1e-9} {
		word := uint64(math.Ldexp(share, 64))
		got, err := Choose(&script{words: []uint64{word}}, rate, scores, points)
		if err != nil {
			t.Fatal(err)
		}
		below := 0.0
		for _, p := range law[:got] {
			below += p
		}
		if above := below + law[got]; below > share+1e-10 || above < share-1e-10 {
			t.Errorf("share %v: option %d, which stands for %v to %v", share, got, below, above)
		}
	}
}

// fallsTo finds the option that the number with the given binary digits falls to, from weights to
// 2000 bits that are worked out one by one.
func fallsTo(t rapid.TB, c *choice, digits *big.Int, known uint) int {
	t.Helper()
	const bits = 2000
	sum := new(big.Int)
	var ends []*big.Int
	for i := range c.scores {
		if n := c.pointsOf(i); n > 0 {
			x := new(big.Rat).SetInt(new(big.Int).SetUint64(c.gap(i)))
			e := expInterval(x.Mul(x, c.rate), bits)
			mid := new(big.Int).Add(e.lo, e.hi)
			sum.Add(sum, mid.Mul(mid, new(big.Int).SetUint64(n)))
		}
		ends = append(ends, new(big.Int).Set(sum))
	}
	at := new(big.Int).Mul(digits, sum)
	for i, end := range ends {
		if at.Cmp(new(big.Int).Lsh(end, known)) < 0 {
			return i
		}
	}
	t.Fatal("the number is beyond all options")
	return 0
}

// TestChooseDecides gives the digits of the uniform number, often those of a border between two
// options to many places, and holds the choice against exact sums: no digits may be drawn again,
// and however close, it is decided.
func TestChooseDecides(t *testing.T) {
	refined := 0 // choices near a border, which one word does not decide
	seeded.CheckUntil(t, func() bool { return refined > 0 }, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "options")
		high := rapid.SampledFrom([]int64{0, 1, 5, 1000, 1e9, math.MaxInt64}).Draw(t, "spread")
		scores := rapid.SliceOfN(rapid.Int64Range(-high, high), n, n).Draw(t, "scores")
		var points []int64
		if rapid.Bool().Draw(t, "with points") {
			points = rapid.SliceOfN(rapid.Int64Range(0, rapid.SampledFrom([]int64{1, 3, 1 << 30, 1 << 58}).Draw(t, "most")), n, n).Draw(t, "points")
			points[rapid.IntRange(0, n-1).Draw(t, "one")]++
		}
		rate := big.NewRat(rapid.Int64Range(0, 1<<40).Draw(t, "num"), rapid.Int64Range(1, 1<<40).Draw(t, "den"))
		c, err := newChoice(rate, scores, points)
		if err != nil {
			t.Fatal(err)
		}
		// A border, as a number in 0..1 to so many places, then anything.
		weights := cumulated(c, 1000)
		border := weights[rapid.IntRange(0, len(weights)-1).Draw(t, "border")]
		known := 64 * rapid.UintRange(1, 6).Draw(t, "words")
		digits := new(big.Int).Quo(new(big.Int).Lsh(border, known), weights[len(weights)-1])
		digits.Add(digits, big.NewInt(rapid.Int64Range(-2, 2).Draw(t, "off")))
		if digits.Sign() < 0 || digits.BitLen() > int(known) {
			return
		}
		tail := rapid.SliceOfN(rapid.Uint64(), 16, 16).Draw(t, "rest")
		words := make([]uint64, known/64, known/64+16)
		left, mask := new(big.Int).Set(digits), new(big.Int).SetUint64(math.MaxUint64)
		for i := len(words) - 1; i >= 0; i-- {
			words[i] = new(big.Int).And(left, mask).Uint64()
			left.Rsh(left, 64)
		}
		words = append(words, tail...)
		for _, w := range tail {
			digits.Lsh(digits, 64).Or(digits, new(big.Int).SetUint64(w))
		}
		src := &script{words: words}
		got := c.draw(src)
		if src.next > len(words) {
			return // not decided by the words that were given
		}
		if src.next > 1 {
			refined++
		}
		if want := fallsTo(t, c, digits, known+64*16); got != want {
			t.Fatalf("option %d after %d words, want %d", got, src.next, want)
		}
	})
}

// cumulated returns lower ends of the cumulated weights to so many bits.
func cumulated(c *choice, bits uint) (sums []*big.Int) {
	e := newPowers(c.rate, bits)
	sum := interval{new(big.Int), new(big.Int)}
	for i := range c.scores {
		if n := c.pointsOf(i); n > 0 {
			sum.add(n, e.power(c.gap(i)))
		}
		sums = append(sums, new(big.Int).Set(sum.lo))
	}
	return sums
}

// TestChooseExtremes are choices that rounding would get wrong, or that might never end.
func TestChooseExtremes(t *testing.T) {
	const n = 2_000
	tiny := new(big.Rat).SetFrac(bigOne, new(big.Int).Exp(big.NewInt(10), big.NewInt(400), nil))
	cases := []struct {
		choiceCase
		option int
		want   float64
	}{
		{choiceCase{"one option", big.NewRat(1, 1), []int64{-7}, nil}, 0, 1},
		{choiceCase{"all but equal", tiny, []int64{0, 1 << 62}, nil}, 1, 0.5},
		{choiceCase{"ties", big.NewRat(5, 1), []int64{3, 3, 3, 3, 2}, nil}, 0, 1 / (4 + math.Exp(-5))},
		{choiceCase{"a spread of 10^9", big.NewRat(1, 1), []int64{0, 1e9, 1e9, -1e9}, nil}, 1, 0.5},
		{choiceCase{"the whole range", big.NewRat(1<<40, 1), []int64{math.MinInt64, math.MaxInt64}, nil}, 1, 1},
		{choiceCase{"the whole range, hardly", tiny, []int64{math.MinInt64, math.MaxInt64}, nil}, 1, 0.5},
		{choiceCase{"best without points", big.NewRat(1, 1), []int64{math.MaxInt64, 0, 0}, []int64{0, 1, 1}}, 1, 0.5},
		{choiceCase{"2^63 points", big.NewRat(1, 1), []int64{1, 1}, []int64{1 << 62, 1 << 62}}, 0, 0.5},
		{choiceCase{"2^62 points far below", big.NewRat(1, 1), []int64{0, 43}, []int64{1 << 62, 1}}, 1,
			1 / (1 + math.Ldexp(math.Exp(-43), 62))},
	}
	for _, c := range cases {
		if err := seeded.Came(c.draw(t, n, c.rate, 4300)[c.option], n, c.want, seeded.Among(len(cases))); err != nil {
			t.Errorf("%s, option %d: %v", c.name, c.option, err)
		}
	}
}

func TestChooseRefuses(t *testing.T) {
	one := big.NewRat(1, 1)
	for _, c := range []struct {
		rate           *big.Rat
		scores, points []int64
		say            string
	}{
		{one, nil, nil, "no options"},
		{nil, []int64{1}, nil, "no rate"},
		{big.NewRat(-1, 2), []int64{1}, nil, "-1/2"},
		{one, []int64{1, 2}, []int64{1}, "2 scores and 1 numbers"},
		{one, []int64{1, 2}, []int64{3, -1}, "option 1 stands for -1"},
		{one, []int64{1, 2}, []int64{0, 0}, "no option stands"},
		{one, []int64{1, 2, 3}, []int64{math.MaxInt64, 1, 1}, "2^63"},
	} {
		src := &script{}
		if _, err := Choose(src, c.rate, c.scores, c.points); err == nil || !strings.Contains(err.Error(), c.say) {
			t.Errorf("%v, %v, %v: got %v, want an error with %q", c.rate, c.scores, c.points, err, c.say)
		}
		if src.next > 0 {
			t.Errorf("%q: random bits were used", c.say)
		}
	}
}

// TestChooseBrokenSource: bits that are all zero ask for the very first option however unlikely it
// is. That is not chosen and does not run on.
func TestChooseBrokenSource(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	i, err := Choose(always(0), big.NewRat(1, 1), []int64{0, 1e9}, nil)
	t.Errorf("option %d, %v was chosen", i, err)
}

// TestChoiceLoss works the worst loss of two mechanisms out over all neighbouring data sets of six
// records on a line of five values, from the weights that Choose compares.
func TestChoiceLoss(t *testing.T) {
	for _, c := range []struct {
		name      string
		rate      *big.Rat
		score     func(counts [5]int64, option int) int64
		low, high float64
	}{
		{"median", big.NewRat(1, 1), func(x [5]int64, o int) int64 {
			rank := int64(-3)
			for _, n := range x[:o+1] {
				rank += n
			}
			return -max(rank, -rank)
		}, 0.97275, 0.97285},
		{"most common value", big.NewRat(1, 2), func(x [5]int64, o int) int64 { return x[o] }, 0.8, 1 + 1e-12},
	} {
		law := func(x [5]int64) (p [5]float64) {
			scores := make([]int64, len(x))
			for o := range scores {
				scores[o] = c.score(x, o)
			}
			choice, err := newChoice(c.rate, scores, nil)
			if err != nil {
				t.Fatal(err)
			}
			sums := cumulated(choice, 200)
			below := new(big.Int)
			for o, end := range sums {
				p[o], _ = new(big.Rat).SetFrac(new(big.Int).Sub(end, below), sums[len(sums)-1]).Float64()
				below = end
			}
			return p
		}
		worst := 0.0
		for cut := range 7 * 7 * 7 * 7 {
			x := [5]int64{int64(cut % 7), int64(cut / 7 % 7), int64(cut / 49 % 7), int64(cut / 343)}
			if x[4] = 6 - x[0] - x[1] - x[2] - x[3]; x[4] < 0 {
				continue
			}
			p := law(x)
			for v := range 4 {
				if x[v] == 0 {
					continue
				}
				y := x
				y[v]--
				y[v+1]++
				for o, q := range law(y) {
					worst = max(worst, math.Abs(math.Log(p[o]/q)))
				}
			}
		}
		if worst < c.low || worst > c.high {
			t.Errorf("%s: worst loss %v, want %v to %v", c.name, worst, c.low, c.high)
		}
	}
}

// TestChooseFirstWord: the share of draws that one word leaves open is as small as promised.
func TestChooseFirstWord(t *testing.T) {
	scores := make([]int64, 20_000)
	for i := range scores {
		scores[i] = int64(i % 1000)
	}
	src := &counting{src: seeded.New(20200401, 4400)}
	for range 50 {
		if _, err := Choose(src, big.NewRat(1, 100), scores, nil); err != nil {
			t.Fatal(err)
		}
	}
	if src.words != 50 {
		t.Errorf("50 choices took %d words", src.words)
	}
}
