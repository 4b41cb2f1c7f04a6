package export

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/klauspost/compress/flate"

	"steward/core/message"
)

// pack writes the workbook's parts in the order of their names; excelize writes sheets in any
// order, and one release is to be one sequence of bytes. What excelize cannot write, or not
// quickly, is put in on the way: the rows of tables and the error bars of charts.
func (b *book) pack(w io.Writer) error {
	content, err := b.WriteToBuffer()
	if err != nil {
		return err
	}
	parts, err := zip.NewReader(bytes.NewReader(content.Bytes()), int64(content.Len()))
	if err != nil {
		return err
	}
	slices.SortFunc(parts.File, func(p, q *zip.File) int { return strings.Compare(p.Name, q.Name) })
	rows := make(map[string]func(*rowWriter) error)
	for id, name := range b.GetSheetMap() {
		if write := b.tables[name]; write != nil {
			rows[fmt.Sprintf("xl/worksheets/sheet%d.xml", id)] = write
		}
	}
	out := zip.NewWriter(w)
	packer, err := flate.NewWriter(nil, flate.DefaultCompression)
	if err != nil {
		return err
	}
	out.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { // its tables are a megabyte, and parts are packed one by one
		packer.Reset(w)
		return packer, nil
	})
	for _, p := range parts.File {
		switch write, number := rows[p.Name], chartNumber(p.Name); {
		case write != nil:
			delete(rows, p.Name)
			err = b.withRows(out, p, write)
		case number > 0:
			err = b.changed(out, p, func(text []byte) ([]byte, error) { return withErrorBars(text, b.bars[number-1]) })
		default:
			err = b.changed(out, p, func(text []byte) ([]byte, error) {
				if p.Name == "[Content_Types].xml" {
					text = imageType.ReplaceAll(text, nil)
				}
				return text, nil
			})
		}
		if err != nil {
			return message.Errorf("%s: %w", p.Name, err)
		}
	}
	if len(rows) > 0 {
		return message.Errorf("%d sheets with rows were not found", len(rows))
	}
	return out.Close()
}

// header begins a part, which is dated like the release: no part has a date that there is not.
func (b *book) header(name string) *zip.FileHeader {
	return &zip.FileHeader{Name: name, Method: zip.Deflate, Modified: b.created}
}

// imageType matches what is declared of kinds of images, in any order, as soon as there is a chart.
// No image is in a workbook.
var imageType = regexp.MustCompile(`<Default Extension="[a-z]+" ContentType="image/[^"]*"></Default>`)

// withRows copies a sheet that has no rows yet and writes them.
func (b *book) withRows(out *zip.Writer, p *zip.File, rows func(*rowWriter) error) error {
	text, err := textOf(p)
	if err != nil {
		return err
	}
	at := bytes.LastIndex(text, []byte("</sheetData>"))
	if at < 0 {
		return message.Errorf("the sheet has no place for rows")
	}
	w, err := out.CreateHeader(b.header(p.Name))
	if err != nil {
		return err
	}
	if _, err := w.Write(text[:at]); err != nil {
		return err
	}
	to := newRowWriter(w)
	if err := rows(to); err != nil {
		return err
	}
	if err := to.flush(); err != nil {
		return err
	}
	_, err = w.Write(text[at:])
	return err
}

// changed copies a part that is edited on the way.
func (b *book) changed(out *zip.Writer, p *zip.File, edit func([]byte) ([]byte, error)) error {
	text, err := textOf(p)
	if err == nil {
		text, err = edit(text)
	}
	if err != nil {
		return err
	}
	w, err := out.CreateHeader(b.header(p.Name))
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return err
}

// textOf returns what is in a part.
func textOf(p *zip.File) ([]byte, error) {
	in, err := p.Open()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return io.ReadAll(in)
}
