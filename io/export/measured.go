package export

import (
	"fmt"

	"steward/core/message"
	"steward/core/result"
)

// Measured states the rows that the noise of a question is on, so that anyone can work out what it
// hides. Cells are the combinations of the values of Columns, numbered from 0, the last column changing fastest.
type Measured struct {
	Columns []string `json:"columns"`
	// Pairs, where there are any, are pairs of cells along which noise moves people: "3 5", or "3 -1" for cell
	// 3 and "not in the file". Rows with noise then count people moved along pairs, numbered from 0.
	Pairs []string              `json:"pairs,omitempty"`
	Rows  []result.MeasuredRows `json:"rows,omitempty"`
	// Tables state the rows table by table, where there are too many cells. Proof, where the columns that can change are too many to go through, proves
	// that none cost too much: a number, and one for each of Columns (docs/mathematics.md, "Tables over some of the columns").
	Tables []result.MeasuredTable `json:"tables,omitempty"`
	Proof  []float64              `json:"proof,omitempty"`
	// LeftOut says why rows are not stated.
	LeftOut string `json:"leftOut,omitempty"`
}

// MeasuredOf writes down stated rows as a record has them; nil where there are none.
func MeasuredOf(m *result.Measured) *Measured {
	if m == nil {
		return nil
	}
	out := &Measured{Columns: m.Columns, Rows: m.Rows, Tables: m.Tables, Proof: m.Proof, LeftOut: m.LeftOut}
	for _, p := range m.Pairs {
		out.Pairs = append(out.Pairs, fmt.Sprint(p[0], p[1]))
	}
	return out
}

// ReadPair reads a pair of cells as a record has it.
func ReadPair(pair string) (out [2]int, err error) {
	if n, err := fmt.Sscan(pair, &out[0], &out[1]); n != 2 || err != nil {
		return out, message.Errorf("%q is not a pair of cells", pair)
	}
	return out, nil
}
