package mechanism

import (
	"context"
	"slices"
	"testing"

	"steward/core/histogram"
	"steward/core/seeded"
)

// vectorOf returns counts as a data vector over a problem's domain.
func vectorOf(t testing.TB, p Problem, counts []int64) *histogram.Vector {
	t.Helper()
	v, err := histogram.FromCounts(p.Workload.Domain(), slices.Clone(counts))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// mustRelease releases once with the noise of a seed.
func mustRelease(t testing.TB, s scene, q Prepared, counts []int64, seed uint64) Answers {
	t.Helper()
	a, err := q.Release(context.Background(), vectorOf(t, s.Problem, counts), seeded.New(20260101, seed))
	if err != nil {
		t.Fatalf("%s, %s: %v", q.Info().ID, s.name, err)
	}
	return a
}
