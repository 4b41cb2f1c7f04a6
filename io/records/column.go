package records

import (
	"context"
	"iter"
	"slices"
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

// Texts yields what stands in a column in every row, as it is read; false where there is no such column, or no rows, as in the
// result of a query that counted them.
func (d *Data) Texts(ctx context.Context, column string) (iter.Seq2[string, error], bool) {
	at := slices.Index(d.Header(), column)
	if at < 0 || d.counted {
		return nil, false
	}
	return func(yield func(string, error) bool) {
		for row, err := range d.Rows(ctx) {
			text := ""
			if err == nil && at < len(row.Cells) {
				text = row.Cells[at].Text
			}
			if !yield(text, err) || err != nil {
				return
			}
		}
	}, true
}
