package mechanism

import (
	"slices"
	"testing"

	"steward/core/inference"
)

// Cells for which no whole numbers meet all sums stay as they are.
func TestAgreeFallsBack(t *testing.T) {
	cells := []int64{1, 2, 3}
	odd := []inference.Sum{{Cells: []int32{0, 1}, Total: 1}, {Cells: []int32{1, 2}, Total: 1}, {Cells: []int32{0, 2}, Total: 1}}
	if got := Agree(cells, odd); !slices.Equal(got, cells) {
		t.Errorf("%v became %v", cells, got)
	}
}
