package records

import (
	"strconv"

	"steward/io/sheet/grid"
)

// ColumnName names a column of a file, counted from 0, as the file's own program would: "C" in a
// workbook, "3" in a text table.
func ColumnName(i int, textTable bool) string {
	if textTable {
		return strconv.Itoa(i + 1)
	}
	return grid.Lettered{}.Column(i)
}
