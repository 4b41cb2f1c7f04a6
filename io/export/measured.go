package export

import (
	"fmt"

	"steward/core/message"
	"steward/core/noise"
	"steward/core/result"
)

// Column is a column with its values in the order of the cells, those for blanks and others last. There
// are none where they are more than 4096.
type Column struct {
	Name   string   `json:"name"`
	Values []string `json:"values,omitempty"`
}

// Measured states the rows that the noise of a question is on, so that anyone can work out what it
// hides. Cells are the combinations of the values of Columns, numbered from 0, the last column changing fastest.
type Measured struct {
	Columns []string `json:"columns"`
	// Pairs, where there are any, are pairs of cells along which noise moves people: "3 5", or "3 -1" for cell
	// 3 and "not in the file". Rows with noise then count people moved along pairs, numbered from 0.
	Pairs []string       `json:"pairs,omitempty"`
	Rows  []MeasuredRows `json:"rows,omitempty"`
	// Tables state the rows table by table, where there are too many cells. Proof, where the columns that can change are too many to go through, proves
	// that none cost too much: a number, and one for each of Columns (docs/mathematics.md, "Tables over some of the columns").
	Tables []MeasuredTable `json:"tables,omitempty"`
	Proof  []float64       `json:"proof,omitempty"`
	// LeftOut says why rows are not stated.
	LeftOut string `json:"leftOut,omitempty"`
}

// MeasuredRows are rows with noise of one law, or none.
type MeasuredRows struct {
	noise.Stated
	// Of says of every row how often it counts cells, or pairs: "3=1 5-8=-2" counts cell 3 once and each of
	// cells 5 to 8 minus two times.
	Of []string `json:"of"`
}

// MeasuredTable is rows with noise of one law, or none: how many people have each combination of the values of some columns or, of contrasts, along each
// column the number of its values times that, less the sum over them.
type MeasuredTable struct {
	noise.Stated
	Columns   []string `json:"columns"`
	Contrasts bool     `json:"contrasts,omitempty"`
}

// MeasuredOf writes down stated rows as a record has them; nil where there are none.
func MeasuredOf(m *result.Measured) *Measured {
	if m == nil {
		return nil
	}
	out := &Measured{Columns: m.Columns, Proof: m.Proof, LeftOut: m.LeftOut}
	for _, p := range m.Pairs {
		out.Pairs = append(out.Pairs, fmt.Sprint(p[0], p[1]))
	}
	for _, r := range m.Rows {
		out.Rows = append(out.Rows, MeasuredRows(r))
	}
	for _, t := range m.Tables {
		out.Tables = append(out.Tables, MeasuredTable(t))
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
