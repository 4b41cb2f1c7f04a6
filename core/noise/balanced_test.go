package noise

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"steward/core/seeded"
)

// sumsTo calls do with every vector of so many whole numbers from -reach to reach that add up to zero.
func sumsTo(draws, reach int, do func(z []int)) {
	z := make([]int, draws)
	var fill func(i, left int)
	fill = func(i, left int) {
		if i == draws-1 {
			if z[i] = left; -reach <= left && left <= reach {
				do(z)
			}
			return
		}
		for z[i] = -reach; z[i] <= reach; z[i]++ {
			fill(i+1, left-z[i])
		}
	}
	fill(0, 0)
}

// balancedCases are laws of which all draws can be gone through.
var balancedCases = []struct {
	num, den     int64
	draws, reach int
}{{1, 4, 2, 20}, {1, 2, 3, 30}, {1, 1, 2, 60}, {3, 2, 3, 60}, {1, 2, 4, 18}, {1, 3, 5, 9}, {4, 1, 2, 200}, {4, 1, 3, 160}}

// TestBalancedByDefinition compares variance, mean size and half-widths with sums over all draws that add up to zero.
func TestBalancedByDefinition(t *testing.T) {
	for _, c := range balancedCases {
		s := scale(t, c.num, c.den)
		l, err := Balanced(s, c.draws)
		if err != nil {
			t.Fatal(err)
		}
		a, _ := s.Decay()
		all, square, size := 0.0, 0.0, 0.0
		sums := make([]map[int]float64, c.draws) // by how many draws, the law of their sum
		for m := range sums {
			sums[m] = make(map[int]float64)
		}
		sumsTo(c.draws, c.reach, func(z []int) {
			norm := 0.0
			for _, x := range z {
				norm += math.Abs(float64(x))
			}
			p, sum := math.Pow(a, norm), 0
			all, square, size = all+p, square+p*float64(z[0]*z[0]), size+p*math.Abs(float64(z[0]))
			for m := range sums {
				sums[m][sum] += p
				sum += z[m]
			}
		})
		k := float64(c.draws)
		if want := square / all * k / (k - 1); math.Abs(l.Variance()-want) > 1e-9*want {
			t.Errorf("%d draws of scale %v: variance %v, want %v", c.draws, s, l.Variance(), want)
		}
		if want := size / all; math.Abs(l.MeanAbs()-want) > 1e-9*want {
			t.Errorf("%d draws of scale %v: mean size %v, want %v", c.draws, s, l.MeanAbs(), want)
		}
		for m := range sums {
			for _, level := range []float64{0.5, 0.9, 0.95, 0.999} {
				want, within := 0, sums[m][0]
				for within < level*all && m > 0 {
					want++
					within += sums[m][want] + sums[m][-want]
				}
				if got := l.HalfWidth(m, level); got != float64(want) {
					t.Errorf("%d of %d draws of scale %v at level %v: half-width %v, want %d", m, c.draws, s, level, got, want)
				}
			}
		}
		if got := l.HalfWidth(c.draws, 0.95); got != 0 {
			t.Errorf("all of %d draws have a half-width of %v", c.draws, got)
		}
	}
}

// TestBalancedIsDrawn compares draws with the law: the smaller ones and how many are larger.
func TestBalancedIsDrawn(t *testing.T) {
	for i, c := range balancedCases {
		l, err := Balanced(scale(t, c.num, c.den), c.draws)
		if err != nil {
			t.Fatal(err)
		}
		a, _ := scale(t, c.num, c.den).Decay()
		classes, law, total := make(map[string]int), []float64{0}, 0.0 // the first is all that are not near
		near := 2
		sumsTo(c.draws, c.reach, func(z []int) {
			norm, far := 0.0, 0
			for _, x := range z {
				norm, far = norm+math.Abs(float64(x)), max(far, x, -x)
			}
			p := math.Pow(a, norm)
			if total += p; far <= near {
				classes[fmt.Sprint(z)] = len(law)
				law = append(law, p)
				return
			}
			law[0] += p
		})
		for j := range law {
			law[j] /= total
		}
		butOne, err := BalancedButOne(scale(t, c.num, c.den), c.draws)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range []Law{l, butOne} {
			taken := c.draws
			_, kept := l.Balanced()
			if kept {
				taken--
			}
			seen := make([]int, len(law))
			src := seeded.New(20261127, uint64(i))
			all, counts := make([]int64, c.draws), make([]int64, taken)
			draws := all[:taken]
			for j := range seeded.Often(20_000, 500_000) {
				if clear(all); j%2 == 0 {
					l.Fill(src, draws)
				} else {
					l.Add(src, counts, draws)
				}
				sum := int64(0)
				for _, z := range all {
					sum += z
				}
				switch {
				case kept:
					all[taken] = -sum
				case sum != 0:
					t.Fatalf("%d draws add up to %d", c.draws, sum)
				}
				seen[classes[fmt.Sprint(all)]]++
			}
			if err := seeded.Follows(seen, law, seeded.Among(2*len(balancedCases))); err != nil {
				t.Errorf("%d draws of scale %d/%d, one kept back: %v: %v", c.draws, c.num, c.den, kept, err)
			}
		}
	}
}

// TestBalancedButOneIsOfTheSameLaw: what is kept back changes nothing of how large the others are, alone or together.
func TestBalancedButOneIsOfTheSameLaw(t *testing.T) {
	for _, c := range balancedCases {
		all, err := Balanced(scale(t, c.num, c.den), c.draws)
		if err != nil {
			t.Fatal(err)
		}
		butOne, err := BalancedButOne(scale(t, c.num, c.den), c.draws)
		if err != nil {
			t.Fatal(err)
		}
		if all == butOne || all.Variance() != butOne.Variance() || all.MeanAbs() != butOne.MeanAbs() || all.Stated().Agrees(butOne.Stated(), func(a, b string) bool { return a == b }) {
			t.Errorf("%d draws of scale %d/%d: %v and %v", c.draws, c.num, c.den, all, butOne)
		}
		for m := range c.draws {
			if a, b := all.HalfWidth(m, 0.95), butOne.HalfWidth(m, 0.95); a != b {
				t.Errorf("%d of %d draws of scale %d/%d: half-widths %v and %v", m, c.draws, c.num, c.den, a, b)
			}
		}
	}
}

// TestBalancedMoments has the mean squared errors that independent noise of the same scale, with its mean taken off, is compared with:
// at small budgets, per cell and times epsilon squared, where two cells change along an edge.
func TestBalancedMoments(t *testing.T) {
	for draws, want := range map[int]float64{2: 2, 3: 10. / 3, 4: 4.2, 6: 5.24, 8: 5.83, 16: 6.84, 64: 7.69} {
		const scaleOf = 1 << 20 // 2 over an epsilon of 2^-19
		l, err := Balanced(scale(t, scaleOf, 1), draws)
		if err != nil {
			t.Fatal(err)
		}
		k := float64(draws)
		if got := l.Variance() * (k - 1) / k * 4 / (scaleOf * scaleOf); math.Abs(got-want) > 0.006 {
			t.Errorf("%d cells: %v, want %v", draws, got, want)
		}
	}
}

// TestBalancedSumsAreNoWider: half-widths of any weighted sum of Laplace noise hold those of draws that add up to zero 19 times in 20,
// and of other levels, as often as they say: by sums over all draws, with weights less their mean.
func TestBalancedSumsAreNoWider(t *testing.T) {
	src := seeded.New(20261127, 99)
	for _, c := range balancedCases {
		s := scale(t, c.num, c.den)
		l, err := Balanced(s, c.draws)
		if err != nil {
			t.Fatal(err)
		}
		a, _ := s.Decay()
		for range seeded.Often(3, 30) {
			weights, mean := make([]float64, c.draws), 0.0
			for i := range weights {
				weights[i] = src.Float64()*2 - 1
				mean += weights[i] / float64(c.draws)
			}
			variance, most := 0.0, 0.0
			for i := range weights {
				weights[i] -= mean
				variance, most = variance+weights[i]*weights[i]*l.Variance(), max(most, math.Abs(weights[i]))
			}
			for _, level := range []float64{0.5, 0.9, 0.95, 0.99} {
				half := Laplace.HalfWidth(math.Sqrt(variance), most, level)
				all, within := 0.0, 0.0
				sumsTo(c.draws, c.reach, func(z []int) {
					norm, sum := 0.0, 0.0
					for i, x := range z {
						norm, sum = norm+math.Abs(float64(x)), sum+weights[i]*float64(x)
					}
					p := math.Pow(a, norm)
					if all += p; math.Abs(sum) <= half {
						within += p
					}
				})
				if within < level*all {
					t.Errorf("weights %v of draws of scale %v: %v are within %v, and %v should be", weights, s, within/all, half, level)
				}
			}
		}
	}
}

func TestBalancedRefuses(t *testing.T) {
	for _, draws := range []int{-1, 0, 1, MaxBalanced + 1} {
		if _, err := Balanced(scale(t, 1, 1), draws); err == nil {
			t.Errorf("%d draws are taken", draws)
		}
	}
	for _, c := range [][3]int{{2, 1, 0}, {2, 2, 2}, {2, 2, -1}, {0, 2, 1}, {MaxBalanced + 1, 2, 1}} {
		if _, err := BalancedCopies(scale(t, 1, 1), c[0], c[1], c[2]); err == nil {
			t.Errorf("copies %v are taken", c)
		}
	}
	l, err := Balanced(scale(t, 1, 1), 3)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if recover() == nil {
			t.Error("two numbers get the noise of three")
		}
	}()
	l.Fill(seeded.New(1, 1), make([]int64, 2))
}

// TestBalancedCopies compares variance, mean size, half-widths and draws with sums over all draws without their copies, each as likely as all copies together are.
func TestBalancedCopies(t *testing.T) {
	cases := []struct {
		num, den                        int64
		draws, copies, opposite, within int
	}{{1, 2, 2, 2, 1, 40}, {1, 1, 3, 2, 1, 40}, {5, 2, 2, 3, 0, 80}, {3, 1, 3, 4, 2, 60}, {2, 3, 4, 2, 1, 16}, {5, 1, 1, 2, 1, 100}, {7, 2, 1, 5, 2, 60}}
	for i, c := range cases {
		s := scale(t, c.num, c.den)
		l, err := BalancedCopies(s, c.draws, c.copies, c.opposite)
		if err != nil {
			t.Fatal(err)
		}
		a, _ := s.Decay()
		all, square, size := 0.0, 0.0, 0.0
		one := make(map[int]float64)
		classes, law := make(map[string]int), []float64{0} // the first is all that are not near
		each := func(z []int) {
			norm, far := 0.0, 0
			for _, x := range z {
				norm, far = norm+float64(c.copies)*math.Abs(float64(x)), max(far, x, -x)
			}
			p := math.Pow(a, norm)
			all, square, size = all+p, square+p*float64(z[0]*z[0]), size+p*math.Abs(float64(z[0]))
			one[z[0]] += p
			if far <= 1 {
				classes[fmt.Sprint(z)] = len(law)
				law = append(law, p)
			} else {
				law[0] += p
			}
		}
		alone := 1.0 // what is left of independent draws that are made to add up to zero
		if c.draws > 1 {
			sumsTo(c.draws, c.within, each)
			alone -= 1 / float64(c.draws)
		} else {
			for z := -c.within; z <= c.within; z++ {
				each([]int{z})
			}
		}
		for j := range law {
			law[j] /= all
		}
		if want := square / all * float64(c.copies) / alone; math.Abs(l.Variance()-want) > 1e-9*want {
			t.Errorf("%+v: variance %v, want %v", c, l.Variance(), want)
		}
		if want := size / all; math.Abs(l.MeanAbs()-want) > 1e-9*want {
			t.Errorf("%+v: mean size %v, want %v", c, l.MeanAbs(), want)
		}
		want, within := 0, one[0]
		for within < 0.95*all {
			want++
			within += one[want] + one[-want]
		}
		if got := l.HalfWidth(1, 0.95); got != float64(want) {
			t.Errorf("%+v: half-width %v, want %d", c, got, want)
		}
		seen, draws, counts := make([]int, len(law)), make([]int64, c.copies*c.draws), make([]int64, c.copies*c.draws)
		src := seeded.New(20261128, uint64(i))
		for j := range seeded.Often(20_000, 500_000) {
			if j%2 == 0 {
				l.Fill(src, draws)
			} else {
				l.Add(src, counts, draws)
			}
			for _, without := range l.Without() {
				sum := int64(0)
				for at, times := range without {
					sum += times * draws[at]
				}
				if sum != 0 {
					t.Fatalf("%v: %v is %d", draws, without, sum)
				}
			}
			seen[classes[fmt.Sprint(draws[:c.draws])]]++
		}
		if err := seeded.Follows(seen, law, seeded.Among(len(cases))); err != nil {
			t.Errorf("%+v: %v", c, err)
		}
		opposite := 0
		for at := range draws {
			if draws[at] != draws[at%c.draws] {
				opposite++
			}
		}
		if draws[0] != 0 && c.draws == 1 && opposite != c.opposite {
			t.Errorf("%+v: %v", c, draws)
		}
		if got, most := len(l.Without()), c.draws*c.copies-c.draws; got != most+min(c.draws-1, 1) {
			t.Errorf("%+v: %d sums are zero", c, got)
		}
		equal := func(a, b string) bool { return a == b }
		if plain, err := Balanced(s, c.draws*c.copies); err != nil || l == plain || l.Stated().Agrees(plain.Stated(), equal) {
			t.Errorf("%+v: told as draws that only add up to zero: %v", c, err)
		}
	}
}

// Part of a scale may have to be rounded up: then the whole is so many times the part, and not below what was asked for.
func TestBalancedCopiesOfUnwieldyScales(t *testing.T) {
	const most = int64(1)<<53 - 1
	for _, c := range [][2]int64{{most, most - 1}, {most - 2, 1 << 52}, {1, most}, {MaxScale, 1}, {3, 7}} {
		for _, copies := range []int{2, 3, 100} {
			s := scale(t, c[0], c[1])
			l, err := BalancedCopies(s, 3, copies, 1)
			if err != nil {
				t.Fatal(err)
			}
			each := l.of.(balanced).each.Rat()
			if l.Rat().Cmp(s.Rat()) < 0 || each.Mul(each, big.NewRat(int64(copies), 1)).Cmp(l.Rat()) != 0 {
				t.Errorf("a scale of %s became %s, which is not %d times its part", s.Rat(), l.Rat(), copies)
			}
		}
	}
}
