package sheet

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"hash/crc32"
	"io"
	"strings"
	"testing"
)

const named = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>age</t></is></c></row>`

// TestReadWorkbookXML reads cells as other programs than the tests' own write them.
func TestReadWorkbookXML(t *testing.T) {
	for _, c := range []struct{ test, sheet, want string }{
		{"shared and inline texts", sheetXML(named + `<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2"><v>34</v></c></row>`), lines("name|age", "2 TAnn|N34")},
		{"no addresses", sheetXML(`<row><c t="s"><v>0</v></c><c t="str"><v>age</v></c></row><row><c t="s"><v>1</v></c><c><v>34</v></c></row>`), lines("name|age", "2 TAnn|N34")},
		{"gaps", sheetXML(named + `<row r="5"><c r="B5"><v>1</v></c></row>`), lines("name|age", "5 -|N1")},
		{"prefix", `<x:worksheet xmlns:x="http://y"><x:sheetData><x:row><x:c t="s"><x:v>0</x:v></x:c></x:row><x:row><x:c><x:v>3</x:v></x:c></x:row></x:sheetData></x:worksheet>`, lines("name", "2 N3")},
		{"CDATA, comments, entities", sheetXML(named + `<!-- > --><row a=">"><c t="str"><v><![CDATA[<b>]]>&amp;<!-- x -->&#65;</v></c></row>`), lines("name|age", "2 T<b>&A|-")},
		{"runs and phonetic hints", sheetXML(named + `<row><c t="inlineStr"><is><r><rPr><b/></rPr><t>A</t></r><r><t xml:space="preserve"> n</t></r><rPh sb="0" eb="1"><t>hint</t></rPh><phoneticPr fontId="1"/></is></c></row>`), lines("name|age", "2 TA n|-")},
		{"escapes", sheetXML(named + `<row><c t="str"><v>a_x0041__x005F_x_x00</v></c><c t="inlineStr"><is><t>_x000D_b_x0009_c_xZZZZ_</t></is></c></row>`), "name|age\n2 TaA_x_x00|Tb\tc_xZZZZ_\n"},
		{"errors", sheetXML(named + `<row><c t="e"><v>#N/A</v></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c></row>`), lines("name|age", "2 E#N/A|E#DIV/0!")},
		{"truth", sheetXML(named + `<row><c t="b"><v>1</v></c><c t="b"><v>false</v></c></row>`), lines("name|age", "2 BTRUE|BFALSE")},
		{"formulas", sheetXML(named + `<row><c t="str"><f>A1</f><v>x</v></c><c><f t="shared" si="0"/><v>2</v></c></row><row><c t="str"><f>""</f><v></v></c><c><v>1</v></c></row>`), lines("name|age", "2 Tx|N2", "3 -|N1")},
		{"numbers", sheetXML(named + `<row><c t="n"><v>5.0999999999999996</v></c><c><v> -0 </v></c></row><row><c><v>1E-3</v></c><c><v>1.5E+3</v></c></row>`), lines("name|age", "2 N5.1|N0", "3 N0.001|N1500")},
		{"styles", sheetXML(named + `<row><c s="1"><v>45352</v></c><c s="2"><v>45352.5</v></c></row><row><c s="3"><v>2</v></c><c s="9"><v>7</v></c></row>`), lines("name|age", "2 D2024-03-01|D2024-03-01T12:00:00", "3 D48:00:00|N7")},
		{"stored dates", sheetXML(named + `<row><c t="d"><v>2024-03-01</v></c><c t="d"><v>2024-03-01T06:00:00Z</v></c></row><row><c t="d"><v>06:30:00</v></c><c t="d"><v>1900-02-28T00:00:00</v></c></row>`), lines("name|age", "2 D2024-03-01|D2024-03-01T06:00:00", "3 D06:30:00|D1900-02-28")},
		{"empty cells", sheetXML(named + `<row><c s="1"/><c t="s"/></row><row><c><v>1</v></c><c><v></v></c></row>`), lines("name|age", "3 N1|-")},
		{"other elements", `<worksheet><cols><col/></cols><sheetData>` + named + `<ext><row/></ext><row><extra/><c><v>1</v><ext><v>2</v></ext></c></row></sheetData><row><c><v>9</v></c></row></worksheet>`, lines("name|age", "2 N1|-")},
	} {
		t.Run(c.test, func(t *testing.T) {
			equal(t, mustDump(t, sheetOf(t, "a.xlsx", zipped(t, bookParts(c.sheet)), Options{HeaderRow: 1})), c.want)
		})
	}
}

func TestWorkbookDamage(t *testing.T) {
	row := `<row r="2"><c r="A2"><v>1</v></c></row>`
	for _, c := range []struct {
		test, sheet string
		says        []string
	}{
		{"cut short", `<worksheet><sheetData>` + named + row, []string{`sheet "S", at or after row 2`, "damaged", "save it again"}},
		{"cut inside a row", `<worksheet><sheetData>` + named + `<row r="2"><c`, []string{"damaged"}},
		{"no cells at all", `<worksheet/>`, []string{"no cells"}},
		{"not XML", "name,age", []string{"damaged"}},
		{"rows out of order", sheetXML(named + row + row), []string{"row", "damaged"}},
		{"row beyond the last", sheetXML(named + `<row r="1048577"/>`), []string{`"1048577"`}},
		{"cells out of order", sheetXML(named + `<row><c r="B2"><v>1</v></c><c r="A2"><v>1</v></c></row>`), []string{"out of order"}},
		{"cell of another row", sheetXML(named + `<row r="2"><c r="B9"><v>1</v></c></row>`), []string{"row 2", `"B9"`}},
		{"formula of another row", sheetXML(named + `<row r="2"><c r="B1"><f>A1</f><v>1</v></c></row>`), []string{"row 2", `"B1"`}},
		{"address", sheetXML(named + `<row><c r="7"><v>1</v></c></row>`), []string{`"7"`, "address"}},
		{"column beyond the last", sheetXML(named + `<row><c r="XFE2"><v>1</v></c></row>`), []string{`"XFE2"`}},
		{"style", sheetXML(named + `<row><c s="x"><v>1</v></c></row>`), []string{"damaged"}},
		{"text that is not there", sheetXML(named + `<row><c t="s"><v>2</v></c></row>`), []string{"A2", "text that is not there"}},
		{"number", sheetXML(named + `<row><c/><c><v>1,5</v></c></row>`), []string{"B2", `"1,5" stored as a number`}},
		{"not a number", sheetXML(named + `<row><c><v>NaN</v></c></row>`), []string{"A2", `"NaN"`}},
		{"infinite", sheetXML(named + `<row><c><v>1e999</v></c></row>`), []string{"A2", `"1e999"`}},
		{"truth", sheetXML(named + `<row><c t="b"><v>2</v></c></row>`), []string{"A2", `"2" stored as true or false`}},
		{"date", sheetXML(named + `<row><c t="d"><v>1.3.2024</v></c></row>`), []string{"A2", "stored as a date"}},
		{"type", sheetXML(named + `<row><c t="q"><v>2</v></c></row>`), []string{"A2", `unknown type "q"`}},
		{"text in a text", sheetXML(named + `<row><c t="str"><v>a<b/></v></c></row>`), []string{"damaged"}},
		{"entity", sheetXML(named + `<row><c t="str"><v>&lol;</v></c></row>`), []string{"damaged"}},
		{"endless row", sheetXML(named + "<row><c><v>" + repeated + "</v></c></row>"), []string{"a row takes more"}},
	} {
		t.Run(c.test, func(t *testing.T) {
			_, err := readAll("a.xlsx", zippedLong(t, zip.Deflate, bookParts(c.sheet), overlong, 256), Options{HeaderRow: 1})
			wantFault(t, err, append(c.says, "a.xlsx")...)
		})
	}
}

func TestWorkbookPartDamage(t *testing.T) {
	good := sheetXML(named + `<row r="2"><c r="A2"><v>1</v></c></row>`)
	for _, c := range []struct {
		test, part, text string // an empty text takes the part away
		says             []string
	}{
		{"no sheets", "xl/workbook.xml", "<workbook/>", []string{"no sheet with cells"}},
		{"all hidden", "xl/workbook.xml", strings.Replace(bookXML, "sheetId", `state="veryHidden" sheetId`, 1), []string{"hidden", `"S"`}},
		{"no list of sheets", "xl/workbook.xml", "", []string{"not a workbook"}},
		{"binary", "_rels/.rels", strings.Replace(rootRels, "workbook.xml", "workbook.bin", 1), []string{"binary workbook"}},
		{"broken list of sheets", "xl/workbook.xml", "<workbook><sheets>", []string{"xl/workbook.xml", "damaged"}},
		{"no relations", "xl/_rels/workbook.xml.rels", "", []string{"no sheet with cells"}},
		{"broken relations", "xl/_rels/workbook.xml.rels", "<", []string{"damaged"}},
		{"no sheet", "xl/worksheets/sheet1.xml", "", []string{"xl/worksheets/sheet1.xml: it is missing"}},
		{"no shared texts", "xl/sharedStrings.xml", "", []string{"xl/sharedstrings.xml: it is missing"}},
		{"broken shared texts", "xl/sharedStrings.xml", "<sst><si><t>name</t></si><si>", []string{"xl/sharedstrings.xml", "damaged"}},
		{"broken styles", "xl/styles.xml", "<styleSheet><cellXfs>", []string{"xl/styles.xml", "damaged"}},
		{"twice", "XL/styles.xml", stylesXML, []string{"it is there twice"}},
		{"large styles", "xl/styles.xml", strings.Repeat(" ", 32<<20+1), []string{"xl/styles.xml", "larger than"}},
		{"endless shared text", "xl/sharedStrings.xml", "<sst><si><t>" + repeated + "</t></si></sst>", []string{"xl/sharedstrings.xml", "too long"}},
	} {
		t.Run(c.test, func(t *testing.T) {
			parts := bookParts(good)
			if parts[c.part] = c.text; c.text == "" {
				delete(parts, c.part)
			}
			_, err := readAll("a.xlsx", zippedLong(t, zip.Deflate, parts, overlong, 256), Options{})
			wantFault(t, err, append(c.says, "a.xlsx")...)
		})
	}
	t.Run("whole", func(t *testing.T) {
		got, err := readAll("a.xlsx", zipped(t, bookParts(good)), Options{})
		if err != nil || got != lines("name|age", "2 N1|-") {
			t.Errorf("got %q, %v", got, err)
		}
	})
	t.Run("no root relations, no styles", func(t *testing.T) {
		parts := bookParts(good)
		delete(parts, "_rels/.rels")
		parts["xl/_rels/workbook.xml.rels"] = strings.Replace(bookRels, "/styles", "/else", 1)
		got, err := readAll("a.xlsx", zipped(t, parts), Options{})
		if err != nil || got != lines("name|age", "2 N1|-") {
			t.Errorf("got %q, %v", got, err)
		}
	})
}

// claim is a part that says of itself what is not so.
type claim struct {
	size uint64
	sum  uint32
}

// withClaim makes a workbook whose sheet's size and checksum are changed in its header.
func withClaim(t *testing.T, change func(*claim)) []byte {
	t.Helper()
	text := sheetXML(named + strings.Repeat(`<row><c><v>1</v></c></row>`, 1000))
	var squeezed bytes.Buffer
	w, err := flate.NewWriter(&squeezed, flate.BestCompression)
	if err == nil {
		_, err = w.Write([]byte(text))
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	c := claim{uint64(len(text)), crc32.ChecksumIEEE([]byte(text))}
	change(&c)
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, part := range bookParts("") {
		var p io.Writer
		if name == "xl/worksheets/sheet1.xml" {
			part = squeezed.String()
			p, err = z.CreateRaw(&zip.FileHeader{Name: name, Method: zip.Deflate, CRC32: c.sum,
				CompressedSize64: uint64(squeezed.Len()), UncompressedSize64: c.size})
		} else {
			p, err = z.Create(name)
		}
		if err == nil {
			_, err = p.Write([]byte(part))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestWorkbookClaims(t *testing.T) {
	for _, c := range []struct {
		test   string
		change func(*claim)
		says   []string
	}{
		{"a decompression bomb", func(c *claim) { c.size = 9 << 30 }, []string{"unpacks to more than 8589934592"}},
		{"a size that overflows", func(c *claim) { c.size = 1<<64 - 2 }, []string{"unpacks to more"}},
		{"larger than it says", func(c *claim) { c.size /= 2 }, []string{"damaged"}},
		{"smaller than it says", func(c *claim) { c.size *= 2 }, []string{"damaged"}},
		{"wrong checksum", func(c *claim) { c.sum++ }, []string{"damaged", "checksum"}},
	} {
		t.Run(c.test, func(t *testing.T) {
			_, err := readAll("a.xlsx", withClaim(t, c.change), Options{})
			wantFault(t, err, c.says...)
		})
	}
}

func TestOpenWorkbookStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := read(ctx, memory("a.xlsx", zipped(t, bookParts(sheetXML(named)))), "")
	wantFault(t, err, "a.xlsx", "stopped")
}
