package policy_test

import (
	"math/big"
	"os"
	"testing"

	"steward/core/internal/proved"
	"steward/core/policy/weighted"
)

// TestDistanceIsWhatIsProved compares distances of answers with those that docs/proofs computes and proves to be the lengths of
// the shortest ways (Deciding.distance_is_least, Policy.closure).
func TestDistanceIsWhatIsProved(t *testing.T) {
	type example struct {
		Answers   int
		Edges     []proved.Edge
		Distances [][3]int64 // two answers, or -1 for "not in the file", and the distance, -1 for no way
	}
	text, err := os.ReadFile("../../docs/proofs/examples/Distances.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range proved.Cases[example](t, text) {
		p := proved.Policy(t, c.Answers, c.Edges)
		for _, d := range c.Distances {
			var got weighted.Weight
			switch from := []int{int(d[0])}; {
			case d[1] < 0:
				got = p.DistanceToAbsent(from)
			default:
				got = p.Distance(from, []int{int(d[1])})
			}
			if d[2] < 0 && got == weighted.Infinite {
				continue
			}
			if d[2] < 0 || got == weighted.Infinite || got.Rat().Cmp(big.NewRat(d[2], 1)) != 0 {
				t.Errorf("case %d, edges %v: from %d to %d it is %v, want %d", i+1, c.Edges, d[0], d[1], got, d[2])
			}
		}
	}
}
