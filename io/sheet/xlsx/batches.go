package xlsx

import (
	"context"

	"steward/core/table"
	"steward/io/sheet/grid"
)

// batches reads the rows of a large sheet in a goroutine of its own and hands them over many
// at a time, so that one core reads cells while another uses them.
type batches struct {
	inner grid.Scanner
	full  chan *batch
	empty chan *batch
	stop  context.CancelFunc
	gone  chan struct{} // closed when the goroutine has ended
	now   *batch
	at    int
}

// roomy is a scanner that can write a row to where it is to lie.
type roomy interface {
	use(room []table.Cell)
}

// batch is some rows, whose cells lie one after the other, and the error after them.
type batch struct {
	records []grid.Record
	ends    []int // where the cells of each end
	cells   []table.Cell
	err     error
}

const (
	batchCells   = 1 << 11
	batchRows    = 1 << 8
	batchesAhead = 3
	// manyBytes is from how large a sheet, unpacked, reading ahead is worth its while.
	manyBytes = 4 << 20
)

// readBatches begins to read rows. The scanner must end when the context is done that stop
// cancels.
func readBatches(ctx context.Context, stop context.CancelFunc, s grid.Scanner) *batches {
	b := &batches{inner: s, full: make(chan *batch, batchesAhead), empty: make(chan *batch, batchesAhead), stop: stop, gone: make(chan struct{})}
	for range batchesAhead {
		b.empty <- &batch{}
	}
	go func() {
		defer close(b.gone)
		for {
			var next *batch
			select {
			case <-ctx.Done():
				return
			case next = <-b.empty:
			}
			next.read(s)
			b.full <- next // has room for all there are
			if next.err != nil {
				return
			}
		}
	}()
	return b
}

// read fills a batch.
func (b *batch) read(s grid.Scanner) {
	b.records, b.ends, b.cells, b.err = b.records[:0], b.ends[:0], b.cells[:0], nil
	inPlace, _ := s.(roomy)
	for len(b.records) < batchRows && len(b.cells) < batchCells {
		room := b.cells[len(b.cells):]
		if inPlace != nil {
			inPlace.use(room)
		}
		r, err := s.Next()
		if err != nil {
			b.err = err
			return
		}
		if n := len(r.Cells); n > 0 && n <= cap(room) && &r.Cells[0] == &room[:1][0] {
			b.cells = b.cells[:len(b.cells)+n]
		} else {
			b.cells = append(b.cells, r.Cells...)
		}
		r.Cells = nil
		b.records, b.ends = append(b.records, r), append(b.ends, len(b.cells))
	}
}

func (b *batches) Next() (grid.Record, error) {
	for b.now == nil || b.at == len(b.now.records) {
		if b.now != nil {
			if b.now.err != nil {
				return grid.Record{}, b.now.err
			}
			b.empty <- b.now
		}
		select {
		case b.now = <-b.full:
		case <-b.gone:
			select {
			case b.now = <-b.full: // the last one was handed over before the end
			default:
				return grid.Record{}, context.Canceled
			}
		}
		b.at = 0
	}
	r, from := b.now.records[b.at], 0
	if b.at > 0 {
		from = b.now.ends[b.at-1]
	}
	to := b.now.ends[b.at]
	r.Cells = b.now.cells[from:to:to]
	b.at++
	return r, nil
}

func (b *batches) Close() error {
	b.stop()
	<-b.gone
	return b.inner.Close()
}
