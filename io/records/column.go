package records

import "fmt"

// ColumnName names a column of a file, counted from 0, as the file's own program would: "C" in a
// workbook, "3" in a text table.
func ColumnName(i int, textTable bool) string {
	if textTable {
		return fmt.Sprint(i + 1)
	}
	name := ""
	for i++; i > 0; i = (i - 1) / 26 {
		name = string(rune('A'+(i-1)%26)) + name
	}
	return name
}
