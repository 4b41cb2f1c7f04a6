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
	src := seeded.New(20261123, 6)
	for _, budget := range []string{"80", "1"} {
		list, err := Alternatives(context.Background(), problemOn(t, c, thresholdOn(t, d, 0), budget, 2000))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range list {
			found, err := p.Release(context.Background(), v, src)
			if err != nil {
				t.Fatalf("%s: %v", p.Info().ID, err)
			}
			for g, want := range []struct{ size, at float64 }{{600, 1}, {400, 8}} {
				got := found.Groups[g]
				if !finite(got.SizeError, got.Error[0], got.Error[1]) || budget == "1" && got.SizeError == 0 {
					t.Errorf("%s at %s: errors %+v", p.Info().ID, budget, got)
				}
				// With hardly any noise sizes are those of the groups, and a block counts as its middle, two steps away at most.
				// Laplace noise is 50 people off with a chance of exp(-50 √2 / SizeError).
				if budget == "80" && (got.SizeError > 2 || math.Abs(got.Size-want.size) > 50 || math.Abs(got.Centre[0]-want.at) > 2) {
					t.Errorf("%s %s: group %d is %+v", p.Info().ID, p.Table(), g+1, got)
				}
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
	var truth [2]float64 // the means of the first column
	for range 2000 {
		for g, from := range []int{1, 8} {
			at := r.IntN(3) + from
			counts[d.Index([]int{at, r.IntN(3) + from})]++
			truth[g] += float64(at) / 2000
		}
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
		var mean, size, saidMean, saidSize float64
		src := seeded.New(20261123, 7)
		runs, said := seeded.Often(250, 1000), 50
		for i := range runs {
			out, err := p.release(context.Background(), v, src, i < said)
			if err != nil {
				t.Fatal(err)
			}
			for g := range truth {
				mean += min(square(out.centres[g][0]-truth[0]), square(out.centres[g][0]-truth[1])) / float64(2*runs)
				size += square(out.sizes[g]-2000) / float64(2*runs)
				if i < said {
					saidMean += square(out.errors[g][0]) / float64(2*said)
					saidSize += square(out.sizeSD[g]) / float64(2*said)
				}
			}
		}
		// What is said is of public estimates, and of 20 repeats where there is a table: a quarter off at most. No noise
		// has squares that vary more than those of one Laplace number.
		const near = 1.25
		within := seeded.Squares(1, 1).Within(2*runs, seeded.Among(4))
		for name, x := range map[string][2]float64{"means": {mean, saidMean}, "sizes": {size, saidSize}} {
			if ratio := x[0] / x[1]; ratio < (1-within)/near || ratio > near*(1+within) {
				t.Errorf("%s: the squared error of %s is %v, and %v was said", way, name, x[0], x[1])
			}
		}
	}
}
