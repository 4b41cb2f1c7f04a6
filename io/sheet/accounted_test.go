package sheet

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"steward/core/seeded"
	"steward/core/table"
)

// written is how a program may write a cell, and what is to become of it.
type written struct {
	xml     string // with %d where each cell is to have a number of its own
	want    table.Kind
	text    string // of the cell, where it is the same for all
	emptied bool   // a formula that came to nothing, which is noted
}

// xlsxWritings are cells of SpreadsheetML. Those of a workbook that asks to be calculated when it
// is opened are read by what doubtful says of their formulas.
func xlsxWritings(uncalculated bool) []written {
	doubtful := func(w written) written {
		if uncalculated {
			return written{xml: w.xml, want: table.Error, text: table.NotCalculated}
		}
		return w
	}
	lost := func(xml string) written { return written{xml: xml, want: table.Error, text: table.NotCalculated} }
	return []written{
		{xml: `<c/>`}, {xml: `<c><v></v></c>`}, {xml: `<c t="str"><v> </v></c>`}, {xml: `<c t="inlineStr"><is><t/></is></c>`},
		{xml: `<c><v>%d</v></c>`, want: table.Number}, {xml: `<c t="inlineStr"><is><t>a%d</t></is></c>`, want: table.Text}, {xml: `<c t="s"><v>1</v></c>`, want: table.Text, text: "Ann"},
		{xml: `<c t="b"><v>0</v></c>`, want: table.Bool, text: "FALSE"}, {xml: `<c t="e"><v>#N/A</v></c>`, want: table.Error, text: "#N/A"},
		{xml: `<c><f>A1</f><v>%d</v></c>`, want: table.Number}, {xml: `<c t="str"><f>A1</f><v>b%d</v></c>`, want: table.Text}, {xml: `<c t="b"><f>A1=1</f><v>1</v></c>`, want: table.Bool, text: "TRUE"},
		lost(`<c><f>A1</f></c>`), lost(`<c><f>A1</f><v></v></c>`), lost(`<c><f>A1</f><v/></c>`), lost(`<c><f>A1</f><v> </v></c>`), lost(`<c t="n"><f>A1</f><v/></c>`),
		lost(`<c t="str"><f>A1</f></c>`), lost(`<c t="s"><f>A1</f><v></v></c>`), lost(`<c t="b"><f>A1</f><v></v></c>`), lost(`<c t="e"><f>A1</f><v></v></c>`), lost(`<c t="inlineStr"><f>A1</f><is><t/></is></c>`),
		lost(`<c><f t="shared" si="0"/><v></v></c>`), lost(`<c><f>&quot;a&quot;&amp;&quot;b&quot;</f><v/></c>`), lost(`<c><f>-A1</f></c>`), lost(`<c><f></f></c>`), lost(`<c><f/></c>`),
		{xml: `<c><f>"North"</f><v></v></c>`, want: table.Text, text: "North"}, {xml: `<c><f>"5"" nails"</f></c>`, want: table.Text, text: `5" nails`},
		{xml: `<c><f>7</f><v/></c>`, want: table.Number, text: "7"}, {xml: `<c><f>TRUE</f><v/></c>`, want: table.Bool, text: "TRUE"},
		doubtful(written{xml: `<c><f>A1</f><v>0</v></c>`, want: table.Number, text: "0"}), doubtful(written{xml: `<c t="str"><f>A1</f><v></v></c>`, emptied: true}),
	}
}

// odsWritings are cells of OpenDocument.
func odsWritings(bool) []written {
	cell := func(attributes, inside string) string {
		return `<table:table-cell ` + attributes + `>` + inside + `</table:table-cell>`
	}
	lost := func(attributes, inside string) written {
		return written{xml: cell(`table:formula="of:=[.A1]" `+attributes, inside), want: table.Error, text: table.NotCalculated}
	}
	return []written{
		{xml: cell("", "")}, {xml: cell(`office:value-type="string"`, `<text:p/>`)}, {xml: cell(`office:value-type="void"`, ``)},
		{xml: cell(`office:value-type="float" office:value="%d"`, `<text:p>5</text:p>`), want: table.Number}, {xml: cell(`office:value-type="string"`, `<text:p>a%d</text:p>`), want: table.Text},
		{xml: cell("", `<text:p>a%d</text:p>`), want: table.Text}, {xml: cell(`office:value-type="void"`, `<text:p>a%d</text:p>`), want: table.Text},
		{xml: cell(`table:formula="of:=[.A1]" office:value-type="float" office:value="%d"`, `<text:p>5</text:p>`), want: table.Number},
		{xml: cell(`table:formula="of:=TRUE()" office:value-type="float" office:value="1"`, `<text:p>TRUE</text:p>`), want: table.Bool, text: "TRUE"},
		{xml: cell(`table:formula="of:=FALSE()" office:value-type="float" office:value="0"`, `<text:p>FALSE</text:p>`), want: table.Bool, text: "FALSE"},
		{xml: cell(`table:formula="of:=&quot;North&quot;"`, ``), want: table.Text, text: "North"},
		{xml: cell(`table:formula="of:=[.A1]" office:value-type="string" office:string-value=""`, ``), emptied: true},
		{xml: cell(`table:formula="of:=[.A1]"`, `<text:p/>`), emptied: true}, // as LibreOffice saves an empty text
		lost("", ""), lost(`office:value-type="string"`, ""), lost(`office:value-type="float"`, ""), lost(`office:value-type="float" office:value=""`, ""),
		lost(`office:value-type="void"`, ""), lost(`office:value-type="boolean"`, ""), lost(`office:value-type="date"`, ""),
	}
}

// TestEveryCellIsAccountedFor generates workbooks whose cells are written in every way: each is
// read, blank in the file, or named as a problem, and what a formula left blank is counted.
func TestEveryCellIsAccountedFor(t *testing.T) {
	const columns, rows = 3, 25
	r := seeded.New(26, 1)
	for _, f := range []struct {
		name     string
		writings func(uncalculated bool) []written
		file     func(rows []string, uncalculated bool) []byte
	}{
		{"a.xlsx", xlsxWritings, func(rows []string, uncalculated bool) []byte {
			parts := bookParts(sheetXML(`<row><c t="str"><v>one</v></c><c t="str"><v>two</v></c><c t="str"><v>three</v></c></row><row>` + strings.Join(rows, `</row><row>`) + `</row>`))
			if uncalculated {
				parts["xl/workbook.xml"] = strings.Replace(bookXML, `</workbook>`, `<calcPr calcId="1" fullCalcOnLoad="1"/></workbook>`, 1)
			}
			return zipped(t, parts)
		}},
		{"a.ods", odsWritings, func(rows []string, _ bool) []byte {
			for i := range rows {
				rows[i] = odsRow(rows[i])
			}
			return stored(odsParts(odsMedia, odsDocument("", odsSheet("S", "ta1", append([]string{odsWords("one", "two", "three")}, rows...)...)), ""))
		}},
	} {
		for round := range seeded.Often(12, 100) {
			uncalculated := round%2 == 1
			var cells [rows][columns]written
			var list []string
			for i := range cells {
				var b strings.Builder
				for j := range cells[i] {
					w := f.writings(uncalculated)[r.IntN(len(f.writings(uncalculated)))]
					if j == 0 { // no row is blank
						w = f.writings(false)[4]
					}
					if cells[i][j] = w; strings.Contains(w.xml, "%d") {
						w.xml = fmt.Sprintf(w.xml, i+1)
					}
					b.WriteString(w.xml)
				}
				list = append(list, b.String())
			}
			s := sheetOf(t, f.name, f.file(list, uncalculated), Options{HeaderRow: 1})
			checkAccount(t, s, cells[:])
		}
	}
}

func checkAccount(t *testing.T, s *Sheet, cells [][3]written) {
	t.Helper()
	var kinds [3][table.Error + 1]int
	var lost, emptied [3]int
	n := 0
	for row, err := range s.Rows(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		for j, w := range cells[n] {
			if c := row.Cells[j]; c.Kind != w.want || w.text != "" && c.Text != w.text {
				t.Fatalf("%s is read as %s %q, want %s %q", w.xml, c.Kind, c.Text, w.want, w.text)
			}
			kinds[j][w.want]++
			if w.text == table.NotCalculated {
				lost[j]++
			}
			if w.emptied {
				emptied[j]++
			}
		}
		n++
	}
	if n != len(cells) {
		t.Fatalf("%d rows are read of %d", n, len(cells))
	}
	in := inspect(t, s)
	for j, c := range in.Columns {
		problems, noted := 0, 0
		for _, p := range in.Problems {
			if p.Column == c.Name && p.Cell.Kind == table.Error && p.Cell.Text == table.NotCalculated {
				problems += p.Cells
			}
		}
		for _, note := range in.Notes {
			if strings.Contains(note.Found.String(), "empty text") && strings.HasPrefix(note.Address.String(), string(rune('A'+j))) {
				if _, err := fmt.Sscan(note.Found.String(), &noted); err != nil {
					t.Error(err)
				}
			}
		}
		if c.Kinds != kinds[j] || c.Uncalculated != lost[j] || problems != lost[j] || noted != emptied[j] {
			t.Errorf("%s: %v, %d formulas without a result, %d of them named, %d that came to nothing; want %v, %d and %d", c.Name, c.Kinds, c.Uncalculated, problems, noted, kinds[j], lost[j], emptied[j])
		}
	}
}

// TestManyMergedCellsBehindFewRows reads a sheet that is large for its merged cells alone: its end is
// met while the header is looked for.
func TestManyMergedCellsBehindFewRows(t *testing.T) {
	var merges strings.Builder
	for i := range 15_000 {
		fmt.Fprintf(&merges, `<mergeCell ref="C%d:D%d"%300s/>`, i+100, i+100, "")
	}
	sheet := strings.Replace(sheetXML(named+`<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2"><v>34</v></c></row>`), "</worksheet>", "<mergeCells>"+merges.String()+"</mergeCells></worksheet>", 1)
	s := sheetOf(t, "a.xlsx", zipped(t, bookParts(sheet)), Options{})
	equal(t, mustDump(t, s), lines("name|age", "2 TAnn|N34"))
}

// TestRepeatedCellsAreBounded refuses a small file that stands for billions of cells.
func TestRepeatedCellsAreBounded(t *testing.T) {
	row := `<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16000" office:value-type="float" office:value="1"/></table:table-row>`
	_, err := readAll("a.ods", stored(odsParts(odsMedia, odsDocument("", odsSheet("S", "ta1", odsWords("one", "two"), row)), "")), Options{HeaderRow: 1})
	wantFault(t, err, "repeats cells")
}
