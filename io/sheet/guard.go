package sheet

import (
	"errors"
	"io"
)

// guard refuses to read on when more was read since refill than one row may have.
type guard struct {
	r    io.Reader
	left int
}

var errTooLong = errors.New("the row is too long")

func (g *guard) refill() { g.left = maxRecordBytes }

func (g *guard) Read(p []byte) (int, error) {
	if g.left <= 0 {
		return 0, errTooLong
	}
	n, err := g.r.Read(p[:min(len(p), g.left)])
	g.left -= n
	return n, err
}
