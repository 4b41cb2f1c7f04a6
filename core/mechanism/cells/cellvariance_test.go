package cells

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/seeded"
)

// Runs of cells have the variance that adding up cell by cell gives, whatever sets have known sums and whichever cells are
// impossible or without noise.
func TestRunsHaveTheVarianceOfTheirCells(t *testing.T) {
	closed := 0
	seeded.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "cells")
		known := mechanism.KnownSums{Set: make([]int, n)}
		for cell, set := 0, -1; cell < n; cell++ {
			switch rapid.IntRange(0, 4).Draw(t, "next") {
			case 0:
				known.Set[cell] = -1 // impossible
				continue
			case 1, 2:
				set = min(set+1, 4)
			case 3:
				set = rapid.IntRange(0, max(set, 0)).Draw(t, "set") // maybe one that began before
			}
			known.Set[cell] = max(set, 0)
			known.Count = max(known.Count, known.Set[cell]+1)
		}
		v := newCellVariances(known)
		v.before = make([]mechanism.Noisy, n+1)
		for cell, s := range known.Set {
			one := mechanism.Noisy{}
			if s >= 0 && rapid.IntRange(0, 3).Draw(t, "noisy") > 0 {
				one = mechanism.Noisy{Cells: 1, Variance: rapid.Float64Range(0.5, 9).Draw(t, "variance")}
			}
			v.before[cell+1] = v.before[cell].Plus(one)
			if s >= 0 {
				v.sets[s] = v.sets[s].Plus(one)
			}
		}
		op := linop.Every(n, n)
		runs, ok := v.runOf(op)
		if !ok {
			return
		}
		if known.Count > 1 {
			closed++
		}
		for i, want := range v.sums(op) {
			r := runs(i)
			if got := v.Of(r); math.Abs(got-want.variance) > 1e-9*math.Max(1, want.variance) {
				t.Fatalf("sets %v, cells %d to %d: variance %v, and cell by cell %v", known.Set, r.Lo, r.Hi, got, want.variance)
			}
			if got := v.run(r.Lo, r.Hi).Cells; got != want.cells {
				t.Fatalf("sets %v, cells %d to %d: %d carry noise, and %d cell by cell", known.Set, r.Lo, r.Hi, got, want.cells)
			}
			if got := v.setOf(r); got >= 0 && want.cells > 0 && got != want.set {
				t.Fatalf("sets %v, cells %d to %d: they are in set %d, and cell by cell in %d", known.Set, r.Lo, r.Hi, got, want.set)
			}
		}
	})
	if closed == 0 {
		t.Error("no case had several sets that are runs")
	}
}
