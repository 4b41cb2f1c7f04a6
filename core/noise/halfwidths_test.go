package noise

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"steward/core/seeded"
)

func scale(t testing.TB, num, den int64) Scale {
	t.Helper()
	s, err := NewScale(big.NewRat(num, den))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// window holds the probabilities of the values -reach..reach of a sum of draws.
type window struct {
	reach int
	prob  []float64
}

// newWindow is the law of a sum of no draws: zero for certain.
func newWindow(reach int) *window {
	w := &window{reach: reach, prob: make([]float64, 2*reach+1)}
	w.prob[reach] = 1
	return w
}

// addRow convolves the law with DLap(s), pass by pass: a sum with a geometric variable obeys
// p'(k) = q p(k) + a p'(k-1), and a draw is a difference of two of these. All terms are positive,
// so that the result is good to rounding but for what leaves the window.
func (w *window) addRow(s Scale) {
	a, q := s.Decay()
	for i, p := range w.prob {
		w.prob[i] = q * p
		if i > 0 {
			w.prob[i] += a * w.prob[i-1]
		}
	}
	for i := len(w.prob) - 1; i >= 0; i-- {
		w.prob[i] *= q
		if i < len(w.prob)-1 {
			w.prob[i] += a * w.prob[i+1]
		}
	}
}

// halfWidth adds probabilities from the middle until they reach the level.
func (w *window) halfWidth(level float64) int64 {
	inside := w.prob[w.reach]
	for h := 0; ; h++ {
		if inside >= level {
			return int64(h)
		}
		inside += w.prob[w.reach+h+1] + w.prob[w.reach-h-1]
	}
}

// TestAgainstConvolution compares half-widths with the convolved law, across both
// methods and their border at 64 rows.
func TestAgainstConvolution(t *testing.T) {
	levels := []float64{0.01, 0.5, 0.68, 0.9, 0.95, 0.99, 0.9999, 1 - 1e-7}
	counts := map[int]bool{
		1: true, 2: true, 3: true, 5: true, 10: true, 33: true, 63: true, 64: true,
		65: true, 66: true, 100: true, 400: true, 1500: true,
	}
	for _, c := range []struct {
		s    Scale
		last int
	}{
		{scale(t, 1, 20), 1500}, {scale(t, 1, 8), 1500}, {scale(t, 1, 3), 1500}, {scale(t, 1, 2), 1500},
		{scale(t, 1, 1), 1500}, {scale(t, 7, 3), seeded.Often(400, 1500)}, {scale(t, 20, 1), seeded.Often(100, 400)}, {scale(t, 299, 1), 66},
	} {
		reach := int(9*math.Sqrt(float64(c.last)*c.s.Variance()) + 40*c.s.Float() + 40)
		law := newWindow(reach)
		for n := 1; n <= c.last; n++ {
			law.addRow(c.s)
			if !counts[n] {
				continue
			}
			for _, level := range levels {
				if got, want := c.s.HalfWidthOfSum(n, level), law.halfWidth(level); got != want {
					t.Errorf("%d rows of scale %v at level %v: half-width %d, want %d", n, c.s, level, got, want)
				}
			}
		}
	}
}

// TestTailsAgainstConvolution compares the probabilities themselves, to the accuracy that the
// slacks allow for.
func TestTailsAgainstConvolution(t *testing.T) {
	for _, s := range []Scale{scale(t, 1, 8), scale(t, 1, 2), scale(t, 1, 1), scale(t, 7, 3), scale(t, 20, 1)} {
		law := newWindow(int(9*math.Sqrt(150*s.Variance()) + 60*s.Float() + 60))
		for n := 1; n <= 150; n++ {
			law.addRow(s)
			few := newFewTail(min(n, fewRows), s)
			many := newSpectrum(float64(n), s.Variance())
			above := 0.0
			for h := 2*law.reach - 1; h >= law.reach; h-- {
				above += law.prob[h+1] // P(S > h-reach)
				k := int64(h - law.reach)
				if n <= fewRows && above > 1e-12 {
					if got := few.above(k); math.Abs(got/above-1) > relativeSlack/10 {
						t.Fatalf("%d rows of scale %v: P(S > %d) = %v as a finite sum, want %v", n, s, k, got, above)
					}
				}
				if n > fewRows && float64(k) <= many.reach {
					if got := many.above(k); math.Abs(got-above) > absoluteSlack/4 {
						t.Fatalf("%d rows of scale %v: P(S > %d) = %v by frequencies, want %v", n, s, k, got, above)
					}
				}
			}
		}
	}
}

// TestMethodsAgreeAtTheBorder compares the two methods where both hold, at scales that no
// convolution can reach.
func TestMethodsAgreeAtTheBorder(t *testing.T) {
	for _, s := range []Scale{
		scale(t, 1, 20), scale(t, 1, 2), scale(t, 3, 1), scale(t, 1000003, 1048576), scale(t, 1e6, 1), scale(t, 1<<40, 1),
	} {
		few := newFewTail(fewRows, s)
		many := newSpectrum(fewRows, s.Variance())
		for share := 0.0; share <= 1; share += 1.0 / 64 {
			h := int64(share * many.reach)
			one, two := few.above(h), many.above(h)
			if math.Abs(one-two) > absoluteSlack/2 {
				t.Errorf("scale %v: P(S > %d) is %v as a finite sum, %v by frequencies", s, h, one, two)
			}
		}
	}
}

// TestLargeScales uses the continuous law, which is the limit: in units of t, a sum of two rows
// has P(S > x) = e^-x (2+x)/4, of three e^-x (8+5x+x^2)/16.
func TestLargeScales(t *testing.T) {
	tails := map[int]func(x float64) float64{
		1: func(x float64) float64 { return math.Exp(-x) / 2 },
		2: func(x float64) float64 { return math.Exp(-x) * (2 + x) / 4 },
		3: func(x float64) float64 { return math.Exp(-x) * (8 + 5*x + x*x) / 16 },
	}
	for _, size := range []int64{1e6, 1e9, 1 << 40} {
		s := scale(t, size, 1)
		for n, tail := range tails {
			for _, level := range []float64{0.5, 0.95, 0.999999} {
				h := float64(s.HalfWidthOfSum(n, level)) / float64(size)
				if got := 1 - 2*tail(h); math.Abs(got-level) > 3/float64(size)+relativeSlack {
					t.Errorf("%d rows of scale %v: half-width %v t holds %v, want %v", n, s, h, got, level)
				}
			}
		}
	}
}

// TestManyRowsBecomeNormal uses the normal limit with its kurtosis term for counts that nothing
// else here can reach.
func TestManyRowsBecomeNormal(t *testing.T) {
	for _, n := range []int{10_000, 1_000_000, 1_000_000_000} {
		for _, s := range []Scale{scale(t, 1, 1), scale(t, 20, 1), scale(t, 1e6, 1)} {
			sd := math.Sqrt(float64(n) * s.Variance())
			// S <= h is S < h + 1/2 for the limit; h is the first to reach, up to one too far.
			h := float64(s.HalfWidthOfSum(n, 0.95)) + 0.5
			slack := 0.1/sd + sd*(30/float64(n)/float64(n)+1e-10)
			if want := guessHalfWidth(n, s.Variance(), 0.95); h < want-slack || h > want+1+slack {
				t.Errorf("%d rows of scale %v: half-width %v, expansion %v", n, s, h, want)
			}
		}
	}
}

// TestCoverageOfDraws sums draws of the sampler and compares how many lie inside, and how large they are, with the
// convolved law.
func TestCoverageOfDraws(t *testing.T) {
	src := seeded.New(20200402, 1)
	cases := []struct {
		rows, sums int
		s          Scale
	}{
		{1, seeded.Often(30_000, 300_000), scale(t, 20, 1)}, {5, seeded.Often(20_000, 100_000), scale(t, 7, 3)},
		{200, seeded.Often(4_000, 10_000), scale(t, 20, 1)}, {200, seeded.Often(4_000, 10_000), scale(t, 1, 3)},
	}
	levels := []float64{0.8, 0.95}
	alpha := seeded.Among(2 * len(cases) * len(levels))
	for _, c := range cases {
		law := newWindow(int(9*math.Sqrt(float64(c.rows)*c.s.Variance()) + 40*c.s.Float() + 40))
		for range c.rows {
			law.addRow(c.s)
		}
		size, chance := []float64{0}, []float64{law.prob[law.reach]}
		for k := 1; k <= law.reach; k++ {
			size, chance = append(size, float64(k)), append(chance, law.prob[law.reach+k]+law.prob[law.reach-k])
		}
		sizes := seeded.MomentsOf(size, chance)
		within := func(h int64) (p float64) {
			for _, q := range chance[:h+1] {
				p += q
			}
			return p
		}
		sums, row, abs := make([]int64, c.sums), make([]int64, c.rows), 0.0
		for i := range sums {
			c.s.Fill(src, row)
			for _, z := range row {
				sums[i] += z
			}
			abs += math.Abs(float64(sums[i])) / float64(c.sums)
		}
		for _, level := range levels {
			h := c.s.HalfWidthOfSum(c.rows, level)
			inside := 0
			for _, sum := range sums {
				if -h <= sum && sum <= h {
					inside++
				}
			}
			name := fmt.Sprintf("%d rows of scale %v, level %v", c.rows, c.s, level)
			if p := within(h); p < level {
				t.Errorf("%s: within %d with a chance of %v", name, h, p)
			}
			if err := seeded.Came(inside, c.sums, within(h), alpha); err != nil {
				t.Errorf("%s, within %d: %v", name, h, err)
			}
			if err := seeded.Averages(abs, c.sums, sizes, alpha); err != nil {
				t.Errorf("%s, sizes: %v", name, err)
			}
			if h > 0 && seeded.Came(inside, c.sums, within(h*7/10), alpha) == nil {
				t.Errorf("%s: the sums cannot tell %d from 0.7 of it", name, h)
			}
		}
	}
}

func TestHalfWidthGrows(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		num := rapid.Int64Range(1, 1<<40).Draw(t, "num")
		den := rapid.Int64Range(max(1, num>>39), 1<<20).Draw(t, "den")
		s, err := NewScale(big.NewRat(num, den))
		if err != nil {
			t.Skip(err)
		}
		larger, err := NewScale(big.NewRat(num+rapid.Int64Range(1, 1<<30).Draw(t, "more"), den))
		if err != nil {
			t.Skip(err)
		}
		n := rapid.IntRange(1, 1000).Draw(t, "count")
		level := rapid.Float64Range(1e-6, 0.999999).Draw(t, "level")
		h := s.HalfWidthOfSum(n, level)
		// What the doc comment allows: one, or a relative 1e-10.
		slack := int64(1 + 1e-10*float64(h))
		if next := s.HalfWidthOfSum(n+1, level); next+slack < h {
			t.Fatalf("%d rows of %v: %d, one more row: %d", n, s, h, next)
		}
		if next := larger.HalfWidthOfSum(n, level); next+slack < h {
			t.Fatalf("%d rows of %v: %d, scale %v: %d", n, s, h, larger, next)
		}
		if next := s.HalfWidthOfSum(n, level+(MaxLevel-level)/2); next < h {
			t.Fatalf("%d rows of %v: %d, at a higher level: %d", n, s, h, next)
		}
		if limit := 1 + math.Sqrt(float64(n)*s.Variance()/(1-level)); float64(h) > limit {
			t.Fatalf("%d rows of %v at %v: %d is beyond Chebyshev's %v", n, s, level, h, limit)
		}
	})
}

func TestEdgesOfHalfWidth(t *testing.T) {
	for _, c := range []struct {
		count int
		s     Scale
		level float64
		want  int64
	}{
		{0, scale(t, 20, 1), 0.95, 0},
		{1, scale(t, 20, 1), 0.95, 60}, // P(|z| > 59) = 2a^60/(1+a) = 0.0510, P(|z| > 60) = 0.0485
		{1, scale(t, 1, 1), 0.95, 3},
		{1, scale(t, 1, 1000), MaxLevel, 0},
		{fewRows, scale(t, 1, 1<<50), MaxLevel, 0},
		{math.MaxInt, scale(t, 1, 1<<50), MaxLevel, 0},
		{math.MaxInt, scale(t, 1<<40, 1), 0.95, math.MaxInt64},
	} {
		if got := c.s.HalfWidthOfSum(c.count, c.level); got != c.want {
			t.Errorf("%d rows of scale %v at %v: %d, want %d", c.count, c.s, c.level, got, c.want)
		}
	}
}

func TestMisuseOfHalfWidthsIsRefused(t *testing.T) {
	s := scale(t, 1, 1)
	for name, misuse := range map[string]func(){
		"negative count":     func() { s.HalfWidthOfSum(-1, 0.95) },
		"level 0":            func() { s.HalfWidthOfSum(1, 0) },
		"level 1":            func() { s.HalfWidthOfSum(1, 1) },
		"level NaN":          func() { Laplace.HalfWidth(1, 0, math.NaN()) },
		"zero scale":         func() { Scale{}.HalfWidthOfSum(1, 0.95) },
		"negative deviation": func() { Laplace.HalfWidth(-1, 0, 0.95) },
		"deviation NaN":      func() { Laplace.HalfWidth(math.NaN(), 0, 0.95) },
		"negative weight":    func() { Laplace.HalfWidth(1, -1, 0.95) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			misuse()
		})
	}
}

func BenchmarkHalfWidthOfSum(b *testing.B) {
	for _, count := range []int{1, 2, 20, 64, 65, 1000, 1_000_000} {
		for _, size := range []int64{20, 1e9} {
			b.Run(fmt.Sprintf("rows=%d/t=%.0g", count, float64(size)), func(b *testing.B) {
				s := scale(b, size, 1)
				for b.Loop() {
					s.HalfWidthOfSum(count, 0.95)
				}
			})
		}
	}
}
