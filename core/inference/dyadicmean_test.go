package inference

import (
	"math"
	"slices"
	"testing"

	"steward/core/seeded"
)

// laplace is a density of noise.
func laplace(x, scale float64) float64 { return math.Exp(-math.Abs(x)/scale) / (2 * scale) }

// byHand is DyadicMean by its definition: all dyadic cuts one by one, and integrals over levels by small steps.
type byHand struct {
	y     []float64
	scale float64
	known map[[2]int][2]float64
}

// level returns the likelihood of one level and the integral of it times the level.
func (b byHand) level(from, to int) (mass, first float64) {
	if seen, ok := b.known[[2]int{from, to}]; ok {
		return seen[0], seen[1]
	}
	width := 1
	for width < to-from {
		width *= 2
	}
	for range evenLarger {
		if width < len(b.y) {
			width *= 2
		}
	}
	near := slices.Clone(b.y[from/width*width : min((from/width+1)*width, len(b.y))])
	slices.Sort(near)
	e := partitioned{scale: b.scale}
	const steps = 20_000
	top := slices.Max(b.y) + 40*b.scale
	for i := range steps {
		c := (float64(i) + 0.5) * top / steps
		off := 0.0
		for _, v := range b.y[from:to] {
			off += math.Abs(v - c)
		}
		p := e.prior(c, max(near[len(near)/2], 0)) * math.Exp(-off/b.scale) * top / steps
		mass += p
		first += p * c
	}
	scaled := math.Pow(2*b.scale, float64(to-from))
	b.known[[2]int{from, to}] = [2]float64{mass / scaled, first / scaled}
	return mass / scaled, first / scaled
}

// run returns, for a run that is not cut, its likelihood and that times the mean of each count.
func (b byHand) run(from, to int) (all float64, means []float64) {
	means = make([]float64, to-from)
	mass, first := b.level(from, to)
	empty := 1.0
	for _, v := range b.y[from:to] {
		empty *= laplace(v, b.scale)
	}
	all = evenEmpty*empty + evenLevel*mass
	for i := range means {
		means[i] = evenLevel * first
	}
	for _, q := range evenSparse {
		w := (1 - evenEmpty - evenLevel) / sparseKinds
		own := make([]float64, to-from)
		for i := range own {
			m, f := b.level(from+i, from+i+1)
			p := (1-q)*laplace(b.y[from+i], b.scale) + q*m
			w *= p
			own[i] = q * f / p
		}
		all += w
		for i := range means {
			means[i] += w * own[i]
		}
	}
	return all, means
}

// cuts returns the likelihood of the counts from one place to another, added up over all cuts, and
// that times the mean of each.
func (b byHand) cuts(from, to int, cut float64) (all float64, means []float64) {
	all, means = b.run(from, to)
	if to-from == 1 {
		return all, means
	}
	half := 1
	for 2*half < to-from {
		half *= 2
	}
	l, left := b.cuts(from, from+half, cut)
	r, right := b.cuts(from+half, to, cut)
	for i := range means {
		means[i] *= 1 - cut
		if i < half {
			means[i] += cut * left[i] * r
		} else {
			means[i] += cut * l * right[i-half]
		}
	}
	return (1-cut)*all + cut*l*r, means
}

func (b byHand) estimate() []float64 {
	total, out := 0.0, make([]float64, len(b.y))
	for _, cut := range evenCut {
		all, means := b.cuts(0, len(b.y), cut)
		total += all
		for i, m := range means {
			out[i] += m
		}
	}
	for i := range out {
		out[i] /= total
	}
	return out
}

// Estimates are the means over all dyadic cuts, as the comment says; that a prior is taken to be constant
// over short stretches is worth a tenth of the scale at most here.
func TestEvenIsTheMeanOverAllCuts(t *testing.T) {
	for _, y := range [][]float64{{3}, {0, 1}, {-2, 40, 1, 0}, {10, 11, 9, 30, 0}, {5, -4, 6, 0, 0, 3, 90}, {100, 103, 97, 99, 1, -2, 0, 1}} {
		for _, scale := range []float64{1, 6} {
			got, err := DyadicMean(y, scale)
			if err != nil {
				t.Fatal(err)
			}
			want := byHand{y, scale, map[[2]int][2]float64{}}.estimate()
			for i := range want {
				if math.Abs(got[i]-want[i]) > 0.15*scale {
					t.Errorf("%v at scale %v: %.4f, want %.4f", y, scale, got, want)
					break
				}
			}
		}
	}
}

// noisy returns counts with noise.
func noisy(x []float64, scale float64, r *seeded.Source) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = v + scale*(r.ExpFloat64()-r.ExpFloat64())
	}
	return y
}

func squaredError(x, y []float64) (sum float64) {
	for i := range x {
		sum += (x[i] - y[i]) * (x[i] - y[i])
	}
	return sum
}

// Where neighbours are alike or empty most of the noise goes; where they are not, or where there is
// next to none, little is made worse: 19 times in 20 and more.
func TestEvenTakesNoiseAway(t *testing.T) {
	r := seeded.New(1995, 1)
	const k, scale = 1000, 20
	flat, empty, spikes, rough := make([]float64, k), make([]float64, k), make([]float64, k), make([]float64, k)
	for i := range k {
		if flat[i] = 300; i >= 500 {
			flat[i] = 40
		}
		rough[i] = float64(r.IntN(100_000))
		if i%100 == 7 {
			spikes[i] = 4000
		}
	}
	cases := []struct {
		name  string
		x     []float64
		scale float64
		part  float64 // of the error of the noise
	}{{"two levels", flat, scale, 0.05}, {"nobody", empty, scale, 0.01}, {"spikes", spikes, scale, 0.05}, {"nothing alike", rough, scale, 1.2}, {"hardly any noise", spikes, 0.05, 2}}
	for _, c := range cases {
		above, runs := 0, seeded.Often(10, 500)
		for range runs {
			y := noisy(c.x, c.scale, r)
			got, err := DyadicMean(y, c.scale)
			if err != nil {
				t.Fatal(err)
			}
			if slices.Min(got) < 0 {
				t.Errorf("%s: %v people", c.name, slices.Min(got))
			}
			if squaredError(c.x, got) > c.part*squaredError(c.x, y) {
				above++
			}
		}
		if err := seeded.AtMost(above, runs, 0.05, seeded.Among(len(cases))); err != nil {
			t.Errorf("%s: more than %.2f of the error is left: %v", c.name, c.part, err)
		}
	}
}

// Twice the counts and the noise give twice the estimates, and nothing that is given is changed.
func TestEvenScales(t *testing.T) {
	r := seeded.New(1995, 2)
	y := noisy(make([]float64, 77), 3, r)
	before, twice := slices.Clone(y), make([]float64, len(y))
	for i := range y {
		twice[i] = 2 * y[i]
	}
	a, err := DyadicMean(y, 3)
	if err != nil {
		t.Fatal(err)
	}
	b, err := DyadicMean(twice, 6)
	if err != nil {
		t.Fatal(err)
	}
	for i := range a {
		if math.Abs(2*a[i]-b[i]) > 1e-9*(1+b[i]) {
			t.Fatalf("count %d: %v, and %v of twice as much", i, a[i], b[i])
		}
	}
	if !slices.Equal(y, before) {
		t.Error("what was given is changed")
	}
}

// Counts and noise of any size give finite estimates.
func TestEvenExtremes(t *testing.T) {
	for _, y := range [][]float64{{0}, {1 << 53, 0, -(1 << 53)}, {1e-9, 2e-9}, {1e12, 1e12, 1e12, 1e12, 0}} {
		for _, scale := range []float64{1e-6, 1, 1e9, 1e15} {
			got, err := DyadicMean(y, scale)
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range got {
				if !(v >= 0) || math.IsInf(v, 0) {
					t.Errorf("%v at scale %v: %v", y, scale, got)
				}
			}
		}
	}
	for _, y := range [][]float64{nil, {math.NaN()}, {math.Inf(1)}, {1 << 54}} {
		if _, err := DyadicMean(y, 1); err == nil {
			t.Errorf("%v was taken", y)
		}
	}
	for _, scale := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if _, err := DyadicMean([]float64{1}, scale); err == nil {
			t.Errorf("a scale of %v was taken", scale)
		}
	}
}

// BenchmarkEven shows how the time grows.
func BenchmarkEven(b *testing.B) {
	for _, k := range []int{1 << 12, 1 << 15, 1 << 18} {
		r := seeded.New(1995, 3)
		x := make([]float64, k)
		for i := range x {
			x[i] = math.Floor(1000 * math.Exp(-float64(i)/500))
		}
		y := noisy(x, 20, r)
		b.Run("", func(b *testing.B) {
			for b.Loop() {
				if _, err := DyadicMean(y, 20); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
