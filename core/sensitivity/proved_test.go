package sensitivity

import (
	"math/big"
	"os"
	"testing"

	"steward/core/internal/proved"
	"steward/core/linop"
)

// TestOfIsWhatIsProved compares sensitivities with those that docs/proofs computes and proves
// to be the least with which noise on rows is private (Examples.worst_is_least,
// Noise.sensitivity_suffices).
func TestOfIsWhatIsProved(t *testing.T) {
	type example struct {
		Answers int
		Edges   []proved.Edge
		Rows    [][]int64
		Size    [2]int64
	}
	text, err := os.ReadFile("../../docs/proofs/examples/Sensitivities.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range proved.Cases[example](t, text) {
		rows := make([]linop.Operator, len(c.Rows))
		for j, r := range c.Rows {
			rows[j] = linop.NewLinear(r)
		}
		got, err := Of(t.Context(), linop.NewStack(rows...), proved.Policy(t, c.Answers, c.Edges), L1)
		if want := big.NewRat(c.Size[0], c.Size[1]); err != nil || got.Size.Cmp(want) != 0 {
			t.Errorf("case %d, %+v: the sensitivity is %v, want %v: %v", i+1, c, got.Size, want, err)
		}
	}
}
