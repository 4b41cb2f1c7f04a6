package container

import (
	"context"
	"io"
)

// ahead reads a stream in a goroutine of its own, a few blocks before they are asked for, so
// that one core unpacks while another reads cells. A Read returns the context's error as soon
// as it is done.
type ahead struct {
	ctx    context.Context
	length int // of a block
	full   chan block
	empty  chan []byte
	stop   context.CancelFunc
	gone   chan struct{} // closed when the goroutine has ended
	now    block
	at     int
	closer io.Closer
}

// block is what was read at once, and the error after it.
type block struct {
	data []byte
	err  error
}

const (
	blockBytes  = 1 << 16
	blocksAhead = 8
)

// readAhead begins to read r in blocks of a length. Close ends it, waits for it, and closes r.
func readAhead(ctx context.Context, r io.ReadCloser, length int) *ahead {
	ctx, stop := context.WithCancel(ctx)
	a := &ahead{ctx: ctx, length: length, full: make(chan block, blocksAhead), empty: make(chan []byte, blocksAhead), stop: stop, gone: make(chan struct{}), closer: r}
	go a.fill(r)
	return a
}

func (a *ahead) fill(r io.Reader) {
	defer close(a.gone)
	made := 0
	for {
		var data []byte
		select {
		case <-a.ctx.Done():
			return
		case data = <-a.empty:
		default:
			if made == blocksAhead {
				select {
				case <-a.ctx.Done():
					return
				case data = <-a.empty:
				}
			} else {
				made++
				data = make([]byte, a.length)
			}
		}
		n, err := 0, error(nil)
		for n < len(data) && err == nil {
			var k int
			k, err = r.Read(data[n:])
			n += k
		}
		select {
		case <-a.ctx.Done():
			return
		case a.full <- block{data[:n], err}:
		}
		if err != nil {
			return
		}
	}
}

func (a *ahead) Read(p []byte) (int, error) {
	for a.at == len(a.now.data) {
		if a.now.err != nil {
			return 0, a.now.err
		}
		if err := a.ctx.Err(); err != nil {
			return 0, err
		}
		if a.now.data != nil {
			a.empty <- a.now.data[:cap(a.now.data)] // has room for all blocks there are
			a.now.data = nil
		}
		select {
		case <-a.ctx.Done():
			return 0, a.ctx.Err()
		case a.now = <-a.full:
			a.at = 0
		}
	}
	n := copy(p, a.now.data[a.at:])
	a.at += n
	return n, nil
}

func (a *ahead) Close() error {
	a.stop()
	<-a.gone
	return a.closer.Close()
}
