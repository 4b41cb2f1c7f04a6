package sheet

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"steward/core/seeded"
	"steward/core/table"
	"steward/io/sheet/format"
	"steward/io/sheet/grid"
	"steward/io/sheet/xlsx"
)

// checkCoded compares what is kept of a sheet with its rows: of all columns, and of the last
// alone; with all texts that cells refer to held, and with few or none.
func checkCoded(t *testing.T, s *Sheet) {
	t.Helper()
	var rows []table.Row
	var failed error
	for row, err := range s.Rows(context.Background()) {
		if failed = err; err == nil {
			rows = append(rows, table.Row{Number: row.Number, Cells: grid.CopyCells(row.Cells)})
		}
	}
	var all []int
	for i := range s.Header() {
		all = append(all, i)
	}
	base, isBook := s.base.(grid.Numbered)
	check := func(s *Sheet, columns []int) {
		t.Helper()
		kept, err := s.Coded(context.Background(), columns, nil)
		if err != nil || (kept != nil) != (isBook && failed == nil) {
			t.Fatalf("%v, %v where the rows give %v", kept, err, failed)
		}
		if kept == nil {
			return
		}
		if kept.Records() != len(rows) {
			t.Fatalf("%d records, want %d", kept.Records(), len(rows))
		}
		for k, i := range columns {
			checkColumn(t, s, rows, i, kept, k)
		}
	}
	check(s, all)
	check(s, all[len(all)-1:])
	if !isBook {
		return
	}
	for _, n := range []int{0, len(base.Texts().Held()) / 2} {
		s := holding(t, s, n)
		check(s, all)
		check(s, all[:1])
		at := 0
		for row, err := range s.Rows(context.Background()) {
			if err != nil {
				break
			}
			if !slices.Equal(row.Cells, rows[at].Cells) {
				t.Fatalf("with %d texts held the record in row %d is %+v, want %+v", n, row.Number, row.Cells, rows[at].Cells)
			}
			at++
		}
	}
}

// holding returns a sheet of a workbook as it is read where no more than some of its texts are held.
func holding(t testing.TB, s *Sheet, texts int) *Sheet {
	t.Helper()
	bytes := 0
	for _, text := range s.base.(grid.Numbered).Texts().Held()[:texts] {
		bytes += len(text) + 16
	}
	f, err := format.Examine(s.source)
	if err != nil {
		t.Fatal(err)
	}
	book, err := xlsx.Holding(bytes).Open(t.Context(), f, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, info := range book.Sheets() {
		g, err := book.Grid(t.Context(), info.Name)
		if err != nil || g.Label().String() != s.base.Label().String() {
			continue
		}
		other := *s
		other.base, other.grid = g, g
		if v, ok := s.grid.(*view); ok {
			other.grid = &view{Grid: g, name: v.name, area: v.area}
		}
		if err := g.(grid.Studied).Study(t.Context()); err != nil {
			t.Fatal(err)
		}
		if held := len(g.(grid.Numbered).Texts().Held()); held != texts {
			t.Fatalf("%d texts are held, want %d", held, texts)
		}
		return &other
	}
	t.Fatalf("there is no %s", s.base.Label())
	return nil
}

func checkColumn(t *testing.T, s *Sheet, rows []table.Row, column int, kept *table.Coded, k int) {
	t.Helper()
	for i, row := range rows {
		if got, want := kept.Column(k).Cell(i), row.Cells[column]; got != want || kept.Row(i) != row.Number {
			t.Fatalf("record %d of %q in row %d: %+v, want %+v in row %d", i+1, s.Header()[column], kept.Row(i), got, want, row.Number)
		}
	}
	for _, v := range kept.Column(k).Values() {
		if v.Kind == table.Number {
			t.Errorf("%+v is in the values of %q, and is a number", v, s.Header()[column])
		}
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
		if !seeded.Audit && c.name != "merged" {
			continue // the fast run looks at what changes cells from behind the rows
		}
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
			first, err := s.Coded(context.Background(), []int{3, 0}, nil)
			if err != nil || first == nil || !s.isComplete() {
				t.Fatal(err)
			}
			var cells []table.Row
			for row, err := range fresh().Rows(context.Background()) {
				if err != nil {
					t.Fatal(err)
				}
				cells = append(cells, table.Row{Number: row.Number, Cells: grid.CopyCells(row.Cells)})
			}
			if len(cells) != rows {
				t.Fatalf("%d rows, want %d", len(cells), rows)
			}
			checkColumn(t, s, cells, 3, first, 0)
			checkColumn(t, s, cells, 0, first, 1)
			checkCoded(t, s)
			// Inspected before and after its end is known, it says the same.
			early := inspect(t, fresh())
			late := inspect(t, s)
			equal(t, inspectionWords(early), inspectionWords(late))
			if c.name == "merged" && (cells[5].Cells[1] != cells[4].Cells[1] || len(early.Notes) != 3) {
				t.Errorf("merged cells are not read: %+v, notes %+v", cells[4:6], early.Notes)
			}
		})
	}
}

// TestCodedWithFaults leaves sheets with a fault to the rows, in columns that nobody asked for
// too, and tells columns that are not there.
func TestCodedWithFaults(t *testing.T) {
	const good = headerSample
	for _, bad := range []string{`<c><v>seven</v></c>`, `<c t="s"><v>99</v></c>`, `<c t="b"><v>2</v></c>`, `<c t="d"><v>soon</v></c>`, `<c t="x"><v>1</v></c>`, `<c t="s"><v>-1</v></c>`} {
		s := sheetOf(t, "a.xlsx", zipped(t, bookParts(sheetXML(`<row><c t="str"><v>name</v></c><c t="str"><v>age</v></c></row>`+
			strings.Repeat(`<row><c t="s"><v>1</v></c><c><v>7</v></c></row>`, good)+`<row><c t="s"><v>1</v></c>`+bad+`</row>`))), Options{})
		for _, columns := range [][]int{{0}, {1}, {0, 1}} {
			if kept, err := s.Coded(context.Background(), columns, nil); kept != nil || err != nil {
				t.Errorf("%s: %v, %v", bad, kept, err)
			}
		}
	}
	s := sheetOf(t, "a.xlsx", zipped(t, bookParts(sheetXML(named+`<row><c t="s"><v>1</v></c><c><v>7</v></c></row>`))), Options{})
	if _, err := s.Coded(context.Background(), []int{2}, nil); err == nil || !strings.Contains(err.Error(), "no column 3") {
		t.Errorf("a column that is not there: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Coded(ctx, []int{0}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

// TestCodedTellsHowFarItIs reads a sheet with several reports of progress, and stops at one.
func TestCodedTellsHowFarItIs(t *testing.T) {
	const reports = 3
	s := sheetOf(t, "a.xlsx", zipped(t, bookParts(sheetXML(named+strings.Repeat(`<row><c t="s"><v>1</v></c><c><v>7</v></c></row>`, reports*progressRows+5)))), Options{})
	var told []int
	if _, err := s.Coded(context.Background(), []int{1}, func(n int) { told = append(told, n) }); err != nil || !slices.Equal(told, []int{progressRows, 2 * progressRows, 3 * progressRows}) {
		t.Errorf("told %v, %v", told, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	told = nil
	kept, err := s.Coded(ctx, []int{1}, func(n int) { told = append(told, n); cancel() })
	if kept != nil || !errors.Is(err, context.Canceled) || len(told) != 1 {
		t.Errorf("stopped after %v: %v, %v", told, kept, err)
	}
}
