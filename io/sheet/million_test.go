//go:build evidence

package sheet

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/xuri/excelize/v2"

	"steward/core/table"
)

// The table of the benchmarks: a million records of ten columns of all kinds, once as .csv
// and once as .xlsx with shared texts. `make bench-sheet` runs them in one go.

const (
	millionRows    = 1_000_000
	millionColumns = 10
)

var million = sync.OnceValues(func() (text, book []byte) {
	var csv, sheet bytes.Buffer
	csv.WriteString("id,sex,age,wage,region,since,works,postcode,score,occupation\n")
	var shared []string
	index := make(map[string]int)
	ref := func(s string) int {
		i, ok := index[s]
		if !ok {
			i = len(shared)
			index[s], shared = i, append(shared, s)
		}
		return i
	}
	sheet.WriteString(`<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">`)
	for i, name := range strings.Split("id,sex,age,wage,region,since,works,postcode,score,occupation", ",") {
		fmt.Fprintf(&sheet, `<c r="%s1" t="s"><v>%d</v></c>`, columnLetters(i), ref(name))
	}
	sheet.WriteString("</row>")
	x := uint64(1)
	draw := func(n uint64) int { // a linear congruential generator (Knuth, TAOCP 2, 3.3.4)
		x = 6364136223846793005*x + 1442695040888963407
		return int((x >> 33) % n)
	}
	for row := range millionRows {
		id := "P" + strconv.Itoa(1_000_000+row)
		sex := []string{"female", "male", "other"}[draw(3)]
		age, wage := draw(100), draw(900_000)
		region := "Region " + strconv.Itoa(draw(40))
		since := draw(20_000)
		works := draw(2)
		postcode := fmt.Sprintf("%05d", draw(9_000))
		score := float64(draw(1_000_000)) / 7e5
		job := "Occupation, group " + strconv.Itoa(draw(500))
		fmt.Fprintf(&csv, "%s,%s,%d,%d.%02d,%s,%s,%s,%s,%.6f,\"%s\"\n", id, sex, age, wage/100, wage%100, region,
			dayText(float64(20_000+since)), []string{"FALSE", "TRUE"}[works], postcode, score, job)
		r := row + 2
		fmt.Fprintf(&sheet, `<row r="%d"><c r="A%d" t="s"><v>%d</v></c><c r="B%d" t="s"><v>%d</v></c><c r="C%d"><v>%d</v></c><c r="D%d"><v>%d.%02d</v></c>`+
			`<c r="E%d" t="s"><v>%d</v></c><c r="F%d" s="1"><v>%d</v></c><c r="G%d" t="b"><v>%d</v></c><c r="H%d" t="s"><v>%d</v></c>`+
			`<c r="I%d"><v>%.6f</v></c><c r="J%d" t="s"><v>%d</v></c></row>`,
			r, r, ref(id), r, ref(sex), r, age, r, wage/100, wage%100, r, ref(region), r, 20_000+since, r, works, r, ref(postcode), r, score, r, ref(job))
	}
	sheet.WriteString("</sheetData></worksheet>")
	var texts bytes.Buffer
	fmt.Fprintf(&texts, `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" count="%d" uniqueCount="%d">`, 5*millionRows+10, len(shared))
	for _, s := range shared {
		texts.WriteString("<si><t>" + s + "</t></si>")
	}
	texts.WriteString("</sst>")
	return csv.Bytes(), zippedFast(wholeBook(sheet.String(), texts.String()))
})

// wholeBook are the parts of a workbook with all that other readers ask for.
func wholeBook(sheet, shared string) map[string]string {
	const (
		packages = "http://schemas.openxmlformats.org/package/2006/"
		office   = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
		main     = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
		media    = "application/vnd.openxmlformats-officedocument.spreadsheetml."
	)
	relation := func(id, kind, target string) string {
		return fmt.Sprintf(`<Relationship Id="%s" Type="%s/%s" Target="%s"/>`, id, office, kind, target)
	}
	relations := func(list ...string) string {
		return `<Relationships xmlns="` + packages + `relationships">` + strings.Join(list, "") + `</Relationships>`
	}
	part := func(name, kind string) string {
		return fmt.Sprintf(`<Override PartName="%s" ContentType="%s%s+xml"/>`, name, media, kind)
	}
	return map[string]string{
		"[Content_Types].xml": `<Types xmlns="` + packages + `content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
			part("/xl/workbook.xml", "sheet.main") + part("/xl/worksheets/sheet1.xml", "worksheet") +
			part("/xl/styles.xml", "styles") + part("/xl/sharedStrings.xml", "sharedStrings") + `</Types>`,
		"_rels/.rels":     relations(relation("r1", "officeDocument", "xl/workbook.xml")),
		"xl/workbook.xml": `<workbook xmlns="` + main + `" xmlns:r="` + office + `"><sheets><sheet name="S" sheetId="1" r:id="a"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": relations(relation("a", "worksheet", "worksheets/sheet1.xml"),
			relation("b", "styles", "styles.xml"), relation("c", "sharedStrings", "sharedStrings.xml")),
		"xl/styles.xml": `<styleSheet xmlns="` + main + `"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders>` +
			`<cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
		"xl/sharedStrings.xml":     shared,
		"xl/worksheets/sheet1.xml": sheet,
	}
}

// dayText writes a serial day as a date.
func dayText(day float64) string {
	c, _ := serialDate(day, dayDate, false)
	return c.Text
}

// zippedFast packs parts at the level at which spreadsheet programs do.
func zippedFast(parts map[string]string) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, 3) })
	for name, part := range parts {
		w, err := z.Create(name)
		if err == nil {
			_, err = io.WriteString(w, part)
		}
		if err != nil {
			panic(err)
		}
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// BenchmarkMillion reads the table with our readers, with excelize and with encoding/csv,
// and unpacks it only, which no reader of .xlsx can undercut.
func BenchmarkMillion(b *testing.B) {
	text, book := million()
	run := func(name string, size int, read func() (int, error)) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(size))
			for b.Loop() {
				if rows, err := read(); err != nil || rows != millionRows {
					b.Fatalf("%d rows, %v; want %d", rows, err, millionRows)
				}
			}
		})
	}
	run("csv/steward", len(text), func() (int, error) { return countRows(b, "a.csv", text) })
	run("csv/steward-stored", len(text), func() (int, error) { return store(b, "a.csv", text) })
	run("csv/steward-inspect", len(text), func() (int, error) { return look(b, "a.csv", text) })
	run("csv/encoding-csv", len(text), func() (int, error) { return standardCSV(text, false) })
	run("csv/encoding-csv-and-numbers", len(text), func() (int, error) { return standardCSV(text, true) })
	run("xlsx/inflate", len(book), func() (int, error) { return millionRows, inflate(book) })
	run("xlsx/steward", len(book), func() (int, error) { return countRows(b, "a.xlsx", book) })
	run("xlsx/steward-stored", len(book), func() (int, error) { return store(b, "a.xlsx", book) })
	run("xlsx/excelize", len(book), func() (int, error) { return excelizeRows(book) })
}

// countRows reads all cells of a file with our reader.
func countRows(b *testing.B, name string, data []byte) (int, error) {
	rows, filled := 0, 0
	for row, err := range sheetOf(b, name, data, Options{}).Rows(context.Background()) {
		if err != nil {
			return rows, err
		}
		rows++
		for _, c := range row.Cells {
			if c.Kind != table.Blank {
				filled++
			}
		}
	}
	if filled != millionRows*millionColumns {
		return rows, fmt.Errorf("%d cells", filled)
	}
	return rows, nil
}

// coded is a column in memory: each value once, and its number for each record.
type coded struct {
	numbers map[string]uint32
	values  []table.Cell
	codes   []uint32
}

// store reads all cells of a file with our reader into columns in memory.
func store(b *testing.B, name string, data []byte) (int, error) {
	columns := make([]coded, millionColumns)
	for i := range columns {
		columns[i].numbers = make(map[string]uint32)
	}
	for row, err := range sheetOf(b, name, data, Options{}).Rows(context.Background()) {
		if err != nil {
			return 0, err
		}
		for i, c := range row.Cells {
			column := &columns[i]
			code, ok := column.numbers[c.Text]
			if !ok {
				c.Text = strings.Clone(c.Text)
				code = uint32(len(column.values))
				column.numbers[c.Text], column.values = code, append(column.values, c)
			}
			column.codes = append(column.codes, code)
		}
	}
	return len(columns[0].codes), nil
}

// look inspects a file as the window does when it is opened.
func look(b *testing.B, name string, data []byte) (int, error) {
	in, err := Inspect(context.Background(), sheetOf(b, name, data, Options{}), InspectOptions{})
	if err != nil {
		return 0, err
	}
	return in.Rows, nil
}

// standardCSV reads with encoding/csv, and the numbers with strconv, as is usual.
func standardCSV(data []byte, numbers bool) (int, error) {
	r := csv.NewReader(bytes.NewReader(data))
	r.ReuseRecord = true
	rows, sum := -1, 0.0
	for {
		fields, err := r.Read()
		if err == io.EOF {
			return rows, nil
		}
		if err != nil {
			return rows, err
		}
		for _, f := range fields {
			if x, err := strconv.ParseFloat(f, 64); numbers && err == nil {
				sum += x
			}
			if !numbers {
				break
			}
		}
		rows++
	}
}

func inflate(book []byte) error {
	z, err := zip.NewReader(bytes.NewReader(book), int64(len(book)))
	if err != nil {
		return err
	}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			return err
		}
		if _, err := io.Copy(io.Discard, r); err != nil {
			return err
		}
	}
	return nil
}

func excelizeRows(book []byte) (int, error) {
	f, err := excelize.OpenReader(bytes.NewReader(book), excelize.Options{RawCellValue: true})
	if err != nil {
		return 0, err
	}
	rows, err := f.Rows("S")
	if err != nil {
		return 0, err
	}
	n := -1
	for rows.Next() {
		if _, err := rows.Columns(); err != nil {
			return n, err
		}
		n++
	}
	return n, f.Close()
}
