package sheet

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/xuri/excelize/v2"

	"steward/core/limits"
	"steward/core/table"
	"steward/io/sheet/grid"
)

// memory is a file that is not on a disk.
func memory(name string, data []byte) grid.Source {
	return grid.Source{ReaderAt: bytes.NewReader(data), Name: name, Size: int64(len(data)), Unchanged: func() error { return nil }}
}

// openBytes opens data as a file of the given name.
func openBytes(t testing.TB, name string, data []byte) *File {
	t.Helper()
	f, err := read(context.Background(), memory(name, data), "")
	if err != nil {
		t.Fatalf("opening %s: %v", name, err)
	}
	f.closer = io.NopCloser(nil)
	return f
}

// sheetOf opens data and finds the header.
func sheetOf(t testing.TB, name string, data []byte, opts Options) *Sheet {
	t.Helper()
	s, err := openBytes(t, name, data).Sheet(context.Background(), opts)
	if err != nil {
		t.Fatalf("finding the header: %v", err)
	}
	return s
}

// dump writes the header and the rows of a source, a line each: number, then a letter for
// the kind and the text of each cell. Reading ends with the error, if there is one.
func dump(s table.Source) (string, error) {
	var b strings.Builder
	fmt.Fprintln(&b, strings.Join(s.Header(), "|"))
	for row, err := range s.Rows(context.Background()) {
		if err != nil {
			return b.String(), err
		}
		cells := make([]string, len(row.Cells))
		for i, c := range row.Cells {
			cells[i] = string("-TNBDE"[c.Kind]) + c.Text
		}
		fmt.Fprintf(&b, "%d %s\n", row.Number, strings.Join(cells, "|"))
	}
	return b.String(), nil
}

// mustDump is dump of a source that can be read to its end.
func mustDump(t testing.TB, s table.Source) string {
	t.Helper()
	got, err := dump(s)
	if err != nil {
		t.Fatalf("reading after %q: %v", got, err)
	}
	return got
}

// readAll opens data, finds the header and reads all rows; the error is that of the first
// step that fails.
func readAll(name string, data []byte, opts Options) (string, error) {
	f, err := read(context.Background(), memory(name, data), "")
	if err != nil {
		return "", err
	}
	s, err := f.Sheet(context.Background(), opts)
	if err != nil {
		return "", err
	}
	return dump(s)
}

// wantFault checks that an error is a Fault that says all of the given things and has a
// remedy.
func wantFault(t testing.TB, err error, parts ...string) {
	t.Helper()
	var f *grid.Fault
	if !errors.As(err, &f) {
		t.Fatalf("error %v (%T), want a *Fault that says %q", err, err, parts)
	}
	if f.Place.String() == "" || f.Found.String() == "" || f.Remedy.String() == "" {
		t.Errorf("a part of the fault is empty: %#v", f)
	}
	for _, p := range parts {
		if !strings.Contains(f.Error(), p) {
			t.Errorf("error %q does not say %q", f.Error(), p)
		}
	}
}

// workbookWith has excelize write a workbook.
func workbookWith(t testing.TB, fill func(*excelize.File), opts ...excelize.Options) []byte {
	t.Helper()
	f := excelize.NewFile()
	defer f.Close()
	fill(f)
	var b bytes.Buffer
	if err := f.Write(&b, opts...); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// set writes values to the row of a sheet from column A on.
func set(t testing.TB, f *excelize.File, cell string, values ...any) {
	t.Helper()
	if err := f.SetSheetRow("Sheet1", cell, &values); err != nil {
		t.Fatal(err)
	}
}

// zipped makes an archive of the given parts.
func zipped(t testing.TB, parts map[string]string) []byte { return zippedBy(t, zip.Deflate, parts) }

// packers are kept since each has tables of a megabyte.
var packers = sync.Pool{New: func() any {
	packer, err := flate.NewWriter(nil, flate.BestSpeed)
	if err != nil {
		panic(err)
	}
	return packer
}}

// zippedBy is zipped by a method. Storing is quick, for fuzzing.
func zippedBy(t testing.TB, method uint16, parts map[string]string) []byte {
	t.Helper()
	return zippedLong(t, method, parts, "", 0)
}

// repeated stands in a part for a text that is too long to be copied about.
const repeated = "\x00repeated\x00"

// overlong are spaces of which 256 times as many are more than is read for a row.
var overlong = strings.Repeat(" ", limits.MaxRecordBytes/256+16)

// zippedLong is zippedBy, with a piece written so many times where a part says repeated.
func zippedLong(t testing.TB, method uint16, parts map[string]string, piece string, times int) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	packer := packers.Get().(*flate.Writer)
	defer packers.Put(packer)
	w.RegisterCompressor(zip.Deflate, func(to io.Writer) (io.WriteCloser, error) {
		packer.Reset(to) // parts are packed one by one
		return packer, nil
	})
	for name, text := range parts {
		p, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: method})
		write := func(text string) {
			if err == nil {
				_, err = io.Copy(p, io.LimitReader(strings.NewReader(text), int64(len(text)))) // piece by piece: some are long
			}
		}
		if before, after, longer := strings.Cut(text, repeated); longer && times > 0 {
			write(before)
			for range times {
				write(piece)
			}
			write(after)
		} else {
			write(text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

const (
	rootRels = `<Relationships><Relationship Id="r1" Type="http://x/officeDocument" Target="xl/workbook.xml"/></Relationships>`
	bookXML  = `<workbook xmlns:r="http://r"><sheets><sheet name="S" sheetId="1" r:id="a"/></sheets></workbook>`
	bookRels = `<Relationships><Relationship Id="a" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/>` +
		`<Relationship Id="b" Type="http://x/sharedStrings" Target="sharedStrings.xml"/>` +
		`<Relationship Id="c" Type="http://x/styles" Target="/xl/styles.xml"/></Relationships>`
	stylesXML = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-409]d\-mmm\-yy;@"/></numFmts>` +
		`<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="46"/></cellXfs></styleSheet>`
	sharedXML = `<sst><si><t>name</t></si><si><t xml:space="preserve"> Ann </t></si></sst>`
)

// bookParts are the parts of a small workbook whose first sheet is given.
func bookParts(sheet string) map[string]string {
	return map[string]string{
		"_rels/.rels":                rootRels,
		"xl/workbook.xml":            bookXML,
		"xl/_rels/workbook.xml.rels": bookRels,
		"xl/styles.xml":              stylesXML,
		"xl/sharedStrings.xml":       sharedXML,
		"xl/worksheets/sheet1.xml":   sheet,
	}
}

// sheetXML wraps rows.
func sheetXML(rows string) string {
	return `<worksheet><sheetData>` + rows + `</sheetData></worksheet>`
}

// onDisk writes a file into a folder of the test's own.
func onDisk(t testing.TB, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// lines joins lines as files have them.
func lines(l ...string) string { return strings.Join(l, "\n") + "\n" }

func equal(t testing.TB, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func equalStrings(t testing.TB, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: got %q, want %q", what, got, want)
	}
}
