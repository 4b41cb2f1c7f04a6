package sheet

import (
	"archive/zip"
	"bufio"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/klauspost/compress/flate"

	"steward/core/limits"
	"steward/core/message"
)

const maxDescriptionBytes = 32 << 20 // a part that is held whole: a list of sheets, of relations, of styles

// archive is the zip file that a workbook of either kind is made of.
type archive struct {
	source source
	parts  map[string]*zip.File            // by lower-case name
	opened map[string]func() io.ReadCloser // parts that were protected
}

// openArchive lists the parts of a zip archive.
func openArchive(s source) (*archive, error) {
	a := &archive{source: s}
	return a, a.index()
}

// index lists the parts. It errors when they unpack to more than limits.MaxUnzippedBytes;
// no part can unpack to more than it declares.
func (a *archive) index() error {
	z, err := zip.NewReader(a.source, a.source.size)
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return a.damaged("the list of its parts", err)
	}
	z.RegisterDecompressor(zip.Deflate, inflate)
	a.parts = make(map[string]*zip.File, len(z.File))
	var total uint64
	for _, f := range z.File {
		name := partName(f.Name)
		if a.parts[name] != nil {
			return a.damaged(f.Name, message.New("it is there twice"))
		}
		a.parts[name] = f
		if total += f.UncompressedSize64; f.UncompressedSize64 > limits.MaxUnzippedBytes || total > limits.MaxUnzippedBytes {
			return &Fault{a.source.name, fmt.Sprintf("the workbook unpacks to more than %d bytes", int64(limits.MaxUnzippedBytes)),
				"save only the columns that are needed, or choose a workbook that you trust", nil}
		}
	}
	return nil
}

// inflate unpacks half as fast again as the standard library, which is most of the time that
// reading a large workbook takes.
func inflate(r io.Reader) io.ReadCloser {
	return flate.NewReader(bufio.NewReaderSize(r, blockBytes))
}

// partName is the form in which names of parts are compared.
func partName(name string) string {
	return strings.ToLower(strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(name, `\`, "/")), "/"))
}

func (a *archive) damaged(part string, err error) error {
	return &Fault{a.source.name, fmt.Sprintf("the workbook is damaged (%s: %v)", part, err),
		"open it in a spreadsheet program and save it again", err}
}

// open opens a part.
func (a *archive) open(part string) (io.ReadCloser, error) {
	if open := a.opened[part]; open != nil {
		return open(), nil
	}
	f := a.parts[part]
	if f == nil {
		return nil, a.damaged(part, message.New("it is missing"))
	}
	const encrypted = 1 // a bit of the flags (APPNOTE 4.4.4)
	if f.Flags&encrypted != 0 {
		return nil, &Fault{a.source.name, "the zip archive is protected with a password",
			"unpack it with the password, and save the workbook without one", nil}
	}
	r, err := f.Open()
	if err != nil {
		return nil, a.damaged(part, err)
	}
	return r, nil
}

// stream opens a part that is read to its end, unpacked in a goroutine of its own.
func (a *archive) stream(ctx context.Context, part string) (io.ReadCloser, error) {
	r, err := a.open(part)
	if err != nil {
		return nil, err
	}
	return readAhead(ctx, r), nil
}

// decode reads a small part into a structure.
func (a *archive) decode(part string, into any) error {
	if f := a.parts[part]; f != nil && f.UncompressedSize64 > maxDescriptionBytes {
		return a.damaged(part, message.Errorf("it is larger than %d bytes", maxDescriptionBytes))
	}
	r, err := a.open(part)
	if err != nil {
		return err
	}
	defer r.Close()
	if err := xml.NewDecoder(r).Decode(into); err != nil {
		return a.damaged(part, err)
	}
	return nil
}
