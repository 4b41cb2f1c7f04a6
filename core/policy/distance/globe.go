package distance

import "math"

// EarthRadius is the least radius of curvature of the Earth in kilometres (WGS 84: that of
// the meridian at the equator, a(1-e²)). Taking latitudes and longitudes to be on a sphere
// of it, no two places come out farther apart than they are on the ellipsoid, and about one
// part in 100 nearer at most; with the mean radius some would come out farther, and so
// unhidden.
const EarthRadius = 6335.439

// Band is a range of latitudes in degrees, both ends included.
type Band struct{ Lo, Hi float64 }

// Apart returns a lower bound, but for rounding, of the great-circle distance in kilometres
// between any place in one band and any in another, whose longitudes differ by at least so
// many degrees, up to 180.
//
// At the same longitude that is the difference of latitudes. Otherwise the nearest two
// places are never both inside their bands: with none of them at an end, the distance has a
// saddle (both on the equator) and no minimum. So one of them is at an end of its band, and
// the other at an end too or at the foot of the perpendicular from the first to its
// meridian.
func Apart(a, b Band, longitudes float64) float64 {
	if longitudes <= 0 {
		return kilometres(radians(max(b.Lo-a.Hi, a.Lo-b.Hi, 0)))
	}
	lon := radians(longitudes)
	least := math.Inf(1)
	try := func(lat1, lat2 float64) { least = min(least, angle(radians(lat1), radians(lat2), lon)) }
	feet := func(lat float64, other Band) {
		s, c := math.Sincos(radians(lat))
		if foot := math.Atan2(s, c*math.Cos(lon)) * 180 / math.Pi; foot > other.Lo && foot < other.Hi {
			try(lat, foot)
		}
	}
	for _, lat := range [2]float64{a.Lo, a.Hi} {
		try(lat, b.Lo)
		try(lat, b.Hi)
		feet(lat, b)
	}
	feet(b.Lo, a)
	feet(b.Hi, a)
	return kilometres(least)
}

// Kilometres returns a lower bound, but for rounding, of the great-circle distance in
// kilometres between two places given in decimal degrees: what GradedKilometres takes it to be.
func Kilometres(latitude, longitude, otherLatitude, otherLongitude float64) float64 {
	lon := math.Mod(math.Abs(longitude-otherLongitude), 360)
	return Apart(Band{latitude, latitude}, Band{otherLatitude, otherLatitude}, min(lon, 360-lon))
}

func radians(degrees float64) float64 { return degrees * math.Pi / 180 }

// kilometres turns an angle into a distance, rounded down by far more than any error of
// floating point here: a part in 10^12, and a micrometre.
func kilometres(angle float64) float64 {
	return max(angle*EarthRadius*(1-1e-12)-1e-9, 0)
}

// angle returns the central angle between two places, given in radians, by the formula that
// is accurate for near and for opposite places alike (Vincenty's on a sphere).
func angle(lat1, lat2, lon float64) float64 {
	s1, c1 := math.Sincos(lat1)
	s2, c2 := math.Sincos(lat2)
	s, c := math.Sincos(lon)
	return math.Atan2(math.Hypot(c2*s, c1*s2-s1*c2*c), s1*s2+c1*c2*c)
}

// Ring is the longitudes of a column, ranges of them in whole units around the globe.
type Ring struct {
	Lo, Hi []int64
	Turn   int64 // units that make 360 degrees
}

// Gap returns the least difference of two longitudes, the shorter way around.
func (r Ring) Gap(a, b int) int64 {
	if a == b {
		return 0
	}
	n := len(r.Lo)
	return min(r.east(a, (b-a+n)%n), r.east(b, (a-b+n)%n))
}

// east returns the difference from a longitude to the one so many places east of it, going
// east.
func (r Ring) east(a, places int) int64 {
	b := a + places
	if b < len(r.Lo) {
		return max(r.Lo[b]-r.Hi[a], 0)
	}
	return max(r.Lo[b-len(r.Lo)]+r.Turn-r.Hi[a], 0)
}

// Around returns how many places to the east and to the west of a longitude are within a
// difference, all others in the east when they are.
func (r Ring) Around(a int, within int64) (east, west int) {
	n := len(r.Lo)
	farthest := func(gap func(places int) int64) int {
		lo, hi := 0, n-1
		for lo < hi {
			if m := (lo + hi + 1) / 2; gap(m) <= within {
				lo = m
			} else {
				hi = m - 1
			}
		}
		return lo
	}
	east = farthest(func(places int) int64 { return r.east(a, places) })
	west = farthest(func(places int) int64 { return r.east((a-places+n)%n, places) })
	return east, min(west, n-1-east)
}

// Hops returns the least number of steps within a difference from one longitude to another,
// and false when there is no way.
func (r Ring) Hops(from, to int, within int64) (int, bool) {
	n := len(r.Lo)
	best := -1
	for _, eastward := range [2]bool{true, false} {
		left := (to - from + n) % n
		if !eastward {
			left = n - left
		}
		steps, at := 0, from
		for left%n > 0 {
			east, west := r.Around(at, within)
			if !eastward {
				east = west
				if e, w := r.Around(at, within); e+w == n-1 {
					east = n - 1 // all others are within, however they were dealt out
				}
			}
			if east == 0 {
				steps = -1
				break
			}
			east = min(east, left)
			left, steps = left-east, steps+1
			if !eastward {
				east = -east
			}
			at = (at + east + n) % n
		}
		if steps >= 0 && (best < 0 || steps < best) {
			best = steps
		}
	}
	return best, best >= 0
}
