package mechanism

import (
	"testing"

	"steward/core/linop"
)

// All combinations of runs are the same boxes whether they stand in memory or are numbered.
func TestCombinationsOfRunsAreNumbered(t *testing.T) {
	sizes := []int{3, 4}
	every := []linop.Intervals{linop.Every(3, 3), linop.Every(4, 4)}
	numbered := linop.NewBoxList(linop.EveryBox(every), sizes)
	at := 0
	for _, a := range every[0].All() {
		for _, b := range every[1].All() {
			if numbered.Run(at, 0) != a || numbered.Run(at, 1) != b || numbered.All(at) != (a == linop.Interval{Hi: 2} && b == linop.Interval{Hi: 3}) {
				t.Fatalf("box %d is %v by %v, want %v by %v", at, numbered.Run(at, 0), numbered.Run(at, 1), a, b)
			}
			at++
		}
	}
	if numbered.Len() != at {
		t.Errorf("%d boxes, want %d", numbered.Len(), at)
	}
	few := numbered.Some(20)
	for i := range few.Len() {
		if of := linop.Spaced(i, at, 20); few.Run(i, 0) != numbered.Run(of, 0) || few.Run(i, 1) != numbered.Run(of, 1) {
			t.Errorf("box %d of some is not number %d of all", i, of)
		}
	}
}
