package xlsx

import (
	"context"
	"errors"
	"io"
	"testing"

	"steward/core/table"
	"steward/io/sheet/grid"
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

func (c *counting) Next() (grid.Record, error) {
	if err := c.ctx.Err(); err != nil {
		return grid.Record{}, err
	}
	if c.row == c.last {
		return grid.Record{}, c.end
	}
	c.row++
	c.cells[0] = table.Cell{Kind: table.Number, Number: float64(c.row)}
	return grid.Record{Number: c.row, Cells: c.cells[:1+c.row%2]}, nil
}

func (c *counting) Close() error {
	c.closed = true
	return nil
}

func TestBatchesHandEveryRowOver(t *testing.T) {
	for _, rows := range []int{0, 1, batchRows, batchRows + 1, 10*batchRows + 7} {
		ctx, stop := context.WithCancel(context.Background())
		inner := &counting{ctx: ctx, last: rows, end: io.EOF}
		b := readBatches(ctx, stop, inner)
		for i := range rows {
			r, err := b.Next()
			if err != nil || r.Number != i+1 || len(r.Cells) != 1+r.Number%2 || r.Cells[0].Number != float64(i+1) {
				t.Fatalf("row %d of %d: %+v, %v", i+1, rows, r, err)
			}
			_ = append(r.Cells, table.Cell{Kind: table.Text}) // must not write over the next row
		}
		for range 2 {
			if _, err := b.Next(); err != io.EOF {
				t.Errorf("after %d rows: %v", rows, err)
			}
		}
		if err := b.Close(); err != nil || !inner.closed {
			t.Errorf("closing: %v, %v", err, inner.closed)
		}
	}
}

func TestBatchesPassErrorsOnAndStop(t *testing.T) {
	failure := errors.New("broken")
	ctx, stop := context.WithCancel(context.Background())
	b := readBatches(ctx, stop, &counting{ctx: ctx, last: 3, end: failure})
	for range 3 {
		if _, err := b.Next(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := b.Next(); err != failure {
		t.Errorf("%v, want %v", err, failure)
	}
	b.Close()

	endless := &counting{ctx: context.Background(), last: -1}
	ctx, stop = context.WithCancel(context.Background())
	b = readBatches(ctx, stop, endless)
	if _, err := b.Next(); err != nil {
		t.Fatal(err)
	}
	stop()
	var err error
	for range (batchesAhead + 2) * batchRows {
		if _, err = b.Next(); err != nil {
			break
		}
	}
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v after the end, want context.Canceled", err)
	}
	b.Close()
}
