// Package sheettest makes files for the tests of the readers below io/sheet.
package sheettest

import (
	"bytes"

	"steward/io/sheet/grid"
)

// Memory is a file that is not on a disk.
func Memory(name string, data []byte) grid.Source {
	return grid.Source{ReaderAt: bytes.NewReader(data), Name: name, Size: int64(len(data)), Unchanged: func() error { return nil }}
}

// Endless is a stream of one character without end.
type Endless struct{}

// Read fills p.
func (Endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}
