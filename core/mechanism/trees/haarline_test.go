package trees

import (
	"testing"

	"steward/core/linop"
	"steward/core/mechanism/mechanismtest"
)

// Runs that all stand in order have the factors that they have one by one.
func TestFactorsOfEveryRun(t *testing.T) {
	for _, theta := range []int{1, 3} {
		p := mechanismtest.Ranging(t, 17, theta).Scene.Problem
		forests, err := spanningForests(p, 10)
		if err != nil {
			t.Fatal(err)
		}
		every := linop.Every(17, 17)
		var list []linop.Interval
		for _, r := range every.All() {
			list = append(list, r)
		}
		listed := linop.Ranges(17, list)
		for _, g := range forests {
			want := g.ofRuns(listed, eachRow(listed))
			for i, f := range g.ofRuns(every, eachRow(every)) {
				if f != want[i] {
					t.Fatalf("within %d: run %v has %+v, want %+v", theta, list[i], f, want[i])
				}
			}
		}
	}
}
