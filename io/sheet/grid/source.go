package grid

import (
	"bytes"
	"io"
)

// Source is the bytes of a file and what is known about them.
type Source struct {
	io.ReaderAt
	Name string // the file's base name
	Size int64
	// Unchanged errors when the file is no longer what it was when it was opened.
	Unchanged func() error
}

// Holding returns the same file with what was unlocked of it.
func (s Source) Holding(data []byte) Source {
	return Source{bytes.NewReader(data), s.Name, int64(len(data)), s.Unchanged}
}

// All returns a reader over the whole file.
func (s Source) All() *io.SectionReader { return io.NewSectionReader(s, 0, s.Size) }
