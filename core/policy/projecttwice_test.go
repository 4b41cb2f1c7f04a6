package policy

import (
	"testing"

	"pgregory.net/rapid"

	"steward/core/seeded"
)

// TestProjectingTwice projects parts of what was projected already, as a question over some
// columns of a question does: to the same columns nothing changes, and to fewer it is what
// they see at once.
func TestProjectingTwice(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		var p Part
		rounds := false // redundant edges may be left out
		if rapid.IntRange(0, 3).Draw(t, "places") == 0 {
			latitude, longitude := drawLatitudes(t, 4)
			p = drawSphere(t, latitude, longitude)
		} else {
			_, s := drawAnyPart(t)
			p, rounds = s.part, s.rounds
		}
		var keep []int
		for i := range p.Attributes() {
			if rapid.Bool().Draw(t, "kept") {
				keep = append(keep, i)
			}
		}
		if len(keep) == 0 {
			keep = []int{rapid.IntRange(0, len(p.Attributes())-1).Draw(t, "sole")}
		}
		q := p.Project(keep)
		edge := readOff(q)
		all := make([]int, len(keep))
		for i := range all {
			all[i] = i
		}
		checkPart(t, secret{part: q.Project(all), edge: edge})
		checkProjection(t, secret{part: q, edge: edge, rounds: rounds}, all[:1])
	})
}
