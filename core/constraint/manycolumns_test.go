package constraint_test

import (
	"fmt"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/policy"
)

// Where everything is secret, also who is in the file, a known number of people takes no more noise, over however many columns: more than there can be cells of,
// too.
func TestKnownPeopleOverManyColumns(t *testing.T) {
	known, err := constraint.Known(100)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{1, 2, 8, 9, 24, 31, 40, 100} {
		var columns []*domain.Attribute
		for i := range n {
			columns = append(columns, whole(t, fmt.Sprint("c", i), 3))
		}
		d := over(t, columns...)
		for presence, want := range map[bool]constraint.Multiplier{true: {Factor: 1, Ties: true, Moves: 2, ByCounts: true, Exact: true}, false: {Factor: 1, Moves: 1, Exact: true}} {
			m, err := known.Tie(policy.Full(d, presence), constraint.EdgeMinimal)
			if err != nil || m.Factor != want.Factor || m.Ties != want.Ties || m.Moves != want.Moves || m.ByCounts != want.ByCounts || m.Exact != want.Exact {
				t.Errorf("%d columns, presence %v: %+v, %v", n, presence, m, err)
			}
		}
	}
}
