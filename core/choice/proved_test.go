package choice

import (
	"os"
	"testing"

	"steward/core/internal/proved"
)

// TestRangesAreWhatIsProved compares the ranges of scores with those that docs/proofs computes and
// proves to be range sensitivities (Examples.range_is_enough, Choice.permute_and_flip_private).
func TestRangesAreWhatIsProved(t *testing.T) {
	type example struct {
		Scores [][]int64
		Ranges [][3]int64 // two answers, or -1 for "not in the file", and the range
	}
	text, err := os.ReadFile("../../docs/proofs/examples/Choices.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range proved.Cases[example](t, text) {
		l, err := newLinear(c.Scores)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range c.Ranges {
			got := l.alone(int(r[0]))
			if r[1] >= 0 {
				got = l.swap(int(r[0]), int(r[1]))
			}
			if got != r[2] {
				t.Errorf("case %d, scores %v: between %d and %d the range is %d, want %d", i+1, c.Scores, r[0], r[1], got, r[2])
			}
		}
	}
}
