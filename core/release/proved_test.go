package release

import (
	"os"
	"slices"
	"strconv"
	"testing"

	"steward/core/internal/proved"
)

// TestSlotsAreWhatIsProved compares which rows of a person fill slots with what docs/proofs
// computes by the definition of Rows.in_place and Rows.cap.
func TestSlotsAreWhatIsProved(t *testing.T) {
	type example struct {
		Slots      int
		Keys, Kept []int
	}
	text, err := os.ReadFile("../../docs/proofs/examples/Slots.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range proved.Cases[example](t, text) {
		s := newSlots(c.Slots)
		for row, key := range c.Keys {
			s.add("someone", strconv.Itoa(key), []int{row}, 1, func() int { return row })
		}
		var got []int
		s.each(func(values []int32, _ int64) { got = append(got, int(values[0])) })
		if !slices.Equal(got, c.Kept) {
			t.Errorf("case %d: rows with keys %v fill %d slots with rows %v, want %v", i+1, c.Keys, c.Slots, got, c.Kept)
		}
	}
}
