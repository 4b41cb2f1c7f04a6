package evidence

import "iter"

// Run is a range of cells, both ends included.
type Run struct{ Lo, Hi int }

func (r Run) len() int { return r.Hi - r.Lo + 1 }

// AllRuns yields every range of k cells.
func AllRuns(k int) iter.Seq[Run] {
	return func(yield func(Run) bool) {
		for lo := range k {
			for hi := lo; hi < k; hi++ {
				if !yield(Run{lo, hi}) {
					return
				}
			}
		}
	}
}

// Error is the expected squared error of a range.
type Error func(r Run) float64

// Mean returns the average of an error over ranges, of which there is one at least.
func Mean(runs iter.Seq[Run], e Error) float64 {
	sum, n := 0.0, 0
	for r := range runs {
		sum += e(r)
		n++
	}
	return sum / float64(n)
}
