// Package container opens the files that workbooks are wrapped in: zip archives, of which a part is
// unpacked in a goroutine of its own, and compound files, which hold encrypted workbooks. However
// little a hostile file takes on the disk, what it unpacks to is bounded.
package container

import (
	"archive/zip"
	"bufio"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"path"
	"strings"

	"github.com/klauspost/compress/flate"

	"steward/core/limits"
	"steward/core/message"
	"steward/io/sheet/grid"
)

// Archive is the zip file that a workbook of either kind is made of.
type Archive struct {
	Source grid.Source
	Parts  map[string]*zip.File            // by lower-case name
	Opened map[string]func() io.ReadCloser // parts that were protected
}

// OpenArchive lists the parts of a zip archive.
func OpenArchive(s grid.Source) (*Archive, error) {
	a := &Archive{Source: s}
	return a, a.index()
}

// index lists the parts. It errors when they unpack to more than limits.MaxUnzippedBytes;
// no part can unpack to more than it declares.
func (a *Archive) index() error {
	z, err := zip.NewReader(a.Source, a.Source.Size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return a.Damaged(message.Sprintf("the list of its parts"), err)
	}
	z.RegisterDecompressor(zip.Deflate, inflate)
	a.Parts = make(map[string]*zip.File, len(z.File))
	var total uint64
	for _, f := range z.File {
		name := PartName(f.Name)
		if a.Parts[name] != nil {
			return a.Damaged(f.Name, message.New("it is there twice"))
		}
		a.Parts[name] = f
		if total += f.UncompressedSize64; f.UncompressedSize64 > limits.MaxUnzippedBytes || total > limits.MaxUnzippedBytes {
			return grid.NewFault(a.Source.Name, "the workbook unpacks to more than %d bytes", int64(limits.MaxUnzippedBytes)).WithRemedy("save only the columns that you need, or choose a workbook that you trust")
		}
	}
	return nil
}

// inflate unpacks half as fast again as the standard library, which is most of the time that
// reading a large workbook takes.
func inflate(r io.Reader) io.ReadCloser {
	length := int64(blockBytes)
	if packed, ok := r.(*io.SectionReader); ok {
		length = min(length, packed.Size())
	}
	return flate.NewReader(bufio.NewReaderSize(r, int(length)))
}

// PartName is the form in which names of parts are compared.
func PartName(name string) string {
	return strings.ToLower(strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(name, `\`, "/")), "/"))
}

// Damaged returns the error for a part, a name or a text, that is not as it should be.
func (a *Archive) Damaged(part any, err error) error {
	return grid.NewFault(a.Source.Name, "the workbook is damaged (%s: %v)", part, err).Because(err).WithRemedy("open it in a spreadsheet program and save it again")
}

// Open opens a part.
func (a *Archive) Open(part string) (io.ReadCloser, error) {
	if open := a.Opened[part]; open != nil {
		return open(), nil
	}
	f := a.Parts[part]
	if f == nil {
		return nil, a.Damaged(part, message.New("it is missing"))
	}
	const encrypted = 1 // a bit of the flags (APPNOTE 4.4.4)
	if f.Flags&encrypted != 0 {
		return nil, grid.NewFault(a.Source.Name, "the zip archive is protected with a password").WithRemedy("unpack it with the password, and save the workbook without one")
	}
	r, err := f.Open()
	if err != nil {
		return nil, a.Damaged(part, err)
	}
	return r, nil
}

// Stream opens a part that is read to its end, unpacked in a goroutine of its own.
func (a *Archive) Stream(ctx context.Context, part string) (io.ReadCloser, error) {
	r, err := a.Open(part)
	if err != nil {
		return nil, err
	}
	length := uint64(blockBytes)
	if f := a.Parts[part]; f != nil && a.Opened[part] == nil {
		length = min(length, f.UncompressedSize64+1) // one block for all of it, and its end
	}
	return readAhead(ctx, r, int(length)), nil
}

// Decode reads a small part into a structure.
func (a *Archive) Decode(part string, into any) error {
	if f := a.Parts[part]; f != nil && f.UncompressedSize64 > limits.MaxDescriptionBytes {
		return a.Damaged(part, message.Errorf("it is larger than %d bytes", limits.MaxDescriptionBytes))
	}
	r, err := a.Open(part)
	if err != nil {
		return err
	}
	defer r.Close()
	if err := xml.NewDecoder(r).Decode(into); err != nil {
		return a.Damaged(part, err)
	}
	return nil
}
