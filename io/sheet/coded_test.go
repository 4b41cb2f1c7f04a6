package sheet

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"steward/core/table"
)

// checkCoded compares what is kept of a sheet with its rows: of all columns, and of the last
// alone.
func checkCoded(t *testing.T, s *Sheet) {
	t.Helper()
	var rows [][]table.Cell
	var failed error
	for row, err := range s.Rows(context.Background()) {
		if failed = err; err == nil {
			rows = append(rows, copyCells(row.Cells))
		}
	}
	var all []int
	for i := range s.Header() {
		all = append(all, i)
	}
	list, err := s.Coded(context.Background(), all)
	if fmt.Sprint(err) != fmt.Sprint(failed) {
		t.Fatalf("the columns give the error %v, the rows %v", err, failed)
	}
	if err != nil {
		checkFault(t, err)
		return
	}
	for i, c := range list {
		checkColumn(t, s, rows, i, c)
	}
	last := len(all) - 1
	list, err = s.Coded(context.Background(), []int{last})
	if err != nil || len(list) != 1 {
		t.Fatalf("%d columns, %v", len(list), err)
	}
	checkColumn(t, s, rows, last, list[0])
}

func checkColumn(t *testing.T, s *Sheet, rows [][]table.Cell, column int, c Coded) {
	t.Helper()
	if c.Name != s.Header()[column] || c.Codes != nil && len(c.Codes) != len(rows) || c.Numbers != nil && len(c.Numbers) != len(rows) || c.Codes == nil && c.Numbers == nil && len(rows) > 0 {
		t.Fatalf("column %q has %d codes and %d numbers, want %q for %d records", c.Name, len(c.Codes), len(c.Numbers), s.Header()[column], len(rows))
	}
	for i, row := range rows {
		got, want := c.Cell(i), row[column]
		if got.Kind != want.Kind || got.Number != want.Number || want.Kind != table.Number && got.Text != want.Text {
			t.Fatalf("record %d of %q: %+v, want %+v", i+1, c.Name, got, want)
		}
	}
	seen := make(map[table.Cell]bool)
	for _, v := range c.Values {
		v.Number = 0
		if seen[v] || v.Kind == table.Number {
			t.Errorf("%+v is in the values of %q twice, or a number", v, c.Name)
		}
		seen[v] = true
	}
}

func TestCodedAgreesWithRows(t *testing.T) {
	sheets := 0
	for _, s := range specimens() {
		t.Run(s.name, func(t *testing.T) {
			file, _, _ := strings.Cut(s.name, "#")
			f, err := Open(context.Background(), corpus+"/"+file)
			if err != nil {
				return
			}
			defer f.Close()
			if sheet, err := f.Sheet(context.Background(), s.opts); err == nil {
				sheets++
				checkCoded(t, sheet)
			}
		})
	}
	if sheets < 40 {
		t.Errorf("only %d sheets were compared", sheets)
	}
}

// largeSheet is the XML of a sheet that is read in batches, whose end is found last: shared,
// inline and blank texts, days, and gaps.
func largeSheet(t *testing.T, end string) (parts map[string]string, rows int) {
	const named = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="str"><v>age</v></c><c r="C1" t="str"><v>since</v></c><c r="D1" t="str"><v>code</v></c></row>`
	var b strings.Builder
	b.WriteString(`<worksheet><cols><col min="3" max="3" hidden="1"/></cols><sheetData>` + named)
	for ; b.Len() < manyBytes; rows++ {
		n := rows + 2
		fmt.Fprintf(&b, `<row r="%d"><c r="A%d" t="s"><v>%d</v></c>`, n, n, 1+rows%300)
		if rows%5 > 0 {
			fmt.Fprintf(&b, `<c r="B%d"><v>%d.5</v></c>`, n, rows%90)
		}
		fmt.Fprintf(&b, `<c r="C%d" s="1"><v>%d</v></c>`, n, 40_000+rows%1000)
		if rows%7 > 0 {
			fmt.Fprintf(&b, `<c r="D%d" t="inlineStr"><is><t>code %d</t></is></c>`, n, rows%11)
		}
		b.WriteString(`</row>`)
	}
	b.WriteString(`</sheetData>` + end + `</worksheet>`)
	parts = bookParts(b.String())
	var shared strings.Builder
	shared.WriteString(`<sst><si><t>name</t></si>`)
	for i := range 300 {
		fmt.Fprintf(&shared, `<si><t>person %d</t></si>`, i/2) // each is there twice
	}
	parts["xl/sharedStrings.xml"] = shared.String() + `</sst>`
	return parts, rows
}

// TestLargeSheetIsUnpackedOnce checks that what stands behind the rows of a large sheet is
// heeded, although it is met last.
func TestLargeSheetIsUnpackedOnce(t *testing.T) {
	for _, c := range []struct{ name, end, shared string }{
		{"plain", "", ""},
		{"merged", `<mergeCells><mergeCell ref="B6:B7"/><mergeCell ref="B9:C9"/></mergeCells>`, ""},
		{"a filter", `<autoFilter ref="A1:D9"/>`, ""},
		{"a blank text", "", "<si><t> </t></si>"},
	} {
		t.Run(c.name, func(t *testing.T) {
			parts, rows := largeSheet(t, c.end)
			if c.shared != "" {
				parts["xl/sharedStrings.xml"] = strings.Replace(parts["xl/sharedStrings.xml"], "<si><t>person 4</t></si>", c.shared, 1)
			}
			data := zipped(t, parts)
			fresh := func() *Sheet { return sheetOf(t, "a.xlsx", data, Options{}) }
			s := fresh()
			if s.isComplete() {
				t.Error("the sheet was read to its end for its header")
			}
			equalStrings(t, "hidden columns", s.HiddenColumns(), []string{"since"})
			first, err := s.Coded(context.Background(), []int{3, 0})
			if err != nil || !s.isComplete() {
				t.Fatal(err)
			}
			var cells [][]table.Cell
			for row, err := range fresh().Rows(context.Background()) {
				if err != nil {
					t.Fatal(err)
				}
				cells = append(cells, copyCells(row.Cells))
			}
			if len(cells) != rows {
				t.Fatalf("%d rows, want %d", len(cells), rows)
			}
			checkColumn(t, s, cells, 3, first[0])
			checkColumn(t, s, cells, 0, first[1])
			checkCoded(t, s)
			// Inspected before and after its end is known, it says the same.
			early := inspect(t, fresh())
			late := inspect(t, s)
			equal(t, inspectionWords(early), inspectionWords(late))
			if c.name == "merged" && (cells[5][1] != cells[4][1] || len(early.Notes) != 3) {
				t.Errorf("merged cells are not read: %+v, notes %+v", cells[4:6], early.Notes)
			}
		})
	}
}

// TestCodedLeavesOthersAlone checks that faults in columns that nobody asked for are not met,
// and that those in the others are.
func TestCodedLeavesOthersAlone(t *testing.T) {
	const good = headerSample
	s := sheetOf(t, "a.xlsx", zipped(t, bookParts(sheetXML(`<row><c t="str"><v>name</v></c><c t="str"><v>age</v></c></row>`+
		strings.Repeat(`<row><c t="s"><v>1</v></c><c><v>7</v></c></row>`, good)+
		`<row><c t="s"><v>1</v></c><c><v>seven</v></c></row><row><c/><c t="s"><v>99</v></c></row>`))), Options{})
	list, err := s.Coded(context.Background(), []int{0})
	if err != nil || len(list) != 1 || len(list[0].Codes) != good+2 || list[0].Cell(good).Text != "Ann" || list[0].Cell(good+1).Kind != table.Blank {
		t.Errorf("%+v, %v", list, err)
	}
	_, err = s.Coded(context.Background(), []int{0, 1})
	wantFault(t, err, fmt.Sprint("B", good+2), `"seven" stored as a number`)
	if _, err = s.Coded(context.Background(), []int{2}); err == nil || !strings.Contains(err.Error(), "no column 3") {
		t.Errorf("a column that is not there: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err = s.Coded(ctx, []int{0}); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}
