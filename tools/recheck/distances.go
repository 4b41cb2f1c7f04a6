package main

import (
	"fmt"
	"math"
	"math/big"
	"slices"
)

// distances joins combinations within a distance (near, place), or all, by their distance in units (graded, places).
// A value for blanks or others is joined to none, or (BlanksJoined) to every one: at no distance where one threshold
// decides, and otherwise at one unit.
func distances(s secret, columns []*column) edges {
	limit, least := exact(s.Within+s.Unit), exactOr(s.AtLeast, new(big.Rat))
	return func(u, v []int) *big.Rat {
		special := false
		for i, c := range columns {
			special = special || u[i] != v[i] && max(u[i], v[i]) >= c.declared
		}
		var far *big.Rat
		open := false // it is not attained
		switch {
		case special && !s.BlanksJoined:
			return nil
		case s.Kind == "near", s.Kind == "graded":
			far, open = s.apart(columns, u, v)
		case s.Kind == "places" && special:
			far = limit
		default:
			far = new(big.Rat).SetFloat64(kilometres(rectangleOf(columns, u), rectangleOf(columns, v)))
		}
		switch {
		case s.Unit != "" && more(least, far):
			return quo(least, limit)
		case s.Unit != "":
			return quo(far, limit)
		case more(far, limit), open && far.Cmp(limit) == 0:
			return nil
		}
		return one
	}
}

// apart returns the distance of two combinations of numbers by the norm of their scaled differences. Differences of
// ranges are the least of numbers in them; two ranges of real numbers come near to it and do not attain it (open).
func (s secret) apart(columns []*column, u, v []int) (far *big.Rat, open bool) {
	if !slices.Contains([]string{"", "L1", "L2", "Linf"}, s.Norm) {
		panic(stop(fmt.Sprintf("the distance %q is not known to this program", s.Norm)))
	}
	far = new(big.Rat)
	for i, c := range columns {
		a, b := min(u[i], v[i]), max(u[i], v[i])
		if a == b {
			continue
		}
		d, here := new(big.Rat), false
		if b < c.declared {
			d, here = mul(sub(c.lo[b], c.hi[a]), exactOr(s.Scales[c.name], one)), c.open
		} else if s.Kind == "graded" {
			d = exact(s.Unit)
		}
		if s.Norm == "L2" {
			d = square(d)
		}
		switch {
		case s.Norm != "Linf":
			far, open = sum(far, d), open || here
		case more(d, far):
			far, open = d, here
		case d.Cmp(far) == 0:
			open = open || here
		}
	}
	if s.Norm == "L2" {
		far = root(far, false) // nearer has to be hidden better
	}
	return far, open
}

// The promise about places is in kilometres on a sphere with the least radius of curvature of the Earth
// (WGS 84), on which no two places are farther apart than in truth.
const radius = 6335.439

// rectangle is a range of latitudes and one of longitudes, in degrees.
type rectangle struct{ south, north, west, east float64 }

// rectangleOf returns where the values of a latitude and a longitude are; what is unknown may be anywhere.
func rectangleOf(columns []*column, u []int) rectangle {
	ends := [][2]float64{{-90, 90}, {-180, 180}}
	for i, c := range columns {
		if u[i] < c.declared && c.lo[u[i]] != nil {
			ends[i][0], _ = c.lo[u[i]].Float64()
		}
		if u[i] < c.declared && c.hi[u[i]] != nil {
			ends[i][1], _ = c.hi[u[i]].Float64()
		}
	}
	return rectangle{ends[0][0], ends[0][1], ends[1][0], ends[1][1]}
}

// kilometres returns the least distance of two rectangles, as far as floating point goes (a part in 10^9
// more, so that no place counts as nearer than it is).
func kilometres(a, b rectangle) float64 {
	turn := math.Inf(1) // the least difference of longitudes, around the globe
	for _, by := range []float64{-360, 0, 360} {
		turn = min(turn, max(b.west+by-a.east, a.west-b.east-by, 0))
	}
	least := math.Inf(1)
	for _, of := range [][2]rectangle{{a, b}, {b, a}} {
		for _, latitude := range []float64{of[0].south, of[0].north} {
			// The nearest two places have one of them at an end of its latitudes, and the other as near to it as its
			// own latitudes allow: at the foot of the perpendicular on its meridian, or at an end.
			foot := math.Atan2(math.Sin(radians(latitude)), math.Cos(radians(latitude))*math.Cos(radians(turn))) * 180 / math.Pi
			for _, other := range []float64{of[1].south, of[1].north, min(max(foot, of[1].south), of[1].north)} {
				least = min(least, angle(radians(latitude), radians(other), radians(turn)))
			}
		}
	}
	return least * radius * (1 + 1e-9)
}

func radians(degrees float64) float64 { return degrees * math.Pi / 180 }

// angle returns the angle between two places as seen from the Earth's centre, by the haversine formula.
func angle(latitude, other, turn float64) float64 {
	h := math.Pow(math.Sin((other-latitude)/2), 2) + math.Cos(latitude)*math.Cos(other)*math.Pow(math.Sin(turn/2), 2)
	return 2 * math.Asin(math.Sqrt(min(h, 1)))
}
