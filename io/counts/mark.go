package counts

import (
	"fmt"
	"strings"
)

// A result ends with a line that adds the numbers of all cells up, each times the mark of its cell, so that
// a number that was changed by hand, or went to another cell, is noticed although the totals still fit. It is no
// seal: whoever means to deceive can work it out, and can as well change the rows.

// marks is how many different marks there are. A mark times the most rows that there can be is a
// whole number of doubles.
const marks = 997

// Mark returns the mark of a cell with these codes in the plan's columns, by their numbers from 1.
func Mark(codes map[int]int) int64 {
	sum := int64(0)
	for column, code := range codes {
		sum += int64(code) * factor(column)
	}
	return sum%marks + 1
}

// factor is by what a column's codes count in a mark.
func factor(column int) int64 { return int64(31*column + 7) }

// mark writes the mark of a cell.
func (s *statement) mark() string {
	var parts []string
	for i, code := range s.codesOfPlaces() {
		parts = append(parts, fmt.Sprintf("%s * %d", code, factor(s.needed[i].number)))
	}
	return fmt.Sprintf("((%s) %% %d + 1)", strings.Join(parts, " + "), marks)
}
