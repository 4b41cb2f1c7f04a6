package cluster

import (
	"context"
	"testing"

	"steward/core/histogram"
	"steward/core/seeded"
)

// compared is the mean squared distance of people from the nearest centre by several ways, as multiples
// of what k-means finds without noise.
type compared struct {
	t *testing.T
	c *Clustering
	// people draws so many, by place.
	people func(r *seeded.Source, many int) []int64
	ways   map[string]func(counts *histogram.Vector, people *kmeans, r *seeded.Source) []point
}

// ours adds our own way for a policy.
func (x *compared) ours(name string, p Problem) *Prepared {
	x.t.Helper()
	prepared, err := Prepare(context.Background(), p)
	if err != nil {
		x.t.Fatal(err)
	}
	src := seeded.New(20261123, 9)
	x.ways[name] = func(counts *histogram.Vector, _ *kmeans, _ *seeded.Source) []point {
		out, err := prepared.release(context.Background(), counts, src, false)
		if err != nil {
			x.t.Fatal(err)
		}
		return out.centres
	}
	return prepared
}

// published adds the published way in ten rounds with a bound on the change of sums.
func (x *compared) published(name string, s sulq) {
	lists, err := x.c.spread(context.Background(), 1)
	if err != nil {
		x.t.Fatal(err)
	}
	s.c, s.rounds = x.c, 10
	x.ways[name] = func(_ *histogram.Vector, people *kmeans, r *seeded.Source) []point { return s.run(r, people, lists[0]) }
}

// run returns the means over repeats, each on other people.
func (x *compared) run(people, repeats int) map[string]float64 {
	r := seeded.New(11, uint64(people))
	sums := make(map[string]float64)
	for range repeats {
		counts := x.people(r, people)
		v, err := histogram.FromCounts(x.c.domain, counts)
		if err != nil {
			x.t.Fatal(err)
		}
		places := x.c.peopleOf(counts)
		best, err := places.best(context.Background(), restarts)
		if err != nil {
			x.t.Fatal(err)
		}
		least, _ := places.measure(best)
		for name, way := range x.ways {
			got, _ := places.measure(way(v, places, r))
			sums[name] += got / least / float64(repeats)
		}
	}
	return sums
}
