package linop

import (
	"fmt"
	"math"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"steward/core/seeded"
)

// example is an operator with the matrix that its definition says it is.
type example struct {
	name string
	op   Operator
	want [][]int64
}

// matrix builds a matrix from the definition of its entries.
func matrix(rows, columns int, at func(i, j int) bool) [][]int64 {
	m := make([][]int64, rows)
	for i := range m {
		m[i] = make([]int64, columns)
		for j := range m[i] {
			if at(i, j) {
				m[i][j] = 1
			}
		}
	}
	return m
}

// examples draws an operator of every family over k cells.
func examples(t *rapid.T) []example {
	k := rapid.IntRange(1, 9).Draw(t, "cells")
	n := rapid.IntRange(0, k).Draw(t, "values")
	cells := []int{}
	for c := range k {
		if rapid.Bool().Draw(t, "chosen") {
			cells = append(cells, c)
		}
	}
	var runs, all []Interval
	for range rapid.IntRange(0, 6).Draw(t, "runs") {
		lo := rapid.IntRange(0, k-1).Draw(t, "lo")
		runs = append(runs, Interval{lo, rapid.IntRange(lo, k-1).Draw(t, "hi")})
	}
	for lo := range n {
		for hi := lo; hi < n; hi++ {
			all = append(all, Interval{lo, hi})
		}
	}
	holds := func(list []Interval) func(i, j int) bool {
		return func(i, j int) bool { return list[i].Lo <= j && j <= list[i].Hi }
	}
	return []example{
		{"identity", Identity(k), matrix(k, k, func(i, j int) bool { return i == j })},
		{"selection", Select(k, cells), matrix(len(cells), k, func(i, j int) bool { return cells[i] == j })},
		{"prefixes", Prefixes(k, n), matrix(n, k, func(i, j int) bool { return j <= i })},
		{"prefixes then cells", PrefixesThenCells(k, n), matrix(k, k, func(i, j int) bool { return i == j || (i < n && j < i) })},
		{"every", Every(k, n), matrix(len(all), k, holds(all))},
		{"ranges", Ranges(k, runs), matrix(len(runs), k, holds(runs))},
	}
}

// TestOperatorsAgreeWithTheirMatrix compares each way of using an operator with the matrix
// of its definition.
func TestOperatorsAgreeWithTheirMatrix(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		for _, e := range append(examples(t), structured(t)...) {
			if e.op.Rows() != len(e.want) || (len(e.want) > 0 && e.op.Columns() != len(e.want[0])) {
				t.Fatalf("%s: %d rows and %d columns, want %d rows", e.name, e.op.Rows(), e.op.Columns(), len(e.want))
			}
			got := make([][]int64, e.op.Rows())
			for i := range got {
				got[i] = make([]int64, e.op.Columns())
				e.op.Row(i, func(j int, v int64) { got[i][j] = v })
			}
			if !reflect.DeepEqual(got, e.want) {
				t.Fatalf("%s: rows give %v, want %v", e.name, got, e.want)
			}
			checkColumns(t, e)
			checkApply(t, e)
		}
	})
}

func checkColumns(t *rapid.T, e example) {
	got := matrix(len(e.want), e.op.Columns(), func(int, int) bool { return false })
	for j := range e.op.Columns() {
		last := -1
		e.op.Column(j, func(i int, v int64) {
			if i <= last {
				t.Fatalf("%s: column %d yields row %d after row %d", e.name, j, i, last)
			}
			got[i][j], last = v, i
		})
	}
	if !reflect.DeepEqual(got, e.want) {
		t.Fatalf("%s: columns give %v, want %v", e.name, got, e.want)
	}
	for i := range e.op.Rows() {
		last := -1
		e.op.Row(i, func(j int, _ int64) {
			if j <= last {
				t.Fatalf("%s: row %d yields column %d after column %d", e.name, i, j, last)
			}
			last = j
		})
	}
}

func checkApply(t *rapid.T, e example) {
	x := rapid.SliceOfN(rapid.Int64Range(-1000, 1000), e.op.Columns(), e.op.Columns()).Draw(t, "x")
	f := make([]float64, len(x))
	want := make([]int64, len(e.want))
	for j, c := range x {
		f[j] = float64(c)
		for i := range e.want {
			want[i] += e.want[i][j] * c
		}
	}
	got, gotFloat := make([]int64, len(want)), make([]float64, len(want))
	e.op.Apply(got, x)
	e.op.ApplyFloat(gotFloat, f)
	for i := range want {
		// Whole numbers of this size are summed exactly in floating point too.
		if got[i] != want[i] || gotFloat[i] != float64(want[i]) {
			t.Fatalf("%s: row %d of A x is %d and %g, want %d", e.name, i, got[i], gotFloat[i], want[i])
		}
	}
}

func TestSelectNothing(t *testing.T) {
	for _, cells := range [][]int{nil, {}} {
		s := Select(3, cells)
		if s.Rows() != 0 || s.Columns() != 3 {
			t.Errorf("Select(3, %#v) has %d rows and %d columns, want none and 3", cells, s.Rows(), s.Columns())
		}
		s.Column(1, func(int, int64) { t.Errorf("Select(3, %#v) measures cell 1", cells) })
	}
}

func TestSelectionCells(t *testing.T) {
	s := Select(5, []int{0, 3, 4})
	for i, want := range []int{0, 3, 4} {
		if got := s.Cell(i); got != want {
			t.Errorf("row %d measures cell %d, want %d", i, got, want)
		}
	}
	if got := Identity(5).Cell(3); got != 3 {
		t.Errorf("row 3 of the identity measures cell %d", got)
	}
}

func TestFamilies(t *testing.T) {
	for _, c := range []struct {
		name                string
		op                  Intervals
		arePrefixes, areAll bool
	}{
		{"prefixes", Prefixes(5, 3), true, false},
		{"prefixes and no cell left", PrefixesThenCells(5, 5), true, false},
		{"prefixes then cells", PrefixesThenCells(5, 3), false, false},
		{"every run", Every(5, 5), false, true},
		{"every run of some", Every(5, 4), false, false},
		{"ranges", Ranges(2, []Interval{{0, 0}, {0, 1}}), false, false},
	} {
		if c.op.ArePrefixes() != c.arePrefixes || c.op.AreAll() != c.areAll {
			t.Errorf("%s: ArePrefixes %v, AreAll %v; want %v, %v", c.name, c.op.ArePrefixes(), c.op.AreAll(), c.arePrefixes, c.areAll)
		}
	}
}

// TestEveryIntervalOfManyCells checks the closed form for the row's run, which takes a
// square root, at the first and last run of each first cell.
func TestEveryIntervalOfManyCells(t *testing.T) {
	for _, n := range []int{1, 2, 1000, 5792, 1 << 20} {
		v := Every(n, n)
		row := 0
		for lo := range n {
			if got, want := v.At(row), (Interval{lo, lo}); got != want {
				t.Fatalf("n = %d: row %d is %v, want %v", n, row, got, want)
			}
			row += n - lo
			if got, want := v.At(row-1), (Interval{lo, n - 1}); got != want {
				t.Fatalf("n = %d: row %d is %v, want %v", n, row-1, got, want)
			}
		}
		if v.Rows() != row {
			t.Errorf("n = %d: %d rows, want %d", n, v.Rows(), row)
		}
	}
}

// TestLargePrefixesAreExact sums counts that floating point would round.
func TestLargePrefixesAreExact(t *testing.T) {
	x := []int64{1 << 60, 1, 1, -(1 << 60), 7}
	got := make([]int64, 5)
	Prefixes(5, 5).Apply(got, x)
	if want := []int64{1 << 60, 1<<60 + 1, 1<<60 + 2, 2, 9}; !reflect.DeepEqual(got, want) {
		t.Errorf("prefix sums %v, want %v", got, want)
	}
}

func TestApplyFloatOfFractions(t *testing.T) {
	got := make([]float64, 2)
	Ranges(3, []Interval{{0, 2}, {1, 1}}).ApplyFloat(got, []float64{0.1, 0.2, 0.3})
	if math.Abs(got[0]-0.6) > 1e-15 || math.Abs(got[1]-0.2) > 1e-15 {
		t.Errorf("sums %v, want 0.6 and 0.2", got)
	}
}

func TestMisusePanics(t *testing.T) {
	for name, f := range map[string]func(){
		"range ends after the cells": func() { Ranges(3, []Interval{{0, 3}}) },
		"range begins before them":   func() { Ranges(3, []Interval{{-1, 0}}) },
		"range is backwards":         func() { Ranges(3, []Interval{{2, 1}}) },
		"too many prefixes":          func() { Prefixes(3, 4) },
		"too few prefixes":           func() { PrefixesThenCells(3, -1) },
		"too many values":            func() { Every(3, 4) },
		"cell chosen twice":          func() { Select(3, []int{1, 1}) },
		"cells fall":                 func() { Select(3, []int{2, 1}) },
		"cell outside":               func() { Select(3, []int{3}) },
		"cell below":                 func() { Select(3, []int{-1}) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if r := recover(); r == nil || fmt.Sprint(r)[:7] != "linop: " {
					t.Errorf("recovered %v, want a panic of linop", r)
				}
			}()
			f()
		})
	}
}
