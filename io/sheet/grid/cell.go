package grid

import (
	"steward/core/table"
)

// NotCalculated stands for the result of a formula that the file does not store. It is read
// as an error, so that no record with one is taken for blank.
const NotCalculated = "(not calculated)"

// Truth is a cell that says yes or no.
func Truth(yes bool) table.Cell {
	if yes {
		return table.Cell{Kind: table.Bool, Text: "TRUE", Number: 1}
	}
	return table.Cell{Kind: table.Bool, Text: "FALSE"}
}

// Text is a cell with a trimmed text.
func Text(s string) table.Cell {
	if s == "" {
		return table.Cell{}
	}
	return table.Cell{Kind: table.Text, Text: s}
}
