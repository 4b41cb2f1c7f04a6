package sheet

import (
	"archive/zip"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"steward/core/table"
	"steward/io/sheet/container"
	"steward/io/sheet/grid"
)

// checkFile reads a file to its end and checks what every Source promises.
func checkFile(t *testing.T, name string, data []byte, opts Options) {
	f, err := read(context.Background(), memory(name, data), "")
	if err != nil {
		checkFault(t, err)
		return
	}
	f.closer = io.NopCloser(nil)
	if len(f.Sheets()) == 0 {
		t.Error("an opened file has no sheet")
	}
	s, err := f.Sheet(context.Background(), opts)
	if err != nil {
		checkFault(t, err)
		return
	}
	header := s.Header()
	seen := make(map[string]bool)
	for _, h := range header {
		if h == "" || seen[h] || h != strings.TrimSpace(h) {
			t.Errorf("header %q", header)
		}
		seen[h] = true
	}
	rows, last := 0, s.HeaderRow()
	var failed error
	for row, err := range s.Rows(context.Background()) {
		if err != nil {
			checkFault(t, err)
			failed = err
			break
		}
		if row.Number <= last || len(row.Cells) != len(header) {
			t.Fatalf("row %d of %d cells after row %d, header %q", row.Number, len(row.Cells), last, header)
		}
		last = row.Number
		rows++
		checkCells(t, row)
	}
	in, err := Inspect(context.Background(), s, InspectOptions{})
	if (err == nil) != (failed == nil) || err == nil && in.Rows != rows {
		t.Errorf("inspecting gives %v, %v after %d rows and %v", in, err, rows, failed)
	}
	checkCoded(t, s)
}

func checkFault(t *testing.T, err error) {
	var f *grid.Fault
	if !errors.As(err, &f) || f.Place.String() == "" || f.Found.String() == "" || f.Remedy.String() == "" {
		t.Errorf("error %#v is not a whole *Fault", err)
	}
}

func checkCells(t *testing.T, row table.Row) {
	blank := true
	for _, c := range row.Cells {
		blank = blank && c.Kind == table.Blank
		if (c.Kind == table.Blank) != (c.Text == "") || c.Text != strings.TrimSpace(c.Text) || !utf8.ValidString(c.Text) {
			t.Errorf("cell %+v", c)
		}
		if c.Number != c.Number || c.Kind == table.Text && c.Number != 0 {
			t.Errorf("number of %+v", c)
		}
	}
	if blank {
		t.Errorf("row %d is blank", row.Number)
	}
}

// FuzzWorkbook changes the bytes of whole files.
func FuzzWorkbook(f *testing.F) {
	f.Add(zipped(f, bookParts(sheetXML(named+`<row><c t="s"><v>1</v></c><c><v>1</v></c></row>`))))
	for _, s := range seeds(".xl") {
		f.Add(s)
	}
	f.Add([]byte("PK\x03\x04"))
	f.Add([]byte(container.CompoundMagic + strings.Repeat("\x00", 600)))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 0 {
			checkFile(t, "a.xlsx", data, Options{})
		}
	})
}

// FuzzWorkbookParts changes the XML inside, which the checksums of a whole file protect.
func FuzzWorkbookParts(f *testing.F) {
	f.Add(sheetXML(named+`<row r="3"><c s="1"><v>45000.5</v></c><c t="b"><v>1</v></c></row>`), sharedXML, stylesXML, bookXML, bookRels)
	f.Add(sheetXML(named+`<row><c t="d"><v>2024-03-01</v></c><c t="e"><f>1</f><v>#N/A</v></c></row>`), sharedXML, stylesXML,
		strings.Replace(bookXML, "<sheets>", `<workbookPr date1904="1"/><sheets>`, 1), bookRels)
	f.Add(sheetXML(named+`<row><c t="inlineStr"><is><r><t>_x0041_</t></r><rPh><t>x</t></rPh></is></c></row>`), sharedXML, "", bookXML, bookRels)
	f.Fuzz(func(t *testing.T, sheet, shared, styles, book, rels string) {
		parts := bookParts(sheet)
		parts["xl/sharedStrings.xml"], parts["xl/styles.xml"] = shared, styles
		parts["xl/workbook.xml"], parts["xl/_rels/workbook.xml.rels"] = book, rels
		checkFile(t, "a.xlsx", zippedBy(t, zip.Store, parts), Options{})
	})
}

// FuzzQuickCell compares cells that are read quickly with the same ones read as any XML, in
// which a comment keeps the quick way out.
func FuzzQuickCell(f *testing.F) {
	for _, s := range []string{`<c r="A2"><v>1.50</v></c>`, `<c t="s"><v>1</v></c><c><v>-0</v></c>`, `<c r="B2" s="1"/>`, `<c t="inlineStr"><is><t> a</t></is></c>`, `<c t="str"><v>a&amp;b</v></c>`,
		`<c r="AAA2" t="n"><v>1e5</v></c>`, `<c r="A2" t="b"><v>2</v></c>`, `<c s="1"><v>45000.25</v></c>`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, cells string) {
		if strings.Contains(cells, "<!") || len(cells) > 1000 {
			return
		}
		read := func(cells string) (string, bool) {
			got, err := readAll("a.xlsx", zippedBy(t, zip.Store, bookParts(sheetXML(named+"<row>"+cells+"</row>"+strings.Repeat(" ", 512)))), Options{HeaderRow: 1})
			return got, err == nil
		}
		got, ok := read(cells)
		want, known := read(strings.ReplaceAll(cells, "<c", "<!-- --><c"))
		slow, slowly := read(strings.ReplaceAll(cells, "<v>", "<v><!-- -->"))
		if ok != known || got != want || ok != slowly || got != slow {
			t.Fatalf("%q and %v quickly, %q and %v or %q and %v slowly", got, ok, want, known, slow, slowly)
		}
	})
}

// FuzzCompound opens files in the old compound format, encrypted ones among them.
func FuzzCompound(f *testing.F) {
	f.Add(compoundWith(map[string][]byte{"Workbook": make([]byte, 5000)}), "x")
	f.Add(agileBook(f, "x", 2, sha256.New, "SHA256", func(*string) {}), "x")
	f.Add(protectedBook(f, "x"), "y")
	f.Fuzz(func(t *testing.T, data []byte, password string) {
		if !strings.HasPrefix(string(data), container.CompoundMagic) || strings.Contains(string(data), `spinCount="`) && !strings.Contains(string(data), `spinCount="2"`) {
			return // rounds take the time they take
		}
		file, err := read(t.Context(), memory("a.xlsx", data), password)
		if err != nil {
			checkFault(t, err)
			return
		}
		if len(file.Sheets()) == 0 {
			t.Error("an opened file has no sheet")
		}
	})
}
