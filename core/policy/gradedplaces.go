package policy

import (
	"math"
	"math/big"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/policy/distance"
	"steward/core/policy/weighted"
)

// gradedPlaces is a metric over places: every two are joined, with a weight that grows with
// the great-circle distance (geo-indistinguishability as d_X-privacy: Kamalaruban et al. 2020
// sections 4.3 and 5).
type gradedPlaces struct {
	places
	grade  Grade
	weight weighted.Weight // factor over everything
	floor  weighted.Weight // of AtLeast
	// farthest is no less than the distance of any two places, in kilometres.
	farthest float64
	// jumps says that a column was projected away whose special cells are joined to all:
	// places however far apart are seen as joined when they change there too.
	jumps bool
}

// GradedKilometres returns the part that keeps every place secret from every other, the
// nearer the better, given by a latitude and a longitude in decimal degrees. Unit and
// AtLeast of the grade are kilometres, and AtLeast has to be given, since neighbouring
// ranges touch and all longitudes meet at the poles; its Norm is not used. Ranges count with
// the least distance between any places in them, rounded down. Places with a special cell
// joined to all are one Unit away from those with another answer there.
//
// Distances are exact for up to 256 places; otherwise they are upper bounds. It errors as
// WithinKilometres and Graded do.
func GradedKilometres(latitude, longitude *domain.Attribute, g Grade) (Part, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	if g.AtLeast == nil {
		return nil, message.Errorf("places can be zero kilometres apart: say how many kilometres apart the nearest ones count")
	}
	places, err := newPlaces(latitude, longitude, g.Special)
	if err != nil {
		return nil, err
	}
	p := &gradedPlaces{places: places, grade: g, farthest: places.farthest()}
	return p.weighed(weighted.One)
}

// weighed returns the part with another factor over everything.
func (p gradedPlaces) weighed(w weighted.Weight) (*gradedPlaces, error) {
	p.weight = w
	var err error
	if p.floor, err = p.grade.floor(w); err != nil {
		return nil, err
	}
	return &p, nil
}

func (p *gradedPlaces) Weight(u, v int) (weighted.Weight, bool) {
	switch {
	case u == v:
		return 0, false
	case p.changesSpecial(u, v):
		return p.jump(), p.special == JoinAll
	}
	km := distance.Apart(p.band(min(u, v)/p.cols), p.band(max(u, v)/p.cols), p.degrees(p.gap(u%p.cols, v%p.cols)))
	unit, _ := p.grade.Unit.Float64()
	w := math.Floor(km / unit * (1 - 1e-12) * float64(p.weight))
	far := max(p.floor, weighted.Weight(min(w, float64(weighted.Heaviest))))
	if p.jumps {
		far = min(far, p.jump())
	}
	return far, true
}

// jump returns the weight of the edges of special cells joined to all: of one unit.
func (p *gradedPlaces) jump() weighted.Weight { return max(p.weight, p.floor) }

func (p *gradedPlaces) Neighbours(u int, yield func(v int, w weighted.Weight) bool) {
	for v := range p.size {
		if w, joined := p.Weight(u, v); joined && !yield(v, w) {
			return
		}
	}
}

// Weights goes by the two places that are farthest apart.
func (p *gradedPlaces) Weights() (lightest, heaviest weighted.Weight) {
	if p.size < 2 {
		return weighted.Infinite, 0
	}
	unit, _ := p.grade.Unit.Float64()
	heaviest = max(p.floor, weighted.Weight(min(math.Ceil(p.farthest/unit*float64(p.weight)), float64(weighted.Heaviest))))
	if p.jumps {
		heaviest = min(heaviest, p.jump())
	}
	if p.special == JoinAll && p.hasSpecial() {
		heaviest = max(heaviest, p.jump())
	}
	return p.floor, heaviest
}

// mostPlaces is the most places among which ways around are searched.
const mostPlaces = 256

func (p *gradedPlaces) Distance(u, v int) weighted.Weight {
	if u == v {
		return 0
	}
	direct, joined := p.Weight(u, v)
	switch {
	case !joined:
		return weighted.Infinite
	case direct == p.floor || p.size > mostPlaces:
		return direct
	}
	return weighted.Adjacency{N: p.size, Neighbours: p.Neighbours}.Distance(u, v, direct)
}

// Components leaves apart what differs in special cells of their own.
func (p *gradedPlaces) Components() ([]int, int) {
	component := make([]int, p.size)
	if p.special == JoinAll {
		return component, 1
	}
	number := make(weighted.Numbering)
	for u := range component {
		row, col := max(u/p.cols-len(p.latitudes)+1, 0), max(u%p.cols-len(p.longitudes.Lo)+1, 0)
		component[u] = number.Of(row*3 + col)
	}
	return component, len(number)
}

func (p *gradedPlaces) Project(keep []int) Part {
	if len(keep) == len(p.attrs) {
		return p
	}
	q := *p
	q.places = p.only(keep[0])
	q.farthest = q.places.farthest()
	dropped := p.attrs[1-keep[0]]
	q.jumps = p.special == JoinAll && dropped.Size() > dropped.Regular()
	return &q
}

func (p *gradedPlaces) Weigh(factor *big.Rat) (Part, error) {
	w, err := p.weight.Weigh(factor)
	if err != nil {
		return nil, err
	}
	return p.weighed(w)
}

func (p *gradedPlaces) Secret() message.Text {
	near := message.Sprintf("any place by %s from any other, the nearer, the better hidden: two that are %s kilometres apart", columnNames(p.attrs), plain(p.grade.Unit))
	return p.grade.hides(near, p.weight, specialLabels(p.attrs))
}

func (p *gradedPlaces) Expert() message.Text {
	metric := message.Sprintf("%s: great-circle metric in kilometres", columnNames(p.attrs))
	return p.weight.Expert(p.grade.expert(metric, len(specialLabels(p.attrs)) > 0))
}
