package counts

import (
	"context"
	"iter"

	"steward/core/table"
)

// onlyRow is a sheet with one of its rows.
type onlyRow struct {
	table.Source
	row table.Row
}

func (o *onlyRow) Rows(context.Context) iter.Seq2[table.Row, error] {
	return func(yield func(table.Row, error) bool) { yield(o.row, nil) }
}
