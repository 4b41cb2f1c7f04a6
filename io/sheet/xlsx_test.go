package sheet

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"

	"steward/core/seeded"
	"steward/core/table"
	"steward/io/sheet/delimited"
	"steward/io/sheet/grid"
)

func TestReadWorkbook(t *testing.T) {
	data := workbookWith(t, func(f *excelize.File) {
		set(t, f, "A1", "Wages of 2024")
		set(t, f, "A3", "name", "code", "wage", "member", "since", "rate")
		set(t, f, "A4", " Ann ", "007", 5.1, true, time.Date(2024, 3, 1, 0, 0, 0, 0, time.UTC), 0.1)
		set(t, f, "A6", "Bo", "12", -1e-7, false, time.Date(1999, 12, 31, 18, 30, 0, 0, time.UTC), 1e15)
		set(t, f, "A7", "  ")
		set(t, f, "A8", "Cy")
		if err := f.SetCellFormula("Sheet1", "C8", "1+1"); err != nil {
			t.Fatal(err)
		}
		if err := f.SetCellDefault("Sheet1", "C8", "2"); err != nil { // the stored result
			t.Fatal(err)
		}
	})
	s := sheetOf(t, "wages.xlsx", data, Options{})
	equal(t, mustDump(t, s), lines("name|code|wage|member|since|rate",
		"4 TAnn|T007|N5.1|BTRUE|D2024-03-01|N0.1",
		"6 TBo|T12|N-0.0000001|BFALSE|D1999-12-31T18:30:00|N1000000000000000",
		"8 TCy|-|N2|-|-|-"))
	if got := s.Name().String() + " " + s.Address(17, 3).String(); got != `wages.xlsx, sheet "Sheet1" D17` {
		t.Errorf("name and address %q", got)
	}
	if s.HeaderRow() != 3 || s.Delimiter() != "" || s.Encoding() != delimited.AnyEncoding {
		t.Errorf("header row %d, delimiter %q, encoding %v", s.HeaderRow(), s.Delimiter(), s.Encoding())
	}
}

func TestWorkbookSheets(t *testing.T) {
	data := workbookWith(t, func(f *excelize.File) {
		for _, name := range []string{"Wages", "Old"} {
			if _, err := f.NewSheet(name); err != nil {
				t.Fatal(err)
			}
			if err := f.SetSheetCol(name, "B2", &[]string{"name", name}); err != nil {
				t.Fatal(err)
			}
		}
		for _, name := range []string{"Sheet1", "Old"} {
			f.SetActiveSheet(1)
			if err := f.SetSheetVisible(name, false); err != nil {
				t.Fatal(err)
			}
		}
	})
	f := openBytes(t, "a.xlsx", data)
	want := []grid.SheetInfo{{Name: "Sheet1", Hidden: true}, {Name: "Wages", Hidden: false}, {Name: "Old", Hidden: true}}
	if got := f.Sheets(); len(got) != 3 || got[0] != want[0] || got[1] != want[1] || got[2] != want[2] {
		t.Errorf("sheets %v, want %v", got, want)
	}
	for opt, row := range map[string]string{"": "TWages", "old": "TOld", "Wages": "TWages"} {
		s, err := f.Sheet(context.Background(), Options{Sheet: opt})
		if err != nil {
			t.Fatal(err)
		}
		equal(t, mustDump(t, s), lines("name", "3 "+row))
		if got := s.Address(3, 0); got.String() != "B3" {
			t.Errorf("address %q, want B3", got)
		}
	}
	_, err := f.Sheet(context.Background(), Options{Sheet: "None"})
	wantFault(t, err, "a.xlsx", `no sheet "None"`, `"Sheet1", "Wages" and "Old"`)
	_, err = f.Sheet(context.Background(), Options{Sheet: "Sheet1"})
	wantFault(t, err, `sheet "Sheet1"`, "nothing in it")
}

func TestWorkbookFaults(t *testing.T) {
	for _, c := range []struct {
		test string
		fill func(*excelize.File)
		says []string
	}{
		{"duplicates", func(f *excelize.File) {
			set(t, f, "A1", "name", "x", "age", "y", "z", "age")
			set(t, f, "A2", 1, 2, 3, 4, 5, 6)
		}, []string{`sheet "Sheet1", row 1`, `columns C and F are both called "age"`, "rename"}},
		{"blank name", func(f *excelize.File) { set(t, f, "A1", "name", nil, "age"); set(t, f, "A2", 1, 2, 3) }, []string{"column B has no name"}},
		{"beside the header", func(f *excelize.File) {
			set(t, f, "A1", "name", "town", "age")
			set(t, f, "A2", 1, 2, 3)
			set(t, f, "A3", 1, 2, 3, "note")
		}, []string{"D3", `"note"`, "row 1 has names only for columns A to C", "empty the cell"}},
		{"header only", func(f *excelize.File) { set(t, f, "A1", "name", "age") }, []string{"header in row 1", "no record"}},
		{"numbers for names", func(f *excelize.File) { set(t, f, "A1", "town", 2019, 2020); set(t, f, "A2", "Rome", 1, 2) }, []string{"B1", "a number", "which row"}},
	} {
		t.Run(c.test, func(t *testing.T) {
			_, err := readAll("a.xlsx", workbookWith(t, c.fill), Options{})
			wantFault(t, err, c.says...)
		})
	}
}

// styled writes a number in a style to a workbook and returns the cell that is read.
func styled(t *testing.T, fill func(*excelize.File), x float64, style excelize.Style) table.Cell {
	t.Helper()
	data := workbookWith(t, func(f *excelize.File) {
		fill(f)
		set(t, f, "A1", "name")
		set(t, f, "A2", x)
		id, err := f.NewStyle(&style)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.SetCellStyle("Sheet1", "A2", "A2", id); err != nil {
			t.Fatal(err)
		}
	})
	for row, err := range sheetOf(t, "a.xlsx", data, Options{}).Rows(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		return row.Cells[0]
	}
	return table.Cell{}
}

func TestWorkbookDates(t *testing.T) {
	plain := func(*excelize.File) {}
	from1904 := func(f *excelize.File) {
		yes := true
		if err := f.SetWorkbookProps(&excelize.WorkbookPropsOptions{Date1904: &yes}); err != nil {
			t.Fatal(err)
		}
	}
	builtin := func(id int) excelize.Style { return excelize.Style{NumFmt: id} }
	custom := func(code string) excelize.Style { return excelize.Style{CustomNumFmt: &code} }
	for _, c := range []struct {
		test   string
		epoch  func(*excelize.File)
		x      float64
		style  excelize.Style
		kind   table.Kind
		text   string
		number float64
	}{
		{"first day", plain, 1, builtin(14), table.Date, "1900-01-01", 1},
		{"before the day that never was", plain, 59, builtin(14), table.Date, "1900-02-28", 59},
		{"the day that never was", plain, 60, builtin(14), table.Date, "1900-02-29", 60},
		{"after it", plain, 61, builtin(14), table.Date, "1900-03-01", 61},
		{"built in", plain, 45352, builtin(14), table.Date, "2024-03-01", 45352},
		{"built in with time", plain, 45352.75, builtin(22), table.Date, "2024-03-01T18:00:00", 45352.75},
		{"1904", from1904, 43890, builtin(14), table.Date, "2024-03-01", 45352},
		{"1904 first day", from1904, 0, builtin(14), table.Date, "1904-01-01", 1462},
		{"1904 second day", from1904, 1, builtin(14), table.Date, "1904-01-02", 1463},
		{"1904 first noon", from1904, 0.5, custom("d.m.yyyy h:mm"), table.Date, "1904-01-01T12:00:00", 1462.5},
		{"1904 noon of no day", from1904, 0.5, builtin(20), table.Date, "12:00:00", 0.5},
		{"1904 noon of no day, custom", from1904, 0.5, custom("hh:mm"), table.Date, "12:00:00", 0.5},
		{"1904 hours past a day", from1904, 1.5, builtin(46), table.Date, "36:00:00", 1.5},
		{"1904 month", from1904, 0, custom("mmm"), table.Date, "1904-01-01", 1462},
		{"no day in 1900", plain, 0, builtin(14), table.Date, "00:00:00", 0},
		{"custom", plain, 45352, custom(`[$-409]d\-mmm\-yyyy;@`), table.Date, "2024-03-01", 45352},
		{"custom in capitals", plain, 45352, custom("YYYY"), table.Date, "2024-03-01", 45352},
		{"time of day", plain, 0.5, builtin(20), table.Date, "12:00:00", 0.5},
		{"thousandths", plain, 45352.0000116, custom("ss.000"), table.Date, "2024-03-01T00:00:01.002", 45352.0000116},
		{"hours past a day", plain, 1.5, builtin(46), table.Date, "36:00:00", 1.5},
		{"hours past a day, custom", plain, 1.5, custom("[hh]:mm"), table.Date, "36:00:00", 1.5},
		{"last day", plain, 2958465, builtin(14), table.Date, "9999-12-31", 2958465},
		{"too late for a date", plain, 2958466, builtin(14), table.Number, "2958466", 2958466},
		{"before all dates", plain, -1, builtin(14), table.Number, "-1", -1},
		{"number", plain, 45352, custom(`#,##0.00 "days"`), table.Number, "45352", 45352},
		{"colour is no day", plain, 45352, custom(`[Red]0.00E+00`), table.Number, "45352", 45352},
		{"escaped letters", plain, 45352, custom(`0\d_d*m`), table.Number, "45352", 45352},
		{"percent", plain, 0.25, builtin(9), table.Number, "0.25", 0.25},
		{"as text", plain, 7, builtin(49), table.Number, "7", 7},
	} {
		t.Run(c.test, func(t *testing.T) {
			if got, want := styled(t, c.epoch, c.x, c.style), (table.Cell{Kind: c.kind, Text: c.text, Number: c.number}); got != want {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

// TestWorkbookAgainstExcelize writes random tables with excelize and compares what is
// read with what was written.
func TestWorkbookAgainstExcelize(t *testing.T) {
	text := rapid.StringOfN(rapid.RuneFrom([]rune(" a<&>é😀_x0\"'\n5.")), 0, 8, -1)
	seeded.Check(t, func(rt *rapid.T) {
		rows := rapid.IntRange(1, 6).Draw(rt, "rows")
		want := "n1|n2|n3\n"
		data := workbookWith(t, func(f *excelize.File) {
			set(t, f, "A1", "n1", "n2", "n3")
			for i := range rows {
				s := text.Draw(rt, "text")
				x := rapid.Float64Range(-1e6, 1e6).Draw(rt, "number")
				b := rapid.Bool().Draw(rt, "bool")
				cell, err := excelize.CoordinatesToCellName(1, i+2)
				if err != nil {
					t.Fatal(err)
				}
				set(t, f, cell, s, x, b)
				want += dumpRow(i+2, s, x, b)
			}
		})
		if got, err := readAll("a.xlsx", data, Options{HeaderRow: 1}); err != nil || got != want {
			rt.Fatalf("got\n%s%v\nwant\n%s", got, err, want)
		}
	})
}

// dumpRow is what dump writes for a row of a text, a number and a truth.
func dumpRow(number int, s string, x float64, b bool) string {
	text, truth := "-", "BFALSE"
	if s = strings.TrimSpace(s); s != "" {
		text = "T" + s
	}
	if b {
		truth = "BTRUE"
	}
	return fmt.Sprintf("%d %s|N%s|%s\n", number, text, strconv.FormatFloat(x+0, 'f', -1, 64), truth) // no -0
}
