package records

import (
	"context"

	"steward/core/limits"
	"steward/core/plan"
	"steward/core/release"
	"steward/io/counts"
	"steward/io/sheet"
)

// resultIn returns the sheet of a file that holds the result of a query, nil where none does. It
// is read as engines write it, whatever the plan says of the rows. The sheet that the plan names
// is nil when it could not be opened.
func resultIn(ctx context.Context, file *sheet.File, named *sheet.Sheet) *sheet.Sheet {
	is := named != nil && counts.IsResult(named.Header())
	if workbook := named != nil && named.Delimiter() == ""; workbook && !is {
		return nil
	}
	if s, err := file.Sheet(ctx, resultOptions); err == nil && counts.IsResult(s.Header()) {
		return s
	}
	if is {
		return named
	}
	return nil
}

// resultOptions is how the result of a query is read.
var resultOptions = sheet.Options{MaxRows: limits.MaxCountedCells, Counts: true}

// Counted reports whether the file holds counts per cell instead of rows.
func (d *Data) Counted() bool { return d.counted }

// Read hands the records over to a release: row by row, or as they were counted.
func (d *Data) Read(ctx context.Context, p *plan.Compiled, v release.Visit) (release.Totals, error) {
	return d.source().Read(ctx, p, v)
}

func (d *Data) source() release.Source {
	if d.counted {
		return counts.Of(d.Sheet)
	}
	return release.FromRows(d.Sheet)
}
