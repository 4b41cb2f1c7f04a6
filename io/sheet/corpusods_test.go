package sheet

import (
	"fmt"
	"strings"
)

// odsDocument wraps tables to the content of an OpenDocument spreadsheet that any program
// opens.
func odsDocument(styles, tables string) string {
	const space = "urn:oasis:names:tc:opendocument:xmlns:"
	return xmlHead + `<office:document-content xmlns:office="` + space + `office:1.0" xmlns:table="` + space + `table:1.0" xmlns:text="` + space + `text:1.0" xmlns:style="` + space + `style:1.0" ` +
		`xmlns:number="` + space + `datastyle:1.0" xmlns:of="` + space + `of:1.2" xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.3"><office:automatic-styles>` +
		`<style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style>` +
		`<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>` + styles +
		`</office:automatic-styles><office:body><office:spreadsheet>` + tables + `</office:spreadsheet></office:body></office:document-content>`
}

// odsParts are the parts of a file with a content.
func odsParts(media, content, encryption string) []part {
	return []part{
		{"mimetype", media},
		{"META-INF/manifest.xml", xmlHead + `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3">` +
			`<manifest:file-entry manifest:full-path="/" manifest:media-type="` + media + `"/>` +
			`<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml">` + encryption + `</manifest:file-entry></manifest:manifest>`},
		{"content.xml", content},
	}
}

func odsSheet(name, style string, rows ...string) string {
	return fmt.Sprintf(`<table:table table:name="%s" table:style-name="%s"><table:table-column table:number-columns-repeated="4"/>`, name, style) + strings.Join(rows, "") + `</table:table>`
}

func odsWords(texts ...string) string {
	var b strings.Builder
	for _, t := range texts {
		if t == "" {
			b.WriteString(`<table:table-cell/>`)
		} else {
			b.WriteString(odsCellOf(t))
		}
	}
	return odsRow(b.String())
}

func odsCellOf(t string) string { return odsValue(`office:value-type="string"`, t) }

func odsFloat(v string) string {
	return odsValue(`office:value-type="float" office:value="`+v+`"`, v)
}

func odsSpecimens() []specimen {
	var list []specimen
	add := func(name string, opts Options, tables string) {
		list = append(list, specimen{name, opts, stored(odsParts(odsMedia, odsDocument("", tables), ""))})
	}
	named := odsWords("name", "age", "town")
	ann, bo := odsRow(odsCellOf("Ann")+odsFloat("34")+odsCellOf("Rome")), odsRow(odsCellOf("Bo")+odsFloat("7")+odsCellOf("Paris"))
	small := odsSheet("Wages", "ta1", named, ann, bo)

	add("small.ods", Options{}, small)
	add("hidden-sheets.ods", Options{}, odsSheet("Old", "ta2", named, ann)+odsSheet("Lohn &amp; Gehalt", "ta1", named, bo))
	add("hidden-sheets.ods#old", Options{Sheet: "Old"}, odsSheet("Old", "ta2", named, ann)+odsSheet("Lohn &amp; Gehalt", "ta1", named, bo))
	add("kinds.ods", Options{}, odsSheet("Wages", "ta1", odsWords("share", "price", "day", "hour", "member", "wage"),
		odsRow(odsValue(`office:value-type="percentage" office:value="0.25"`, "25 %")+odsValue(`office:value-type="currency" office:currency="EUR" office:value="1234.5"`, "1.234,50 €")+
			odsValue(`office:value-type="date" office:date-value="2024-03-01"`, "1.3.24")+odsValue(`office:value-type="time" office:time-value="PT12H30M00S"`, "12:30")+
			odsValue(`office:value-type="boolean" office:boolean-value="true"`, "TRUE")+odsValue(`table:formula="of:=6*7" office:value-type="float" office:value="42"`, "42")),
		odsRow(odsValue(`office:value-type="percentage" office:value="1"`, "100 %")+odsValue(`office:value-type="currency" office:currency="EUR" office:value="-3"`, "-3,00 €")+
			odsValue(`office:value-type="date" office:date-value="2024-03-01T18:00:00"`, "1.3.24 18:00")+odsValue(`office:value-type="time" office:time-value="PT36H00M00S"`, "36:00")+
			odsValue(`office:value-type="boolean" office:boolean-value="false"`, "FALSE")+odsValue(`table:formula="of:=1/0" office:value-type="string" office:string-value=""`, "#DIV/0!"))))
	add("repeated.ods", Options{}, odsSheet("Wages", "ta1", named,
		`<table:table-row table:number-rows-repeated="3">`+odsCellOf("Ann")+`<table:table-cell table:number-columns-repeated="2" office:value-type="float" office:value="5"><text:p>5</text:p></table:table-cell></table:table-row>`,
		`<table:table-row table:number-rows-repeated="4"><table:table-cell table:number-columns-repeated="1024"/></table:table-row>`, bo,
		`<table:table-row table:number-rows-repeated="1048566"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>`))
	add("texts.ods", Options{}, odsSheet("Wages", "ta1", odsWords("name", "note"),
		odsRow(odsCellOf(`two<text:s text:c="3"/>blanks`)+`<table:table-cell office:value-type="string"><text:p>first</text:p><text:p>second</text:p></table:table-cell>`),
		odsRow(odsCellOf(`<text:span>rich</text:span> text`)+odsCellOf(`<text:ruby><text:ruby-base>東京</text:ruby-base><text:ruby-text>とうきょう</text:ruby-text></text:ruby>`)),
		odsRow(odsCellOf(`<text:a xlink:href="http://example.org">link</text:a>`)+`<table:table-cell office:value-type="string"><office:annotation><text:p>a remark</text:p></office:annotation><text:p>remarked</text:p></table:table-cell>`)))
	add("accents.ods", Options{}, odsSheet("Wages", "ta1", odsWords("name", "prix"), odsWords("Zoë Müller", "5 €"), odsWords("Œuvre, “été”", "")))
	add("merged.ods", Options{}, odsSheet("Wages", "ta1", named,
		odsRow(odsCellOf("Ann")+odsFloat("34")+`<table:table-cell table:number-rows-spanned="2" table:number-columns-spanned="1" office:value-type="string"><text:p>Rome</text:p></table:table-cell>`),
		odsRow(odsCellOf("Bo")+odsFloat("7")+`<table:covered-table-cell/>`)))
	add("grouped.ods", Options{}, `<table:table table:name="Wages" table:style-name="ta1"><table:table-column table:visibility="collapse"/><table:table-column table:number-columns-repeated="2"/>`+
		`<table:table-header-rows>`+named+`</table:table-header-rows><table:table-row-group>`+strings.Replace(ann, "<table:table-row>", `<table:table-row table:visibility="collapse">`, 1)+bo+`</table:table-row-group></table:table>`)
	day := func(v string) string { return odsValue(`office:value-type="date" office:date-value="`+v+`"`, v) }
	add("far-dates.ods", Options{}, odsSheet("Wages", "ta1", odsWords("name", "until"), odsRow(odsCellOf("Ann")+day("2024-03-01")), odsRow(odsCellOf("Bo")+day("9999-12-31")),
		odsRow(odsCellOf("Cy")+day("10000-02-29")), odsRow(odsCellOf("Di")+day("12024-03-01T06:00:00")), odsRow(odsCellOf("Ed")+day("0000-03-01")), odsRow(odsCellOf("Flo")+day("-0044-03-15"))))
	add("hidden-columns.ods", Options{}, `<table:table table:name="Wages" table:style-name="ta1"><table:table-column/><table:table-column-group table:display="false"><table:table-column table:visibility="collapse" table:number-columns-repeated="2"/></table:table-column-group>`+
		`<table:table-column table:number-columns-repeated="16381"/>`+named+ann+bo+`</table:table>`)
	add("titles-and-footers.ods", Options{}, odsSheet("Wages", "ta1", odsWords("Wages in 2024"), odsRow(`<table:table-cell/>`), named, ann, bo, odsWords("Total", "", ""), odsRow(odsCellOf("Sum")+odsFloat("41"))))
	content := odsDocument("", small)
	more := func(name string, parts []part) { list = append(list, specimen{name, Options{}, stored(parts)}) }
	byParts, whole := protectedOds("secret")
	more("protected.ods", byParts)
	more("protected-as-a-whole.ods", whole)
	sealed, description := protectedPart(content, "secret", protectedRounds)
	more("protected-with-blowfish.ods", odsParts(odsMedia, sealed, strings.Replace(description, "http://www.w3.org/2001/04/xmlenc#aes256-cbc", "Blowfish CFB", 1)))
	more("letter.odt", odsParts("application/vnd.oasis.opendocument.text", strings.ReplaceAll(content, "office:spreadsheet>", "office:text>"), ""))
	more("template.ots", odsParts(odsMedia+"-template", content, ""))
	more("truncated-content.ods", odsParts(odsMedia, content[:len(content)/2], ""))
	more("old.sxc", odsParts("application/vnd.sun.xml.calc", content, ""))
	more("repeated-without-end.ods", odsParts(odsMedia, odsDocument("", odsSheet("Wages", "ta1", named, strings.Replace(ann, "<table:table-row>", `<table:table-row table:number-rows-repeated="2000000000">`, 1))), ""))
	return list
}

// savedSpecimens are kept as programs saved them: most of them LibreOffice 7.4, from other
// files of the corpus.
func savedSpecimens() []specimen {
	return []specimen{
		{name: "saved-dates.ods"}, {name: "saved-dates-1904.xlsx"}, {name: "saved-numbers.ods"}, {name: "saved-numbers.xlsx"},
		{name: "saved-merged.ods"}, {name: "saved-kinds.xlsx"}, {name: "saved-kinds.csv"}, {name: "saved-by-excelize.xlsx"},
		{name: "saved-tables.ods"}, {name: "saved-tables.ods#name", opts: Options{Range: "Old"}},
		{name: "saved-flat.fods"}, {name: "saved-old.xls"}, {name: "saved-protected.xlsx"}, // the password is "secret"
		{name: "saved-protected.ods"}, // the password is "sécret"
	}
}
