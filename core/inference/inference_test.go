package inference

import (
	"errors"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"steward/core/seeded"
)

// near compares with the tolerance to which the vectors are printed.
func near(t *testing.T, got, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("got %d values, want %d", len(got), len(want))
	}
	for i := range got {
		if math.Abs(got[i]-want[i]) > 1e-6*max(1, math.Abs(want[i])) {
			t.Fatalf("value %d is %v, want %v (all: %v, want %v)", i, got[i], want[i], got, want)
		}
	}
}

func vectors(n int) *rapid.Generator[[]float64] {
	return rapid.SliceOfN(rapid.Float64Range(-50, 50), 1, n)
}

func distance(a, b []float64) float64 {
	var d float64
	for i := range a {
		d += (a[i] - b[i]) * (a[i] - b[i])
	}
	return d
}

// Regressions that were worked out independently.
func TestVectorsOfTheSpecification(t *testing.T) {
	t.Run("isotonic", func(t *testing.T) {
		y := []float64{3, 1, 2, 6, 5, 9}
		if err := Isotonic(y, nil); err != nil {
			t.Fatal(err)
		}
		near(t, y, []float64{2, 2, 2, 5.5, 5.5, 9})
	})
	t.Run("isotonic within", func(t *testing.T) {
		y := []float64{-2, 1, 2, 6, 5, 9}
		if err := IsotonicWithin(y, nil, 0, 8); err != nil {
			t.Fatal(err)
		}
		near(t, y, []float64{0, 1, 2, 5.5, 5.5, 8})
	})
	t.Run("simplex", func(t *testing.T) {
		y := []float64{3.2, -1, .7, 2.1}
		if err := Simplex(y, 4); err != nil {
			t.Fatal(err)
		}
		near(t, y, []float64{2.533333, 0, 0.033333, 1.433333})
	})
	t.Run("rounding", func(t *testing.T) {
		got, err := RoundToTotal([]float64{1.4, 2.3, .8, 3.5}, 8)
		if err != nil {
			t.Fatal(err)
		}
		if want := []int64{1, 2, 1, 4}; !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

// minMax is the closed form of the isotonic fit: the largest over starts a <= i of the
// smallest over ends b >= i of the weighted mean of y[a..b].
func minMax(y, w []float64) []float64 {
	fit := make([]float64, len(y))
	for i := range y {
		best := math.Inf(-1)
		for a := 0; a <= i; a++ {
			low := math.Inf(1)
			var s, ws float64
			for b := a; b < len(y); b++ {
				s, ws = s+w[b]*y[b], ws+w[b]
				if b >= i {
					low = min(low, s/ws)
				}
			}
			best = max(best, low)
		}
		fit[i] = best
	}
	return fit
}

func TestIsotonicEqualsMinMaxFormula(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		y := vectors(12).Draw(t, "y")
		w := rapid.SliceOfN(rapid.Float64Range(.1, 10), len(y), len(y)).Draw(t, "w")
		got := slices.Clone(y)
		if err := Isotonic(got, w); err != nil {
			t.Fatal(err)
		}
		want := minMax(y, w)
		if distance(got, want) > 1e-18*float64(len(y))*1e4 {
			t.Fatalf("y %v weights %v: got %v, want %v", y, w, got, want)
		}
		if !slices.IsSorted(got) {
			t.Fatalf("not nondecreasing: %v", got)
		}
	})
}

// A projection onto a convex set satisfies (y - p)'(z - p) <= 0 for every z in the set.
func TestIsotonicWithinIsTheProjection(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		y := vectors(10).Draw(t, "y")
		p := slices.Clone(y)
		if err := IsotonicWithin(p, nil, -10, 20); err != nil {
			t.Fatal(err)
		}
		z := rapid.SliceOfN(rapid.Float64Range(-10, 20), len(y), len(y)).Draw(t, "z")
		slices.Sort(z)
		var inner float64
		for i := range y {
			inner += (y[i] - p[i]) * (z[i] - p[i])
		}
		if inner > 1e-9 {
			t.Fatalf("y %v, fit %v: the feasible %v is on y's side, inner product %v", y, p, z, inner)
		}
		if p[0] < -10 || p[len(p)-1] > 20 || !slices.IsSorted(p) {
			t.Fatalf("fit %v leaves the set", p)
		}
	})
}

// bestSupport finds the simplex projection by trying every set of cells that stay positive.
func bestSupport(y []float64, total float64) []float64 {
	var best []float64
	bestDistance := math.Inf(1)
	for set := 1; set < 1<<len(y); set++ {
		var s, m float64
		for i := range y {
			if set>>i&1 == 1 {
				s, m = s+y[i], m+1
			}
		}
		z := make([]float64, len(y))
		feasible := true
		for i := range y {
			if set>>i&1 == 1 {
				z[i] = y[i] - (s-total)/m
				feasible = feasible && z[i] >= -1e-12
			}
		}
		if d := distance(y, z); feasible && d < bestDistance {
			best, bestDistance = z, d
		}
	}
	return best
}

func TestSimplexEqualsBruteForce(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		y := vectors(8).Draw(t, "y")
		total := rapid.Float64Range(0, 100).Draw(t, "total")
		want := bestSupport(y, total)
		got := slices.Clone(y)
		if err := Simplex(got, total); err != nil {
			t.Fatal(err)
		}
		near := distance(got, want) < 1e-16*1e4*float64(len(y))
		if !near || slices.Min(got) < 0 || math.Abs(sum(got)-total) > 1e-9 {
			t.Fatalf("y %v total %v: got %v, want %v", y, total, got, want)
		}
	})
}

func TestSimplexKeepsItsTotalBesideALargeOffset(t *testing.T) {
	y := []float64{1e12, 1e12 + 3, 1e12 + 1}
	if err := Simplex(y, 5); err != nil {
		t.Fatal(err)
	}
	near(t, y, []float64{1. / 3, 10. / 3, 4. / 3})
	huge := []float64{-1.7e308, 1.7e308}
	if err := Simplex(huge, 5); err != nil {
		t.Fatal(err)
	}
	near(t, huge, []float64{0, 5})
	zero := []float64{-3, 4}
	if err := Simplex(zero, 0); err != nil {
		t.Fatal(err)
	}
	near(t, zero, []float64{0, 0})
}

func TestNonnegativeClamps(t *testing.T) {
	y := []float64{-1, 0, 2.5, math.Copysign(0, -1)}
	if err := Nonnegative(y); err != nil {
		t.Fatal(err)
	}
	near(t, y, []float64{0, 0, 2.5, 0})
}

func TestRoundToTotalMovesLessThanOne(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		y := vectors(40).Draw(t, "y")
		total := rapid.Int64Range(0, 1000).Draw(t, "total")
		shift := (float64(total) - sum(y)) / float64(len(y))
		for i := range y {
			y[i] += shift
		}
		whole, err := RoundToTotal(y, total)
		if err != nil {
			t.Fatal(err)
		}
		var s int64
		for i, w := range whole {
			s += w
			if math.Abs(float64(w)-y[i]) >= 1 {
				t.Fatalf("entry %d moved from %v to %d", i, y[i], w)
			}
			for j := range i {
				// No swap of one unit may help: largest remainders minimise the total movement.
				up, down := float64(w)-y[i], float64(whole[j])-y[j]
				if up-down > 1+1e-9 || down-up > 1+1e-9 {
					t.Fatalf("entries %d and %d should have been rounded the other way: %v -> %v", j, i, y, whole)
				}
			}
		}
		if s != total {
			t.Fatalf("the sum is %d, want %d", s, total)
		}
	})
}

func TestRoundToTotalBreaksTiesByIndex(t *testing.T) {
	got, err := RoundToTotal([]float64{.5, .5, .5, .5}, 2)
	if err != nil {
		t.Fatal(err)
	}
	if want := []int64{1, 1, 0, 0}; !slices.Equal(got, want) {
		t.Fatalf("got %v, want %v", got, want)
	}
	// Values a rounding error below whole numbers are those whole numbers.
	got, err = RoundToTotal([]float64{2 - 1e-12, 3 - 1e-12, -1e-17}, 5)
	if err != nil {
		t.Fatal(err)
	}
	if want := []int64{2, 3, 0}; !slices.Equal(got, want) {
		t.Fatalf("got %v, want %v", got, want)
	}
}

// The truth lies in each of these sets, so projecting onto them cannot lose in total.
func TestProjectionsNeverIncreaseTheTotalError(t *testing.T) {
	rng := seeded.New(11, 7)
	for range 300 {
		truth := make([]float64, 20)
		var total float64
		for i := range truth {
			truth[i] = float64(rng.IntN(5))
			total += truth[i]
		}
		cumulative := slices.Clone(truth)
		for i := 1; i < len(cumulative); i++ {
			cumulative[i] += cumulative[i-1]
		}
		for name, c := range map[string]struct {
			truth []float64
			run   func([]float64) error
		}{
			"isotonic": {cumulative, func(y []float64) error { return IsotonicWithin(y, nil, 0, total) }},
			"simplex":  {truth, func(y []float64) error { return Simplex(y, total) }},
			"clamp":    {truth, Nonnegative},
		} {
			y := slices.Clone(c.truth)
			for i := range y {
				y[i] += rng.NormFloat64() * 3
			}
			before := distance(y, c.truth)
			if err := c.run(y); err != nil {
				t.Fatal(err)
			}
			if after := distance(y, c.truth); after > before*(1+1e-12) {
				t.Fatalf("%s: the squared error rose from %v to %v", name, before, after)
			}
		}
	}
}

// operation is one of the package's functions with its settings filled in.
type operation func(y []float64) error

func round(total int64) operation {
	return func(y []float64) error { _, err := RoundToTotal(y, total); return err }
}

func iso(w []float64) operation {
	return func(y []float64) error { return Isotonic(y, w) }
}

func within(lo, hi float64) operation {
	return func(y []float64) error { return IsotonicWithin(y, nil, lo, hi) }
}

func simplex(n float64) operation {
	return func(y []float64) error { return Simplex(y, n) }
}

func TestEmptyAndNonFiniteValuesAreRefused(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	all := map[string]operation{
		"isotonic": iso(nil), "within": within(0, 1), "simplex": simplex(3),
		"clamp": Nonnegative, "round": round(3),
	}
	for name, f := range all {
		if err := f(nil); !errors.Is(err, ErrEmpty) {
			t.Errorf("%s of nothing: got error %v, want ErrEmpty", name, err)
		}
		for _, bad := range []float64{nan, inf, -inf} {
			y := []float64{2, 1, bad}
			if f(y) == nil {
				t.Errorf("%s accepted %v", name, bad)
			}
			if y[0] != 2 || y[1] != 1 {
				t.Errorf("%s changed its input before refusing it: %v", name, y)
			}
		}
	}
}

func TestImpossibleSettingsAreRefusedAndChangeNothing(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for name, c := range map[string]struct {
		run operation
		y   []float64
	}{
		"short weights":    {iso([]float64{1}), []float64{2, 1}},
		"zero weight":      {iso([]float64{1, 0}), []float64{2, 1}},
		"NaN weight":       {iso([]float64{1, nan}), []float64{2, 1}},
		"infinite weight":  {iso([]float64{1, inf}), []float64{2, 1}},
		"empty range":      {within(2, 1), []float64{2, 1}},
		"NaN range":        {within(nan, 1), []float64{2, 1}},
		"negative simplex": {simplex(-1), []float64{2, 1}},
		"NaN simplex":      {simplex(nan), []float64{2, 1}},
		"infinite simplex": {simplex(inf), []float64{2, 1}},
		"negative round":   {round(-1), []float64{-1}},
		"wrong sum":        {round(4), []float64{2, 1}},
		"sum off by half":  {round(3), []float64{2, 1.6}},
		"too large":        {round(3), []float64{1e16, 3 - 1e16}},
		"too large total":  {round(1<<53 + 1), []float64{2, 1}},
	} {
		before := slices.Clone(c.y)
		if c.run(c.y) == nil {
			t.Errorf("%s: accepted", name)
		}
		if !slices.Equal(before, c.y) {
			t.Errorf("%s: changed its input before refusing it", name)
		}
	}
}

func BenchmarkIsotonic(b *testing.B) {
	rng := seeded.New(1, 1)
	noisy := make([]float64, 1<<20)
	for i := range noisy {
		noisy[i] = float64(i)/8 + 50*rng.NormFloat64()
	}
	y := make([]float64, len(noisy))
	for b.Loop() {
		copy(y, noisy)
		if err := Isotonic(y, nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSimplex(b *testing.B) {
	rng := seeded.New(1, 1)
	noisy := make([]float64, 1<<20)
	for i := range noisy {
		noisy[i] = 50 * rng.NormFloat64()
	}
	y := make([]float64, len(noisy))
	for b.Loop() {
		copy(y, noisy)
		if err := Simplex(y, 1e6); err != nil {
			b.Fatal(err)
		}
	}
}
