package cluster

import (
	"context"
	"math"

	"steward/core/noise"
)

// kmeans finds centres for public numbers of people at places: the best of several runs of Lloyd's
// rounds (1982), each of which begins with centres drawn far from one another (k-means++, Arthur and
// Vassilvitskii 2007). The draws are by randomness that anyone can repeat, since all it works on is
// public; they must never meet a true count.
type kmeans struct {
	c      *Clustering
	places []float64 // one number per axis for each place with anybody
	weight []float64 // people at each
	src    noise.Source
}

// How often and how long kmeans runs: restarts times, or less often where a move of all people takes
// more steps than maxMoved.
const (
	restarts = 10
	maxMoves = 60
	maxMoved = 1 << 18
)

// newKmeans takes numbers of people per cell, which are public; those that are not above zero count as
// none.
func (c *Clustering) newKmeans(counts []float64) *kmeans {
	k := c.emptyKmeans()
	m := make(point, len(c.axes))
	for cell, n := range counts {
		if n > 0 && c.kindOf(cell) == 0 {
			for j := range m {
				m[j] = float64(c.at(cell, j))
			}
			k.add(m, n)
		}
	}
	return k
}

func (c *Clustering) emptyKmeans() *kmeans {
	return &kmeans{c: c, src: noise.NewTrial("k-means of " + c.question.Title)}
}

func (k *kmeans) add(m point, people float64) {
	k.places, k.weight = append(k.places, m...), append(k.weight, people)
}

// at returns place i.
func (k *kmeans) at(i int) point { d := len(k.c.axes); return k.places[i*d : i*d+d] }

// usual returns the best centres of as many runs as are usual.
func (k *kmeans) usual(ctx context.Context) ([]point, error) {
	return k.best(ctx, min(restarts, max(2, maxMoved/(len(k.weight)*k.c.question.Clusters+1))))
}

// best returns the best centres of so many runs, nil where there are fewer places with anybody than
// groups.
func (k *kmeans) best(ctx context.Context, runs int) ([]point, error) {
	var best []point
	least := math.Inf(1)
	for range runs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		m := k.begin()
		if m == nil {
			return nil, nil
		}
		if cost := k.lloyd(m); cost < least {
			least, best = cost, m
		}
	}
	return best, nil
}

// begin draws centres: each among all people, in proportion to their squared distance from those that
// are there.
func (k *kmeans) begin() []point {
	if len(k.weight) < k.c.question.Clusters {
		return nil
	}
	off := make([]float64, len(k.weight))
	for i := range off {
		off[i] = math.Inf(1)
	}
	var out []point
	chance := make([]float64, len(k.weight))
	for len(out) < k.c.question.Clusters {
		sum := 0.0
		for i, w := range k.weight {
			if chance[i] = w; len(out) > 0 {
				chance[i] *= off[i]
			}
			sum += chance[i]
		}
		left := sum * float64(k.src.Uint64()>>11) / (1 << 53)
		drawn := -1
		for i, p := range chance {
			if p > 0 {
				if drawn = i; left < p {
					break
				}
				left -= p
			}
		}
		if drawn < 0 {
			return nil
		}
		m := append(point(nil), k.at(drawn)...)
		out = append(out, m)
		for i := range off {
			off[i] = min(off[i], k.c.between(k.at(i), m))
		}
	}
	return out
}

// nearest returns the centre that is nearest to a place, of equally near ones the first, and how far it
// is, squared.
func (c *Clustering) nearest(at point, centres []point) (group int, far float64) {
	far = math.Inf(1)
	for i, m := range centres {
		if off := c.between(at, m); off < far {
			group, far = i, off
		}
	}
	return group, far
}

// lloyd moves centres to the means of the people nearest to them until nothing changes, and returns
// the sum of squared distances.
func (k *kmeans) lloyd(centres []point) float64 {
	d := len(k.c.axes)
	sums, people := make([]float64, len(centres)*d), make([]float64, len(centres))
	before := math.Inf(1)
	for range maxMoves {
		clear(people)
		clear(sums)
		cost := 0.0
		for i, w := range k.weight {
			at := k.at(i)
			g, far := k.c.nearest(at, centres)
			cost += w * far
			people[g] += w
			for j, x := range at {
				sums[g*d+j] += w * x
			}
		}
		if cost >= before*(1-1e-9) {
			return cost
		}
		before = cost
		for g, n := range people {
			for j := range d {
				if n > 0 {
					centres[g][j] = sums[g*d+j] / n
				}
			}
		}
	}
	return before
}
