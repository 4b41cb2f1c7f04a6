package strategy

import (
	"math"
	"testing"
)

// The tests in this file were worked out independently (tolerance 1e-6 relative; averages
// to two decimals), Laplace variance 2/s^2.

func mustAverage(t testing.TB, w *Weighted, target Target) float64 {
	t.Helper()
	v, err := w.AverageVariance(target)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func checkRanges(t *testing.T, w *Weighted, want map[Range]float64) {
	t.Helper()
	for r, v := range want {
		got, err := w.RangeVariance(r)
		if err != nil {
			t.Fatal(err)
		}
		expect(t, "range variance", got, v, 0, 1e-6)
	}
}

func TestItem16HierarchyOfFour(t *testing.T) {
	w := laplaceWeights(t, Spec{Cells: 4, Block: 4, Widths: []int{1, 2}}, .25, .25)
	got := make([]float64, 4)
	if err := w.Estimate(got, []int64{3, 1, 4, 1, 5, 6}, 10); err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{3.25, 1.25, 4.25, 1.25} {
		expect(t, "estimate", got[i], want, 0, 1e-12)
	}
	checkRanges(t, w, map[Range]float64{{0, 0}: 18.666667, {0, 1}: 10.666667, {1, 2}: 32, {0, 2}: 18.666667})
}

func TestItem17TwoBlocksOfTwo(t *testing.T) {
	w := laplaceWeights(t, Spec{Cells: 4, Block: 2, Widths: []int{1}}, .4, .3)
	checkRanges(t, w, map[Range]float64{{0, 0}: 13.111111, {0, 1}: 8, {1, 2}: 22.222222, {0, 2}: 13.111111})
}

func TestItem18FourBlocksOfTwo(t *testing.T) {
	w := laplaceWeights(t, Spec{Cells: 8, Block: 2, Widths: []int{1}}, .4, .3)
	checkRanges(t, w, map[Range]float64{
		{0, 0}: 13.180401, {1, 2}: 24.360802, {0, 3}: 8.554320, {2, 6}: 21.180401, {1, 6}: 26.222222,
	})
	expect(t, "average", mustAverage(t, w, AllRanges()), 16.141442, 0, 1e-6)
}

func TestItem19OrderedMechanism(t *testing.T) {
	c := mustChain(t, Spec{Cells: 8, Block: 1})
	discrete, err := c.Weigh([]float64{1 / 1.8413471884}) // V(1) of item 13
	if err != nil {
		t.Fatal(err)
	}
	expect(t, "DLap(1)", mustAverage(t, discrete, AllRanges()), 2.864318, 0, 1e-6)
	laplace := laplaceWeights(t, Spec{Cells: 8, Block: 1}, .5)
	expect(t, "Laplace, two cells", mustAverage(t, laplace, AllRanges()), 12.444444, 0, 1e-6)
	expect(t, "prefix", mustAverage(t, laplace, AllPrefixes()), 8*7./8, 0, 1e-12)
	expect(t, "cells", mustAverage(t, laplace, AllCells()), 8*14./8, 0, 1e-12)
}

func TestItem22PlainHistogram(t *testing.T) {
	w := laplaceWeights(t, Spec{Cells: 64, Block: 64, Widths: []int{1}}, .5)
	expect(t, "average", mustAverage(t, w, AllRanges()), 86.625, 0, 1e-9)
}

func TestItem24UniformHierarchies(t *testing.T) {
	for _, c := range []struct {
		cells, fan int
		want       float64
	}{
		{256, 2, 793.58}, {256, 4, 377.59}, {256, 16, 235.64}, {256, 256, 342.66},
		{4096, 2, 2557.07}, {4096, 4, 1282.64}, {4096, 8, 957.18}, {4096, 16, 867.70}, {4096, 64, 1002.92},
	} {
		s := Spec{Cells: c.cells, Block: c.cells}
		for w := 1; w < c.cells; w *= c.fan {
			s.Widths = append(s.Widths, w)
		}
		scales := make([]float64, len(s.Widths))
		for j := range scales {
			scales[j] = 1 / (2 * float64(len(scales)))
		}
		got := mustAverage(t, laplaceWeights(t, s, scales...), AllRanges())
		if math.Abs(got-c.want) > 0.006 {
			t.Errorf("%d cells, fan-out %d: average %.4f, want %.2f", c.cells, c.fan, got, c.want)
		}
	}
}

// hay is the two-pass rule of Hay et al. 2010 for a complete tree with equal weights and a
// measured root, node by node; levels run from the cells up to the root.
func hay(levels [][]int64, fan int) []float64 {
	z := make([][]float64, len(levels))
	power := 1.0 // fan^(height+1)
	for h, y := range levels {
		power *= float64(fan)
		z[h] = make([]float64, len(y))
		for i, v := range y {
			if h == 0 {
				z[h][i] = float64(v)
				continue
			}
			var below float64
			for _, c := range z[h-1][i*fan : (i+1)*fan] {
				below += c
			}
			lower := power / float64(fan)
			z[h][i] = (power-lower)/(power-1)*float64(v) + (lower-1)/(power-1)*below
		}
	}
	for h := len(levels) - 1; h > 0; h-- {
		for i, total := range z[h] {
			part := z[h-1][i*fan : (i+1)*fan]
			missing := total
			for _, c := range part {
				missing -= c
			}
			for k := range part {
				part[k] += missing / float64(fan)
			}
		}
	}
	return z[0]
}

func TestEqualWeightsGiveHaysTwoPassRule(t *testing.T) {
	w := laplaceWeights(t, Spec{Cells: 27, Block: 27, Widths: []int{1, 3, 9}, Total: TotalMeasured}, .2, .2, .2, .2)
	rows := make([]int64, w.chain.Rows())
	for i := range rows {
		rows[i] = int64(i*i%23) - 4
	}
	got := make([]float64, 27)
	if err := w.Estimate(got, rows, 0); err != nil {
		t.Fatal(err)
	}
	want := hay([][]int64{rows[1:28], rows[28:37], rows[37:40], rows[:1]}, 3)
	for i := range got {
		expect(t, "estimate", got[i], want[i], 1, 1e-12)
	}
}
