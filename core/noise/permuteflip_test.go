package noise

import (
	"math"
	"math/big"
	"testing"

	"steward/core/seeded"
)

// flipLaw is the law of PermuteAndFlip by going through all orders: option i is chosen if it comes
// before the rest of a set of options, all that came earlier having failed.
func flipLaw(rate *big.Rat, scores []int64) []float64 {
	f, _ := rate.Float64()
	best := scores[0]
	for _, s := range scores {
		best = max(best, s)
	}
	pass := make([]float64, len(scores))
	for i, s := range scores {
		pass[i] = math.Exp(-f * float64(best-s))
	}
	prob := make([]float64, len(scores))
	var walk func(tried uint, left int, p float64)
	walk = func(tried uint, left int, p float64) {
		for i := range scores {
			if tried>>i&1 == 0 && p > 0 {
				prob[i] += p / float64(left) * pass[i]
				if left > 1 {
					walk(tried|1<<i, left-1, p/float64(left)*(1-pass[i]))
				}
			}
		}
	}
	walk(0, len(scores), 1)
	return prob
}

// TestPermuteAndFlipLaw compares draws with the exact law; rates of 0.7 and 1.3 times as much and the exponential
// mechanism's law must be seen.
func TestPermuteAndFlipLaw(t *testing.T) {
	const n = 20_000
	cases := []struct {
		rate   *big.Rat
		scores []int64
	}{
		{big.NewRat(1, 2), []int64{0, 1}},
		{big.NewRat(1, 3), []int64{5, 3, 0, 5, 1, -2}},
		{big.NewRat(2, 10_000_000_000), []int64{0, 1e10, 4e9, 9e9}},
		{big.NewRat(1<<53-1, 1<<53), []int64{0, 1, 2, 2, -1e18}},
	}
	alpha := seeded.Among(len(cases))
	for i, c := range cases {
		prob := flipLaw(c.rate, c.scores)
		check := func(rate *big.Rat, stream int) error {
			seen, src := make([]int, len(c.scores)), seeded.New(20200401, uint64(4500+10*i+stream))
			for range n {
				j, err := PermuteAndFlip(src, rate, c.scores)
				if err != nil {
					t.Fatal(err)
				}
				seen[j]++
			}
			return seeded.Follows(seen, prob, alpha)
		}
		if err := check(c.rate, 0); err != nil {
			t.Errorf("%v: %v", c.scores, err)
		}
		for j, factor := range []*big.Rat{big.NewRat(7, 10), big.NewRat(13, 10)} {
			if check(factor.Mul(factor, c.rate), 1+j) == nil {
				t.Errorf("%v: another rate passes", c.scores)
			}
		}
		seen := choiceCase{"", c.rate, c.scores, nil}.draw(t, n/2, c.rate, uint64(4590+i))
		if seeded.Follows(seen, prob, alpha) == nil {
			t.Errorf("%v: the exponential mechanism passes", c.scores)
		}
	}
}

// TestPermuteAndFlipIsPrivate works the law out for neighbouring scores of range 1, over a grid:
// no option's chance changes by more than e^rate, and on some it nearly does.
func TestPermuteAndFlipIsPrivate(t *testing.T) {
	rate := big.NewRat(1, 1)
	worst := 0.0
	var all [][]int64
	for a := range int64(5) {
		for b := range int64(5) {
			for c := range int64(5) {
				all = append(all, []int64{8 * a, 8 * b, 8 * c}, []int64{a, b, c})
			}
		}
	}
	for _, from := range all {
		for move := range 8 { // which scores rise by one: a range of one
			to := make([]int64, 3)
			for i := range to {
				to[i] = from[i] + int64(move>>i&1)
			}
			p, q := flipLaw(rate, from), flipLaw(rate, to)
			for i := range p {
				worst = max(worst, math.Abs(math.Log(p[i]/q[i])))
			}
		}
	}
	if worst > 1+1e-12 || worst < 0.9 {
		t.Errorf("the worst loss is %v, want close to 1 and not above", worst)
	}
}

// TestFlipExponent: the enclosure that nearly always decides is around the fraction that decides
// otherwise.
func TestFlipExponent(t *testing.T) {
	f := flip{rate: big.NewRat(3, 7), words: newFactor(big.NewRat(3, 7))}
	for _, gap := range []uint64{1, 2, 7, 1000} {
		lo, hi := f.words.times(gap, gap, 0)
		x := f.exponent(gap)
		if want := new(big.Rat).SetFrac64(int64(3*gap), 7); x.Cmp(want) != 0 {
			t.Errorf("gap %d: exponent %v, want %v", gap, x, want)
		}
		x.Mul(x, big.NewRat(fixedOne, 1))
		if new(big.Rat).SetUint64(lo).Cmp(x) > 0 || new(big.Rat).SetUint64(hi).Cmp(x) < 0 || hi > lo+2 {
			t.Errorf("gap %d: %d..%d is not close around %v", gap, lo, hi, x)
		}
	}
}

func TestPermuteAndFlipEnds(t *testing.T) {
	scores := []int64{math.MinInt64, math.MaxInt64, math.MinInt64}
	for range 100 {
		if i, err := PermuteAndFlip(seeded.New(20200401, 4600), big.NewRat(1<<50, 1), scores); i != 1 || err != nil {
			t.Fatalf("option %d, %v; want 1", i, err)
		}
	}
	if _, err := PermuteAndFlip(seeded.New(20200401, 1), big.NewRat(1, 1), nil); err == nil {
		t.Error("no options, no error")
	}
	if _, err := PermuteAndFlip(seeded.New(20200401, 1), nil, scores); err == nil {
		t.Error("no rate, no error")
	}
}
