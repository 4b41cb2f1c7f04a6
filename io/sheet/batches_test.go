package sheet

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"steward/core/table"
)

// counting is a scanner of rows with two cells, the number of the row and a blank one, that
// ends with an error.
type counting struct {
	ctx       context.Context
	row, last int
	end       error
	cells     [2]table.Cell
	closed    bool
}

func (c *counting) next() (record, error) {
	if err := c.ctx.Err(); err != nil {
		return record{}, err
	}
	if c.row == c.last {
		return record{}, c.end
	}
	c.row++
	c.cells[0] = table.Cell{Kind: table.Number, Number: float64(c.row)}
	return record{number: c.row, cells: c.cells[:1+c.row%2]}, nil
}

func (c *counting) close() error {
	c.closed = true
	return nil
}

func TestBatchesHandEveryRowOver(t *testing.T) {
	for _, rows := range []int{0, 1, batchRows, batchRows + 1, 10*batchRows + 7} {
		ctx, stop := context.WithCancel(context.Background())
		inner := &counting{ctx: ctx, last: rows, end: io.EOF}
		b := readBatches(ctx, stop, inner)
		for i := range rows {
			r, err := b.next()
			if err != nil || r.number != i+1 || len(r.cells) != 1+r.number%2 || r.cells[0].Number != float64(i+1) {
				t.Fatalf("row %d of %d: %+v, %v", i+1, rows, r, err)
			}
			_ = append(r.cells, table.Cell{Kind: table.Text}) // must not write over the next row
		}
		for range 2 {
			if _, err := b.next(); err != io.EOF {
				t.Errorf("after %d rows: %v", rows, err)
			}
		}
		if err := b.close(); err != nil || !inner.closed {
			t.Errorf("closing: %v, %v", err, inner.closed)
		}
	}
}

func TestBatchesPassErrorsOnAndStop(t *testing.T) {
	failure := errors.New("broken")
	ctx, stop := context.WithCancel(context.Background())
	b := readBatches(ctx, stop, &counting{ctx: ctx, last: 3, end: failure})
	for range 3 {
		if _, err := b.next(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.next(); err != failure {
		t.Errorf("%v, want %v", err, failure)
	}
	b.close()

	endless := &counting{ctx: context.Background(), last: -1}
	ctx, stop = context.WithCancel(context.Background())
	b = readBatches(ctx, stop, endless)
	if _, err := b.next(); err != nil {
		t.Fatal(err)
	}
	stop()
	var err error
	for range (batchesAhead + 2) * batchRows {
		if _, err = b.next(); err != nil {
			break
		}
	}
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v after the end, want context.Canceled", err)
	}
	b.close()
}

// TestLargeSheet reads a sheet that is large enough to be read in batches: to its end, up to a
// row, up to a fault, and until it is stopped.
func TestLargeSheet(t *testing.T) {
	const rows = 50_200 // somewhat above manyBytes
	var sheet strings.Builder
	sheet.WriteString(`<worksheet><sheetData>` + named)
	for i := range rows {
		fmt.Fprintf(&sheet, `<row r="%d"><c r="A%d" t="str"><v>person %d</v></c><c r="B%d" s="1"><v>0.%d1</v></c></row>`, i+2, i+2, i, i+2, i)
	}
	end := `</sheetData><mergeCells><mergeCell ref="A3:A4"/></mergeCells></worksheet>`
	if sheet.Len() < manyBytes {
		t.Fatalf("the sheet has %d bytes, and %d are needed", sheet.Len(), manyBytes)
	}
	parts := bookParts(sheet.String() + end)
	parts["xl/styles.xml"] = `<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="9"/></cellXfs></styleSheet>`
	s := sheetOf(t, "a.xlsx", zipped(t, parts), Options{})
	in := inspect(t, s)
	if in.Rows != rows || len(in.Notes) != 2 || in.Notes[0].Address != "A3:A4" || !strings.HasPrefix(in.Notes[1].Found, fmt.Sprint(rows)) {
		t.Errorf("%d rows, notes %+v", in.Rows, in.Notes)
	}
	seen := 0
	for row, err := range s.Rows(context.Background()) {
		if err != nil || row.Number != seen+2 || row.Cells[0].Text != fmt.Sprint("person ", seen) {
			t.Fatalf("row %d: %+v, %v", seen+2, row, err)
		}
		if seen++; seen == rows/2 {
			break
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	seen = 0
	var failed error
	for _, err := range s.Rows(ctx) {
		if failed = err; err != nil {
			break
		}
		if seen++; seen == 100 {
			cancel()
		}
	}
	if seen != 100 || !errors.Is(failed, context.Canceled) {
		t.Errorf("%d rows and %v after stopping at 100", seen, failed)
	}
	parts["xl/worksheets/sheet1.xml"] = strings.Replace(sheet.String(), `<v>0.500001</v>`, `<v>x</v>`, 1) + end
	_, err := dump(sheetOf(t, "a.xlsx", zipped(t, parts), Options{}))
	wantFault(t, err, "B50002", `"x" stored as a number`)
}
