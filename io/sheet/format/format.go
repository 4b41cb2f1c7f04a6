// Package format says what a reader tells of itself: what its files are named, by what they are
// recognised, and how they are opened. Package sheet has the list of all.
package format

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"strings"

	"steward/io/sheet/container"
	"steward/io/sheet/grid"
)

// Format is a kind of file that is read.
type Format struct {
	Kind Kind
	// Usual are the endings of names that people are told of, and Other are more of them that a
	// file chooser offers. Rare are names that such files may have too.
	Usual, Other, Rare []string
	// Media are the names by which desktops know files of an ending, so that they offer Steward for them; none for endings that most
	// files have for something else.
	Media map[string]string
	// Is tells the format by what is in a file, and by its name where that alone says it. Open is
	// then asked to open it, with a password or without.
	Is   func(f *File) bool
	Open func(ctx context.Context, f *File, password string) (grid.Book, error)
}

// Kind is what people call files of a format.
type Kind uint8

// The kinds of file.
const (
	notRead Kind = iota // told only to say what to do about it
	Workbook
	Text
)

// File is a file whose format is not known yet.
type File struct {
	Source   grid.Source
	Workbook bool                // whether it is named as a workbook
	Head     []byte              // its first bytes
	Archive  *container.Archive  // what is in it, where it is a zip archive
	Compound *container.Compound // what is in it, where it is a compound file
}

// SampleBytes is how much of the beginning of a file is looked at to recognise its kind,
// its encoding and its separator.
const SampleBytes = 1 << 16

// Examine looks at the beginning of a file, and for what is in it. It errors where that cannot
// be read.
func Examine(s grid.Source) (*File, error) {
	c := &File{Source: s, Head: make([]byte, min(s.Size, SampleBytes))}
	_, err := s.ReadAt(c.Head, 0)
	switch {
	case err != nil && err != io.EOF:
		return nil, grid.Unreadable(s.Name, err)
	case bytes.HasPrefix(c.Head, []byte("PK\x03\x04")):
		c.Archive, err = container.OpenArchive(s)
	case bytes.HasPrefix(c.Head, []byte(container.CompoundMagic)):
		c.Compound, err = container.OpenCompound(s)
	default:
		err = nil
	}
	return c, err
}

// Ending returns how the name ends, in lower case: ".xlsx".
func (c *File) Ending() string { return strings.ToLower(filepath.Ext(c.Source.Name)) }
