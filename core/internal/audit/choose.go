package audit

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// event is something that an output does or does not do, seen through a lens.
type event struct {
	name  string
	lens  lens
	holds func(numbers []float64) bool
	// least is the parameter that it seemed to need when it was chosen.
	least float64
}

const (
	// tested is how many events are tested for each pair in each order.
	tested = 3
	// thresholds is how many thresholds of a score are tried.
	thresholds = 40
	// mostAtoms is how many outputs by themselves are tried through a lens.
	mostAtoms = 50
)

// chooser looks for the events that speak loudest against a claim in samples of two data
// sets, by bounds of so many standard errors.
type chooser struct {
	claim Claim
	z     float64
	found []event
}

// choose returns the loudest events in two samples. Of all numbers at once none is looked at alone: it has
// been already; and their likelihood is the sum of what it was through the lenses before.
func (c *chooser) choose(a, b *sample) []event {
	var all []histogram
	whole := [2][]float64{make([]float64, len(a.first)), make([]float64, len(b.first))}
	for _, l := range lenses(a.first[0]) {
		x, y := a.through(l), b.through(l)
		if l.whole {
			c.best(l, score{"likelihood ratio", likelihood(all), inOrder(whole[0]), inOrder(whole[1])})
		} else {
			bins := histograms(x, y)
			all = append(all, bins...)
			ratio := likelihood(bins)
			of := [2][]float64{x.of(ratio), y.of(ratio)}
			for side := range of {
				for i, v := range of[side] {
					whole[side][i] += v
				}
			}
			c.best(l, score{"likelihood ratio", ratio, inOrder(of[0]), inOrder(of[1])})
			for _, s := range scores(x, y) {
				c.best(l, s)
			}
		}
		c.atoms(l, x.rows, y.rows)
	}
	slices.SortStableFunc(c.found, func(x, y event) int { return cmp.Compare(y.least, x.least) })
	return c.found[:min(tested, len(c.found))]
}

// least returns the parameter that an event seems to need.
func (c *chooser) least(k, l, n int) float64 {
	p, _ := wilson(k, n, c.z)
	_, q := wilson(l, n, c.z)
	return c.claim.Least(p, q)
}

// best keeps the loudest threshold of a score.
func (c *chooser) best(l lens, s score) {
	x, y := s.a, s.b
	best := event{least: -1}
	for i := range thresholds {
		// A hair lower, so that no rounding comes between equal values.
		t := x[i*len(x)/thresholds]
		t -= 1e-9 * (1 + math.Abs(t))
		from, other := firstAtLeast(x, t), firstAtLeast(y, t)
		if least := c.least(len(x)-from, len(y)-other, len(x)); least > best.least {
			best = event{fmt.Sprintf("%s %.6g", s.name, t), l, func(v []float64) bool { return s.of(v) >= t }, least}
		}
	}
	c.found = append(c.found, best)
}

func firstAtLeast(x []float64, t float64) int {
	i, _ := slices.BinarySearch(x, t)
	return i
}

// atoms keeps the loudest of the commonest outputs, each by itself.
func (c *chooser) atoms(l lens, a, b [][]float64) {
	seen := make(map[string]*[2]int)
	var key []byte
	for side, rows := range [2][][]float64{a, b} {
		for _, r := range rows {
			key = appendKey(key[:0], r)
			n, known := seen[string(key)]
			if !known {
				n = new([2]int)
				seen[string(key)] = n
			}
			n[side]++
		}
	}
	var keys []string
	for key, n := range seen {
		if n[0] > 1 {
			keys = append(keys, key)
		}
	}
	slices.SortFunc(keys, func(x, y string) int {
		return cmp.Or(cmp.Compare(seen[y][0], seen[x][0]), cmp.Compare(x, y))
	})
	best := event{least: -1}
	for _, key := range keys[:min(mostAtoms, len(keys))] {
		if least := c.least(seen[key][0], seen[key][1], len(a)); least > best.least {
			best = event{"one output", l, func(v []float64) bool { return Key(v) == key }, least}
		}
	}
	if best.least >= 0 {
		c.found = append(c.found, best)
	}
}
