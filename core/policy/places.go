package policy

import (
	"math"
	"math/big"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/message"
	"steward/core/policy/distance"
)

// places is the combinations of a latitude and a longitude, both as points or as ranges, in
// decimal degrees. A column that is projected away leaves one row or one column behind.
//
// A special cell stands for a latitude or a longitude that may be any.
type places struct {
	layout
	special    Special
	latitudes  []distance.Band // of the declared values
	longitudes distance.Ring   // of the declared values
	rows, cols int             // with special cells
	perDegree  int64           // units of longitude
}

// newPlaces reads the two columns. It errors when they are not of numbers, and when the
// numbers are no degrees.
func newPlaces(latitude, longitude *domain.Attribute, special Special) (places, error) {
	p := places{special: special, rows: latitude.Size(), cols: longitude.Size(), perDegree: longitude.Units()}
	for _, a := range []*domain.Attribute{latitude, longitude} {
		if !a.Kind().OfNumbers() {
			return p, message.Errorf("%q has no numbers, so it is not a latitude or longitude: declare it as numbers in ranges, in degrees", a.Name())
		}
		if err := special.check(a); err != nil {
			return p, err
		}
	}
	if latitude.Name() == longitude.Name() {
		return p, message.Errorf("%q is given both as latitude and as longitude: name two columns", latitude.Name())
	}
	var ok bool
	if p.layout, ok = newLayout([]*domain.Attribute{latitude, longitude}, limits.MaxCells); !ok {
		return p, message.Errorf("%q and %q have more than %d combinations: use coarser ranges", latitude.Name(), longitude.Name(), limits.MaxCells)
	}
	if err := p.readLatitudes(latitude); err != nil {
		return p, err
	}
	return p, p.readLongitudes(longitude)
}

// readLatitudes reads the bands; an open end reaches to the pole.
func (p *places) readLatitudes(a *domain.Attribute) error {
	pole := big.NewRat(90, 1)
	for v := range a.Regular() {
		lo, hi := a.Ends(v)
		if lo == nil {
			lo = big.NewRat(-90, 1)
		}
		if hi == nil {
			hi = pole
		}
		if new(big.Rat).Neg(lo).Cmp(pole) > 0 || hi.Cmp(pole) > 0 || lo.Cmp(hi) > 0 {
			return message.Errorf("%q is not a range of latitudes of %q: they go from -90 to 90 degrees", a.Label(v), a.Name())
		}
		south, _ := lo.Float64()
		north, _ := hi.Float64()
		p.latitudes = append(p.latitudes, distance.Band{Lo: south, Hi: north})
	}
	return nil
}

// readLongitudes reads the ranges of longitudes; an open end reaches to 180 degrees.
func (p *places) readLongitudes(a *domain.Attribute) error {
	p.longitudes.Turn = 360 * p.perDegree
	units := new(big.Rat).SetInt64(p.perDegree)
	half := big.NewRat(180, 1)
	for v := range a.Regular() {
		lo, hi := a.Ends(v)
		if lo == nil {
			lo = new(big.Rat).Neg(half)
		}
		if hi == nil {
			hi = half
		}
		for _, end := range []*big.Rat{lo, hi} {
			if end.Cmp(big.NewRat(-180, 1)) < 0 || end.Cmp(big.NewRat(360, 1)) > 0 || lo.Cmp(hi) > 0 {
				return message.Errorf("%q is not a range of longitudes of %q: they go from -180 to 180 or from 0 to 360 degrees, open ends up to 180", a.Label(v), a.Name())
			}
		}
		p.longitudes.Lo = append(p.longitudes.Lo, new(big.Rat).Mul(lo, units).Num().Int64())
		p.longitudes.Hi = append(p.longitudes.Hi, new(big.Rat).Mul(hi, units).Num().Int64())
	}
	if last := len(p.longitudes.Hi) - 1; p.longitudes.Hi[last]-p.longitudes.Lo[0] > p.longitudes.Turn {
		return message.Errorf("the longitudes of %q go more than once around the globe: declare those from -180 to 180", a.Name())
	}
	return nil
}

// band returns the latitudes of a row.
func (p *places) band(row int) distance.Band {
	if row >= len(p.latitudes) {
		return distance.Band{Lo: -90, Hi: 90}
	}
	return p.latitudes[row]
}

// gap returns the least difference of the longitudes of two columns.
func (p *places) gap(a, b int) int64 {
	if n := len(p.longitudes.Lo); a >= n || b >= n {
		return 0
	}
	return p.longitudes.Gap(a, b)
}

// degrees turns a difference of longitudes into degrees.
func (p *places) degrees(gap int64) float64 { return float64(gap) / float64(p.perDegree) }

// hasSpecial reports whether there are special cells.
func (p *places) hasSpecial() bool {
	return p.rows > len(p.latitudes) || p.cols > len(p.longitudes.Lo)
}

// mostBands is the most latitudes, and the most longitudes, of which all pairs are looked at.
const mostBands = 512

// farthest returns no less than the distance in kilometres of any two declared places, and no more where there are
// up to 512 latitudes and longitudes: two at a given pair of latitudes are farthest apart at the largest
// difference of longitudes.
func (p *places) farthest() float64 {
	if len(p.latitudes) > mostBands || len(p.longitudes.Lo) > mostBands {
		return math.Pi * distance.EarthRadius
	}
	widest := int64(0)
	for i := range p.longitudes.Lo {
		for j := range i {
			widest = max(widest, p.longitudes.Gap(j, i))
		}
	}
	km := 0.0
	for i, a := range p.latitudes {
		for _, b := range p.latitudes[:i+1] {
			km = max(km, distance.Apart(b, a, p.degrees(widest)))
		}
	}
	return km
}

// changesSpecial reports whether two different combinations differ in a special cell.
func (p *places) changesSpecial(u, v int) bool {
	i, k := u/p.cols, v/p.cols
	j, l := u%p.cols, v%p.cols
	return i != k && max(i, k) >= len(p.latitudes) || j != l && max(j, l) >= len(p.longitudes.Lo)
}

// only returns what remains of one of the two columns. Of places with the same latitude,
// those nearest to a pole are the nearest to one another; and the latitudes of an unknown
// latitude are all.
func (p *places) only(column int) places {
	q := *p
	q.layout, _ = p.keep([]int{column})
	if column == 0 {
		q.cols, q.longitudes = 1, distance.Ring{Lo: []int64{0}, Hi: []int64{0}, Turn: p.longitudes.Turn}
		return q
	}
	polar := 0.0
	for _, b := range p.latitudes {
		polar = max(polar, -b.Lo, b.Hi)
	}
	if p.rows > len(p.latitudes) {
		polar = 90
	}
	q.rows, q.latitudes = 1, []distance.Band{{Lo: polar, Hi: polar}}
	return q
}
