package counts

import (
	"context"
	"iter"
	"math"
	"slices"
	"strings"

	"steward/core/message"
	"steward/core/table"
	"steward/io/sheet"
)

// IsDescription tells by its header whether a sheet is what a description of a table returned.
func IsDescription(header []string) bool {
	return len(header) == len(descriptionHeader) && strings.EqualFold(header[0], descriptionMark)
}

// descriptionHeader are the columns of a description.
var descriptionHeader = []string{descriptionMark, "name", "type", "different", "found", "n"}

// Described is a table as a description tells of it: its columns, and so many made rows that each has about the
// share of them that it has in the table. The rows are nobody's; a column is looked at by itself.
type Described struct {
	sheet   table.Source
	columns []*describedColumn
}

type describedColumn struct {
	name    string
	typed   string // in the engine's words
	entries []describedEntry
	rows    float64
	texts   int          // different ones, blanks apart
	blanks  int          // rows without one
	cells   []table.Cell // of the made rows
}

type describedEntry struct {
	cell table.Cell
	n    float64
}

var _ table.Source = (*Described)(nil)

// madeRows is about how many rows are made of a column.
const madeRows = 20_000

// ReadDescription reads a description from a sheet. It errors, naming the cell, where it is none.
func ReadDescription(ctx context.Context, s table.Source) (*Described, error) {
	d := &Described{sheet: s}
	named := make(map[string]*describedColumn)
	for row, err := range s.Rows(ctx) {
		if err != nil {
			return nil, err
		}
		name, n := row.Cells[1].Text, row.Cells[5]
		if name == "" || n.Kind != table.Number || n.Number < 1 || n.Number != math.Trunc(n.Number) {
			return nil, message.Errorf("%s, %s: found no column with a number of rows: run the query again and do not edit its result", s.Name(), s.Address(row.Number, 1))
		}
		c := named[name]
		if c == nil {
			c = &describedColumn{name: strings.Clone(name), typed: strings.Clone(row.Cells[2].Text)}
			named[c.name] = c
			d.columns = append(d.columns, c)
		}
		if c.texts == 0 {
			c.texts = int(row.Cells[3].Number)
		}
		cell := row.Cells[4]
		if cell.Kind == table.Blank {
			c.texts, c.blanks = c.texts-1, c.blanks+int(n.Number)
		}
		cell.Text = strings.Clone(cell.Text)
		c.entries = append(c.entries, describedEntry{cell, n.Number})
		c.rows += n.Number
	}
	for _, c := range d.columns {
		c.make()
	}
	return d, nil
}

// make makes the cells of a column: each text as often as its share says, and at least once, or twice where it stands in several
// rows.
func (c *describedColumn) make() {
	scale := min(1, madeRows/c.rows)
	for _, e := range c.entries {
		for range int(max(min(2, e.n), math.Round(e.n*scale))) {
			c.cells = append(c.cells, e.cell)
		}
	}
}

// Inspect looks the made rows through for what columns can be proposed from them, and tells what the description says of the
// table in place of what is true of these rows alone.
func (d *Described) Inspect(ctx context.Context) (*sheet.Inspection, error) {
	found, err := sheet.Inspect(ctx, d, sheet.InspectOptions{})
	if err != nil {
		return nil, err
	}
	found.OfMadeRows()
	for i := range found.Columns {
		at := slices.IndexFunc(d.columns, func(c *describedColumn) bool { return c.name == found.Columns[i].Name })
		if at < 0 {
			continue
		}
		c, column := d.columns[at], &found.Columns[i]
		column.Distinct, column.Kinds[table.Blank] = max(column.Distinct, c.texts), c.blanks
	}
	return found, nil
}

// Name says where the description is.
func (d *Described) Name() message.Text { return d.sheet.Name() }

// Header returns the columns of the table.
func (d *Described) Header() []string {
	names := make([]string, len(d.columns))
	for i, c := range d.columns {
		names[i] = c.name
	}
	return names
}

// Types returns the types of the columns that a query makes use of (Query.Types).
func (d *Described) Types() map[string]string {
	types := make(map[string]string)
	for _, c := range d.columns {
		if (postgres{}).kindOf(c.typed) != throughText || (duckDB{}).kindOf(c.typed) != throughText {
			types[c.name] = c.typed
		}
	}
	return types
}

// Address names a column: the rows are made.
func (d *Described) Address(_, column int) message.Text {
	return message.Sprintf("column %q", d.columns[column].name)
}

// Rows returns the made rows. Columns with fewer cells than others end in blanks that do not count, as
// no row is whole.
func (d *Described) Rows(ctx context.Context) iter.Seq2[table.Row, error] {
	return func(yield func(table.Row, error) bool) {
		most := 0
		for _, c := range d.columns {
			most = max(most, len(c.cells))
		}
		for r := range most {
			if err := ctx.Err(); err != nil {
				yield(table.Row{}, err)
				return
			}
			row := table.Row{Number: r + 1, Cells: make([]table.Cell, len(d.columns))}
			for i, c := range d.columns {
				if r < len(c.cells) {
					row.Cells[i] = c.cells[r]
				}
			}
			if !yield(row, nil) {
				return
			}
		}
	}
}
