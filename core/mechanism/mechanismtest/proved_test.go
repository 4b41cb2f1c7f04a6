package mechanismtest

import (
	"math/big"
	"os"
	"testing"

	"steward/core/internal/proved"
	"steward/core/noise"
)

// TestCostIsWhatIsProved compares what rows with noise lose along an edge, by which every mechanism is certified, with what docs/proofs
// computes and proves to be a certificate (Deciding.costs_suffice, Noise.measured_rows).
func TestCostIsWhatIsProved(t *testing.T) {
	type example struct {
		Rows   [][]int64
		Scales []int64
		Costs  [][4]int64 // two answers, or -1 for "not in the file", and the loss as a fraction
	}
	text, err := os.ReadFile("../../../docs/proofs/examples/Costs.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range proved.Cases[example](t, text) {
		var m Measurement
		for j, row := range c.Rows {
			law, err := noise.Laplace.Law(big.NewRat(c.Scales[j], 1))
			if err != nil {
				t.Fatal(err)
			}
			m.Rows = append(m.Rows, Row{Of: row, Law: law})
		}
		m = m.grouped()
		for _, x := range c.Costs {
			got, told := m.Cost(int(x[0]), int(x[1]))
			if want := big.NewRat(x[2], x[3]); got.Linear.Cmp(want) != 0 || got.Squares.Sign() != 0 || len(told) > 0 {
				t.Errorf("case %d, %+v: between %d and %d the rows lose %v, want %v", i+1, c, x[0], x[1], got, want)
			}
		}
	}
}
