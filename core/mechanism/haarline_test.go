package mechanism

import (
	"math"
	"testing"

	"steward/core/linop"
)

// The variance of a run from its two ends is that from its own parts, for columns of any size.
func TestRunsByTheirEnds(t *testing.T) {
	for _, size := range []int{2, 3, 4, 5, 7, 8, 13, 16, 31, 33} {
		h := newHaarAxis(size)
		variance := make([]float64, h.levels())
		for l := range variance {
			variance[l] = float64(1 + l*l%7)
		}
		ends := newHaarEnds(h, variance)
		for _, r := range linop.Every(size, size).All() {
			want := 0.0
			for l, part := range h.parts(r) {
				want += variance[l] * part
			}
			if got := ends.run(r); math.Abs(got-want) > 1e-12*want {
				t.Errorf("%d values, %d to %d: variance %v, want %v", size, r.Lo, r.Hi, got, want)
			}
		}
	}
}

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

// Runs that all stand in order have the factors that they have one by one.
func TestFactorsOfEveryRun(t *testing.T) {
	for _, theta := range []int{1, 3} {
		p := ranging(t, 17, theta).scene.Problem
		groves, err := groves(p, 10)
		if err != nil {
			t.Fatal(err)
		}
		every := linop.Every(17, 17)
		var list []linop.Interval
		for _, r := range every.All() {
			list = append(list, r)
		}
		listed := linop.Ranges(17, list)
		for _, g := range groves {
			want := g.ofRuns(listed, eachRow(listed))
			for i, f := range g.ofRuns(every, eachRow(every)) {
				if f != want[i] {
					t.Fatalf("within %d: run %v has %+v, want %+v", theta, list[i], f, want[i])
				}
			}
		}
	}
}
