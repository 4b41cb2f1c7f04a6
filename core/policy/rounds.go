package policy

import (
	"math"
	"slices"

	"steward/core/domain"
	"steward/core/policy/distance"
	"steward/core/policy/weighted"
)

// Distance counts the edges of a shortest chain.
func (p *within) Distance(u, v int) weighted.Weight {
	if u == v {
		return 0
	}
	if _, joined := p.Weight(u, v); joined {
		return p.weight
	}
	n, ok := p.rounds(u, v)
	if !ok {
		return weighted.Infinite
	}
	return p.weight.Repeated(n)
}

// rounds returns how many edges lead from one combination to another that it is not joined
// to, and false when none do.
func (p *within) rounds(u, v int) (int, bool) {
	var legs []leg
	jumps := false
	for i, a := range p.attrs {
		from, to := p.value(i, u), p.value(i, v)
		switch special := from >= a.Regular() || to >= a.Regular(); {
		case from == to:
		case p.special == JoinAll && a.Size() > a.Regular():
			// Two edges lead by way of a special cell, at no cost, whatever else changes.
			jumps = true
		case special:
			return 0, false
		default:
			legs = append(legs, leg{i, from, to})
		}
	}
	n, ok := p.together(legs)
	if jumps {
		n = max(n, 2)
	}
	return n, ok
}

// leg is the change of one column from one declared value to another.
type leg struct{ column, from, to int }

// left returns how many values lie ahead.
func (l leg) left() int { return max(l.to-l.from, l.from-l.to) }

// ahead returns the value some places ahead.
func (l leg) ahead(n int) int {
	if l.to < l.from {
		return l.from - n
	}
	return l.from + n
}

// together returns how many edges are needed to make all of the changes.
func (p *within) together(legs []leg) (int, bool) {
	most := 0 // edges that one column needs by itself, and so all of them
	for _, l := range legs {
		n, ok := p.lines[l.column].line.Jumps(l.from, l.to)
		if !ok {
			return 0, false
		}
		most = max(most, n)
	}
	if len(legs) < 2 || p.norm.Single {
		return most, true
	}
	if n, ok := p.alike(legs); ok {
		return n, true
	}
	upper := min(p.greedy(legs), p.alongside(legs, most))
	if upper == most {
		return upper, true
	}
	return p.search(legs, upper), true
}

// alike returns the number of edges where every step of every column counts the same toward
// a sum: as many steps in all as there are, as many to an edge as fit.
func (p *within) alike(legs []leg) (int, bool) {
	steps := 0
	for _, l := range legs {
		if !p.norm.Sums || p.rate[l.column] != p.rate[legs[0].column] || p.attrs[l.column].Kind() == domain.Ranges {
			return 0, false
		}
		steps += l.left()
	}
	fit := int(p.limit.Lo / uint64(p.rate[legs[0].column]))
	return (steps + fit - 1) / fit, true
}

// greedy returns the number of edges when on every edge the columns with the most left go
// as far as they can, one after the other.
func (p *within) greedy(legs []leg) int {
	legs = slices.Clone(legs)
	rounds := 0
	for ; ; rounds++ {
		slices.SortStableFunc(legs, func(a, b leg) int { return b.left() - a.left() })
		if legs[0].left() == 0 {
			return rounds
		}
		var so distance.Span
		for i := range legs {
			n, after := p.farthest(legs[i], so)
			legs[i].from, so = legs[i].ahead(n), after
		}
	}
}

// alongside returns the least number of edges, at least some number, on each of which every
// column goes an equal part of its way, rounded up; or a large number where values are
// unevenly spaced. On long straight ways hardly any is shorter.
func (p *within) alongside(legs []leg, least int) int {
	if !p.even {
		return math.MaxInt
	}
	fits := func(n int) bool {
		var so distance.Span
		for _, l := range legs {
			d, open, _ := p.difference(l.column, 0, (l.left()+n-1)/n)
			so = p.add(so, d, open)
		}
		return so.Within(p.limit)
	}
	most := least
	for _, l := range legs {
		most = max(most, l.left())
	}
	if !fits(most) {
		return math.MaxInt
	}
	for least < most {
		if n := (least + most) / 2; fits(n) {
			most = n
		} else {
			least = n + 1
		}
	}
	return least
}

// farthest returns how many places a column can go when others have used up part of the
// threshold, and how much is used up then.
func (p *within) farthest(l leg, so distance.Span) (int, distance.Span) {
	lo, hi, after := 0, l.left(), so
	for lo < hi {
		n := (lo + hi + 1) / 2
		d, open, _ := p.difference(l.column, l.from, l.ahead(n))
		if s := p.add(so, d, open); s.Within(p.limit) {
			lo, after = n, s
		} else {
			hi = n - 1
		}
	}
	return lo, after
}

// search looks for a way of fewer edges than upper among the combinations between the ends.
// Going back never helps, and of two steps the one that goes farther in some columns and
// less far in none is as good. It returns upper when there is too much to look at.
func (p *within) search(legs []leg, upper int) int {
	const mostCells = 1 << 20
	b := passage{p: p, legs: legs, strides: make([]int, len(legs)), work: weighted.SearchWork}
	cells := 1
	for i, l := range legs {
		b.strides[i] = cells
		if cells > mostCells/(l.left()+1) {
			return upper
		}
		cells *= l.left() + 1
	}
	b.seen = make([]bool, cells)
	at := []int{0}
	for n := 1; n < upper; n++ {
		b.next = nil
		for _, cell := range at {
			if b.step(0, cell, distance.Span{}); b.work <= 0 {
				return upper
			}
		}
		if b.seen[cells-1] {
			return n
		}
		at = b.next
	}
	return upper
}

// passage is a search among the combinations between two ends, numbered by how far each
// column has gone.
type passage struct {
	p       *within
	legs    []leg
	strides []int
	seen    []bool
	next    []int
	work    int
}

// step takes every step from a cell that goes as far as it can in the last column.
func (b *passage) step(i, cell int, so distance.Span) {
	l := b.legs[i]
	gone := cell / b.strides[i] % (l.left() + 1)
	rest := leg{l.column, l.ahead(gone), l.to}
	far, _ := b.p.farthest(rest, so)
	b.work -= far + 1
	if i == len(b.legs)-1 {
		if cell += far * b.strides[i]; !b.seen[cell] {
			b.seen[cell] = true
			b.next = append(b.next, cell)
		}
		return
	}
	for n := far; n >= 0 && b.work > 0; n-- {
		after := so
		if n > 0 {
			d, open, _ := b.p.difference(l.column, rest.from, rest.ahead(n))
			after = b.p.add(so, d, open)
		}
		b.step(i+1, cell+n*b.strides[i], after)
	}
}
