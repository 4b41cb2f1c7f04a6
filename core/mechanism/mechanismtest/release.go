package mechanismtest

import (
	"context"
	"slices"
	"testing"

	"steward/core/histogram"
	"steward/core/mechanism"
	"steward/core/seeded"
)

// VectorOf returns counts as a data vector over a problem's domain.
func VectorOf(t testing.TB, p mechanism.Problem, counts []int64) *histogram.Vector {
	t.Helper()
	v, err := histogram.FromCounts(p.Workload.Domain(), slices.Clone(counts))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// MustRelease releases once with the noise of a seed.
func MustRelease(t testing.TB, s Scene, q mechanism.Prepared, counts []int64, seed uint64) mechanism.Answers {
	t.Helper()
	a, err := q.Release(context.Background(), VectorOf(t, s.Problem, counts), seeded.New(20260101, seed))
	if err != nil {
		t.Fatalf("%s, %s: %v", q.Info().ID, s.Name, err)
	}
	return a
}
