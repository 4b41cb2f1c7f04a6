package synthetic

import (
	"context"
	"math"
	"slices"
	"testing"

	"steward/core/domain"
	"steward/core/internal/randompolicy"
	"steward/core/policy"
	"steward/core/seeded"
)

// TestRangesOfScores compares the ranges of all three scores along edges with brute force over all
// histograms, for random policies: never above what is charged, and equal to it on some.
func TestRangesOfScores(t *testing.T) {
	r := seeded.New(5, 2026)
	reached := make(map[string]int)
	seldom := func(name string) bool { return reached[name] < 10 }
	names := []string{"distance", "count", "small"}
	for n := 0; n < 60 || n < 1000 && slices.ContainsFunc(names, seldom); n++ {
		m := randompolicy.New(t, r)
		d := m.Domain(m.Columns(2), false)
		k, err := d.Cells()
		if err != nil || k > 6 || k < 2 {
			continue
		}
		p := m.Policy(d)
		classes, err := classesOf(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		var sizes []int
		for _, a := range d.Attributes() {
			sizes = append(sizes, a.Size())
		}
		all := of(indices(len(sizes)))
		var tables []columns
		var candidates []candidate
		for s := columns(1); s <= all; s++ {
			if r.IntN(3) > 0 {
				tables, candidates = append(tables, s), append(candidates, candidate{over: s})
			}
		}
		if len(tables) == 0 {
			continue
		}
		guess := make([]float64, k)
		for i := range guess {
			guess[i] = 3 * r.Float64()
		}
		small := []int64{int64(r.IntN(4)), int64(r.IntN(4))} // people in two made-up small data sets
		of := func(x []int64, t columns) []int64 {
			out := make([]int64, int(t.cells(sizes)))
			for cell, at := range places(all, t, sizes) {
				out[at] += x[cell]
			}
			return out
		}
		scores := func(x []int64) (far, counts, sets []int64) {
			for range small {
				sets = append(sets, 0)
			}
			for _, t := range tables {
				e := factor{all, guess}.onto(t, sizes).vals
				far = append(far, fromTruth(of(x, t), e))
				for cell, n := range of(x, t) {
					diff := n - int64(math.Round(e[cell]))
					counts = append(counts, max(diff, -diff))
					for i, s := range small {
						diff := n - s*int64(cell)
						sets[i] = min(sets[i], -max(diff, -diff))
					}
				}
			}
			return far, counts, sets
		}
		checked := 0
		eachNeighbour(t, p, 1, func(x, y []int64, e policy.Edge) {
			if checked++; checked > 3000 {
				return
			}
			a, b, c := scores(x)
			a2, b2, c2 := scores(y)
			for _, over := range classesUnder(d, classes, e) {
				for _, s := range []struct {
					name      string
					got, most int64
				}{
					{"distance", spread(a, a2), distanceSpan(over, candidates)},
					{"count", spread(b, b2), countSpan(over, tables)},
					{"small", spread(c, c2), smallSpanOf(over, tables)},
				} {
					if s.got > s.most {
						t.Fatalf("%s score under %s: range %d above %d", s.name, randompolicy.Describe(p), s.got, s.most)
					}
					if s.got == s.most && s.most > 0 {
						reached[s.name]++
					}
				}
			}
		})
	}
	for _, name := range names {
		if seldom(name) {
			t.Errorf("the range of the %s score is reached only %d times", name, reached[name])
		}
	}
}

// eachNeighbour calls yield for each histogram of up to most people per cell, and for each edge that
// somebody can go along, with what comes of it.
func eachNeighbour(t testing.TB, p *policy.Policy, most int64, yield func(x, y []int64, e policy.Edge)) {
	t.Helper()
	k, err := p.Domain().Cells()
	if err != nil {
		t.Fatal(err)
	}
	x := make([]int64, k)
	var fill func(v int)
	fill = func(v int) {
		if v < k {
			for x[v] = 0; x[v] <= most; x[v]++ {
				fill(v + 1)
			}
			x[v] = 0
			return
		}
		err := p.Edges(func(e policy.Edge) bool {
			for _, way := range [][2]policy.Vertex{{e.U, e.V}, {e.V, e.U}} {
				y := slices.Clone(x)
				if way[0] != policy.Absent {
					y[way[0]]--
				}
				if way[1] != policy.Absent {
					y[way[1]]++
				}
				if slices.Min(y) >= 0 {
					yield(x, y, e)
				}
			}
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	fill(0)
}

// spread returns the largest less the smallest difference of two vectors.
func spread(a, b []int64) int64 {
	lo, hi := int64(math.MaxInt64), int64(math.MinInt64)
	for i := range a {
		lo, hi = min(lo, b[i]-a[i]), max(hi, b[i]-a[i])
	}
	return hi - lo
}

// classesUnder returns the classes that an edge is below.
func classesUnder(d *domain.Domain, classes []class, e policy.Edge) (out []class) {
	own := class{changes: changedAlong(d, e), absent: e.V == policy.Absent, weight: e.Weight}
	for _, c := range classes {
		if own.below(c) {
			out = append(out, c)
		}
	}
	return out
}
