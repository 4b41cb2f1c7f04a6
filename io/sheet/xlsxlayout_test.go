package sheet

import (
	"fmt"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"steward/io/sheet/grid"
)

// merge merges cells of the first sheet.
func merge(t testing.TB, f *excelize.File, from, to string) {
	t.Helper()
	if err := f.MergeCell("Sheet1", from, to); err != nil {
		t.Fatal(err)
	}
}

func TestMergedHeader(t *testing.T) {
	data := workbookWith(t, func(f *excelize.File) {
		set(t, f, "A1", "Wages by region")
		merge(t, f, "A1", "E1")
		set(t, f, "A2", "Region", 2023, nil, 2024)
		set(t, f, "A3", nil, "Men", "Women", "Men", "Women")
		merge(t, f, "A2", "A3")
		merge(t, f, "B2", "C2")
		merge(t, f, "D2", "E2")
		set(t, f, "A4", "North", 1, 2, 3, 4)
	})
	s := sheetOf(t, "a.xlsx", data, Options{})
	equal(t, mustDump(t, s), lines("Region|2023 / Men|2023 / Women|2024 / Men|2024 / Women", "4 TNorth|N1|N2|N3|N4"))
	if s.HeaderRow() != 3 || s.HeaderRows() != 2 {
		t.Errorf("header row %d of %d", s.HeaderRow(), s.HeaderRows())
	}
	if in := inspect(t, s); len(in.Notes) != 1 || in.Notes[0].Address.String() != "Rows 2 to 3" {
		t.Errorf("notes %+v", in.Notes)
	}
}

func TestMergedCells(t *testing.T) {
	data := workbookWith(t, func(f *excelize.File) {
		set(t, f, "A1", "region", "town", "pay", "tax")
		set(t, f, "A2", "North", "a", 1, 2)
		set(t, f, "A3", nil, "b", 3, 4)
		set(t, f, "A5", nil, "c", "refused")
		merge(t, f, "A2", "A5")
		merge(t, f, "C5", "D5")
		set(t, f, "A6", "South", "d", 5, 6)
	})
	for _, c := range []struct {
		rule MergedRule
		want string
		fix  [2]FixKind
	}{
		{MergedDown, lines("region|town|pay|tax", "2 TNorth|Ta|N1|N2", "3 TNorth|Tb|N3|N4", "5 TNorth|Tc|Trefused|-", "6 TSouth|Td|N5|N6"), [2]FixKind{FillNothing, FillAcross}},
		{MergedBlank, lines("region|town|pay|tax", "2 TNorth|Ta|N1|N2", "3 -|Tb|N3|N4", "5 -|Tc|Trefused|-", "6 TSouth|Td|N5|N6"), [2]FixKind{}},
		{MergedAll, lines("region|town|pay|tax", "2 TNorth|Ta|N1|N2", "3 TNorth|Tb|N3|N4", "5 TNorth|Tc|Trefused|Trefused", "6 TSouth|Td|N5|N6"), [2]FixKind{FillNothing, FillNothing}},
	} {
		t.Run(fmt.Sprint("rule ", c.rule), func(t *testing.T) {
			s := sheetOf(t, "a.xlsx", data, Options{Merged: c.rule})
			equal(t, mustDump(t, s), c.want)
			in := inspect(t, s)
			if len(in.Notes) != 2 || in.Notes[0].Address.String() != "A2:A5" || in.Notes[1].Address.String() != "C5:D5" || in.BlankRows != 1 {
				t.Fatalf("%d blank rows, notes %+v", in.BlankRows, in.Notes)
			}
			for i, n := range in.Notes {
				if got := n.Fix; (got == nil) != (c.fix[i] == 0) || got != nil && got.Kind != c.fix[i] {
					t.Errorf("fix %+v of %s", got, n.Address)
				}
			}
		})
	}
}

func TestMergedCellsThatHideSomething(t *testing.T) {
	rows := named + `<row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>2</v></c></row><row r="3"><c r="A3"><v>7</v></c><c r="B3"><v>2</v></c></row>`
	sheet := `<worksheet><sheetData>` + rows + `</sheetData><mergeCells><mergeCell ref="A2:A3"/></mergeCells></worksheet>`
	s := sheetOf(t, "a.xlsx", zipped(t, bookParts(sheet)), Options{})
	equal(t, mustDump(t, s), lines("name|age", "2 N1|N2", "3 N7|N2"))
	if in := inspect(t, s); len(in.Notes) != 1 || !strings.Contains(in.Notes[0].Found.String(), `A3 has "7" under it`) {
		t.Errorf("notes %+v", in.Notes)
	}
}

func TestMergedCellsDamage(t *testing.T) {
	rows := `<worksheet><sheetData>` + named + `<row r="2"><c r="A2"><v>1</v></c></row><row r="3"><c r="A3"><v>1</v></c></row></sheetData>`
	for _, c := range []struct {
		test, rest string
		says       []string
	}{
		{"address", `<mergeCells><mergeCell ref="A2"/></mergeCells></worksheet>`, []string{`merged cells at "A2"`}},
		{"over each other", `<mergeCells><mergeCell ref="A2:A9"/><mergeCell ref="A3:A4"/></mergeCells></worksheet>`, []string{"A3:A4", "overlap"}},
		{"cut short", `<mergeCells><mergeCell ref="A2:A9"/>`, []string{"ends too early"}},
	} {
		t.Run(c.test, func(t *testing.T) {
			_, err := readAll("a.xlsx", zipped(t, bookParts(rows+c.rest)), Options{HeaderRow: 1})
			wantFault(t, err, c.says...)
		})
	}
	t.Run("the end of the rows inside a comment", func(t *testing.T) {
		sheet := strings.Replace(rows, "</sheetData>", "", 1) + `<!-- </sheetData><mergeCells><mergeCell ref="A2:A3"/></mergeCells> --></sheetData></worksheet>`
		got, err := readAll("a.xlsx", zipped(t, bookParts(sheet)), Options{})
		if err != nil || got != lines("name|age", "2 N1|-", "3 N1|-") {
			t.Errorf("got %q, %v", got, err)
		}
	})
}

func TestRanges(t *testing.T) {
	data := workbookWith(t, func(f *excelize.File) {
		set(t, f, "A1", "Notes on pay")
		set(t, f, "B3", "name", "pay")
		set(t, f, "B4", "Ann", 1)
		set(t, f, "B5", "Bo", 2)
		set(t, f, "B6", "Total", 3)
		set(t, f, "F3", "beside", "it")
		set(t, f, "F4", "x", "y")
		if err := f.AddTable("Sheet1", &excelize.Table{Range: "B3:C6", Name: "Pay"}); err != nil {
			t.Fatal(err)
		}
		for name, means := range map[string]string{"people": "Sheet1!$B$3:$C$5", "cell": "Sheet1!$A$1", "column": "Sheet1!$A:$B"} {
			if err := f.SetDefinedName(&excelize.DefinedName{Name: name, RefersTo: means}); err != nil {
				t.Fatal(err)
			}
		}
	})
	f := openBytes(t, "a.xlsx", data)
	got := f.Ranges()
	if len(got) != 2 || got[0].Name != "people" || got[0].Kind != grid.NamedRange || got[0].Sheet != "Sheet1" || got[0].Area != "B3:C5" ||
		got[1].Name != "Pay" || got[1].Kind != grid.TableRange || !got[1].Header {
		t.Fatalf("ranges %+v", got)
	}
	for opt, want := range map[string]string{
		"Pay":    lines("name|pay", "4 TAnn|N1", "5 TBo|N2", "6 TTotal|N3"),
		"PEOPLE": lines("name|pay", "4 TAnn|N1", "5 TBo|N2"),
		"F3:G4":  lines("beside|it", "4 Tx|Ty"),
	} {
		s := sheetOf(t, "a.xlsx", data, Options{Range: opt})
		equal(t, mustDump(t, s), want)
	}
	_, err := readAll("a.xlsx", data, Options{Range: "None"})
	wantFault(t, err, `"None"`, `"people" and "Pay"`)
	_, err = readAll("a.csv", []byte("a,b\n1,2\n"), Options{Range: "A1:B2"})
	wantFault(t, err, "no table")
}

func TestTableTotals(t *testing.T) {
	parts := bookParts(sheetXML(named + `<row r="2"><c t="str"><v>Ann</v></c><c><v>3</v></c></row><row r="3"><c t="str"><v>Sum</v></c><c><v>3</v></c></row>`))
	parts["xl/worksheets/_rels/sheet1.xml.rels"] = `<Relationships><Relationship Id="t" Type="http://x/table" Target="../tables/table1.xml"/></Relationships>`
	parts["xl/tables/table1.xml"] = `<table displayName="T" ref="A1:B3" totalsRowCount="1"/>`
	s := sheetOf(t, "a.xlsx", zipped(t, parts), Options{Range: "T"})
	equal(t, mustDump(t, s), lines("name|age", "2 TAnn|N3"))
	in := inspect(t, s)
	if in.Rows != 1 || len(in.LeftOut) != 1 || len(in.Notes) != 1 || in.Notes[0].Fix != nil || !strings.Contains(in.Notes[0].Becomes.String(), "row of totals") {
		t.Errorf("left out %+v, notes %+v", in.LeftOut, in.Notes)
	}
	parts["xl/tables/table1.xml"] = `<table displayName="T" ref="A1:B3" totalsRowCount="9"/>`
	_, err := readAll("a.xlsx", zipped(t, parts), Options{})
	wantFault(t, err, "9 rows of totals")
}

func TestHiddenRowsAndColumns(t *testing.T) {
	sheet := `<worksheet><cols><col min="2" max="2" hidden="1"/></cols><sheetData>` + named +
		`<row r="2" hidden="1"><c><v>1</v></c></row><row r="3"><c><v>1</v></c></row><row r="4" hidden="true"><c><v>1</v></c></row></sheetData><autoFilter ref="A1:B4"/></worksheet>`
	s := sheetOf(t, "a.xlsx", zipped(t, bookParts(sheet)), Options{})
	equalStrings(t, "hidden columns", s.HiddenColumns(), []string{"age"})
	in := inspect(t, s)
	if in.Rows != 3 || len(in.Notes) != 2 || in.Notes[0].Address.String() != "2 rows from row 2 on" || !strings.Contains(in.Notes[0].Found.String(), "filter") || !strings.Contains(in.Notes[1].Found.String(), `"age"`) {
		t.Errorf("%d rows, notes %+v", in.Rows, in.Notes)
	}
}

func TestWorkbookNotes(t *testing.T) {
	parts := bookParts(sheetXML(named + `<row r="2"><c><v>1</v></c></row>`))
	parts["xl/_rels/workbook.xml.rels"] = strings.Replace(bookRels, "</Rel", `<Relationship Id="m" Type="http://x/vbaProject" Target="vbaProject.bin"/>`+
		`<Relationship Id="l" Type="http://x/externalLink" Target="externalLinks/externalLink1.xml"/></Rel`, 1)
	in := inspect(t, sheetOf(t, "a.xlsm", zipped(t, parts), Options{}))
	if len(in.Notes) != 2 || !strings.Contains(in.Notes[0].Becomes.String(), "never run") || !strings.Contains(in.Notes[1].Becomes.String(), "not followed") {
		t.Errorf("notes %+v", in.Notes)
	}
}
