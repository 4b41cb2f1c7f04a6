package cluster

import (
	"context"
	"math"
	"testing"

	"steward/core/domain"
	"steward/core/histogram"
	"steward/core/seeded"
)

// withBlanks makes a domain of two columns of ten numbers, with a cell for blanks in each.
func withBlanks(t testing.TB) *domain.Domain {
	t.Helper()
	var attrs []*domain.Attribute
	for _, name := range []domain.AttributeName{"a", "b"} {
		a, err := domain.NewWhole(name, 0, 9, domain.Options{Origin: domain.Typed, Blank: domain.Special{Rule: domain.OwnCell}, Other: domain.Special{Rule: domain.Refuse}})
		if err != nil {
			t.Fatal(err)
		}
		attrs = append(attrs, a)
	}
	d, err := domain.New(attrs, nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestPeopleWithBlanksAreInNoGroup releases every way where the number of people is known and half of
// them have blanks: what is spent is answered, and groups hold the others.
func TestPeopleWithBlanksAreInNoGroup(t *testing.T) {
	d := withBlanks(t)
	c := asks(t, d, 2)
	counts := make([]int64, c.cells)
	counts[d.Index([]int{1, 1})], counts[d.Index([]int{8, 8})], counts[d.Index([]int{10, 3})] = 600, 400, 1000
	v, err := histogram.FromCounts(d, counts)
	if err != nil {
		t.Fatal(err)
	}
	list, err := Alternatives(context.Background(), problemOn(t, c, thresholdOn(t, d, 0), "8", 2000))
	if err != nil {
		t.Fatal(err)
	}
	src := seeded.New(20261123, 6)
	for _, p := range list {
		found, err := p.Release(context.Background(), v, src)
		if err != nil {
			t.Fatalf("%s: %v", p.Info().ID, err)
		}
		for g, want := range []struct{ size, at float64 }{{600, 1}, {400, 8}} {
			got := found.Groups[g]
			// A block counts as its middle, two steps away at most; twelve typical errors are passed by
			// chance less than once in ten million.
			if math.Abs(got.Size-want.size) > 12*got.SizeError+1 || got.SizeError > 40 || math.Abs(got.Centre[0]-want.at) > 2 {
				t.Errorf("%s %s: group %d is %+v", p.Info().ID, p.Table(), g+1, got)
			}
			if !finite(got.SizeError, got.Error[0], got.Error[1]) || got.SizeError == 0 {
				t.Errorf("%s: errors %+v", p.Info().ID, got)
			}
		}
	}
}

// TestErrorsAreThoseOfReleases compares the stated errors of sizes and means with what releases of the
// same people show, where the groups are plain.
func TestErrorsAreThoseOfReleases(t *testing.T) {
	d := grid(t, []int{12, 12})
	c := asks(t, d, 2)
	counts := make([]int64, c.cells)
	r := seeded.New(1, 2)
	for range 2000 {
		counts[d.Index([]int{r.IntN(3) + 1, r.IntN(3) + 1})]++
		counts[d.Index([]int{r.IntN(3) + 8, r.IntN(3) + 8})]++
	}
	v, err := histogram.FromCounts(d, counts)
	if err != nil {
		t.Fatal(err)
	}
	for _, way := range []Way{Rounds, Summary} {
		c.question.Way, c.question.Rounds = way, 2
		p, err := Prepare(context.Background(), problemOn(t, c, thresholdOn(t, d, 0), "1", 4000))
		if err != nil {
			t.Fatal(err)
		}
		const runs = 100
		truth := [2]float64{2, 9}
		var mean, size, saidMean, saidSize float64
		src := seeded.New(20261123, 7)
		for range runs {
			found, err := p.Release(context.Background(), v, src)
			if err != nil {
				t.Fatal(err)
			}
			for g, group := range found.Groups {
				mean += square(group.Centre[0]-truth[g]) / runs
				size += square(group.Size-2000) / runs
				saidMean += square(group.Error[0]) / runs
				saidSize += square(group.SizeError) / runs
			}
		}
		// 200 squares: the mean of them lies within half of its expectation but for a chance below
		// 1e-6; what is said is of public estimates, and of 20 repeats where there is a table.
		for name, x := range map[string][2]float64{"means": {mean, saidMean}, "sizes": {size, saidSize}} {
			if ratio := x[0] / x[1]; ratio < 0.4 || ratio > 2.5 {
				t.Errorf("%s: the squared error of %s is %v, and %v was said", way, name, x[0], x[1])
			}
		}
	}
}
