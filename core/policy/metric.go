package policy

import (
	"fmt"
	"math/big"

	"steward/core/domain"
)

// metric is graded protection by a matrix of distances between the values of one column: a
// pair at distance d is protected by d times the budget of one unit (d_X-privacy,
// Kamalaruban et al. 2020 section 2.3). What holds is the shortest-path closure of what was
// entered (MECHANISMS F1); Strengthened tells where the two differ.
type metric struct {
	*listed
	name string // in the expert's words
	says string // in the steward's
}

// Metric returns the part with a matrix of distances in units of the budget. Entry [u][v] is
// the distance of value u and value v, nil for a pair that is not protected at all. It errors
// on a matrix that is not square, not symmetric, not zero on its diagonal, or not above zero
// elsewhere.
func Metric(a *domain.Attribute, distances [][]*big.Rat) (Part, error) {
	n := a.Size()
	if len(distances) != n {
		return nil, fmt.Errorf("the distances of %q have %d rows, but it has %d values (blank and other answers count)", a.Name(), len(distances), n)
	}
	p := &metric{
		listed: newListed([]*domain.Attribute{a}), name: "weighted by a matrix",
		says: fmt.Sprintf("an answer in %q from another, the less the farther they are apart in the table of distances", a.Name()),
	}
	for u, row := range distances {
		if len(row) != n {
			return nil, fmt.Errorf("row %q of the distances of %q has %d entries, but %d are expected", a.Label(u), a.Name(), len(row), n)
		}
		for v, d := range row {
			where := fmt.Sprintf("the distance of %q and %q in %q", a.Label(u), a.Label(v), a.Name())
			back := distances[v]
			switch {
			case len(back) <= u || (d == nil) != (back[u] == nil) || (d != nil && d.Cmp(back[u]) != 0):
				return nil, fmt.Errorf("%s differs from that in the other direction: make both the same", where)
			case u == v && d != nil && d.Sign() != 0:
				return nil, fmt.Errorf("%s is %s, but an answer is at distance 0 from itself", where, plain(d))
			case u >= v || d == nil:
				continue
			}
			w, ok := WeightOf(d)
			if !ok {
				return nil, fmt.Errorf("%s is %s, but it must be a number above zero (and below four million)", where, plain(d))
			}
			p.join(u, v, w)
		}
	}
	return p, nil
}

// PerValue returns graded protection by value: a pair of values is protected by the smaller of
// the two values' budgets, given as multiples of the release's (the heterogeneous metrics of
// Kamalaruban et al. 2020 section 5 with the strongest reading: a sensitive value is hidden
// from every other at its own budget). It errors unless there is a budget above zero for every
// value.
func PerValue(a *domain.Attribute, budgets []*big.Rat) (Part, error) {
	if len(budgets) != a.Size() {
		return nil, fmt.Errorf("%q has %d values (blank and other answers count), but %d weights are given", a.Name(), a.Size(), len(budgets))
	}
	if a.Size() > maxComplete {
		return nil, fmt.Errorf("%q has %d values, more than the %d that each can have a weight of its own: use ranges or a shorter list", a.Name(), a.Size(), maxComplete)
	}
	p := &metric{
		listed: newListed([]*domain.Attribute{a}), name: "weighted by value",
		says: fmt.Sprintf("any answer in %q from any other, each by its own weight", a.Name()),
	}
	weights := make([]Weight, len(budgets))
	for v, b := range budgets {
		if b == nil {
			return nil, fmt.Errorf("the value %q of %q has no weight: give it one", a.Label(v), a.Name())
		}
		var ok bool
		if weights[v], ok = WeightOf(b); !ok {
			return nil, fmt.Errorf("the weight of %q in %q is %s, but it must be a number above zero (and below four million)", a.Label(v), a.Name(), plain(b))
		}
	}
	for u := range weights {
		for v := range u {
			p.join(u, v, min(weights[u], weights[v]))
		}
	}
	return p, nil
}

// PerColumn returns full secrecy of one column at a budget of its own, given as a multiple of
// the release's: the weight of the whole column (Kamalaruban et al. 2020 section 3).
func PerColumn(a *domain.Attribute, budget *big.Rat) (Part, error) {
	w, ok := WeightOf(budget)
	if !ok {
		return nil, fmt.Errorf("the weight of %q is %s, but it must be a number above zero (and below four million)", a.Name(), plain(budget))
	}
	return weightedComplete{complete{a}, w}, nil
}

// maxComplete is the most values whose pairs are all held one by one.
const maxComplete = 2000

func (p *metric) Project([]int) Part { return p }

func (p *metric) Secret() string { return p.says }

func (p *metric) Expert() string {
	return fmt.Sprintf("%s: complete graph on %d values, %s, least weight %s", p.attrs[0].Name(), p.Size(), p.name, plain(p.Least().Rat()))
}

// weightedComplete is complete with one weight for every edge.
type weightedComplete struct {
	complete
	weight Weight
}

func (p weightedComplete) Project([]int) Part         { return p }
func (p weightedComplete) EdgeWeight(int, int) Weight { return p.weight }
func (p weightedComplete) Least() Weight              { return p.weight }

func (p weightedComplete) WeightedDistance(u, v int) (Weight, bool) {
	if u == v {
		return 0, true
	}
	return p.weight, true
}

func (p weightedComplete) Secret() string {
	return fmt.Sprintf("any answer in %q from any other, by %s times the budget", p.attr.Name(), plain(p.weight.Rat()))
}

func (p weightedComplete) Expert() string {
	return p.complete.Expert() + ", every edge of weight " + plain(p.weight.Rat())
}

// Shortened is an edge whose ends are joined by a shorter way than the edge itself: what is
// enforced is stronger than what was entered.
type Shortened struct {
	U, V           string // labels
	Entered, Holds Weight
}

// Strengthened lists edges of a part whose ends are nearer by another way than by the edge
// itself, at most a number of them, and how many there are in all (MECHANISMS F1 a). It is
// meant for parts whose edges can be walked over.
func Strengthened(p Part, most int) (list []Shortened, count int) {
	w, ok := p.(Weighted)
	if !ok {
		return nil, 0
	}
	for u := range p.Size() {
		near := shortest(w, u)
		p.Neighbours(u, func(v int) bool {
			if u < v && near[v] < w.EdgeWeight(u, v) {
				if count++; len(list) < most {
					list = append(list, Shortened{vertexLabel(p, u), vertexLabel(p, v), w.EdgeWeight(u, v), near[v]})
				}
			}
			return true
		})
	}
	return list, count
}

// shortest returns the length of the shortest way from a vertex to every other, Infinite where
// there is none: Dijkstra's method without a queue, for dense graphs.
func shortest(p Weighted, from int) []Weight {
	n := p.Size()
	best, done := make([]Weight, n), make([]bool, n)
	for i := range best {
		best[i] = Infinite
	}
	best[from] = 0
	for range n {
		u := -1
		for v := range n {
			if !done[v] && best[v] < Infinite && (u < 0 || best[v] < best[u]) {
				u = v
			}
		}
		if u < 0 {
			break
		}
		done[u] = true
		p.Neighbours(u, func(v int) bool {
			best[v] = min(best[v], best[u]+p.EdgeWeight(u, v))
			return true
		})
	}
	return best
}
