package sheet

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"steward/core/limits"
	"steward/core/seeded"
	"steward/core/table"
	"steward/io/sheet/grid"
)

const (
	odsMedia    = "application/vnd.oasis.opendocument.spreadsheet"
	odsManifest = `<m:manifest xmlns:m="m"><m:file-entry m:full-path="/"/><m:file-entry m:full-path="content.xml"/></m:manifest>`
	odsStyles   = `<office:automatic-styles><style:style style:name="ce1" style:family="table-cell"/>` +
		`<style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style>` +
		`<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles>`
	odsNamed = `<table:table-row><table:table-cell office:value-type="string"><text:p>name</text:p></table:table-cell>` +
		`<table:table-cell office:value-type="string"><text:p>age</text:p></table:table-cell></table:table-row>`
)

// odsContent wraps what a spreadsheet holds.
func odsContent(tables string) string {
	return `<?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x" office:version="1.3">` +
		`<office:scripts/>` + odsStyles + `<office:body><office:spreadsheet>` + tables + `</office:spreadsheet></office:body></office:document-content>`
}

// odsTable wraps rows below the header name, age.
func odsTable(rows string) string {
	return `<table:table table:name="S" table:style-name="ta1"><table:table-column table:number-columns-repeated="2"/>` + odsNamed + rows + `</table:table>`
}

// odsFile makes a file of a content.
func odsFile(t testing.TB, content string) []byte {
	t.Helper()
	return zipped(t, odsPacked(content))
}

func odsPacked(content string) map[string]string {
	return map[string]string{"mimetype": odsMedia, "META-INF/manifest.xml": odsManifest, "content.xml": content}
}

func odsRow(cells string) string { return `<table:table-row>` + cells + `</table:table-row>` }

// odsValue is a cell with attributes and what is shown of it.
func odsValue(attributes, shown string) string {
	return `<table:table-cell ` + attributes + `><text:p>` + shown + `</text:p></table:table-cell>`
}

func odsString(inside string) string {
	return odsRow(`<table:table-cell office:value-type="string">` + inside + `</table:table-cell>`)
}

func TestReadOds(t *testing.T) {
	for _, c := range []struct{ test, rows, want string }{
		{"numbers", odsRow(odsValue(`office:value-type="float" office:value="5.0999999999999996"`, "5,10")+
			odsValue(`office:value-type="percentage" office:value="0.25"`, "25 %")) +
			odsRow(odsValue(`office:value-type="currency" office:currency="EUR" office:value="-0"`, "0 €")+
				odsValue(`office:value-type="float" calcext:value-type="float" office:value="1E-3"`, "0")), "2 N5.1|N0.25\n3 N0|N0.001\n"},
		{"truth", odsRow(odsValue(`office:value-type="boolean" office:boolean-value="true"`, "WAHR") + odsValue(`office:value-type="boolean" office:boolean-value="false"`, "FALSCH")), "2 BTRUE|BFALSE\n"},
		{"truth as numbers", odsRow(odsValue(`table:formula="of:=[.A1]&gt;1" office:value-type="float" office:value="1"`, "TRUE")+odsValue(`office:value-type="float" office:value="0"`, "FALSE")) +
			odsRow(odsValue(`office:value-type="float" office:value="1"`, "1")+odsValue(`office:value-type="float" office:value="2"`, "TRUE")), "2 BTRUE|BFALSE\n3 N1|N2\n"},
		{"dates", odsRow(odsValue(`office:value-type="date" office:date-value="2024-03-01"`, "1.3.24")+
			odsValue(`office:value-type="date" office:date-value="2024-03-01T18:00:00.500000000"`, "x")) +
			odsRow(odsValue(`office:value-type="date" office:date-value="9999-12-31"`, "x")+
				odsValue(`office:value-type="date" office:date-value="1850-05-05T06:00:00"`, "x")), "2 D2024-03-01|D2024-03-01T18:00:00.500\n3 D9999-12-31|D1850-05-05T06:00:00\n"},
		{"times", odsRow(odsValue(`office:value-type="time" office:time-value="PT12H30M00S"`, "12:30")+
			odsValue(`office:value-type="time" office:time-value="PT36H00M00.5S"`, "x")) +
			odsRow(odsValue(`office:value-type="time" office:time-value="-PT12H"`, "x")+
				odsValue(`office:value-type="time" office:time-value="P1DT1M"`, "x")), "2 D12:30:00|D36:00:00.500\n3 N-0.5|D24:01:00\n"},
		{"white space", odsString("<text:p>\n  a \t b<text:s/><text:s text:c=\"2\"/>c<text:tab/>d<text:line-break/>e </text:p>"), "2 Ta b   c\td\ne|-\n"},
		{"paragraphs", odsString("<text:p>a</text:p><text:p/><text:p>b </text:p>"), "2 Ta\n\nb|-\n"},
		{"spans, links, fields, entities", odsString(`<text:p>A<text:span>n<text:span> </text:span>n</text:span> <text:a>l<!-- x -->ink</text:a><text:date>1</text:date>&amp;<![CDATA[<]]></text:p>`), "2 TAn n link1&<|-\n"},
		{"notes and drawings", odsString(`<office:annotation><text:p>note</text:p></office:annotation><draw:frame><text:p>x</text:p></draw:frame>` +
			`<text:p>b<text:ruby><text:ruby-base>a</text:ruby-base><text:ruby-text>small</text:ruby-text></text:ruby><text:note><text:p>n</text:p></text:note></text:p>`), "2 Tba|-\n"},
		{"stored text", odsRow(odsValue(`office:value-type="string" office:string-value=" full "`, "short")), "2 Tfull|-\n"},
		{"no type", odsRow(odsValue("", "Ann")), "2 TAnn|-\n"},
		{"a text like a number", odsString("<text:p>007</text:p>"), "2 T007|-\n"},
		{"a text like an error", odsString("<text:p>#N/A</text:p>"), "2 T#N/A|-\n"},
		{"void", odsRow(odsValue(`office:value-type="void"`, "x") + odsValue("", "1")), "2 Tx|T1\n"},
		{"formulas", odsRow(odsValue(`table:formula="of:=1+1" office:value-type="float" office:value="2"`, "2")+
			odsValue(`table:formula="of:=&quot;&quot;" office:value-type="string" office:string-value=""`, "")) +
			odsRow(`<table:table-cell table:formula="of:=&quot;&quot;"><text:p/></table:table-cell><table:table-cell table:formula="of:=1+1"/>`), "2 N2|-\n3 -|E(not calculated)\n"},
		{"errors", odsRow(odsValue(`table:formula="of:=1/0" office:value-type="string" office:string-value="" calcext:value-type="error"`, "#DIV/0!")+
			odsValue(`table:formula="of:=1/0" office:value-type="float" office:value="0"`, "#VALUE!")) +
			odsRow(odsValue(`table:formula="of:=x" office:value-type="string" office:string-value=""`, "Err:502")+
				odsValue(`calcext:value-type="error" table:formula="of:=x" office:value-type="string" office:string-value="#N/A"`, "")), "2 E#DIV/0!|E#VALUE!\n3 EErr:502|E#N/A\n"},
		{"repeated cells", odsRow(`<table:table-cell office:value-type="float" office:value="7" table:number-columns-repeated="2"/><table:table-cell table:number-columns-repeated="16382"/>`), "2 N7|N7\n"},
		{"repeated rows", `<table:table-row table:number-rows-repeated="3">` + odsValue("", "a") + `</table:table-row>` + odsRow(odsValue("", "b")), "2 Ta|-\n3 Ta|-\n4 Ta|-\n5 Tb|-\n"},
		{"blank rows between and after", `<table:table-row table:number-rows-repeated="97"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>` + odsRow(odsValue("", "b")) +
			`<table:table-row table:number-rows-repeated="1048476"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>` +
			`<table:table-row table:number-rows-repeated="2147483647"/><table:table-row/>`, "99 Tb|-\n"},
		{"covered cells", odsRow(`<table:table-cell table:number-columns-spanned="2"><text:p>a</text:p></table:table-cell><table:covered-table-cell/>`) +
			odsRow(`<table:table-cell><text:p>a</text:p></table:table-cell><table:covered-table-cell office:value-type="float" office:value="3"/>`), "2 Ta|-\n3 Ta|N3\n"},
		{"groups", `<table:table-header-rows>` + odsRow(odsValue("", "a")) + `</table:table-header-rows><table:table-row-group><table:table-rows>` + odsRow(odsValue("", "b")) +
			`</table:table-rows></table:table-row-group><text:soft-page-break/><table:table-row table:visibility="collapse">` + odsValue("", "c") + `</table:table-row>`, "2 Ta|-\n3 Tb|-\n4 Tc|-\n"},
		{"a table in a cell", odsRow(`<table:table-cell><table:table table:is-sub-table="true">` + odsRow(odsValue("", "x")) + `</table:table><text:p>a</text:p></table:table-cell>`), "2 Ta|-\n"},
	} {
		t.Run(c.test, func(t *testing.T) {
			s := sheetOf(t, "a.ods", odsFile(t, odsContent(odsTable(c.rows))), Options{HeaderRow: 1})
			equal(t, mustDump(t, s), "name|age\n"+c.want)
		})
	}
	t.Run("any prefix, no manifest, no media type", func(t *testing.T) {
		content := strings.NewReplacer("office:", "a:", "table:", "b:", "text:", "").Replace(odsContent(odsTable(odsString("<text:p>x</text:p>"))))
		got, err := readAll("a.zip", zipped(t, map[string]string{"content.xml": content}), Options{})
		if err != nil || got != lines("name|age", "2 Tx|-") {
			t.Errorf("got %q, %v", got, err)
		}
	})
}

func TestOdsSheets(t *testing.T) {
	one := func(name, style, text string) string {
		return `<table:table table:name="` + name + `" table:style-name="` + style + `">` + odsRow(odsValue("", "name")) + odsRow(odsValue("", text)) + `</table:table>`
	}
	tracked := `<table:tracked-changes><table:cell-content-change><table:table-cell><text:p>old</text:p></table:table-cell></table:cell-content-change></table:tracked-changes>`
	path := onDisk(t, "a.ods", odsFile(t, odsContent(tracked+one("Old &amp; gone", "ta2", "a")+one("Wages", "ta1", "b")+one("'file:///x.ods'#S", "ta_extref", "c")+one("Pay", "", "d")+`<table:named-expressions/>`)))
	f, err := Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if got := fmt.Sprint(f.Sheets()); got != "[{Old & gone true} {Wages false} {Pay false}]" {
		t.Errorf("sheets %s", got)
	}
	for name, want := range map[string]string{"": "b", "old & GONE": "a", "Pay": "d"} {
		s, err := f.Sheet(context.Background(), Options{Sheet: name})
		if err != nil {
			t.Fatal(err)
		}
		equal(t, mustDump(t, s), lines("name", "2 T"+want))
	}
	s, err := f.Sheet(context.Background(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Name().String() + " " + s.Address(2, 0).String(); got != `a.ods, sheet "Wages" A2` {
		t.Errorf("name and address %q", got)
	}
	_, err = f.Sheet(context.Background(), Options{Sheet: "None"})
	wantFault(t, err, "a.ods", `no sheet "None"`, `"Old & gone", "Wages" and "Pay"`)
	_, err = readAll("a.ods", odsFile(t, odsContent(one("Old", "ta2", "a"))), Options{})
	wantFault(t, err, "hidden", `"Old"`)
}

func TestOdsDamage(t *testing.T) {
	cell := func(attributes string) string { return odsRow("<table:table-cell/>" + odsValue(attributes, "x")) }
	for _, c := range []struct {
		test, rows string
		says       []string
	}{
		{"number", cell(`office:value-type="float" office:value="1,5"`), []string{"B2", `"1,5" stored as a number`}},
		{"no number", cell(`office:value-type="percentage"`), []string{"B2", `"" stored as a number`}},
		{"infinite", cell(`office:value-type="float" office:value="1e999"`), []string{`"1e999"`}},
		{"truth", cell(`office:value-type="boolean" office:boolean-value="1"`), []string{`"1" stored as true or false`}},
		{"date", cell(`office:value-type="date" office:date-value="1.3.2024"`), []string{"stored as a date"}},
		{"no day of a far year", cell(`office:value-type="date" office:date-value="10001-02-29"`), []string{"stored as a date"}},
		{"month of time", cell(`office:value-type="time" office:time-value="P1M"`), []string{`"P1M" stored as a time`}},
		{"no time", cell(`office:value-type="time" office:time-value="PT"`), []string{"stored as a time"}},
		{"type", cell(`office:value-type="colour"`), []string{`unknown type "colour"`}},
		{"repeats", odsRow(`<table:table-cell table:number-columns-repeated="0"/>`), []string{`"0"`, "repeated", "damaged"}},
		{"repeats beyond all", `<table:table-row table:number-rows-repeated="99999999999"/>`, []string{`"99999999999"`}},
		{"too many columns", odsRow(`<table:table-cell table:number-columns-repeated="16384"/>` + odsValue("", "x")), []string{"row 2", "16384 columns"}},
		{"a bomb of columns", odsRow(`<table:table-cell table:number-columns-repeated="2147483647"><text:p>x</text:p></table:table-cell>`), []string{"16384 columns"}},
		{"a bomb of rows", `<table:table-row table:number-rows-repeated="2147483647">` + odsValue("", "x") + `</table:table-row>`, []string{"1048576 rows"}},
		{"beyond the last row", `<table:table-row table:number-rows-repeated="1048575"/>` + odsRow(odsValue("", "x")), []string{"1048576 rows"}},
		{"a bomb of spaces", odsString(`<text:p>a<text:s text:c="2000000000"/>b</text:p>`), []string{"a row takes more"}},
		{"many bombs of spaces", odsRow(strings.Repeat(odsValue("", `a<text:s text:c="9000000"/>b`), 2)), []string{"a row takes more"}},
		{"spaces", odsString(`<text:p>a<text:s text:c="-1"/>b</text:p>`), []string{`"-1"`, "spaces"}},
		{"endless row", odsString("<text:p>" + repeated + "</text:p>"), []string{"a row takes more"}},
		{"long row", odsRow(repeated), []string{"a row takes more"}},
		{"deep groups", strings.Repeat("<table:table-row-group>", 300) + strings.Repeat("</table:table-row-group>", 300), []string{"nested", "256"}},
		{"cut short", "<table:table-row>", []string{"content.xml", "damaged"}},
		{"entity", odsString("<text:p>&lol;</text:p>"), []string{"content.xml", "damaged"}},
	} {
		t.Run(c.test, func(t *testing.T) {
			if c.test == "long row" { // it is as many bombs are
				seeded.ForAudits(t)
			}
			pieces := map[string]string{"endless row": overlong, "long row": odsValue("", strings.Repeat("x", limits.MaxRecordBytes/256+16))}
			parts := odsPacked(odsContent(odsTable(c.rows)))
			_, err := readAll("a.ods", zippedLong(t, zip.Deflate, parts, pieces[c.test], 256), Options{HeaderRow: 1})
			wantFault(t, err, append(c.says, "a.ods")...)
		})
	}
}

func TestOpenOdsRefuses(t *testing.T) {
	good := odsContent(odsTable(odsString("<text:p>x</text:p>")))
	locked := `<m:manifest xmlns:m="m"><m:file-entry m:full-path="%s"><m:encryption-data><m:algorithm/></m:encryption-data></m:file-entry></m:manifest>`
	for _, c := range []struct {
		test, part, text string // an empty text takes the part away
		says             []string
	}{
		{"text document", "mimetype", "application/vnd.oasis.opendocument.text", []string{"a text document (OpenDocument), not a spreadsheet"}},
		{"presentation", "mimetype", "application/vnd.oasis.opendocument.presentation-template", []string{"a presentation"}},
		{"drawing", "mimetype", "application/vnd.oasis.opendocument.graphics", []string{"a drawing"}},
		{"formula", "mimetype", "application/vnd.oasis.opendocument.formula", []string{`the kind "formula"`}},
		{"old format", "mimetype", "application/vnd.sun.xml.calc", []string{".sxc", "save it as .xlsx"}},
		{"book", "mimetype", "application/epub+zip", []string{"zip archive and not a workbook"}},
		{"text inside", "content.xml", strings.ReplaceAll(good, "office:spreadsheet", "office:text"), []string{"without a spreadsheet", "<text>"}},
		{"empty body", "content.xml", `<o:document-content><o:body/></o:document-content>`, []string{"without a spreadsheet"}},
		{"another root", "content.xml", `<x/>`, []string{"without a spreadsheet", "<x>"}},
		{"no sheets", "content.xml", odsContent(""), []string{"no sheet with cells"}},
		{"many sheets", "content.xml", odsContent(strings.Repeat("<table:table/>", 10_000+1)), []string{"more than 10000 sheets"}},
		{"deep", "content.xml", odsContent(strings.Repeat("<a>", 1<<20)), []string{"nested more than 256"}},
		{"not XML", "content.xml", "name,age", []string{"content.xml", "damaged"}},
		{"no content", "content.xml", "", []string{"content.xml: it is missing"}},
		{"cut short", "content.xml", good[:len(good)-40], []string{"content.xml", "damaged"}},
		{"UTF-16", "content.xml", strings.Replace(good, "UTF-8", "UTF-16", 1), []string{"content.xml", "damaged"}},
		{"unknown cipher", "META-INF/manifest.xml", fmt.Sprintf(locked, "content.xml"), []string{"protected in a way that Steward cannot read", "remove the password"}},
		{"protected part missing", "META-INF/manifest.xml", fmt.Sprintf(locked, "encrypted-package"), []string{"encrypted-package: it is missing"}},
		{"broken manifest", "META-INF/manifest.xml", "<", []string{"meta-inf/manifest.xml", "damaged"}},
	} {
		t.Run(c.test, func(t *testing.T) {
			parts := map[string]string{"mimetype": odsMedia, "META-INF/manifest.xml": odsManifest, "content.xml": good}
			if parts[c.part] = c.text; c.text == "" {
				delete(parts, c.part)
			}
			_, err := Open(context.Background(), onDisk(t, "a.ods", zipped(t, parts)))
			wantFault(t, err, append(c.says, "a.ods")...)
		})
	}
	t.Run("text named as workbook", func(t *testing.T) {
		_, err := Open(context.Background(), onDisk(t, "a.ods", []byte("a,b\n1,2\n\x00\x01")))
		wantFault(t, err, "not a workbook", ".ods", ".csv")
	})
	t.Run("picture of a locked part is no lock", func(t *testing.T) {
		parts := map[string]string{"META-INF/manifest.xml": fmt.Sprintf(locked, "Pictures/a.png"), "content.xml": good}
		if _, err := readAll("a.ods", zipped(t, parts), Options{}); err != nil {
			t.Error(err)
		}
	})
	t.Run("a decompression bomb", func(t *testing.T) {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		p, err := z.CreateRaw(&zip.FileHeader{Name: "content.xml", Method: zip.Deflate, CompressedSize64: 1, UncompressedSize64: limits.MaxUnzippedBytes + 1})
		if err == nil {
			_, err = io.WriteString(p, "x")
		}
		if err == nil {
			err = z.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		_, err = Open(context.Background(), onDisk(t, "a.ods", b.Bytes()))
		wantFault(t, err, "unpacks to more than 8589934592")
	})
	t.Run("zip with a password", func(t *testing.T) {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		p, err := z.CreateRaw(&zip.FileHeader{Name: "content.xml", Flags: 1, CompressedSize64: 1, UncompressedSize64: 1})
		if err == nil {
			_, err = io.WriteString(p, "x")
		}
		if err == nil {
			err = z.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		_, err = Open(context.Background(), onDisk(t, "a.ods", b.Bytes()))
		wantFault(t, err, "zip archive is protected with a password")
	})
	t.Run("stopped", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		_, err := Open(ctx, onDisk(t, "a.ods", odsFile(t, good)))
		wantFault(t, err, "a.ods", "stopped")
	})
}

// TestOdsRowsTakeBoundedMemory reads a million rows that the file holds once.
func TestOdsRowsTakeBoundedMemory(t *testing.T) {
	const rows = grid.WorkbookRows - 1
	s := sheetOf(t, "a.ods", odsFile(t, odsContent(odsTable(
		fmt.Sprintf(`<table:table-row table:number-rows-repeated="%d">`, rows)+odsValue("", "Ann")+`</table:table-row>`))), Options{})
	takesBoundedMemory(t, s, rows)
}

// bothCell is the same cell as either format stores it.
type bothCell struct{ xlsx, ods string }

func drawBoth(t *rapid.T) bothCell {
	switch rapid.IntRange(0, 6).Draw(t, "kind") {
	case 0:
		s := rapid.StringOfN(rapid.RuneFrom([]rune("ab é😀5.")), 0, 8, -1).Draw(t, "text")
		spaced := strings.ReplaceAll(s, " ", "<text:s/>")
		return bothCell{`<c t="inlineStr"><is><t>` + s + `</t></is></c>`, odsValue(`office:value-type="string"`, spaced)}
	case 1:
		x := strconv.FormatFloat(rapid.Float64Range(-1e9, 1e9).Draw(t, "number"), 'g', -1, 64)
		kind := rapid.SampledFrom([]string{"float", "percentage", "currency"}).Draw(t, "shown as")
		return bothCell{`<c><v>` + x + `</v></c>`, odsValue(`office:value-type="`+kind+`" office:value="`+x+`"`, "?")}
	case 2:
		b := rapid.Bool().Draw(t, "truth")
		return bothCell{`<c t="b"><v>` + strconv.FormatBool(b) + `</v></c>`, odsValue(fmt.Sprintf(`office:value-type="boolean" office:boolean-value="%v"`, b), "?")}
	case 3: // days from 1900-03-01 on, on which both count alike, and milliseconds
		day, millis := rapid.IntRange(61, lastDay).Draw(t, "day"), rapid.IntRange(0, millisADay-1).Draw(t, "millis")
		at := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC).AddDate(0, 0, day).Add(time.Duration(millis) * time.Millisecond)
		return bothCell{fmt.Sprintf(`<c s="1"><v>%v</v></c>`, strconv.FormatFloat(float64(day)+float64(millis)/millisADay, 'f', -1, 64)),
			odsValue(`office:value-type="date" office:date-value="`+at.Format("2006-01-02T15:04:05.000000000")+`"`, "?")}
	case 4:
		seconds := rapid.IntRange(0, 1e7).Draw(t, "seconds")
		return bothCell{fmt.Sprintf(`<c s="3"><v>%s</v></c>`, strconv.FormatFloat(float64(seconds)/86400, 'f', -1, 64)),
			odsValue(fmt.Sprintf(`office:value-type="time" office:time-value="PT%02dH%02dM%02dS"`, seconds/3600, seconds/60%60, seconds%60), "?")}
	case 5:
		code := rapid.SampledFrom([]string{"#DIV/0!", "#N/A", "#NAME?"}).Draw(t, "error")
		return bothCell{`<c t="e"><f>x</f><v>` + code + `</v></c>`,
			odsValue(`table:formula="of:=x" office:value-type="string" office:string-value="" calcext:value-type="error"`, code)}
	}
	return bothCell{`<c/>`, `<table:table-cell/>`}
}

const (
	lastDay    = 2958465 // 9999-12-31
	millisADay = 24 * 60 * 60 * 1000
)

// cellsOf returns all rows of a source.
func cellsOf(t testing.TB, s *Sheet) []table.Row {
	t.Helper()
	var rows []table.Row
	for row, err := range s.Rows(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, table.Row{Number: row.Number, Cells: grid.CopyCells(row.Cells)})
	}
	return rows
}

// TestOdsAgreesWithWorkbook reads the same random cells from either format.
func TestOdsAgreesWithWorkbook(t *testing.T) {
	seeded.Check(t, func(rt *rapid.T) {
		var book, document strings.Builder
		for range rapid.IntRange(1, 8).Draw(rt, "rows") {
			a, b := drawBoth(rt), drawBoth(rt)
			count := rapid.IntRange(1, 3).Draw(rt, "times")
			book.WriteString(strings.Repeat(`<row>`+a.xlsx+b.xlsx+`</row>`, count))
			fmt.Fprintf(&document, `<table:table-row table:number-rows-repeated="%d">%s</table:table-row>`, count, a.ods+b.ods)
		}
		book.WriteString(`<row><c><v>1</v></c></row>`)
		document.WriteString(odsRow(odsValue(`office:value-type="float" office:value="1"`, "1")))
		want := cellsOf(t, sheetOf(t, "a.xlsx", zipped(t, bookParts(sheetXML(named+book.String()))), Options{HeaderRow: 1}))
		got := cellsOf(t, sheetOf(t, "a.ods", odsFile(t, odsContent(odsTable(document.String()))), Options{HeaderRow: 1}))
		if len(got) != len(want) {
			rt.Fatalf("%d rows, want %d", len(got), len(want))
		}
		for i, row := range got {
			if row.Number != want[i].Number {
				rt.Fatalf("row %d, want %d", row.Number, want[i].Number)
			}
			for j, c := range row.Cells {
				w := want[i].Cells[j]
				if c.Kind != w.Kind || c.Text != w.Text || math.Abs(c.Number-w.Number) > 1e-9 {
					rt.Fatalf("row %d, column %d: %+v, want %+v", row.Number, j, c, w)
				}
			}
		}
	})
}

func TestInspectOds(t *testing.T) {
	s := sheetOf(t, "a.ods", odsFile(t, odsContent(odsTable(odsRow(odsValue("", "Ann")+odsValue(`office:value-type="float" office:value="34"`, "34"))+
		`<table:table-row table:number-rows-repeated="5"/>`+
		odsRow(odsValue("", "Bo")+odsValue(`table:formula="of:=1/0" office:value-type="float" office:value="0"`, "#DIV/0!"))+
		`<table:table-row table:number-rows-repeated="1048500"/>`))), Options{})
	in := inspect(t, s)
	if in.Rows != 2 || in.BlankRows != 5 || in.ProblemCount != 1 || in.Problems[0].Address.String() != "B8" {
		t.Errorf("inspection %+v", in)
	}
}

// FuzzOds changes the content and the manifest.
func FuzzOds(f *testing.F) {
	for _, rows := range []string{
		odsString(`<text:p>a<text:s text:c="3"/>b<text:tab/></text:p><text:p/>`),
		odsRow(odsValue(`office:value-type="date" office:date-value="1850-03-01T06:00:00Z"`, "x") + odsValue(`office:value-type="time" office:time-value="-P1DT2H3M4.5S"`, "x")),
		`<table:table-row table:number-rows-repeated="3"><table:covered-table-cell table:number-columns-repeated="2" office:value-type="float" office:value="1e3"/></table:table-row>`,
		`<table:table-row-group>` + odsRow(odsValue(`table:formula="x" office:value-type="boolean" office:boolean-value="true" calcext:value-type="error"`, "#N/A")) + `</table:table-row-group>`,
	} {
		f.Add(odsContent(odsTable(rows)), odsManifest, odsMedia)
	}
	f.Add(`<x/>`, `<m><file-entry full-path="content.xml"><encryption-data/></file-entry></m>`, "")
	f.Fuzz(func(t *testing.T, content, manifest, media string) {
		for _, large := range []string{"0000", "9999", "8888"} { // a million rows take a second each
			if strings.Contains(content, large) {
				t.Skip("large numbers have tests of their own")
			}
		}
		checkFile(t, "a.ods", zippedBy(t, zip.Store, map[string]string{"mimetype": media, "META-INF/manifest.xml": manifest, "content.xml": content}), Options{})
	})
}

func TestOdsFileIsReadFromDisk(t *testing.T) {
	path := onDisk(t, "people.ods", odsFile(t, odsContent(odsTable(odsString("<text:p>x</text:p>")))))
	f, err := Open(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	s, err := f.Sheet(context.Background(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	_, err = dump(s)
	wantFault(t, err, "people.ods", "damaged")
	expectOnly(t, filepath.Dir(path), "people.ods")
}

func TestOdsLayout(t *testing.T) {
	rows := `<table:table-row><table:table-cell table:number-columns-spanned="2" office:value-type="string"><text:p>2023</text:p></table:table-cell><table:covered-table-cell/></table:table-row>` +
		`<table:table-row><table:table-cell office:value-type="string"><text:p>in</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>out</text:p></table:table-cell></table:table-row>` +
		`<table:table-row><table:table-cell table:number-rows-spanned="2" office:value-type="float" office:value="7"/><table:table-cell office:value-type="percentage" office:value="0.5"/></table:table-row>` +
		`<table:table-row table:visibility="collapse"><table:covered-table-cell/><table:table-cell table:formula="of:=[.A1]"/></table:table-row>`
	names := `<table:named-expressions><table:named-range table:name="part" table:cell-range-address="$S.$A$2:.$B$4"/><table:named-range table:name="far" table:cell-range-address="$T.$A$2:.$B$4"/></table:named-expressions>` +
		`<table:database-ranges><table:database-range table:name="__Anonymous" table:target-range-address="S.A1:S.B4"/><table:database-range table:name="all" table:target-range-address="S.A2:S.B4"/></table:database-ranges>`
	content := strings.Replace(odsContent(odsTable("")), "</office:spreadsheet>", names+"</office:spreadsheet>", 1)
	start, end, found := strings.Cut(content, "<table:table-row")
	if found { // the header that odsTable writes
		_, end, _ = strings.Cut(end, "</table:table>")
		end = "</table:table>" + end
	} else {
		start, end, _ = strings.Cut(content, "</table:table>")
		end = "</table:table>" + end
	}
	data := odsFile(t, start+rows+end)
	f := openBytes(t, "a.ods", data)
	ranges := f.Ranges()
	if len(ranges) != 2 || ranges[0].Name != "part" || ranges[0].Area != "A2:B4" || ranges[1].Name != "all" || !ranges[1].Header || ranges[1].Kind != grid.TableRange {
		t.Fatalf("ranges %+v", ranges)
	}
	s := sheetOf(t, "a.ods", data, Options{HeaderRow: 2, HeaderRows: 2})
	equal(t, mustDump(t, s), lines("2023 / in|2023 / out", "3 N7|N0.5", "4 N7|E(not calculated)"))
	in := inspect(t, s)
	var got []string
	for _, n := range in.Notes {
		got = append(got, n.Address.String())
	}
	equalStrings(t, "notes", got, []string{"Rows 1 to 2", "A3:A4", "Row 4", "B3"})
	equal(t, mustDump(t, sheetOf(t, "a.ods", data, Options{Range: "part", Merged: MergedBlank})), lines("in|out", "3 N7|N0.5", "4 -|E(not calculated)"))
}
