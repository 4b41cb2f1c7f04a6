package sheet

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"

	"steward/io/sheet/container"
	"steward/io/sheet/grid"
)

const (
	packageSpace = "http://schemas.openxmlformats.org/package/2006/"
	officeSpace  = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	mainSpace    = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
	xmlHead      = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
)

// part is a member of an archive.
type part struct{ name, text string }

// stored puts parts into an archive as they are, so that its bytes do not depend on how
// well this version of Go packs.
func stored(parts []part) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, p := range parts {
		w, err := z.CreateHeader(&zip.FileHeader{Name: p.name, Method: zip.Store})
		if err == nil {
			_, err = w.Write([]byte(p.text))
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

// book is a workbook of the corpus.
type book struct {
	kind   string // of the main part; "" for that of .xlsx
	sheets []bookSheet
	shared []string // what stands inside <si>
	about  string   // inside <workbook>, before the sheets
	names  string   // inside <definedNames>
	extra  []part
	types  []string // further <Override>s
	rels   []string // further relations of the workbook
}

// bookSheet is a sheet: its rows, and what stands before and after them.
type bookSheet struct {
	name, state         string
	before, rows, after string
	rels                []string
}

func related(id, kind, target string) string {
	return fmt.Sprintf(`<Relationship Id="%s" Type="%s/%s" Target="%s"/>`, id, officeSpace, kind, target)
}

func relationships(list []string) string {
	return xmlHead + `<Relationships xmlns="` + packageSpace + `relationships">` + strings.Join(list, "") + `</Relationships>`
}

func override(name, kind string) string {
	return fmt.Sprintf(`<Override PartName="%s" ContentType="application/%s+xml"/>`, name, kind)
}

const sheetMedia = "vnd.openxmlformats-officedocument.spreadsheetml."

// The cell styles of the books.
const (
	general = iota
	date
	dateTime
	spanStyle
	percent
	percent2
	euros
	scientific
	hourStyle
	asText
	usDate
	japaneseDate
)

const bookStyles = xmlHead + `<styleSheet xmlns="` + mainSpace + `"><numFmts count="3">` +
	`<numFmt numFmtId="164" formatCode="#,##0.00\ &quot;€&quot;"/><numFmt numFmtId="165" formatCode="[$-409]d\-mmm\-yy;@"/>` +
	`<numFmt numFmtId="166" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/></numFmts>` +
	`<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>` +
	`<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
	`<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
	`<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="12">` +
	`<xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="22" applyNumberFormat="1"/><xf numFmtId="46" applyNumberFormat="1"/>` +
	`<xf numFmtId="9" applyNumberFormat="1"/><xf numFmtId="10" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="11" applyNumberFormat="1"/>` +
	`<xf numFmtId="20" applyNumberFormat="1"/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="166" applyNumberFormat="1"/>` +
	`</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

// parts lists the parts of a workbook in the order in which they are stored.
func (b book) parts() []part {
	kind := b.kind
	if kind == "" {
		kind = sheetMedia + "sheet.main"
	}
	var list, rels []string
	types := append([]string{override("/xl/workbook.xml", kind), override("/xl/styles.xml", sheetMedia+"styles")}, b.types...)
	var sheets []part
	for i, s := range b.sheets {
		state := ""
		if s.state != "" {
			state = ` state="` + s.state + `"`
		}
		list = append(list, fmt.Sprintf(`<sheet name="%s" sheetId="%d"%s r:id="s%d"/>`, s.name, i+1, state, i+1))
		rels = append(rels, related(fmt.Sprintf("s%d", i+1), "worksheet", fmt.Sprintf("worksheets/sheet%d.xml", i+1)))
		types = append(types, override(fmt.Sprintf("/xl/worksheets/sheet%d.xml", i+1), sheetMedia+"worksheet"))
		sheets = append(sheets, part{fmt.Sprintf("xl/worksheets/sheet%d.xml", i+1), xmlHead + `<worksheet xmlns="` + mainSpace + `" xmlns:r="` + officeSpace + `">` +
			s.before + `<sheetData>` + s.rows + `</sheetData>` + s.after + `</worksheet>`})
		if s.rels != nil {
			sheets = append(sheets, part{fmt.Sprintf("xl/worksheets/_rels/sheet%d.xml.rels", i+1), relationships(s.rels)})
		}
	}
	rels = append(rels, related("styles", "styles", "styles.xml"))
	shared := []part(nil)
	if b.shared != nil {
		rels = append(rels, related("texts", "sharedStrings", "sharedStrings.xml"))
		types = append(types, override("/xl/sharedStrings.xml", sheetMedia+"sharedStrings"))
		shared = append(shared, part{"xl/sharedStrings.xml", xmlHead + fmt.Sprintf(`<sst xmlns="%s" uniqueCount="%d"><si>`, mainSpace, len(b.shared)) +
			strings.Join(b.shared, "</si><si>") + `</si></sst>`})
	}
	names := b.names
	if names != "" {
		names = "<definedNames>" + names + "</definedNames>"
	}
	return slices.Concat([]part{
		{"[Content_Types].xml", xmlHead + `<Types xmlns="` + packageSpace + `content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
			`<Default Extension="xml" ContentType="application/xml"/>` + strings.Join(types, "") + `</Types>`},
		{"_rels/.rels", relationships([]string{related("r1", "officeDocument", "xl/workbook.xml")})},
		{"xl/workbook.xml", xmlHead + `<workbook xmlns="` + mainSpace + `" xmlns:r="` + officeSpace + `">` + b.about + `<sheets>` + strings.Join(list, "") + `</sheets>` + names + `</workbook>`},
		{"xl/_rels/workbook.xml.rels", relationships(append(rels, b.rels...))},
		{"xl/styles.xml", bookStyles},
	}, shared, sheets, b.extra)
}

// one is a workbook of one sheet.
func one(rows ...string) book {
	return book{sheets: []bookSheet{{name: "Wages", rows: strings.Join(rows, "")}}}
}

// at writes a row with its cells from column A on; an empty one is left out.
func at(row int, cells ...string) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<row r="%d">`, row)
	for i, c := range cells {
		if c != "" {
			b.WriteString(strings.Replace(c, "<c", fmt.Sprintf(`<c r="%s%d"`, grid.Lettered{}.Column(i), row), 1))
		}
	}
	return b.String() + "</row>"
}

// Cells without their addresses: a text in the cell, a shared one, a number, a number with a
// style, a truth, an error, a formula with what was calculated.
func word(s string) string {
	return `<c t="inlineStr"><is><t xml:space="preserve">` + s + `</t></is></c>`
}
func ref(i int) string      { return fmt.Sprintf(`<c t="s"><v>%d</v></c>`, i) }
func num(v string) string   { return `<c><v>` + v + `</v></c>` }
func truthy(v int) string   { return fmt.Sprintf(`<c t="b"><v>%d</v></c>`, v) }
func wrong(v string) string { return `<c t="e"><v>` + v + `</v></c>` }
func shownAs(v string, style int) string {
	return fmt.Sprintf(`<c s="%d"><v>%s</v></c>`, style, v)
}

func formula(f, kind, v string) string {
	if kind != "" {
		kind = ` t="` + kind + `"`
	}
	if v != "" {
		v = "<v>" + v + "</v>"
	}
	return "<c" + kind + "><f>" + f + "</f>" + v + "</c>"
}

// wordsRow is a row of texts.
func wordsRow(row int, texts ...string) string {
	cells := make([]string, len(texts))
	for i, t := range texts {
		if t != "" {
			cells[i] = word(t)
		}
	}
	return at(row, cells...)
}

func bookSpecimens() []specimen {
	var list []specimen
	add := func(name string, opts Options, b book) {
		list = append(list, specimen{name, opts, stored(b.parts())})
	}
	named := wordsRow(1, "name", "age", "town")
	ann, bo := at(2, word("Ann"), num("34"), word("Rome")), at(3, word("Bo"), num("7"), word("Paris"))
	small := one(named, ann, bo)

	// texts.
	texts := one(at(1, ref(0), ref(1)), at(2, ref(2), word("inline")), at(3, ref(3), `<c t="str"><f>"x"&amp;"y"</f><v>xy</v></c>`), at(4, ref(4), ref(5)), at(5, ref(6), word("a_x000D_b")))
	texts.shared = []string{"<t>name</t>", "<t>kind</t>", `<t xml:space="preserve"> Ann </t>`,
		`<r><rPr><b/></rPr><t>rich</t></r><r><t xml:space="preserve"> text</t></r>`,
		`<t>東京</t><rPh sb="0" eb="2"><t>とうきょう</t></rPh><phoneticPr fontId="0"/>`, "<t><![CDATA[<R&D>]]> &amp; &#65;</t>", "<t>two\nlines</t>"}
	add("texts.xlsx", Options{}, texts)
	add("numbers-as-texts.xlsx", Options{}, one(wordsRow(1, "postcode", "account", "amount"), at(2, word("00123"), word("1234567890123456789"), word("12")),
		at(3, word("04567"), word("1234567890123456788"), num("13")), at(4, word("10999"), num("12"), num("14.50"))))

	// Dates, times and numbers.
	days := []string{at(1, word("day"), word("moment"), word("span"), word("hour"), word("written")),
		at(2, shownAs("45352", date), shownAs("45352.75", dateTime), shownAs("1.5", spanStyle), shownAs("0.520833333333333", hourStyle), shownAs("45352", usDate)),
		at(3, shownAs("60", date), shownAs("45352.999999", dateTime), shownAs("0.25", spanStyle), shownAs("0", hourStyle), shownAs("45353", japaneseDate)),
		at(4, shownAs("1", date), shownAs("2958465", dateTime), shownAs("100", spanStyle), shownAs("0.99999", hourStyle), `<c t="d" s="1"><v>2024-03-03</v></c>`),
		at(5, shownAs("61", date), shownAs("45352", dateTime), shownAs("2", spanStyle), shownAs("0.5", hourStyle), shownAs("0", usDate))}
	add("dates-1900.xlsx", Options{}, one(days...))
	// The last day of the year 9999, and a day that is not the first of all.
	mac := one(strings.NewReplacer("2958465", "2957003", `s="10"><v>0<`, `s="10"><v>5<`).Replace(strings.Join(days, "")))
	mac.about = `<workbookPr date1904="1"/>`
	add("dates-1904.xlsx", Options{}, mac)
	add("numbers.xlsx", Options{}, one(at(1, word("share"), word("price"), word("mass"), word("ratio"), word("whole")),
		at(2, shownAs("0.25", percent), shownAs("1234.5", euros), shownAs("6.022E+23", scientific), num("5.0999999999999996"), num("1")),
		at(3, shownAs("0.125", percent2), shownAs("-3", euros), shownAs("1.6E-19", scientific), num("0.1"), num("-0")),
		at(4, shownAs("1", percent), shownAs("0", euros), shownAs("1E+3", scientific), num("1e3"), num("123456789012345678"))))
	add("truths-and-errors.xlsx", Options{}, one(wordsRow(1, "name", "member", "wage"), at(2, word("Ann"), truthy(1), wrong("#N/A")),
		at(3, word("Bo"), truthy(0), num("7")), at(4, word("Cy"), wrong("#REF!"), wrong("#DIV/0!")), at(5, word("Di"), truthy(1), num("8"))))

	// Formulas.
	add("formulas.xlsx", Options{}, one(wordsRow(1, "name", "twice"), at(2, word("Ann"), formula("2*17", "", "34")), at(3, formula(`"B"&amp;"o"`, "str", "Bo"), formula("7/0", "e", "#DIV/0!")),
		at(4, `<c t="str"><f>""</f><v></v></c>`, `<c><f t="shared" ref="B4:B5" si="0">1+1</f><v>2</v></c>`), at(5, word("Di"), `<c><f t="shared" si="0"/><v>2</v></c>`)))
	add("formulas-never-calculated.xlsx", Options{}, one(wordsRow(1, "name", "twice"), at(2, word("Ann"), formula("2*17", "", "")), at(3, word("Bo"), formula("2*4", "", ""))))

	// sheets, rows and columns.
	sheets := small
	sheets.sheets = []bookSheet{{name: "Old", state: "hidden", rows: named + ann}, {name: "Very old", state: "veryHidden", rows: named + ann},
		{name: "Lohn &amp; Gehalt", rows: named + ann + bo}, {name: "Empty"}}
	add("hidden-sheets.xlsx", Options{}, sheets)
	add("hidden-sheets.xlsx#old", Options{Sheet: "Old"}, sheets)
	add("hidden-sheets.xlsx#empty", Options{Sheet: "Empty"}, sheets)
	add("hidden-sheets.xlsx#none", Options{Sheet: "New"}, sheets)
	hidden := one(named, strings.Replace(ann, "<row ", `<row hidden="1" `, 1), bo)
	hidden.sheets[0].before = `<cols><col min="2" max="2" width="9" hidden="1"/></cols>`
	add("hidden-rows-and-columns.xlsx", Options{}, hidden)
	add("sparse.xlsx", Options{}, one(`<row r="3"><c r="D3" t="inlineStr"><is><t>name</t></is></c><c r="AB3" t="inlineStr"><is><t>age</t></is></c></row>`,
		`<row r="9"><c r="D9" t="inlineStr"><is><t>Ann</t></is></c></row><row r="1000"><c r="AB1000"><v>7</v></c></row>`))
	add("wide.xlsx", Options{}, one(wideRow(1, 200, func(i int) string { return word(fmt.Sprintf("q%d", i+1)) }), wideRow(2, 200, func(i int) string { return num(fmt.Sprint(i % 5)) })))
	huge := small
	huge.sheets = []bookSheet{{name: "Wages", before: `<dimension ref="A1:XFD1048576"/>`, rows: named + ann + bo}}
	add("huge-dimension.xlsx", Options{}, huge)
	add("no-addresses.xlsx", Options{}, one(`<row><c t="inlineStr"><is><t>name</t></is></c><c t="inlineStr"><is><t>age</t></is></c></row>`, `<row><c t="inlineStr"><is><t>Ann</t></is></c><c><v>34</v></c></row>`))
	prefixed := one("")
	prefixed.sheets[0] = bookSheet{name: "Wages"}
	parts := prefixed.parts()
	parts[len(parts)-1].text = xmlHead + `<x:worksheet xmlns:x="` + mainSpace + `"><x:sheetData><x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>name</x:t></x:is></x:c></x:row>` +
		`<!-- > --><x:row r="2" spans=">"><x:c r="A2" t="inlineStr"><x:is><x:t>Ann</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>`
	list = append(list, specimen{"prefixed-and-commented.xlsx", Options{}, stored(parts)})

	// Headers, footers, merged cells, tables and names.
	joined := one(at(1, word("Wages in 2024")), at(3, "", word("2023"), "", word("2024")), wordsRow(4, "town", "men", "women", "men", "women"),
		at(5, word("Rome"), num("1"), num("2"), num("3"), num("4")), at(6, word("Paris"), num("5"), num("6"), num("7"), num("8")))
	joined.sheets[0].after = `<mergeCells count="3"><mergeCell ref="A1:E1"/><mergeCell ref="B3:C3"/><mergeCell ref="D3:E3"/></mergeCells>`
	add("joined-header.xlsx", Options{}, joined)
	add("joined-header.xlsx#one-row", Options{HeaderRow: 4, HeaderRows: 1}, joined)
	merged := one(named, at(2, word("Ann"), num("34"), word("Rome")), at(3, word("Bo"), num("7")), at(4, word("Cy"), num("8")), at(5, word("Di"), word("no answer")))
	merged.sheets[0].after = `<mergeCells count="2"><mergeCell ref="C2:C4"/><mergeCell ref="B5:C5"/></mergeCells>`
	add("merged.xlsx", Options{}, merged)
	add("merged.xlsx#blank", Options{Merged: MergedBlank}, merged)
	add("merged.xlsx#all", Options{Merged: MergedAll}, merged)
	totals := one(wordsRow(1, "Wages"), wordsRow(3, "name", "town", "wage"), at(4, word("Ann"), word("Rome"), num("1200")), at(5, word("Bo"), word("Paris"), num("900")),
		at(6, word("Cy"), word("Rome"), num("1000")), at(7, word("Total"), "", formula("SUM(C4:C6)", "", "3100")), wordsRow(9, "Source: the office"))
	add("titles-and-footers.xlsx", Options{}, totals)
	add("titles-and-footers.xlsx#left-out", Options{LeaveOut: "7, 9"}, totals)
	tables := one(wordsRow(1, "Notes first"), wordsRow(3, "", "name", "wage"), at(4, "", word("Ann"), num("1200")), at(5, "", word("Bo"), num("900")), at(6, "", word("Total"), num("2100")))
	tables.sheets[0].after = `<tableParts count="1"><tablePart r:id="t1"/></tableParts>`
	tables.sheets[0].rels = []string{related("t1", "table", "../tables/table1.xml")}
	tables.types = []string{override("/xl/tables/table1.xml", sheetMedia+"table")}
	tables.extra = []part{{"xl/tables/table1.xml", xmlHead + `<table xmlns="` + mainSpace + `" id="1" name="Wages" displayName="Wages" ref="B3:C6" totalsRowCount="1"><autoFilter ref="B3:C5"/>` +
		`<tableColumns count="2"><tableColumn id="1" name="name" totalsRowLabel="Total"/><tableColumn id="2" name="wage" totalsRowFunction="sum"/></tableColumns></table>`}}
	tables.names = `<definedName name="Old">Wages!$B$3:$C$4</definedName><definedName name="Constant">42</definedName><definedName name="_xlnm.Print_Area" localSheetId="0">Wages!$B$3:$C$6</definedName>`
	add("tables-and-names.xlsx", Options{}, tables)
	add("tables-and-names.xlsx#table", Options{Range: "Wages"}, tables)
	add("tables-and-names.xlsx#name", Options{Range: "old"}, tables)
	add("tables-and-names.xlsx#area", Options{Range: "B3:B5"}, tables)
	add("tables-and-names.xlsx#none", Options{Range: "New"}, tables)

	// Kinds of workbook, and what is in them beside cells.
	macros := small
	macros.kind = "vnd.ms-excel.sheet.macroEnabled.main"
	macros.rels = []string{`<Relationship Id="vba" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="vbaProject.bin"/>`}
	macros.types = []string{`<Override PartName="/xl/vbaProject.bin" ContentType="application/vnd.ms-office.vbaProject"/>`}
	macros.extra = []part{{"xl/vbaProject.bin", "\xd0\xcf\x11\xe0 no macro at all"}}
	add("macros.xlsm", Options{}, macros)
	template := small
	template.kind = sheetMedia + "template.main"
	add("template.xltx", Options{}, template)
	links := one(named, ann, at(3, word("Bo"), formula("[1]Wages!A1", "", "7"), word("Paris")))
	links.rels = []string{related("x1", "externalLink", "externalLinks/externalLink1.xml")}
	links.types = []string{override("/xl/externalLinks/externalLink1.xml", sheetMedia+"externalLink")}
	links.extra = []part{{"xl/externalLinks/externalLink1.xml", xmlHead + `<externalLink xmlns="` + mainSpace + `"><externalBook xmlns:r="` + officeSpace + `" r:id="rId1"/></externalLink>`},
		{"xl/externalLinks/_rels/externalLink1.xml.rels", xmlHead + `<Relationships xmlns="` + packageSpace + `relationships"><Relationship Id="rId1" Type="` + officeSpace +
			`/externalLinkPath" Target="file:///elsewhere/wages.xlsx" TargetMode="External"/></Relationships>`}}
	add("external-links.xlsx", Options{}, links)
	add("workbook-named-as-table.csv", Options{}, small)
	add("workbook-named-as-old.xls", Options{}, small)
	add("Größe, \u00e9t\u00e9 (1).xlsx", Options{}, small)

	return append(list, hostileBooks(small)...)
}

func wideRow(row, columns int, cell func(int) string) string {
	cells := make([]string, columns)
	for i := range cells {
		cells[i] = cell(i)
	}
	return at(row, cells...)
}

// hostileBooks are damaged, dangerous or no workbooks.
func hostileBooks(small book) []specimen {
	var list []specimen
	add := func(name string, data []byte) { list = append(list, specimen{name, Options{}, data}) }
	whole := stored(small.parts())
	add("truncated.xlsx", whole[:len(whole)/2])
	changed := slices.Clone(whole)
	i := bytes.Index(changed, []byte("Paris"))
	changed[i] = 'B'
	add("changed-byte.xlsx", changed)
	cut := small.parts()
	cut[len(cut)-1].text = strings.SplitAfter(cut[len(cut)-1].text, "<c r=\"B3\"")[0]
	add("truncated-sheet.xlsx", stored(cut))
	gone := small.parts()
	add("sheet-missing.xlsx", stored(gone[:len(gone)-1]))
	laughs := small.parts()
	laughs[len(laughs)-1].text = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>` +
		`<worksheet xmlns="` + mainSpace + `"><sheetData>` + at(1, word("name")) + at(2, word("&c;")) + `</sheetData></worksheet>`
	add("entities.xlsx", stored(laughs))
	add("bomb.xlsx", bomb(small))
	add("document.docx", stored([]part{{"[Content_Types].xml", `<Types xmlns="` + packageSpace + `content-types"/>`},
		{"_rels/.rels", relationships([]string{related("r1", "officeDocument", "word/document.xml")})}, {"word/document.xml", "<document/>"}}))
	add("presentation.pptx", []byte(archiveOf("[Content_Types].xml", "ppt/presentation.xml")))
	add("table.numbers", []byte(archiveOf("Index/Document.iwa", "Index/Tables/Tile.iwa")))
	add("survey.sav", []byte("$FL2@(#) SPSS DATA FILE"+strings.Repeat("\x00", 600)))
	add("panel.dta", []byte("\x72\x02\x01\x00"+strings.Repeat("\x00", 600)))
	add("table.parquet", []byte("PAR1"+strings.Repeat("\x00", 600)+"PAR1"))
	add("model.rds", []byte("\x1f\x8b\x08\x00"+strings.Repeat("\x00", 600)))
	add("archive.zip", stored([]part{{"wages.csv", people}}))
	add("binary.xlsb", stored([]part{{"[Content_Types].xml", `<Types xmlns="` + packageSpace + `content-types"/>`},
		{"_rels/.rels", relationships([]string{related("r1", "officeDocument", "xl/workbook.bin")})}, {"xl/workbook.bin", "\x83\x01\x00"}}))
	add("old.xls", []byte(container.CompoundMagic+strings.Repeat("\x00", 600)))
	add("nothing.xlsx", []byte("PK\x05\x06"+strings.Repeat("\x00", 18)))
	return list
}

// bomb is a workbook whose sheet says that it unpacks to nine gigabytes.
func bomb(b book) []byte {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, p := range b.parts() {
		h := &zip.FileHeader{Name: p.name, Method: zip.Store, CRC32: crc32.ChecksumIEEE([]byte(p.text)),
			CompressedSize64: uint64(len(p.text)), UncompressedSize64: uint64(len(p.text))}
		data := []byte(p.text)
		if strings.HasPrefix(p.name, "xl/worksheets/") {
			data = slices.Concat([]byte{1}, binary.LittleEndian.AppendUint16(nil, uint16(len(data))), binary.LittleEndian.AppendUint16(nil, ^uint16(len(data))), data) // a stored block of deflate
			h.Method, h.CompressedSize64, h.UncompressedSize64 = zip.Deflate, uint64(len(data)), 9<<30
		}
		w, err := z.CreateRaw(h)
		if err == nil {
			_, err = w.Write(data)
		}
		if err != nil {
			panic(err)
		}
	}
	if err := z.Close(); err != nil {
		panic(err)
	}
	return out.Bytes()
}
