package inference

import "slices"

// Runs says what sums of runs of cells along an order tell of other runs: known cumulative
// counts bound those between them, since counts are not below zero.
type Runs struct {
	points []int     // where the runs begin and end, rising: point p is before cell p
	most   [][]int64 // per two points, the most that can lie between them, the second later
}

// unbounded stands for no bound; sums of a few do not overflow.
const unbounded = 1 << 60

// maxPoints is how many ends of runs are looked at; the work is its cube.
const maxPoints = 384

// NewRuns returns what sums over an order of k cells tell. Sums that are not of a run are left
// out, and nothing is told where there are more ends of runs than 384.
func NewRuns(k int, sums []Sum) *Runs {
	type between struct{ lo, hi int } // points
	known := make(map[between]int64)
	points := []int{0, k}
	for _, s := range sums {
		if n := len(s.Cells); n > 0 && s.Cells[n-1]-s.Cells[0] == int32(n-1) && slices.IsSorted(s.Cells) {
			lo, hi := int(s.Cells[0]), int(s.Cells[n-1])+1
			known[between{lo, hi}] = s.Total
			points = append(points, lo, hi)
		}
	}
	slices.Sort(points)
	points = slices.Compact(points)
	if len(points) > maxPoints {
		known, points = nil, []int{0, k}
	}
	n := len(points)
	// far[i][j] is the most by which the count up to j exceeds that up to i, for j before i
	// as well: then it is not above zero (Cormen et al. 2009, section 24.4).
	far := make([][]int64, n)
	for i := range far {
		far[i] = slices.Repeat([]int64{unbounded}, n)
		for j := range i + 1 {
			far[i][j] = 0
		}
	}
	for b, total := range known {
		i, _ := slices.BinarySearch(points, b.lo)
		j, _ := slices.BinarySearch(points, b.hi)
		far[i][j], far[j][i] = min(far[i][j], total), min(far[j][i], -total)
	}
	for via := range n {
		for i := range n {
			if far[i][via] == unbounded {
				continue
			}
			for j := range n {
				if far[via][j] < unbounded {
					far[i][j] = min(far[i][j], far[i][via]+far[via][j])
				}
			}
		}
	}
	return &Runs{points: points, most: far}
}

// Bounds returns the least and the most that cells lo to hi, both included, can hold together;
// bounded is false when there is no most.
func (r *Runs) Bounds(lo, hi int) (least, most int64, bounded bool) {
	end := hi + 1
	from, exact := slices.BinarySearch(r.points, lo)
	inner := from
	if !exact {
		from--
	}
	to, exact := slices.BinarySearch(r.points, end)
	last := to
	if !exact {
		last--
	}
	most = r.most[from][to]
	if inner <= last {
		least = max(-r.most[last][inner], 0)
	}
	return least, most, most < unbounded
}
