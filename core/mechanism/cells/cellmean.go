package cells

import "steward/core/linop"

// MeanError implements mechanism.Averaged for all ranges of cells that have noise of one law each: of k cells a range of b has b times the
// variance of one, less b/k of that where the sum of all is known; there are k-b+1 such ranges.
func (q *preparedCells) MeanError() (float64, bool) {
	op, runs := q.Problem.Workload.Operator().(linop.Intervals)
	cells := len(q.cells.Of)
	if !runs || !op.AreForAll() || q.laws != nil || q.free > 0 || q.known.Count > 1 || q.keptBack() || q.Conditioned() || q.Problem.Workload.Domain().PossibleCells() < cells {
		return 0, false
	}
	k := float64(cells)
	mean := (k + 2) / 3
	if q.known.Count == 1 {
		mean -= (k + 1) * (k + 2) / (6 * k)
	}
	return mean * q.swept.Variance(), true
}
