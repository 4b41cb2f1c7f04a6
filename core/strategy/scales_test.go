package strategy

import (
	"errors"
	"math"
	"math/big"
	"steward/core/seeded"
	"testing"

	"pgregory.net/rapid"
)

func cost(t *big.Rat, n int) *big.Rat {
	if n == 0 {
		return new(big.Rat)
	}
	return new(big.Rat).Quo(big.NewRat(int64(n), 1), t)
}

func TestRoundedScalesFitTheBudgetExactly(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		groups := rapid.IntRange(1, 5).Draw(t, "groups")
		budget := big.NewRat(rapid.Int64Range(1, 100_000_000).Draw(t, "budget"), 1_000_000)
		ratios := rapid.SliceOfN(rapid.Float64Range(.001, 1), groups, groups).Draw(t, "ratios")
		loads := make([][]int, rapid.IntRange(1, 3).Draw(t, "loads"))
		var worst float64
		for i := range loads {
			loads[i] = rapid.SliceOfN(rapid.IntRange(0, 300), groups, groups).Draw(t, "n")
			loads[i][0]++
			var sum float64
			for g, n := range loads[i] {
				sum += float64(n) * ratios[g]
			}
			worst = max(worst, sum)
		}
		limit, _ := budget.Float64()
		scales := make([]float64, groups)
		for g, r := range ratios {
			scales[g] = r * limit / worst
		}
		got, err := RoundScales(scales, budget, loads...)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range loads {
			sum := new(big.Rat)
			for g, v := range got {
				sum.Add(sum, cost(v, n[g]))
			}
			if sum.Cmp(budget) > 0 {
				t.Fatalf("cost %s exceeds the budget %s", sum, budget)
			}
		}
		for g, v := range got {
			if new(big.Int).Rem(big.NewInt(scaleUnit), v.Denom()).Sign() != 0 {
				t.Fatalf("parameter %s is no multiple of 2^-20", v)
			}
			f, _ := v.Float64()
			// One unit for rounding up, one for mending, and the snap.
			if wish := 1 / scales[g]; f < wish*(1-2*snap) || f > wish*(1+overspend)+2.0/scaleUnit {
				t.Fatalf("parameter %v for scale %v, want about %v", f, scales[g], wish)
			}
		}
	})
}

func TestRoundScalesKeepsSimpleParameters(t *testing.T) {
	for _, c := range []struct {
		scale  float64
		budget *big.Rat
		n      int
		want   *big.Rat
	}{
		{1. / 3, big.NewRat(1, 1), 3, big.NewRat(3, 1)},
		{0.1 / 3, big.NewRat(1, 10), 3, big.NewRat(30, 1)},
		{0.25, big.NewRat(1, 2), 2, big.NewRat(4, 1)},
		{100, big.NewRat(100, 1), 1, big.NewRat(10486, 1<<20)}, // rounded up
		{1e-6, big.NewRat(1, 1_000_000), 1, big.NewRat(1_000_000, 1)},
	} {
		got, err := RoundScales([]float64{c.scale}, c.budget, []int{c.n})
		if err != nil {
			t.Fatal(err)
		}
		if got[0].Cmp(c.want) != 0 {
			t.Errorf("scale %v: parameter %s, want %s", c.scale, got[0], c.want)
		}
	}
}

func TestDroppedAndExactScales(t *testing.T) {
	got, err := RoundScales([]float64{0, math.Inf(1), .5, .5}, big.NewRat(1, 1), []int{9, 0, 2, 0})
	if err != nil {
		t.Fatal(err)
	}
	if got[0] != nil || got[1].Sign() != 0 || got[2].Cmp(big.NewRat(2, 1)) != 0 || got[3].Cmp(big.NewRat(2, 1)) != 0 {
		t.Errorf("got %v, want nil, 0, 2, 2", got)
	}
	if free, err := RoundScales([]float64{.5}, big.NewRat(1, 1)); err != nil || free[0].Cmp(big.NewRat(2, 1)) != 0 {
		t.Errorf("without loads: %v, %v, want 2", free, err)
	}
}

func TestRoundScalesMendsRoundingErrorsOnly(t *testing.T) {
	for _, excess := range []float64{0, 1e-15, 1e-12, 9e-10} {
		s := 0.125 * (1 + excess)
		got, err := RoundScales([]float64{s, s}, big.NewRat(1, 2), []int{2, 2})
		if err != nil {
			t.Fatal(err)
		}
		if sum := new(big.Rat).Add(cost(got[0], 2), cost(got[1], 2)); sum.Cmp(big.NewRat(1, 2)) > 0 {
			t.Errorf("excess %v: cost %s", excess, sum)
		}
	}
}

func TestRoundScalesRefuses(t *testing.T) {
	one := big.NewRat(1, 1)
	for name, c := range map[string]struct {
		scales []float64
		budget *big.Rat
		loads  [][]int
	}{
		"no budget":       {[]float64{1}, nil, nil},
		"zero budget":     {[]float64{1}, new(big.Rat), nil},
		"short load":      {[]float64{.1, .1}, one, [][]int{{1}}},
		"negative load":   {[]float64{.1}, one, [][]int{{-1}}},
		"negative scale":  {[]float64{-.1}, one, [][]int{{1}}},
		"NaN scale":       {[]float64{math.NaN()}, one, [][]int{{1}}},
		"exact but moved": {[]float64{math.Inf(1)}, one, [][]int{{1}}},
		"too expensive":   {[]float64{.5001}, one, [][]int{{2}}},
		"second load":     {[]float64{.5}, one, [][]int{{2}, {3}}},
	} {
		if _, err := RoundScales(c.scales, c.budget, c.loads...); !errors.Is(err, ErrScales) {
			t.Errorf("%s: got error %v, want ErrScales", name, err)
		}
	}
}

func TestRoundedTunedScalesFit(t *testing.T) {
	r := mustTune(t, TuneProblem{Cells: 777, Budget: .7, Variance: LaplaceVariance, Loads: absentLoads(777)})
	got, err := RoundScales(r.Scales, big.NewRat(7, 10), r.Loads...)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range r.Loads {
		sum := new(big.Rat)
		for g, v := range got {
			sum.Add(sum, cost(v, n[g]))
		}
		if sum.Cmp(big.NewRat(7, 10)) > 0 {
			t.Errorf("cost %s exceeds 7/10", sum)
		}
	}
}
