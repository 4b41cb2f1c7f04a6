package result_test

import (
	"slices"
	"strings"
	"testing"

	"steward/core/accuracy"
	"steward/core/domain"
	"steward/core/result"
	"steward/core/seeded"
	"steward/core/workload"
)

// tableOf asks for a table over columns with so many values each, in which some combinations may be impossible.
func tableOf(t *testing.T, rng *seeded.Source, totals bool, sizes ...int) *result.Question {
	t.Helper()
	var attrs []*domain.Attribute
	ask := workload.Question{ID: "q", Kind: workload.Table, Totals: totals}
	for j, n := range sizes {
		name := domain.AttributeName(string(rune('a' + j)))
		values := make([]string, n)
		for v := range values {
			values[v] = string(rune('A' + v))
		}
		a, err := domain.NewList(name, values, domain.Options{Origin: domain.Codebook, Blank: domain.Special{Rule: domain.Refuse}, Other: domain.Special{Rule: domain.Refuse}})
		if err != nil {
			t.Fatal(err)
		}
		attrs, ask.Columns = append(attrs, a), append(ask.Columns, name)
	}
	var impossible []domain.Combination
	if len(sizes) > 1 && rng.IntN(2) == 0 {
		impossible = []domain.Combination{{"a": {"A"}, "b": {"A"}}}
	}
	d, err := domain.New(attrs, impossible)
	if err != nil {
		t.Fatal(err)
	}
	w, err := workload.New(ask, d)
	if err != nil {
		t.Fatal(err)
	}
	return &result.Question{Workload: w, Unadjusted: make([]float64, w.Len()), Tidied: make([]float64, w.Len())}
}

// TestGrid checks on random tables that every answer stands in the grid once, in the row and the column of its labels, and that
// what is left over are combinations that cannot occur.
func TestGrid(t *testing.T) {
	rng := seeded.New(1, 1)
	for range 200 {
		var sizes []int
		for range 2 + rng.IntN(2) {
			sizes = append(sizes, 2+rng.IntN(4))
		}
		totals := rng.IntN(2) == 0
		q := tableOf(t, rng, totals, sizes...)
		g, ok := q.Grid()
		if !ok || sizes[g.Column] != slices.Min(sizes) {
			t.Fatalf("%v: %v, %d across", sizes, ok, g.Column)
		}
		seen, holes := make([]int, q.Len()), 0
		for _, row := range g.Rows {
			for k, i := range row.Answers {
				if i == result.Impossible {
					holes++
					continue
				}
				seen[i]++
				if want := slices.Insert(slices.Clone(row.Key), g.Column, g.Across[k]); !slices.Equal(want, q.Key(i)) {
					t.Fatalf("%v: answer %q stands at %q", sizes, q.Key(i), want)
				}
			}
		}
		if slices.ContainsFunc(seen, func(n int) bool { return n != 1 }) || holes != len(g.Rows)*len(g.Across)-q.Len() {
			t.Fatalf("%v: answers stand %v times, with %d holes", sizes, seen, holes)
		}
		if last := g.Across[len(g.Across)-1]; totals != (last == domain.TotalLabel) || totals != strings.Contains(strings.Join(g.Rows[len(g.Rows)-1].Key, " "), domain.TotalLabel) {
			t.Fatalf("%v: totals %v, but %q and %q are last", sizes, totals, last, g.Rows[len(g.Rows)-1].Key)
		}
	}
	if _, ok := tableOf(t, rng, false, 3).Grid(); ok {
		t.Error("a table over one column has a grid")
	}
}

// TestTooNoisy checks the rule by which published numbers are marked.
func TestTooNoisy(t *testing.T) {
	q := tableOf(t, seeded.New(1, 2), false, 4)
	q.Tidied, q.HalfWidth, q.Exact = []float64{0, 20, 21, 0}, []float64{1, 10, 10, 0}, []bool{false, false, false, true}
	for i, want := range []bool{true, true, false, false} {
		if q.TooNoisy(i) != want {
			t.Errorf("%v within %v: %v", q.Tidied[i], q.HalfWidth[i], !want)
		}
	}
	if n := q.CountTooNoisy(); n != 2 {
		t.Errorf("%d are too noisy", n)
	}
	if accuracy.TooNoisy(-3, 1) || !accuracy.TooNoisy(-2, 1) {
		t.Error("a number below zero is not judged by its size")
	}
}
