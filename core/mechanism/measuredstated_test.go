package mechanism

import "testing"

// A statement says in few letters what a row counts, and where it ends.
func TestSaidRows(t *testing.T) {
	if got := sayRuns(RunsOfRow([]int64{0, 1, 1, 1, -2, 0, 5})); got != "1-3=1 4=-2 6=5" {
		t.Error(got)
	}
}
