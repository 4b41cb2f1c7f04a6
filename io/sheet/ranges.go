package sheet

import (
	"strings"

	"steward/core/message"
	"steward/io/sheet/delimited"
	"steward/io/sheet/grid"
)

// Ranges lists the tables and named ranges of a workbook that lie on a sheet of it and have
// two rows or more. A text table has none.
func (f *File) Ranges() []grid.RangeInfo {
	if r, ok := f.format.(grid.Ranged); ok {
		return r.Ranges()
	}
	return nil
}

// findRange returns the range that Options.Range names: a table, a named range, or an area of
// the sheet such as "A3:F20".
func (f *File) findRange(opts Options) (grid.RangeInfo, error) {
	var names []string
	for _, r := range f.Ranges() {
		if strings.EqualFold(r.Name, opts.Range) && (opts.Sheet == "" || opts.Sheet == r.Sheet) {
			return r, nil
		}
		names = append(names, r.Name)
	}
	if _, text := f.format.(delimited.File); !text {
		if a, ok := grid.ParseArea(opts.Range); ok {
			return grid.RangeInfo{Name: opts.Range, Sheet: opts.Sheet, Area: a.String(), Cells: a}, nil
		}
	}
	remedy := message.Sprintf("leave it out: there is none in the file")
	if len(names) > 0 {
		remedy = message.Sprintf("choose one of %s", grid.Quoted(names))
	}
	return grid.RangeInfo{}, grid.NewFault(f.source.Name, "there is no table and no named range %s in it", grid.Quote(opts.Range)).WithRemedy("%s", remedy)
}
