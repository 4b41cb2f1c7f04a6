package accuracy

import "math"

// Interval is from Low to High, both included.
type Interval struct{ Low, High float64 }

// Width is how long it is.
func (i Interval) Width() float64 { return i.High - i.Low }

// With returns the shortest interval that holds this one and a number.
func (i Interval) With(x float64) Interval { return Interval{min(i.Low, x), max(i.High, x)} }

// Possible is what a number can be for certain: whole, and from Least to Most, which may be infinite.
type Possible struct{ Least, Most float64 }

// lastDigits is by how much the ends of intervals may be off through rounding, as a part of them.
const lastDigits = 1e-9

// Around returns the shortest interval that holds every possible number no farther than half from x, so that it
// holds a possible number at least as often as that distance is kept. Where none is so near, it is the one
// that is nearest.
func (p Possible) Around(x, half float64) Interval {
	low, high := math.Ceil(outwards(x-half, -1)), math.Floor(outwards(x+half, 1))
	if low, high = max(low, p.Least), min(high, p.Most); low <= high {
		return Interval{low, high}
	}
	nearest := min(max(math.Round(x), p.Least), p.Most)
	return Interval{nearest, nearest}
}

// outwards moves an end by what rounding may have moved it. The product is rounded by itself, so that all processors
// come to the same.
func outwards(end, sign float64) float64 {
	return end + sign*float64(lastDigits*max(1, math.Abs(end)))
}
