package strategy

import (
	"errors"
	"math"
	"slices"
	"testing"
)

func mustChain(t testing.TB, s Spec) *Chain {
	t.Helper()
	c, err := NewChain(s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// laplaceWeights weighs the chain with Laplace noise of these scales (variance 2/s^2).
func laplaceWeights(t testing.TB, s Spec, scales ...float64) *Weighted {
	t.Helper()
	c := mustChain(t, s)
	p := make([]float64, len(scales))
	for g, s := range scales {
		p[g] = s * s / 2
	}
	w, err := c.Weigh(p)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestGroupsOfAChain(t *testing.T) {
	for name, c := range map[string]struct {
		spec   Spec
		groups []Group
		rows   int
	}{
		"blocks that do not divide": {Spec{Cells: 10, Block: 4, Widths: []int{1, 2}, Total: TotalMeasured},
			[]Group{{Prefix, 4, 0, 2}, {Whole, 0, 2, 1}, {Level, 1, 3, 10}, {Level, 2, 13, 5}}, 18},
		"ordered":       {Spec{Cells: 5, Block: 1}, []Group{{Prefix, 1, 0, 4}}, 4},
		"one block":     {Spec{Cells: 5, Block: 8, Widths: []int{1, 4}}, []Group{{Level, 1, 0, 5}, {Level, 4, 5, 2}}, 7},
		"block totals":  {Spec{Cells: 6, Block: 3, Widths: []int{1, 3}}, []Group{{Prefix, 3, 0, 1}, {Level, 1, 1, 6}, {Level, 3, 7, 2}}, 9},
		"a single cell": {Spec{Cells: 1, Block: 1, Total: TotalMeasured}, []Group{{Whole, 0, 0, 1}}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			got := mustChain(t, c.spec)
			if !slices.Equal(got.Groups(), c.groups) || got.Rows() != c.rows {
				t.Errorf("groups %v with %d rows, want %v with %d", got.Groups(), got.Rows(), c.groups, c.rows)
			}
		})
	}
}

func TestImpossibleChainsAreRefused(t *testing.T) {
	for name, s := range map[string]Spec{
		"no cells":            {Block: 1},
		"too many cells":      {Cells: maxCells + 1, Block: 1},
		"no block":            {Cells: 4},
		"huge block":          {Cells: 4, Block: 2*maxCells + 1, Widths: []int{1}},
		"empty block":         {Cells: 4, Block: 2},
		"no cells measured":   {Cells: 4, Block: 2, Widths: []int{2}},
		"width twice":         {Cells: 4, Block: 2, Widths: []int{1, 1}},
		"width not dividing":  {Cells: 9, Block: 6, Widths: []int{1, 2, 3}},
		"width above block":   {Cells: 9, Block: 2, Widths: []int{1, 4}},
		"falling widths":      {Cells: 9, Block: 4, Widths: []int{1, 4, 2}},
		"zero width":          {Cells: 9, Block: 4, Widths: []int{1, 0}},
		"width of all cells":  {Cells: 4, Block: 4, Widths: []int{1, 4}},
		"unknown total value": {Cells: 4, Block: 1, Total: 3},
	} {
		if _, err := NewChain(s); !errors.Is(err, ErrShape) {
			t.Errorf("%s: got error %v, want ErrShape", name, err)
		}
	}
}

func TestUnusablePrecisionsAreRefused(t *testing.T) {
	block := Spec{Cells: 6, Block: 3, Widths: []int{1}}
	for name, c := range map[string]struct {
		spec Spec
		p    []float64
	}{
		"too few":            {block, []float64{1}},
		"negative":           {block, []float64{1, -1}},
		"NaN":                {block, []float64{math.NaN(), 1}},
		"cells not measured": {block, []float64{1, 0}},
		"nothing measured":   {Spec{Cells: 6, Block: 1}, []float64{0}},
		"no last cell":       {Spec{Cells: 6, Block: 1, Total: TotalUnmeasured}, []float64{1}},
		"no single cell":     {Spec{Cells: 1, Block: 1, Total: TotalUnmeasured}, nil},
	} {
		if _, err := mustChain(t, c.spec).Weigh(c.p); !errors.Is(err, ErrPrecision) {
			t.Errorf("%s: got error %v, want ErrPrecision", name, err)
		}
	}
}

func TestWrongLengthsAndRangesAreRefused(t *testing.T) {
	w := laplaceWeights(t, Spec{Cells: 6, Block: 3, Widths: []int{1}}, 1, 1)
	rows := make([]int64, w.chain.Rows())
	for name, err := range map[string]error{
		"measure, short counts":  w.chain.MeasureInto(rows, make([]int64, 5)),
		"measure, short rows":    w.chain.MeasureInto(rows[1:], make([]int64, 6)),
		"estimate, short cells":  w.Estimate(make([]float64, 5), rows, 1),
		"estimate, short rows":   w.Estimate(make([]float64, 6), rows[1:], 1),
		"estimate, negative":     w.Estimate(make([]float64, 6), rows, -1),
		"range below":            second(w.RangeVariance(Range{-1, 2})),
		"range above":            second(w.RangeVariance(Range{1, 6})),
		"range backwards":        second(w.RangeVariance(Range{3, 2})),
		"prefix above":           second(w.PrefixVariance(6)),
		"query outside":          second(w.QueryVariance([]Term{{6, 1}})),
		"query below":            second(w.QueryVariance([]Term{{-1, 1}})),
		"query NaN":              second(w.QueryVariance([]Term{{1, math.NaN()}})),
		"query infinite":         second(w.QueryVariance([]Term{{1, math.Inf(1)}})),
		"target outside":         second(w.TotalVariance(ListedRanges([]Range{{0, 6}}))),
		"target without a range": second(w.AverageVariance(ListedRanges(nil))),
	} {
		if err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func second(_ float64, err error) error { return err }
