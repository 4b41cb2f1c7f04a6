package result

import "steward/core/noise"

// Column is a published column with its values in the order of the cells, those for blanks and others
// last; none where there are more than MostValues.
type Column struct {
	Name   string   `json:"name"`
	Values []string `json:"values,omitempty"`
}

// MostValues is the most values of a column that are listed.
const MostValues = 1 << 12

// Measured states the rows that the noise of a question is on, for those who check what it hides.
type Measured struct {
	// Columns are those whose combinations of values are the cells, the last changing fastest.
	Columns []string
	// Pairs, where there are any, are the pairs of cells along which noise moves people: the second of a
	// pair is -1 for "not in the file". Rows with noise then count people moved along pairs; the numbers of
	// the cells are never published without it.
	Pairs [][2]int
	Rows  []MeasuredRows
	// Tables state the rows table by table, where there are too many cells. Proof, where the columns that can change are too many to go through, proves
	// that none cost too much: a number, and one for each of Columns (docs/mathematics.md, "Tables over some of the columns").
	Tables []MeasuredTable
	Proof  []float64
	// LeftOut says why the rows are not stated; then there are none.
	LeftOut string
}

// MeasuredRows are rows with noise of one law, none for rows that are published without noise.
type MeasuredRows struct {
	noise.Stated
	// Of says of every row how often it counts the cells, or pairs, numbered from 0: "3=1 5-8=-2" counts
	// cell 3 once and each of cells 5 to 8 minus two times.
	Of []string `json:"of"`
}

// MeasuredTable is rows with noise of one law, or none: how many people have each combination of the values of some columns or, of contrasts, along each
// column the number of its values times that, less the sum over them.
type MeasuredTable struct {
	noise.Stated
	Columns   []string `json:"columns"`
	Contrasts bool     `json:"contrasts,omitempty"`
}
