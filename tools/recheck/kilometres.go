package main

import "math"

// The promise about places is in kilometres on a sphere with the least radius of curvature of the Earth
// (WGS 84), on which no two places are farther apart than in truth.
const radius = 6335.439

// rectangle is a range of latitudes and one of longitudes, in degrees.
type rectangle struct{ south, north, west, east float64 }

// kilometres returns the least distance of two rectangles, as far as floating point goes (a part in 10^9
// more, so that no place counts as nearer than it is).
func kilometres(a, b rectangle) float64 {
	turn := math.Inf(1) // the least difference of longitudes, around the globe
	for _, by := range []float64{-360, 0, 360} {
		turn = min(turn, max(b.west+by-a.east, a.west-b.east-by, 0))
	}
	if turn == 0 {
		return radians(max(b.south-a.north, a.south-b.north, 0)) * radius * (1 + 1e-9)
	}
	least := math.Inf(1)
	// The nearest two places have one of them at an end of its latitudes, and the other as near to it as its
	// own latitudes allow: at the foot of the perpendicular on its meridian, or at an end.
	from := func(latitude float64, of rectangle) {
		foot := math.Atan2(math.Sin(radians(latitude)), math.Cos(radians(latitude))*math.Cos(radians(turn))) * 180 / math.Pi
		for _, to := range []float64{of.south, of.north, min(max(foot, of.south), of.north)} {
			least = min(least, angle(radians(latitude), radians(to), radians(turn)))
		}
	}
	from(a.south, b)
	from(a.north, b)
	from(b.south, a)
	from(b.north, a)
	return least * radius * (1 + 1e-9)
}

func radians(degrees float64) float64 { return degrees * math.Pi / 180 }

// angle returns the angle between two places as seen from the Earth's centre, by the haversine formula.
func angle(latitude, other, turn float64) float64 {
	h := math.Pow(math.Sin((other-latitude)/2), 2) + math.Cos(latitude)*math.Cos(other)*math.Pow(math.Sin(turn/2), 2)
	return 2 * math.Asin(math.Sqrt(min(h, 1)))
}
