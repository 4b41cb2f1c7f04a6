package sheet

import (
	"archive/zip"
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/klauspost/compress/flate"
	"github.com/xuri/excelize/v2"

	"steward/core/table"
	"steward/io/sheet/grid"
)

var (
	largeRows = flag.Int("largerows", 1_000_000, "rows of the workbook that BenchmarkLarge reads")
	largeBook = flag.String("largebook", "", "where BenchmarkLarge keeps that workbook for the next run")
)

// writeLargeParts writes all parts of a workbook of one sheet but the texts and the sheet.
func writeLargeParts(z *zip.Writer) error {
	const (
		main = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
		kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
		pack = "http://schemas.openxmlformats.org/package/2006/"
		part = "application/vnd.openxmlformats-officedocument.spreadsheetml."
	)
	parts := map[string]string{
		"[Content_Types].xml": `<Types xmlns="` + pack + `content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
			`<Override PartName="/xl/workbook.xml" ContentType="` + part + `sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="` + part + `worksheet+xml"/>` +
			`<Override PartName="/xl/styles.xml" ContentType="` + part + `styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="` + part + `sharedStrings+xml"/></Types>`,
		"_rels/.rels":     `<Relationships xmlns="` + pack + `relationships"><Relationship Id="r1" Type="` + kind + `/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		"xl/workbook.xml": `<workbook ` + main + ` xmlns:r="` + kind + `"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships xmlns="` + pack + `relationships"><Relationship Id="r1" Type="` + kind + `/worksheet" Target="worksheets/sheet1.xml"/>` +
			`<Relationship Id="r2" Type="` + kind + `/styles" Target="styles.xml"/><Relationship Id="r3" Type="` + kind + `/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
		"xl/styles.xml": `<styleSheet ` + main + `><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
	}
	for name, text := range parts {
		w, err := z.Create(name)
		if err == nil {
			_, err = io.WriteString(w, text)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// writeLarge writes a workbook of ten mixed columns as spreadsheet programs do: shared texts
// of few and of many values, inline ones, whole and broken numbers, days, truths and blanks.
func writeLarge(path string, rows int) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	z := zip.NewWriter(f)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.DefaultCompression) })
	if err := writeLargeParts(z); err != nil {
		return err
	}
	const towns, streets = 200, 100_000
	w, err := z.Create("xl/sharedStrings.xml")
	if err != nil {
		return err
	}
	b := bufio.NewWriterSize(w, 1<<16)
	fmt.Fprint(b, `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">`)
	for i := range largeColumns {
		fmt.Fprintf(b, "<si><t>column %d</t></si>", i)
	}
	for i := range towns {
		fmt.Fprintf(b, "<si><t>Town of %d</t></si>", i)
	}
	for i := range streets {
		fmt.Fprintf(b, `<si><t xml:space="preserve">%d Long Street &amp; Co</t></si>`, i)
	}
	fmt.Fprint(b, "</sst>")
	if err := b.Flush(); err != nil {
		return err
	}
	if w, err = z.Create("xl/worksheets/sheet1.xml"); err != nil {
		return err
	}
	b = bufio.NewWriterSize(w, 1<<16)
	fmt.Fprint(b, `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">`)
	for i := range largeColumns {
		fmt.Fprintf(b, `<c r="%s1" t="s"><v>%d</v></c>`, grid.Lettered{}.Column(i), i)
	}
	fmt.Fprint(b, "</row>")
	seed := uint64(1)
	draw := func(n uint64) uint64 {
		seed = seed*6364136223846793005 + 1442695040888963407
		return seed >> 33 % n
	}
	for i := range rows {
		r := i + 2
		fmt.Fprintf(b, `<row r="%d" spans="1:10">`, r)
		fmt.Fprintf(b, `<c r="A%d"><v>%d</v></c>`, r, 100_000+i)
		fmt.Fprintf(b, `<c r="B%d" t="s"><v>%d</v></c>`, r, largeColumns+draw(towns))
		fmt.Fprintf(b, `<c r="C%d" t="s"><v>%d</v></c>`, r, largeColumns+towns+draw(streets))
		fmt.Fprintf(b, `<c r="D%d"><v>%d</v></c>`, r, draw(100))
		fmt.Fprintf(b, `<c r="E%d"><v>%d.%02d</v></c>`, r, draw(5000), 1+draw(9))
		fmt.Fprintf(b, `<c r="F%d"><v>%v</v></c>`, r, float64(draw(1_000_000))/997)
		fmt.Fprintf(b, `<c r="G%d" s="1"><v>%d</v></c>`, r, 30_000+draw(15_000))
		fmt.Fprintf(b, `<c r="H%d" t="b"><v>%d</v></c>`, r, draw(2))
		fmt.Fprintf(b, `<c r="I%d" t="inlineStr"><is><t>code %d</t></is></c>`, r, draw(1000))
		if draw(4) > 0 {
			fmt.Fprintf(b, `<c r="J%d" s="0"><v>%d</v></c>`, r, draw(7))
		} else {
			fmt.Fprintf(b, `<c r="J%d" s="0"/>`, r)
		}
		fmt.Fprint(b, "</row>")
	}
	fmt.Fprint(b, "</sheetData></worksheet>")
	if err := b.Flush(); err != nil {
		return err
	}
	return z.Close()
}

const largeColumns = 10

// BenchmarkLarge reads a workbook of -largerows rows: what unpacking alone takes, what our
// reader takes with a visit to each cell, with all columns and with two kept coded, with a plan of
// five columns that counts the records, and with an inspection, and what excelize takes for the rows
// as they are stored.
func BenchmarkLarge(b *testing.B) {
	path := *largeBook
	if path == "" {
		path = filepath.Join(b.TempDir(), "large.xlsx")
	}
	if _, err := os.Stat(path); err != nil {
		if err := writeLarge(path, *largeRows); err != nil {
			b.Fatal(err)
		}
	}
	open := func(b *testing.B) *Sheet {
		f, err := Open(context.Background(), path)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { f.Close() })
		s, err := f.Sheet(context.Background(), Options{})
		if err != nil {
			b.Fatal(err)
		}
		return s
	}
	var floor, floorWork float64
	begun := time.Duration(0)
	report := func(b *testing.B) {
		seconds, work := b.Elapsed().Seconds()/float64(b.N), (worked()-begun).Seconds()/float64(b.N)
		if floor == 0 {
			floor, floorWork = seconds, work
		}
		b.ReportMetric(seconds/floor, "floors")
		if work > 0 {
			b.ReportMetric(work, "cpu-s/op")
			b.ReportMetric(work/floorWork, "cpu-floors")
		}
	}
	b.Run("inflate", func(b *testing.B) {
		begun = worked()
		for b.Loop() {
			z, err := zip.OpenReader(path)
			if err != nil {
				b.Fatal(err)
			}
			z.RegisterDecompressor(zip.Deflate, func(r io.Reader) io.ReadCloser { return flate.NewReader(bufio.NewReaderSize(r, 1<<16)) })
			for _, f := range z.File {
				r, err := f.Open()
				if err == nil {
					_, err = io.Copy(io.Discard, r)
				}
				if err != nil {
					b.Fatal(err)
				}
			}
			z.Close()
		}
		report(b)
	})
	b.Run("rows", func(b *testing.B) {
		begun = worked()
		for b.Loop() {
			rows := 0
			for _, err := range open(b).Rows(context.Background()) {
				if err != nil {
					b.Fatal(err)
				}
				rows++
			}
			if rows != *largeRows {
				b.Fatalf("%d rows", rows)
			}
		}
		report(b)
	})
	b.Run("coded", func(b *testing.B) {
		begun = worked()
		for b.Loop() {
			kept, err := open(b).Coded(context.Background(), []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, nil)
			if err != nil || kept.Records() != *largeRows {
				b.Fatal(kept, err)
			}
		}
		report(b)
	})
	b.Run("coded-two", func(b *testing.B) {
		begun = worked()
		for b.Loop() {
			if _, err := open(b).Coded(context.Background(), []int{1, 3}, nil); err != nil {
				b.Fatal(err)
			}
		}
		report(b)
	})
	p := largePlan(b, "column 1", "column 3", "column 5", "column 6", "column 7")
	for name, as := range map[string]func(*Sheet) table.Source{"counted": func(s *Sheet) table.Source { return s }, "counted-by-row": func(s *Sheet) table.Source { return byRow{s} }} {
		b.Run(name, func(b *testing.B) {
			begun = worked()
			for b.Loop() {
				n, err := countedRecords(p, as(open(b)))
				if err != nil || n != int64(*largeRows) {
					b.Fatal(n, err)
				}
			}
			report(b)
		})
	}
	b.Run("inspect", func(b *testing.B) {
		begun = worked()
		for b.Loop() {
			if in, err := Inspect(context.Background(), open(b), InspectOptions{}); err != nil || in.Rows != *largeRows {
				b.Fatalf("%v, %v", in, err)
			}
		}
		report(b)
	})
	b.Run("excelize", func(b *testing.B) {
		begun = worked()
		for b.Loop() {
			f, err := excelize.OpenFile(path, excelize.Options{RawCellValue: true})
			if err != nil {
				b.Fatal(err)
			}
			rows, err := f.Rows("S")
			if err != nil {
				b.Fatal(err)
			}
			n := 0
			for rows.Next() {
				if _, err := rows.Columns(); err != nil {
					b.Fatal(err)
				}
				n++
			}
			if n != *largeRows+1 {
				b.Fatalf("%d rows", n)
			}
			rows.Close()
			f.Close()
		}
		report(b)
	})
}
