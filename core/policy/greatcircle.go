package policy

import (
	"fmt"
	"math"
	"math/big"

	"steward/core/domain"
)

// places keeps small distances on the earth secret: two places, each a latitude and a
// longitude, are joined when they are within so many kilometres of one another along a great
// circle (the location policies of He et al. 2014 section 3.1 on a sphere).
//
// Latitudes and longitudes may be ranges; two squares are joined when any two of their places
// may be within the distance. The least distance of two squares is taken from below and the
// radius of the earth is the least there is, so that some pairs a little farther apart are
// joined too, and none that is nearer is missed.
type places struct {
	lat, lon *domain.Attribute
	km       *big.Rat
	special  Special
	angle    float64 // the distance as an angle at the centre of the earth, raised a little
	south    []float64
	north    []float64
	west     []float64
	east     []float64
}

// earthRadius is the least radius of the earth in kilometres, at the poles: with it a distance
// is the largest angle, so that no near pair is missed.
const earthRadius = 6356.75

// GreatCircle returns the part that keeps places within a number of kilometres of one another
// secret. It errors when the columns are not numbers between -90 and 90 and between -180 and
// 180 degrees, or a distance is not above zero.
func GreatCircle(lat, lon *domain.Attribute, km *big.Rat, special Special) (Part, error) {
	p := &places{lat: lat, lon: lon, special: special}
	if km == nil || km.Sign() <= 0 {
		return nil, fmt.Errorf("the distance between places must be a number of kilometres above zero")
	}
	p.km = new(big.Rat).Set(km)
	d, _ := km.Float64()
	p.angle = d / earthRadius * (1 + 1e-9)
	var err error
	if p.south, p.north, err = spans(lat, 90); err != nil {
		return nil, err
	}
	if p.west, p.east, err = spans(lon, 180); err != nil {
		return nil, err
	}
	for _, a := range []*domain.Attribute{lat, lon} {
		if err := special.check(a); err != nil {
			return nil, err
		}
	}
	return p, countable(p.Attributes())
}

// spans returns the ends of each regular value of a column of degrees.
func spans(a *domain.Attribute, most float64) (lo, hi []float64, err error) {
	if a.Kind() != domain.Whole && a.Kind() != domain.Ranges {
		return nil, nil, fmt.Errorf("%q holds no numbers: declare it as numbers in ranges of degrees", a.Name())
	}
	n := a.Regular()
	lo, hi = make([]float64, n), make([]float64, n)
	for i := range n {
		lo[i], hi[i] = a.Span(i)
		lo[i], hi[i] = max(lo[i], -most), min(hi[i], most) // open ends reach as far as there is
		if lo[i] > hi[i] {
			return nil, nil, fmt.Errorf("the value %s of %q lies outside %v to %v degrees", a.Label(i), a.Name(), -most, most)
		}
	}
	return lo, hi, nil
}

func (p *places) Attributes() []*domain.Attribute { return []*domain.Attribute{p.lat, p.lon} }
func (p *places) Size() int                       { return p.lat.Size() * p.lon.Size() }

// split returns the latitude and the longitude of a place.
func (p *places) split(u int) (lat, lon int) { return u / p.lon.Size(), u % p.lon.Size() }

// regular reports whether a place is one, with no special cell in it.
func (p *places) regular(u int) bool {
	lat, lon := p.split(u)
	return lat < p.lat.Regular() && lon < p.lon.Regular()
}

// within reports whether some places of two squares may be within the distance: by the
// haversine formula with the least difference of latitude, the least difference of longitude
// and the least cosines, which is at most the least distance.
func (p *places) within(u, v int) bool {
	a, c := p.split(u)
	b, d := p.split(v)
	rise := max(p.south[b]-p.north[a], p.south[a]-p.north[b], 0)
	turn := apart(p.west[c], p.east[c], p.west[d], p.east[d])
	cosA := min(cosine(p.south[a]), cosine(p.north[a]))
	cosB := min(cosine(p.south[b]), cosine(p.north[b]))
	h := haversine(rise) + cosA*cosB*haversine(turn)
	return 2*math.Asin(math.Sqrt(min(h, 1))) <= p.angle
}

// apart returns the least difference of two longitudes in two spans, around the earth.
func apart(west1, east1, west2, east2 float64) float64 {
	least := 360.0
	for _, turn := range []float64{-360, 0, 360} {
		least = min(least, max(west2+turn-east1, west1-east2-turn, 0))
	}
	return least
}

func cosine(degrees float64) float64 { return max(math.Cos(degrees*math.Pi/180), 0) }

func haversine(degrees float64) float64 {
	s := math.Sin(degrees * math.Pi / 360)
	return s * s
}

func (p *places) Joined(u, v int) bool {
	if u == v {
		return false
	}
	if !p.regular(u) || !p.regular(v) {
		return p.special == JoinAll
	}
	return p.within(u, v)
}

// Neighbours looks at the latitudes within reach only.
func (p *places) Neighbours(u int, yield func(v int) bool) {
	if !p.regular(u) {
		if p.special == JoinAll {
			for v := range p.Size() {
				if v != u && !yield(v) {
					return
				}
			}
		}
		return
	}
	lat, _ := p.split(u)
	reach := p.angle * 180 / math.Pi
	for b := range p.lat.Size() {
		far := b < p.lat.Regular() && max(p.south[b]-p.north[lat], p.south[lat]-p.north[b]) > reach
		if far && p.special != JoinAll {
			continue
		}
		for d := range p.lon.Size() {
			if v := b*p.lon.Size() + d; p.Joined(u, v) && !yield(v) {
				return
			}
		}
	}
}

func (p *places) Distance(u, v int) (int, bool) { return graphOf(p).distance(u, v) }
func (p *places) Components() ([]int, int)      { return graphOf(p).components() }

// Project walks over the edges to see which latitudes, or longitudes, are joined.
func (p *places) Project(keep []int) Part {
	if len(keep) == 2 {
		return p
	}
	attr := p.Attributes()[keep[0]]
	q, seen := newListed([]*domain.Attribute{attr}), through(p.Attributes(), keep)
	for u := range p.Size() {
		p.Neighbours(u, func(v int) bool {
			if a, b := seen(u), seen(v); a < b {
				q.join(a, b, One)
			}
			return true
		})
	}
	return unweighted{&described{q, p.Secret(), fmt.Sprintf("%s: projection of the places within %s km", attr.Name(), plain(p.km))}}
}

func (p *places) Secret() string {
	return fmt.Sprintf("a place (%q and %q) from another within %s km", p.lat.Name(), p.lon.Name(), plain(p.km))
}

func (p *places) Expert() string {
	return fmt.Sprintf("%s and %s: great-circle threshold graph, theta = %s km", p.lat.Name(), p.lon.Name(), plain(p.km))
}
