package mechanism

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"steward/core/histogram"
	"steward/core/noise"
	"steward/core/policy"
)

// seeded is the noise source of the tests.
func seeded(seed uint64) noise.Source { return rand.NewPCG(20260101, seed) }

// counts makes counts over the possible cells that agree with the stated number of people.
func (m maker) counts(s scene) []int64 {
	d := s.Policy.Domain()
	k, err := d.Cells()
	m.must(err)
	people, known := s.Facts.Total()
	if !known {
		people = int64(m.pick(0, 60))
	}
	var possible []int
	for cell := range k {
		if d.Possible(cell) {
			possible = append(possible, cell)
		}
	}
	x := make([]int64, k)
	for range people {
		// A few cells hold most people, as in life.
		x[possible[min(m.r.IntN(len(possible)), m.r.IntN(len(possible)))]]++
	}
	return x
}

// move returns the counts after a few people went along edges between two values.
func (m maker) move(s scene, x []int64) []int64 {
	x = slices.Clone(x)
	for range 5 {
		from := m.r.IntN(len(x))
		if x[from] == 0 {
			continue
		}
		var to []int
		s.Policy.Neighbours(policy.Vertex(from), func(v policy.Vertex, _ policy.Weight) bool {
			to = append(to, int(v))
			return true
		})
		if len(to) > 0 {
			x[from]--
			x[to[m.r.IntN(len(to))]]++
		}
	}
	return x
}

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
	a, err := q.Release(context.Background(), vectorOf(t, s.Problem, counts), seeded(seed))
	if err != nil {
		t.Fatalf("%s, %s: %v", q.Info().ID, s.name, err)
	}
	return a
}
