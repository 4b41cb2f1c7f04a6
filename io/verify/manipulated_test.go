package verify

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"fmt"
	"image"
	"image/png"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"steward/core/seeded"
	"steward/io/export"
	"steward/io/publish/publishtest"
)

// manipulation is something that somebody does to a file of a release.
type manipulation struct {
	kind string
	name string
	do   func(was []byte) ([]byte, error)
}

// byExcelize has a workbook changed by another program.
func byExcelize(name string, change func(*excelize.File) error) manipulation {
	return manipulation{"by another program", name, func(was []byte) ([]byte, error) {
		f, err := excelize.OpenReader(bytes.NewReader(was))
		if err != nil {
			return nil, err
		}
		defer f.Close()
		f.SetZipWriter(func(to io.Writer) excelize.ZipWriter { return quickly(to) })
		if err := change(f); err != nil {
			return nil, err
		}
		var out bytes.Buffer
		err = f.Write(&out)
		return out.Bytes(), err
	}}
}

// quickly packs a workbook, whose parts become no smaller, by one packer: each has tables of a megabyte.
func quickly(to io.Writer) *zip.Writer {
	w := zip.NewWriter(to)
	packer, err := flate.NewWriter(nil, flate.NoCompression)
	w.RegisterCompressor(zip.Deflate, func(to io.Writer) (io.WriteCloser, error) {
		if err == nil {
			packer.Reset(to)
		}
		return packer, err
	})
	return w
}

// inParts packs a workbook anew, with other parts.
func inParts(name string, change func(parts map[string][]byte) error) manipulation {
	return manipulation{"of parts", name, func(was []byte) ([]byte, error) {
		parts, err := partsOf(was)
		if err != nil {
			return nil, err
		}
		if err := change(parts); err != nil {
			return nil, err
		}
		var out bytes.Buffer
		w := quickly(&out)
		for _, name := range slices.Sorted(maps.Keys(parts)) {
			part, err := w.Create(strings.TrimSuffix(name, "*")) // a star tells a second part of a name apart
			if err != nil {
				return nil, err
			}
			if _, err := part.Write(parts[name]); err != nil {
				return nil, err
			}
		}
		err = w.Close()
		return out.Bytes(), err
	}}
}

// partsOf unpacks a workbook.
func partsOf(book []byte) (map[string][]byte, error) {
	in, err := zip.NewReader(bytes.NewReader(book), int64(len(book)))
	if err != nil {
		return nil, err
	}
	parts := make(map[string][]byte)
	for _, f := range in.File {
		r, err := f.Open()
		if err != nil {
			return nil, err
		}
		parts[f.Name], err = io.ReadAll(r)
		r.Close()
		if err != nil {
			return nil, err
		}
	}
	return parts, nil
}

// replaced replaces a text in a part, which has to be there.
func replaced(part, from, to string) manipulation {
	m := inParts(fmt.Sprintf("%s: %s becomes %s", part, from, to), func(parts map[string][]byte) error {
		if !bytes.Contains(parts[part], []byte(from)) {
			return fmt.Errorf("%s has no %s", part, from)
		}
		parts[part] = bytes.Replace(parts[part], []byte(from), []byte(to), 1)
		return nil
	})
	m.kind = part
	return m
}

// onSheet is a manipulation of the same kind on every sheet.
func onSheet(kind, sheet string, change func(*excelize.File) error) manipulation {
	m := byExcelize(kind+" on "+sheet, change)
	m.kind = kind
	return m
}

// cellsOf returns the places of the cells with something in them on a sheet.
func cellsOf(f *excelize.File, sheet string) ([]string, error) {
	rows, err := f.GetRows(sheet)
	var out []string
	for r, row := range rows {
		for c, text := range row {
			if at, err := excelize.CoordinatesToCellName(c+1, r+1); err == nil && text != "" {
				out = append(out, at)
			}
		}
	}
	return out, err
}

// styled gives a cell another style.
func styled(sheet, cell string, s excelize.Style) func(*excelize.File) error {
	return func(f *excelize.File) error {
		id, err := f.NewStyle(&s)
		if err != nil {
			return err
		}
		return f.SetCellStyle(sheet, cell, cell, id)
	}
}

// ofWorkbooks are manipulations of a workbook of every kind: of every sheet, and of whatever else can be in one.
func ofWorkbooks(t *testing.T, book []byte) []manipulation {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader(book))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []manipulation
	format := "9999"
	for i, sheet := range f.GetSheetList() {
		cells, err := cellsOf(f, sheet)
		if err != nil || len(cells) == 0 {
			t.Fatalf("sheet %s: %d cells, %v", sheet, len(cells), err)
		}
		at := cells[(i*7)%len(cells)]
		last := cells[len(cells)-1]
		out = append(out,
			onSheet("another value", sheet, func(f *excelize.File) error { return f.SetCellValue(sheet, at, "True count") }),
			onSheet("another format", sheet, styled(sheet, last, excelize.Style{CustomNumFmt: &format})),
			onSheet("a cell more", sheet, func(f *excelize.File) error { return f.SetCellValue(sheet, "Z90", 74) }),
			onSheet("a row less", sheet, func(f *excelize.File) error { return f.RemoveRow(sheet, 2) }),
		)
		if i%3 == 0 {
			out = append(out, onSheet("a hidden row", sheet, func(f *excelize.File) error { return f.SetRowVisible(sheet, 2, false) }))
		}
	}
	const rents, drawn = "2 Rents", "xl/worksheets/sheet8.xml"
	white := excelize.Font{Color: "FFFFFF", Family: "Calibri", Size: 11}
	var dot bytes.Buffer
	if err := png.Encode(&dot, image.NewGray(image.Rect(0, 0, 9, 9))); err != nil {
		t.Fatal(err)
	}
	return append(out,
		byExcelize("a formula with the value that stood there", func(f *excelize.File) error { return f.SetCellFormula(rents, "B2", "74+0") }),
		replaced(drawn, `<c r="B2" s="10"><v>`, `<c r="B2" s="10"><f>74+999</f><v>`),
		byExcelize("a number as text", func(f *excelize.File) error { return f.SetCellStr(rents, "B2", rents) }),
		byExcelize("white on white", styled(rents, "B2", excelize.Style{NumFmt: 3, Font: &white})),
		byExcelize("a font of pictures", styled(rents, "B2", excelize.Style{NumFmt: 3, Font: &excelize.Font{Family: "Wingdings", Size: 11}})),
		byExcelize("struck through", styled(rents, "B2", excelize.Style{NumFmt: 3, Font: &excelize.Font{Family: "Calibri", Size: 11, Strike: true}})),
		byExcelize("black on black", styled(rents, "B2", excelize.Style{NumFmt: 3, Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"000000"}}})),
		byExcelize("repeated across the cell", styled(rents, "B2", excelize.Style{NumFmt: 3, Alignment: &excelize.Alignment{Horizontal: "fill"}})),
		byExcelize("a text in pieces", func(f *excelize.File) error {
			return f.SetCellRichText("Read me", "A2", []excelize.RichTextRun{{Text: "No noise", Font: &white}, {Text: " was added."}})
		}),
		byExcelize("a low row", func(f *excelize.File) error { return f.SetRowHeight(rents, 2, 1) }),
		byExcelize("a hidden column", func(f *excelize.File) error { return f.SetColVisible(rents, "C", false) }),
		byExcelize("a narrow column", func(f *excelize.File) error { return f.SetColWidth(rents, "C", "C", 0.1) }),
		byExcelize("a hidden sheet", func(f *excelize.File) error { return f.SetSheetVisible(rents, false) }),
		byExcelize("a sheet hidden for good", func(f *excelize.File) error { return f.SetSheetVisible(rents, false, true) }),
		byExcelize("a sheet less", func(f *excelize.File) error { return f.DeleteSheet("Privacy accounting") }),
		byExcelize("a sheet more", func(f *excelize.File) error { _, err := f.NewSheet("True counts"); return err }),
		byExcelize("a sheet of another name", func(f *excelize.File) error { return f.SetSheetName(rents, "2 True rents") }),
		byExcelize("sheets in another order", func(f *excelize.File) error { return f.MoveSheet("Codebook", "Read me") }),
		byExcelize("a comment", func(f *excelize.File) error {
			return f.AddComment(rents, excelize.Comment{Cell: "B2", Author: "Steward", Paragraph: []excelize.RichTextRun{{Text: "really 74"}}})
		}),
		byExcelize("a name", func(f *excelize.File) error {
			return f.SetDefinedName(&excelize.DefinedName{Name: "truth", RefersTo: "'2 Rents'!$B$2"})
		}),
		byExcelize("a list to choose from", func(f *excelize.File) error {
			v := excelize.NewDataValidation(true)
			v.SetSqref("B2")
			v.SetInput("Note", "really 74")
			return f.AddDataValidation(rents, v)
		}),
		byExcelize("a format by a condition", func(f *excelize.File) error {
			id, err := f.NewConditionalStyle(&excelize.Style{Font: &white})
			if err != nil {
				return err
			}
			return f.SetConditionalFormat(rents, "B2:B4", []excelize.ConditionalFormatOptions{{Type: "cell", Criteria: ">", Format: &id, Value: "0"}})
		}),
		byExcelize("a link", func(f *excelize.File) error {
			return f.SetCellHyperLink(rents, "B2", "https://example.org", "External")
		}),
		byExcelize("a picture", func(f *excelize.File) error {
			return f.AddPictureFromBytes(rents, "B2", &excelize.Picture{Extension: ".png", File: dot.Bytes(), Format: &excelize.GraphicOptions{}})
		}),
		byExcelize("a box with a text", func(f *excelize.File) error {
			return f.AddShape(rents, &excelize.Shape{Cell: "B2", Type: "rect", Paragraph: []excelize.RichTextRun{{Text: "74"}}})
		}),
		byExcelize("a chart less", func(f *excelize.File) error { return f.DeleteChart(rents, "I2") }),
		byExcelize("a chart more", func(f *excelize.File) error {
			return f.AddChart(rents, "B8", &excelize.Chart{Type: excelize.Col, Series: []excelize.ChartSeries{{Values: "'2 Rents'!$E$2:$E$4"}}})
		}),
		byExcelize("merged cells", func(f *excelize.File) error { return f.MergeCell(rents, "B2", "C3") }),
		byExcelize("a filter with a condition", func(f *excelize.File) error {
			return f.AutoFilter(rents, "A1:G4", []excelize.AutoFilterOptions{{Column: "B", Expression: "x > 70"}})
		}),
		byExcelize("a headline on each page", func(f *excelize.File) error {
			return f.SetHeaderFooter(rents, &excelize.HeaderFooterOptions{OddHeader: "&CTrue counts"})
		}),
		byExcelize("a protected sheet", func(f *excelize.File) error {
			return f.ProtectSheet(rents, &excelize.SheetProtectionOptions{Password: "x"})
		}),
		byExcelize("zeros that are not shown", func(f *excelize.File) error {
			no := false
			return f.SetSheetView(rents, 0, &excelize.ViewOptions{ShowZeros: &no})
		}),
		byExcelize("a table", func(f *excelize.File) error { return f.AddTable("Record", &excelize.Table{Range: "C1:D3", Name: "t"}) }),
		byExcelize("another title", func(f *excelize.File) error {
			return f.SetDocProps(&excelize.DocProperties{Title: "True counts", Creator: "Steward"})
		}),
		byExcelize("a group of rows that is closed", func(f *excelize.File) error {
			if err := f.SetRowOutlineLevel(rents, 3, 1); err != nil {
				return err
			}
			return f.SetRowVisible(rents, 3, false)
		}),
		replaced("xl/charts/chart1.xml", `<max val="`, `<max val="9`),
		replaced("xl/charts/chart1.xml", "Published numbers; the lines", "True numbers; the lines"),
		inParts("a chart of other cells", func(p map[string][]byte) error {
			const name = "xl/charts/chart1.xml"
			was := p[name]
			p[name] = chartedColumn.ReplaceAll(was, []byte("${1}E${2}E"))
			if bytes.Equal(was, p[name]) {
				return fmt.Errorf("%s charts no column", name)
			}
			return nil
		}),
		replaced("xl/charts/chart1.xml", `<pt idx="0"><v>`, `<pt idx="0"><v>9`),
		replaced("xl/charts/chart1.xml", `formatCode="#,##0"`, `formatCode="9999"`),
		replaced("xl/charts/chart1.xml", `<a:srgbClr val="56B4E9">`, `<a:srgbClr val="FFFFFF">`),
		replaced("xl/charts/chart1.xml", `<orientation val="minMax"></orientation><max`, `<orientation val="maxMin"></orientation><max`),
		replaced("xl/charts/chart1.xml", `<delete val="0">`, `<delete val="1">`),
		replaced("xl/charts/chart1.xml", `<majorUnit val="20">`, `<dispUnits><builtInUnit val="thousands"></builtInUnit></dispUnits><majorUnit val="20">`),
		replaced("xl/drawings/drawing1.xml", `<xdr:col>8<`, `<xdr:col>0<`),
		replaced("xl/theme/theme1.xml", `lastClr="000000"`, `lastClr="FFFFFF"`),
		replaced("xl/styles.xml", `numFmtId="3"`, `numFmtId="9"`),
		replaced("xl/styles.xml", `formatCode="#,##0.0########"`, `formatCode="#,##0.0########&quot;00&quot;"`),
		replaced("xl/sharedStrings.xml", "carries noise", "carries no noise"),
		replaced("xl/workbook.xml", `<workbookPr `, `<workbookPr date1904="true" `),
		replaced("xl/workbook.xml", `<workbookView `, `<workbookView showSheetTabs="0" `),
		replaced(drawn, `<row r="2">`, `<row r="2" xmlns="urn:other">`),
		replaced(drawn, `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`, `<worksheet xmlns="urn:other"`),
		replaced(drawn, `<c r="B2" s="10"><v>`, `<c r="B2" s="10"><v>999+`),
		replaced(drawn, `<c r="B2" s="10">`, `<c r="B2" s="10" cm="1">`),
		replaced(drawn, `</sheetData>`, `</sheetData><oleObjects></oleObjects>`),
		replaced(drawn, `</sheetData>`, `</sheetData><sheetData><row r="2"></row></sheetData>`),
		replaced("[Content_Types].xml", "spreadsheetml.sheet.main+xml", "ms-excel.sheet.macroEnabled.main+xml"),
		inParts("a part with a program", func(p map[string][]byte) error { p["xl/vbaProject.bin"] = []byte("Sub"); return nil }),
		inParts("a part of someone's own", func(p map[string][]byte) error { p["customXml/item1.xml"] = []byte("<a/>"); return nil }),
		inParts("a sheet that nothing refers to", func(p map[string][]byte) error { p["xl/worksheets/sheet99.xml"] = p[drawn]; return nil }),
		inParts("a sheet twice", func(p map[string][]byte) error { p[drawn+"*"] = p["xl/worksheets/sheet2.xml"]; return nil }),
		inParts("a sheet less in the file", func(p map[string][]byte) error { delete(p, drawn); return nil }),
		inParts("no styles", func(p map[string][]byte) error { delete(p, "xl/styles.xml"); return nil }),
		inParts("a document type", func(p map[string][]byte) error {
			p[drawn] = bytes.Replace(p[drawn], []byte("<worksheet"), []byte("<!DOCTYPE x><worksheet"), 1)
			return nil
		}),
		inParts("a reference outside", func(p map[string][]byte) error {
			const name = "xl/_rels/workbook.xml.rels"
			p[name] = bytes.Replace(p[name], []byte("</Relationships>"), []byte(`<Relationship Id="rId99" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/externalLink" Target="http://example.org" TargetMode="External"/></Relationships>`), 1)
			return nil
		}),
		manipulation{"damage", "cut off", func(was []byte) ([]byte, error) { return was[:len(was)/2], nil }},
		manipulation{"damage", "no workbook", func([]byte) ([]byte, error) { return []byte("PK\x03\x04 broken"), nil }},
		manipulation{"damage", "empty", func([]byte) ([]byte, error) { return nil, nil }},
	)
}

// chartedColumn finds the column whose cells a chart draws.
var chartedColumn = regexp.MustCompile(`(<val><numRef><f>[^!]*!\$)[A-Z]+(\$\d+:\$)[A-Z]+`)

// Whatever is done to a workbook is noticed as such, and not taken for another program's saving it.
func TestWorkbookManipulations(t *testing.T) {
	record, _ := publishtest.EveryKind(t)
	rec, err := export.ReadRecord(record)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(filepath.Dir(record), "every.xlsx")
	original := publishtest.ContentOf(t, path)
	rec.Files = map[string]string{"every.xlsx": rec.Files["every.xlsx"]}
	found := func(content []byte) Findings {
		t.Helper()
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		v := &verifier{record: rec, program: "Steward test"}
		if err := v.files(context.Background(), filepath.Dir(record)); err != nil {
			t.Fatal(err)
		}
		return v.findings
	}
	tried, met := 0, make(map[string]int)
	for _, m := range ofWorkbooks(t, original) {
		if met[m.kind]++; (met[m.kind]-1)%seeded.Often(3, 1) > 0 { // the fast run tries a third of each kind
			continue
		}
		changed, err := m.do(original)
		if err != nil {
			t.Errorf("%s: %v", m.name, err)
			continue
		}
		tried++
		if f := found(changed); f.Outcome() != NotOriginal {
			t.Errorf("%s: %s: %+v", m.name, f.Outcome(), f)
		}
	}
	if tried < seeded.Often(40, 120) || len(met) < 15 {
		t.Errorf("only %d manipulations were tried, of the kinds %v", tried, met)
	}
	// A change of a byte leaves the parts as they were, or is damage.
	was, err := partsOf(original)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range everywhere(len(original)) {
		changed := bytes.Clone(original)
		changed[at] ^= 1 << (at % 8)
		is, err := partsOf(changed)
		want := NotOriginal
		if err == nil && maps.EqualFunc(was, is, bytes.Equal) {
			want = SavedAgain
		}
		if got := found(changed).Outcome(); got != want && (want != SavedAgain || got != NotOriginal) {
			t.Errorf("byte %d changed: %s, want %s", at, got, want)
		}
	}
	// What another program does by itself is no manipulation.
	for _, m := range []manipulation{
		byExcelize("saved again", func(*excelize.File) error { return nil }),
		byExcelize("with a wider column", func(f *excelize.File) error { return f.SetColWidth("Read me", "A", "A", 90) }),
		inParts("packed again", func(map[string][]byte) error { return nil }),
	} {
		changed, err := m.do(original)
		if err != nil {
			t.Fatal(err)
		}
		if f := found(changed); f.Outcome() != SavedAgain {
			t.Errorf("%s: %s: %+v", m.name, f.Outcome(), f)
		}
	}
}
