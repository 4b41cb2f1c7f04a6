package linop

import (
	"slices"
	"testing"
)

// Runs in rising order are all of them, with their own numbers.
func TestRisingIsAllInOrder(t *testing.T) {
	for name, v := range map[string]Intervals{"listed": Ranges(9, []Interval{{4, 8}, {0, 2}, {4, 5}, {1, 1}, {0, 0}}), "every": Every(9, 7), "prefixes": PrefixesThenCells(9, 6)} {
		seen, last := make([]bool, v.Rows()), 0
		for i, r := range v.Rising() {
			if seen[i] || r != v.At(i) || r.Lo < last {
				t.Errorf("%s: run %d is %v, after one from %d", name, i, r, last)
			}
			seen[i], last = true, r.Lo
		}
		if slices.Contains(seen, false) {
			t.Errorf("%s: runs are missing: %v", name, seen)
		}
	}
}
