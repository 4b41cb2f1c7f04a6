package partition

import (
	"os"
	"slices"
	"testing"

	"steward/core/internal/proved"
)

// TestDeviationsAreWhatIsProved compares the deviations that cuts are drawn by with those that docs/proofs computes and proves to be
// the least sums of distances (Deciding.deviation_is_least, Choice.cuts).
func TestDeviationsAreWhatIsProved(t *testing.T) {
	type example struct {
		Entries []int64
		Levels  [4][]int64 // of groups of one, two, four and eight
	}
	text, err := os.ReadFile("../../docs/proofs/examples/Cuts.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range proved.Cases[example](t, text) {
		for level, got := range deviations(c.Entries) {
			if !slices.Equal(got, c.Levels[level]) {
				t.Errorf("case %d, level %d of %v: the deviations are %v, want %v", i+1, level, c.Entries, got, c.Levels[level])
			}
		}
	}
}
