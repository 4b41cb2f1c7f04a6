package sheet

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"slices"
	"strings"
)

// fileFormat is a kind of file that is read.
type fileFormat struct {
	Kind Kind
	// Usual are the endings of names that people are told of, and Other are more of them that a
	// file chooser offers.
	Usual, Other []string
	// Is tells the format by what is in a file, and by its name where that alone says it. Open is
	// then asked to open it, with a password or without.
	Is   func(f *candidate) bool
	Open func(ctx context.Context, f *candidate, password string) (format, error)
}

// Kind is what people call files of a format.
type Kind uint8

// The kinds of file.
const (
	notRead Kind = iota // told only to say what to do about it
	workbookKind
	textKind
)

// candidate is a file whose format is not known yet.
type candidate struct {
	source   source
	head     []byte    // its first bytes
	archive  *archive  // what is in it, where it is a zip archive
	compound *compound // what is in it, where it is a compound file
}

// sampleBytes is how much of the beginning of a file is looked at to recognise its kind,
// its encoding and its separator.
const sampleBytes = 1 << 16

// examine looks at the beginning of a file, and for what is in it. It errors where that cannot
// be read.
func examine(s source) (*candidate, error) {
	c := &candidate{source: s, head: make([]byte, min(s.size, sampleBytes))}
	_, err := s.ReadAt(c.head, 0)
	switch {
	case err != nil && err != io.EOF:
		return nil, unreadable(s.name, err)
	case bytes.HasPrefix(c.head, []byte("PK\x03\x04")):
		c.archive, err = openArchive(s)
	case bytes.HasPrefix(c.head, []byte(oleMagic)):
		c.compound, err = openCompound(s)
	default:
		err = nil
	}
	return c, err
}

// ending returns how the name ends, in lower case: ".xlsx".
func (c *candidate) ending() string { return strings.ToLower(filepath.Ext(c.source.name)) }

// namedWorkbook reports whether the name is one of a workbook, whether such are read or not.
func (c *candidate) namedWorkbook() bool {
	return slices.Contains([]string{".xlsx", ".xlsm", ".xltx", ".xltm", ".xls", ".xlsb", ".ods", ".ots"}, c.ending())
}
