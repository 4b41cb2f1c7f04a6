package export

import (
	"context"
	"encoding/csv"
	"io"
	"iter"

	"github.com/xuri/excelize/v2"
)

// everyRows is after how many rows it is asked whether to go on.
const everyRows = 4096

// writeTable writes a table as CSV, in UTF-8 with a byte order mark, as spreadsheet programs expect
// it. A row may be overwritten by the next.
func writeTable(ctx context.Context, out io.Writer, head []string, rows iter.Seq[[]string]) error {
	if _, err := io.WriteString(out, "\uFEFF"); err != nil {
		return err
	}
	w := csv.NewWriter(out)
	w.UseCRLF = true
	if err := w.Write(allHarmless(nil, head...)); err != nil {
		return err
	}
	n := 0
	for row := range rows {
		if n%everyRows == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if err := w.Write(row); err != nil {
			return err
		}
		n++
	}
	w.Flush()
	return w.Error()
}

// allHarmless appends texts as spreadsheet programs may have them.
func allHarmless(row []string, texts ...string) []string {
	for _, text := range texts {
		row = append(row, Harmless(text))
	}
	return row
}

// width is that of some columns, in characters. They count from 1.
type width struct {
	from, to int
	width    float64
}

// begin makes a sheet for a table of so many columns, with so many rows below its head, that is as wide in print. A
// stream takes filter, layout and chart along only if they are set before, in this order.
func (b *book) begin(name string, columns, rows int, wide float64) error {
	if _, err := b.NewSheet(name); err != nil {
		return err
	}
	last, err := excelize.CoordinatesToCellName(columns, rows+1)
	if err != nil {
		return err
	}
	if err := b.AutoFilter(name, "A1:"+last, nil); err != nil {
		return err
	}
	if err := b.printable(name, wide); err != nil {
		return err
	}
	return b.onEveryPage(name, 0, 1, 1)
}

// across is how wide columns are together.
func across(widths []width) (wide float64) {
	for _, w := range widths {
		wide += float64(w.to-w.from+1) * w.width
	}
	return wide
}

// fill has the table of a sheet that was begun written, below a head that stays in view. A row may be
// overwritten by the next.
func (b *book) fill(name string, widths []width, head []excelize.Cell, rows iter.Seq[[]excelize.Cell]) error {
	w, err := b.NewStreamWriter(name)
	if err != nil {
		return err
	}
	return b.stream(w, widths, excelize.Panes{YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}, []headRow{{cells: head}}, rows)
}

// headRow is a row of headings; its height is in points, 0 for that of its text.
type headRow struct {
	cells  []excelize.Cell
	height float64
}

// stream has the rows of a sheet written below rows of headings.
func (b *book) stream(w *excelize.StreamWriter, widths []width, panes excelize.Panes, head []headRow, rows iter.Seq[[]excelize.Cell]) error {
	for _, c := range widths {
		if err := w.SetColWidth(c.from, c.to, c.width); err != nil {
			return err
		}
	}
	panes.Freeze = true
	if err := w.SetPanes(&panes); err != nil {
		return err
	}
	b.tables[w.Sheet] = func(w *rowWriter) error {
		for _, row := range head {
			w.height = row.height
			if err := w.write(row.cells...); err != nil {
				return err
			}
		}
		n := 0
		for row := range rows {
			if n%everyRows == 0 && b.ctx.Err() != nil {
				return b.ctx.Err()
			}
			if err := w.write(row...); err != nil {
				return err
			}
			n++
		}
		return nil
	}
	return w.Flush()
}

// labels are cells with texts.
func labels(style int, texts ...string) (out []excelize.Cell) {
	for _, s := range texts {
		out = append(out, label(style, s))
	}
	return out
}

// keys appends the cells of labels to a row.
func (b *book) keys(row []excelize.Cell, labels ...string) []excelize.Cell {
	for _, s := range labels {
		row = append(row, b.key(s))
	}
	return row
}

// fine is a cell with a number that has decimals.
func (b *book) fine(x float64) excelize.Cell { return excelize.Cell{StyleID: b.styles.fine, Value: x} }
