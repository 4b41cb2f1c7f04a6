package noise

import (
	"math"
	"math/big"
	"math/bits"
	"slices"
	"testing"

	"steward/core/seeded"
)

var lawDraws = seeded.Often(100_000, 400_000)

// lawScales covers t below and above one, whole and broken, the 32-bit and the 64-bit path of
// the uniform draws, and the largest scale.
var lawScales = []Scale{
	{1, 3}, {1, 2}, {1, 1}, {7, 3}, {20, 1}, {299, 1}, {1000003, 1048576},
	{1<<45 + 1, 1 << 40}, {MaxScale, 1},
}

// times returns s scaled by num/den.
func times(t *testing.T, s Scale, num, den int64) Scale {
	t.Helper()
	r, err := NewScale(new(big.Rat).Mul(s.Rat(), big.NewRat(num, den)))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestLaw compares each way to draw with the exact probabilities.
func TestLaw(t *testing.T) {
	ways := []struct {
		name string
		draw func(Source, Scale, []int64)
	}{
		{"Fill", func(src Source, s Scale, dst []int64) { s.Fill(src, dst) }},
		{"one by one", func(src Source, s Scale, dst []int64) {
			for i := range dst {
				s.Fill(src, dst[i:i+1])
			}
		}},
		{"AddLaplace", func(src Source, s Scale, dst []int64) {
			clear(dst)
			s.Add(src, dst, dst)
		}},
	}
	draws := make([]int64, lawDraws)
	for i, s := range lawScales {
		b := newBins(laplaceLaw(s), lawDraws)
		for j, way := range ways {
			t.Run(way.name+" "+s.String(), func(t *testing.T) {
				way.draw(seeded.New(20200401, uint64(10*i+j)), s, draws)
				if err := b.follow(draws, seeded.Among(len(lawScales)*len(ways))); err != nil {
					t.Error(err)
				}
			})
		}
	}
}

// TestLawSecure is the same over the source that releases use.
func TestLawSecure(t *testing.T) {
	src := NewSecure()
	defer src.Close()
	s := Scale{20, 1}
	draws := make([]int64, lawDraws)
	s.Fill(src, draws)
	if err := newBins(laplaceLaw(s), lawDraws).follow(draws, seeded.FalseAlarm); err != nil {
		t.Error(err)
	}
}

// TestLawHasPower makes sure that TestLaw can fail: it must see scales that are off by 0.7 and
// 1.3, a sign that prefers one side in 55 of 100 cases, and a zero that comes up twice as often
// as it should (the mistake of not drawing minus zero again).
func TestLawHasPower(t *testing.T) {
	draws := make([]int64, lawDraws)
	for i, s := range lawScales {
		b := newBins(laplaceLaw(s), lawDraws)
		refuse := func(what string) {
			t.Helper()
			if b.follow(draws, seeded.Among(len(lawScales))) == nil {
				t.Errorf("t=%v, %s: it passes", s, what)
			}
		}
		times(t, s, 7, 10).Fill(seeded.New(20200401, uint64(200+i)), draws)
		refuse("scale x 0.7")
		if s.num < MaxScale {
			times(t, s, 13, 10).Fill(seeded.New(20200401, uint64(300+i)), draws)
			refuse("scale x 1.3")
		}
		if a, _ := s.Decay(); a < 0.1 {
			continue // too few draws are not zero for the next two to show
		}
		if s.Float() < 1000 { // beyond, doubling P(0) is invisible
			r := stream{src: seeded.New(20200401, uint64(600+i))}
			for j := range draws {
				draws[j] = r.magnitude(s) * (1 - 2*int64(r.take(1)))
			}
			refuse("zero twice as often")
		}
		s.Fill(seeded.New(20200401, uint64(400+i)), draws)
		for j, z := range draws {
			if z < 0 && j%10 == 0 {
				draws[j] = -z
			}
		}
		refuse("one-sided")
	}
}

// TestNeighboursAreIndependent looks at pairs of consecutive draws, which share words of the
// source: the class of one must say nothing about the class of the next.
func TestNeighboursAreIndependent(t *testing.T) {
	scales := []Scale{{1, 1}, {20, 1}, {7, 3}}
	for i, s := range scales {
		edge := int64(math.Ceil(s.Float()))
		class := func(z int64) int {
			switch {
			case z < -edge:
				return 0
			case z < 0:
				return 1
			case z == 0:
				return 2
			case z <= edge:
				return 3
			}
			return 4
		}
		a, q := s.Decay()
		far := laplaceLaw(s).above(edge)
		one := []float64{far, a/(1+a) - far, q / (1 + a), a/(1+a) - far, far}
		pair := make([]float64, 25)
		for c := range pair {
			pair[c] = one[c/5] * one[c%5]
		}
		draws := make([]int64, lawDraws)
		s.Fill(seeded.New(20200401, uint64(500+i)), draws)
		seen := make([]int, 25)
		for j := 0; j < lawDraws; j += 2 {
			seen[5*class(draws[j])+class(draws[j+1])]++
		}
		if err := seeded.Follows(seen, pair, seeded.Among(len(scales))); err != nil {
			t.Errorf("t=%v, pairs: %v", s, err)
		}
		slices.Sort(draws) // equal neighbours: must be seen
		clear(seen)
		for j := 0; j < lawDraws; j += 2 {
			seen[5*class(draws[j])+class(draws[j+1])]++
		}
		if seeded.Follows(seen, pair, seeded.Among(len(scales))) == nil {
			t.Errorf("t=%v: sorted draws pass for independent ones", s)
		}
	}
}

func TestSameSourceSameDraws(t *testing.T) {
	for _, s := range lawScales {
		one, two, other := make([]int64, 100), make([]int64, 100), make([]int64, 100)
		s.Fill(seeded.New(20200401, 1), one)
		s.Fill(seeded.New(20200401, 1), two)
		s.Fill(seeded.New(20200401, 2), other)
		if !slices.Equal(one, two) {
			t.Errorf("t=%v: the same source gave different draws", s)
		}
		if slices.Equal(one, other) {
			t.Errorf("t=%v: different sources gave the same 100 draws", s)
		}
		counts := make([]int64, 100)
		for i := range counts {
			counts[i] = int64(1000 * i)
		}
		sums := make([]int64, 100)
		s.Add(seeded.New(20200401, 1), counts, sums)
		for i := range sums {
			if sums[i] != counts[i]+one[i] {
				t.Fatalf("t=%v: entry %d is %d, want %d%+d", s, i, sums[i], counts[i], one[i])
			}
		}
		s.Add(seeded.New(20200401, 1), counts, counts)
		if !slices.Equal(counts, sums) {
			t.Errorf("t=%v: adding in place differs", s)
		}
	}
}

func TestAddSaturating(t *testing.T) {
	for _, c := range []struct{ count, z, want int64 }{
		{5, -7, -2},
		{math.MaxInt64 - 1, 1, math.MaxInt64},
		{math.MaxInt64, 1, math.MaxInt64},
		{math.MaxInt64, 1 << 50, math.MaxInt64},
		{math.MinInt64, -1, math.MinInt64},
		{math.MinInt64 + 3, -2, math.MinInt64 + 1},
		{math.MaxInt64, -1, math.MaxInt64 - 1},
		{math.MinInt64, 0, math.MinInt64},
	} {
		if got := addSaturating(c.count, c.z); got != c.want {
			t.Errorf("%d%+d gives %d, want %d", c.count, c.z, got, c.want)
		}
	}
}

// always yields the same word.
type always uint64

func (w always) Uint64() uint64 { return uint64(w) }

// smallBytes is a word whose bytes all pass the trial for e^-1.
const smallBytes = 0x2424242424242424

// TestLargestDraw walks into the cut of the tail: the trial for e^-1 never ends a draw, and nothing
// must overflow.
func TestLargestDraw(t *testing.T) {
	const word = smallBytes
	for _, s := range []Scale{{MaxScale, 1}, {maxTerm, maxTerm/MaxScale + 1}, {maxTerm, maxTerm - 1}} {
		r := stream{src: always(word)}
		rest, _ := bits.Mul64(word, s.num)
		want := new(big.Int).SetUint64(s.num)
		want.Mul(want, big.NewInt(maxWhole)).Add(want, new(big.Int).SetUint64(rest))
		want.Div(want, new(big.Int).SetUint64(s.den))
		got := r.magnitude(s)
		if !want.IsInt64() || got != want.Int64() || got >= 1<<51 {
			t.Errorf("t=%v: the largest draw is %d, want %v, below 2^51", s, got, want)
		}
	}
}

func TestNoAllocations(t *testing.T) {
	src := NewSecure()
	defer src.Close()
	dst := make([]int64, 500)
	s := Scale{7, 3}
	v := sigmaSquared(t, "17/3")
	for name, draw := range map[string]func(){
		"Fill":         func() { s.Fill(src, dst) },
		"AddLaplace":   func() { s.Add(src, dst, dst) },
		"FillGaussian": func() { v.Fill(src, dst) },
		"AddGaussian":  func() { v.Add(src, dst, dst) },
		"Below":        func() { dst[0] = int64(Below(src, 1000)) },
	} {
		if n := testing.AllocsPerRun(20, draw); n != 0 {
			t.Errorf("%s allocates %v times a call, want none", name, n)
		}
	}
}

func TestMisuseIsRefused(t *testing.T) {
	src := seeded.New(20200401, 1)
	for name, misuse := range map[string]func(){
		"Fill, zero scale":            func() { Scale{}.Fill(src, nil) },
		"AddLaplace, zero scale":      func() { Scale{}.Add(src, nil, nil) },
		"AddLaplace, unequal lengths": func() { Scale{1, 1}.Add(src, make([]int64, 2), make([]int64, 3)) },
		"Variance, zero scale":        func() { Scale{}.Variance() },
		"MeanAbs, zero scale":         func() { Scale{}.MeanAbs() },
		"Float, zero scale":           func() { Scale{}.Float() },
		"Rat, zero scale":             func() { Scale{}.Rat() },
		"Largest, zero scale":         func() { Scale{}.Largest() },
		"FillGaussian, zero":          func() { SigmaSquared{}.Fill(src, nil) },
		"AddGaussian, zero":           func() { SigmaSquared{}.Add(src, nil, nil) },
		"AddGaussian, unequal":        func() { sigmaSquared(t, "1").Add(src, make([]int64, 2), make([]int64, 3)) },
		"Gaussian variance, zero":     func() { SigmaSquared{}.Variance() },
		"Gaussian mean, zero":         func() { SigmaSquared{}.MeanAbs() },
		"Gaussian tail, zero":         func() { SigmaSquared{}.Tail(0) },
		"Gaussian half-width, zero":   func() { SigmaSquared{}.HalfWidth(0.5) },
		"Gaussian half-width, 1":      func() { sigmaSquared(t, "1").HalfWidth(1) },
		"Gaussian half-width, NaN":    func() { sigmaSquared(t, "1").HalfWidth(math.NaN()) },
		"Gaussian largest, zero":      func() { SigmaSquared{}.Largest() },
		"Below 0":                     func() { Below(src, 0) },
		"closed Secure": func() {
			closed := NewSecure()
			closed.Close()
			Scale{1, 1}.Fill(closed, make([]int64, 1))
		},
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

// TestLargest: what Largest allows beforehand no draw can break.
func TestLargest(t *testing.T) {
	for _, s := range lawScales {
		if got := float64(s.Largest()); got < 1024*s.Float()-1 || got > 1025*s.Float() || s.Largest() >= 1<<51 {
			t.Errorf("t=%v: largest %v, want about 1025 t and below 2^51", s, got)
		}
		r := stream{src: always(smallBytes)}
		if got := r.magnitude(s); got > s.Largest() {
			t.Errorf("t=%v: draw %d is above the largest %d", s, got, s.Largest())
		}
	}
}
