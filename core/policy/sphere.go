package policy

import (
	"math/big"
	"sync/atomic"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/policy/distance"
	"steward/core/policy/weighted"
)

// sphere keeps places near one another secret: two are joined when any place in one is
// within a great-circle distance of any place in the other (the distance threshold policy
// over locations, He et al. 2014 section 3.1).
type sphere struct {
	places
	weight weighted.Weight
	text   string // of the threshold
	within float64
	near   []atomic.Pointer[reach] // per row, once asked for; empty when there are too many rows
}

// reach is how far the edges of a row's places go.
type reach struct {
	first int     // the first row that they go to
	gaps  []int64 // for it and those after it, the largest difference of longitudes
}

// WithinKilometres returns the part that keeps places within a distance of one another
// secret, given by a latitude and a longitude in decimal degrees. Ranges are joined when any
// place in one is within the distance of any place in the other, on the Earth's ellipsoid
// and with rounding in the direction of more protection. A blank or other latitude or
// longitude may be any. It errors as Near does, and when the columns hold no degrees.
//
// Distances are exact where the places are few enough to search; otherwise they are upper
// bounds.
func WithinKilometres(latitude, longitude *domain.Attribute, threshold *big.Rat, special Special) (Part, error) {
	if threshold == nil || threshold.Sign() <= 0 {
		return nil, message.Errorf("the distance between places must be a number of kilometres above zero")
	}
	places, err := newPlaces(latitude, longitude, special)
	if err != nil {
		return nil, err
	}
	within, _ := threshold.Float64()
	p := &sphere{places: places, weight: weighted.One, text: plain(threshold), within: within}
	p.remember()
	return p, nil
}

// remember makes room for what is worked out per row.
func (p *sphere) remember() {
	const mostRows = 4096
	p.near = nil
	if p.rows <= mostRows {
		p.near = make([]atomic.Pointer[reach], p.rows)
	}
}

// widest returns the largest difference of longitudes, in units, at which places of two rows
// are joined, -1 when they are not at any.
func (p *sphere) widest(a, b int) int64 {
	from, to := p.band(min(a, b)), p.band(max(a, b))
	joined := func(gap int64) bool { return distance.Apart(from, to, p.degrees(gap)) <= p.within }
	if !joined(0) {
		return -1
	}
	lo, hi := int64(0), p.longitudes.Turn/2
	for lo < hi {
		if m := (lo + hi + 1) / 2; joined(m) {
			lo = m
		} else {
			hi = m - 1
		}
	}
	return lo
}

// row returns how far the edges of a row go among the declared latitudes.
func (p *sphere) row(row int) *reach {
	if len(p.near) > 0 {
		if r := p.near[row].Load(); r != nil {
			return r
		}
	}
	r := &reach{first: row}
	for r.first > 0 && p.widest(r.first-1, row) >= 0 {
		r.first--
	}
	for k := r.first; k < len(p.latitudes); k++ {
		gap := p.widest(k, row)
		if gap < 0 {
			break
		}
		r.gaps = append(r.gaps, gap)
	}
	if len(p.near) > 0 {
		p.near[row].Store(r)
	}
	return r
}

func (p *sphere) Weight(u, v int) (weighted.Weight, bool) {
	if u == v || p.special != JoinAll && p.changesSpecial(u, v) {
		return 0, false
	}
	return p.weight, p.gap(u%p.cols, v%p.cols) <= p.wide(u/p.cols, v/p.cols)
}

// wide is widest, looked up where rows are remembered.
func (p *sphere) wide(a, b int) int64 {
	if len(p.near) == 0 || max(a, b) >= len(p.latitudes) {
		return p.widest(a, b)
	}
	r := p.row(a)
	if k := b - r.first; k >= 0 && k < len(r.gaps) {
		return r.gaps[k]
	}
	return -1
}

func (p *sphere) Neighbours(u int, yield func(v int, w weighted.Weight) bool) {
	row := u / p.cols
	switch {
	case row < len(p.latitudes):
		r := p.row(row)
		for k, gap := range r.gaps {
			if !p.along(u, r.first+k, gap, yield) {
				return
			}
		}
		for k := len(p.latitudes); k < p.rows && p.special == JoinAll; k++ {
			if !p.along(u, k, p.widest(row, k), yield) {
				return
			}
		}
	case p.special == JoinAll:
		for k := range p.rows {
			if !p.along(u, k, p.widest(row, k), yield) {
				return
			}
		}
	default:
		p.along(u, row, p.longitudes.Turn, yield)
	}
}

// along yields the neighbours of u in a row, whose longitudes may differ by so much; it
// returns false to stop.
func (p *sphere) along(u, row int, gap int64, yield func(v int, w weighted.Weight) bool) bool {
	col, n := u%p.cols, len(p.longitudes.Lo)
	visit := func(to int) bool {
		v := row*p.cols + to
		return v == u || yield(v, p.weight)
	}
	if !visit(col) {
		return false
	}
	if col >= n {
		for to := 0; to < p.cols && p.special == JoinAll; to++ {
			if to != col && !visit(to) {
				return false
			}
		}
		return true
	}
	east, west := p.longitudes.Around(col, gap)
	for to := 1; to <= east; to++ {
		if !visit((col + to) % n) {
			return false
		}
	}
	for to := 1; to <= west; to++ {
		if !visit((col - to + n) % n) {
			return false
		}
	}
	for to := n; to < p.cols && p.special == JoinAll; to++ {
		if !visit(to) {
			return false
		}
	}
	return true
}

func (p *sphere) Weights() (lightest, heaviest weighted.Weight) { return p.weight, p.weight }

func (p *sphere) Distance(u, v int) weighted.Weight {
	if u == v {
		return 0
	}
	if w, joined := p.Weight(u, v); joined {
		return w
	}
	bound := weighted.Infinite
	if n, ok := p.cornered(u, v); ok {
		bound = p.weight.Repeated(n)
	}
	if p.size > tiedSearch || bound == 2*p.weight {
		return bound
	}
	return weighted.Adjacency{N: p.size, Neighbours: p.Neighbours, Even: true}.Distance(u, v, bound)
}

// cornered returns the number of edges of a way that changes the latitude first and then
// the longitude, or the other way round where that is nearer to a pole, and false when none
// is known. It does not go over special cells.
func (p *sphere) cornered(u, v int) (int, bool) {
	from, to := u/p.cols, v/p.cols
	col, goal := u%p.cols, v%p.cols
	if max(from, to) >= len(p.latitudes) || max(col, goal) >= len(p.longitudes.Lo) {
		return 0, false
	}
	steps := 0
	for at := min(from, to); at < max(from, to); steps++ {
		r := p.row(at)
		last := r.first + len(r.gaps) - 1
		if last == at {
			return 0, false
		}
		at = min(last, max(from, to))
	}
	around, ok := p.longitudes.Hops(col, goal, max(p.widest(from, from), p.widest(to, to)))
	return steps + around, ok
}

// Components joins rows that are near enough at the same longitude, and neighbouring
// longitudes within each row: of two rows, that nearer to a pole reaches at least as far
// along itself as to the other.
func (p *sphere) Components() ([]int, int) {
	s := weighted.NewDisjoint(p.size)
	n := len(p.longitudes.Lo)
	for row := range p.rows {
		wide, north := p.widest(row, row), row+1 < len(p.latitudes) && p.widest(row, row+1) >= 0
		for col := range n {
			if next := (col + 1) % n; p.longitudes.Gap(col, next) <= wide {
				s.Join(row*p.cols+col, row*p.cols+next)
			}
		}
		for col := range p.cols {
			if north {
				s.Join(row*p.cols+col, (row+1)*p.cols+col)
			}
			if p.special == JoinAll && p.cols > n {
				s.Join(row*p.cols+col, row*p.cols+n)
			}
			if p.special == JoinAll && p.rows > len(p.latitudes) {
				s.Join(row*p.cols+col, len(p.latitudes)*p.cols)
			}
		}
	}
	return s.Numbers()
}

func (p *sphere) Project(keep []int) Part {
	if len(keep) == len(p.attrs) {
		return p
	}
	q := &sphere{places: p.only(keep[0]), weight: p.weight, text: p.text, within: p.within}
	q.remember()
	return q
}

func (p *sphere) Weigh(factor *big.Rat) (Part, error) {
	w, err := p.weight.Weigh(factor)
	if err != nil {
		return nil, err
	}
	q := &sphere{places: p.places, weight: w, text: p.text, within: p.within}
	q.remember()
	return q, nil
}

func (p *sphere) Secret() message.Text {
	s := message.Sprintf("places by %s from others within %s kilometres", columnNames(p.attrs), p.text)
	if special := specialLabels(p.attrs); p.special == JoinAll && len(special) > 0 {
		s = message.Sprintf("%s (%s may be anywhere)", s, message.And(domain.Said(special)))
	}
	return p.weight.AsIf(s)
}

func (p *sphere) Expert() message.Text {
	s := message.Sprintf("%s: great-circle distance threshold graph, theta = %s km", columnNames(p.attrs), p.text)
	if len(specialLabels(p.attrs)) > 0 {
		s = p.special.expert(s)
	}
	return p.weight.Expert(s)
}
