package strategy

import (
	"math"
	"slices"
	"testing"

	"steward/core/seeded"
)

func randomRanges(rng *seeded.Source, cells, n int) []Range {
	out := make([]Range, n)
	for i := range out {
		a, b := rng.IntN(cells), rng.IntN(cells)
		out[i] = Range{min(a, b), max(a, b)}
	}
	return out
}

// The search's shortcut for lists must be exact for complete blocks and widths, and close to
// the exact sum otherwise.
func TestPreparedListsAddUpTheRanges(t *testing.T) {
	rng := seeded.New(2, 9)
	for _, c := range []struct {
		spec Spec
		tol  float64
	}{
		{Spec{Cells: 96, Block: 8, Widths: []int{1, 4}}, 1e-9},
		{Spec{Cells: 96, Block: 1}, 1e-9},
		{Spec{Cells: 96, Block: 96, Widths: []int{1, 4, 16}}, 1e-9},
		{Spec{Cells: 96, Block: 12, Widths: []int{1, 3}, Total: TotalMeasured}, 1e-9},
		{Spec{Cells: 96, Block: 96, Widths: []int{1, 4}, Total: TotalUnmeasured}, 1e-9},
		{Spec{Cells: 101, Block: 8, Widths: []int{1, 4}}, 0.03},
		{Spec{Cells: 101, Block: 104, Widths: []int{1, 13}}, 0.03},
	} {
		chain := mustChain(t, c.spec)
		for range 20 {
			p := make([]float64, len(chain.Groups()))
			for g := range p {
				p[g] = math.Exp(rng.NormFloat64())
			}
			w, err := chain.Weigh(p)
			if err != nil {
				t.Fatal(err)
			}
			list := randomRanges(rng, c.spec.Cells, 200)
			expect(t, "total", prepare(chain, list).total(w), w.total(ListedRanges(list)), 0, c.tol)
		}
	}
}

func TestSelectionIsEven(t *testing.T) {
	all := make([]Range, 1000)
	for i := range all {
		all[i] = Range{0, i}
	}
	got := selection(all, 100)
	counts := make([]int, 10)
	for _, r := range got {
		counts[r.Last/100]++
	}
	// Steps of the golden ratio leave every tenth with 10 picks, give or take two.
	if slices.Min(counts) < 8 || slices.Max(counts) > 12 {
		t.Errorf("picks per tenth: %v, want about 10 each", counts)
	}
	if few := selection(all[:7], 100); len(few) != 7 {
		t.Errorf("%d picks of 7, want all", len(few))
	}
}

// What is remembered of block ends changes no digit: the noise that a release says it has is worked out again
// by whoever verifies it.
func TestRememberedEndsAreExact(t *testing.T) {
	rng := seeded.New(2, 10)
	for _, spec := range []Spec{
		{Cells: 96, Block: 1},
		{Cells: 101, Block: 8, Widths: []int{1, 4}, Total: TotalMeasured},
		{Cells: 96, Block: 96, Widths: []int{1, 4}, Total: TotalUnmeasured},
		{Cells: 2 * mostSeen, Block: 1, Total: TotalMeasured},
	} {
		chain := mustChain(t, spec)
		list := prepare(chain, randomRanges(rng, spec.Cells, 300))
		for range 30 {
			p := make([]float64, len(chain.Groups()))
			for g := range p {
				p[g] = math.Exp(20 * rng.NormFloat64())
			}
			w, err := chain.Weigh(p)
			if err != nil {
				t.Fatal(err)
			}
			list.seen.see(&w.ends)
			for _, q := range list.ends {
				if got, want := w.ends.varianceBy(q[:], &list.seen), w.ends.variance(q[:]); got != want {
					t.Fatalf("%+v, precisions %v: the variance of %v is %v, with what is remembered %v", spec, p, q, want, got)
				}
			}
		}
	}
}
