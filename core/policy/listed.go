package policy

import (
	"cmp"
	"math/big"
	"slices"
	"sort"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/policy/weighted"
)

// listed is a part whose edges are written down one by one.
type listed struct {
	layout
	arcs   map[int][]arc // by combination, those it is joined to, rising
	ends   []int         // the combinations that are joined to any, rising
	expert message.Text
	// table says what a table of weights keeps secret, special which other answers are joined
	// to all, and times what its weights were multiplied with; empty for pairs, which are
	// written out.
	table   message.Text
	special []string
	times   *big.Rat

	lightest, heaviest weighted.Weight
}

// done is called when all edges are there, and before any is asked for. Of edges that were
// added twice the lighter one stays.
func (p *listed) done() *listed {
	p.ends = make([]int, 0, len(p.arcs))
	p.lightest, p.heaviest = weighted.Infinite, 0
	for u, arcs := range p.arcs {
		slices.SortFunc(arcs, func(a, b arc) int { return cmp.Or(cmp.Compare(a.to, b.to), cmp.Compare(a.weight, b.weight)) })
		arcs = slices.CompactFunc(arcs, func(a, b arc) bool { return a.to == b.to })
		p.arcs[u], p.ends = arcs, append(p.ends, u)
		for _, a := range arcs {
			p.lightest, p.heaviest = min(p.lightest, a.weight), max(p.heaviest, a.weight)
		}
	}
	slices.Sort(p.ends)
	return p
}

// arc is an edge seen from one of its ends.
type arc struct {
	to     int
	weight weighted.Weight
}

// add adds an edge.
func (p *listed) add(u, v int, w weighted.Weight) {
	p.arcs[u] = append(p.arcs[u], arc{v, w})
	p.arcs[v] = append(p.arcs[v], arc{u, w})
}

func findArc(arcs []arc, to int) (int, bool) {
	return slices.BinarySearchFunc(arcs, to, func(a arc, to int) int { return cmp.Compare(a.to, to) })
}

func (p *listed) Weight(u, v int) (weighted.Weight, bool) {
	arcs := p.arcs[u]
	i, joined := findArc(arcs, v)
	if !joined {
		return 0, false
	}
	return arcs[i].weight, true
}

func (p *listed) Neighbours(u int, yield func(v int, w weighted.Weight) bool) {
	for _, a := range p.arcs[u] {
		if !yield(a.to, a.weight) {
			return
		}
	}
}

func (p *listed) Weights() (lightest, heaviest weighted.Weight) { return p.lightest, p.heaviest }

// joinedUp returns the graph over the places in ends: the other combinations are out of
// reach.
func (p *listed) joinedUp() weighted.Adjacency {
	return weighted.Adjacency{N: len(p.ends), Even: p.lightest == p.heaviest, Neighbours: func(i int, yield func(v int, w weighted.Weight) bool) {
		p.Neighbours(p.ends[i], func(v int, w weighted.Weight) bool { return yield(sort.SearchInts(p.ends, v), w) })
	}}
}

func (p *listed) Distance(u, v int) weighted.Weight {
	if u == v {
		return 0
	}
	if p.arcs[u] == nil || p.arcs[v] == nil {
		return weighted.Infinite
	}
	return p.joinedUp().Distance(sort.SearchInts(p.ends, u), sort.SearchInts(p.ends, v), weighted.Infinite)
}

// Guide tells the edges of a shortest chain.
func (p *listed) Guide(u, v int) []weighted.Stretch {
	return p.joinedUp().Way(sort.SearchInts(p.ends, u), sort.SearchInts(p.ends, v))
}

func (p *listed) Components() ([]int, int) {
	s := weighted.NewDisjoint(p.size)
	for u, arcs := range p.arcs {
		for _, a := range arcs {
			s.Join(u, a.to)
		}
	}
	return s.Numbers()
}

// Project keeps some columns: an edge becomes one between what its ends become, unless they
// become the same.
func (p *listed) Project(keep []int) Part {
	if len(keep) == len(p.attrs) {
		return p
	}
	small, image := p.keep(keep)
	q := &listed{layout: small, arcs: make(map[int][]arc), expert: message.Sprintf("%s, projected", p.expert)}
	for u, arcs := range p.arcs {
		for _, a := range arcs {
			if from, to := image(u), image(a.to); u < a.to && from != to {
				q.add(from, to, a.weight)
			}
		}
	}
	return q.done()
}

func (p *listed) Weigh(factor *big.Rat) (Part, error) {
	q := *p
	q.arcs = make(map[int][]arc, len(p.arcs))
	for u, arcs := range p.arcs {
		changed := slices.Clone(arcs)
		for i := range changed {
			var err error
			if changed[i].weight, err = changed[i].weight.Weigh(factor); err != nil {
				return nil, err
			}
		}
		q.arcs[u] = changed
	}
	if q.times = new(big.Rat).Set(factor); p.times != nil {
		q.times.Mul(q.times, p.times)
	}
	return q.done(), nil
}

func (p *listed) Reach() []int {
	reach := noEdges{p.size}.Reach()
	for u, arcs := range p.arcs {
		reach[u] = max(u, arcs[len(arcs)-1].to)
	}
	return reach
}

// Solid reports whether every value is joined to a run of values around it.
func (p *listed) Solid() bool {
	for u, arcs := range p.arcs {
		last := u
		for _, a := range arcs {
			if a.to > u {
				if a.to != last+1 {
					return false
				}
				last = a.to
			}
		}
	}
	return true
}

func (p *listed) Secret() message.Text {
	if !p.table.IsZero() {
		s := p.table
		if p.times != nil {
			s = message.Sprintf("%s, times %s", s, plain(p.times))
		}
		if len(p.special) > 0 {
			s = message.Sprintf("%s, and %s from any", s, message.And(domain.Said(p.special)))
		}
		return s
	}
	var pairs []message.Text
	left := 0
	for _, u := range p.ends {
		for _, a := range p.arcs[u] {
			switch {
			case a.to < u:
			case len(pairs) < 12:
				pairs = append(pairs, a.weight.AsIf(message.Sprintf("%s from %s", p.label(u), p.label(a.to))))
			default:
				left++
			}
		}
	}
	if len(pairs) == 0 {
		return message.Text{}
	}
	s := message.Sprintf("of %s: %s", columnNames(p.attrs), row(pairs))
	if left > 0 {
		s = message.Sprintf("%s and %d more", s, left)
	}
	return s
}

func (p *listed) Expert() message.Text { return p.expert }
