package sheet

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

func TestFindHeader(t *testing.T) {
	for _, c := range []struct {
		test, data string
		row        int // 0 when none is found
	}{
		{"first row", "name,age\nAnn,3\n", 1},
		{"texts only", "name,town\nAnn,Rome\n", 1},
		{"title of one cell", "Wages,\n\nname,age\nAnn,3\n", 3},
		{"title and notes", "Wages,,,\nsource: office,2024,,\nname,age,town,job\nAnn,3,Rome,x\n", 3},
		{"last record is short", "name,age\nAnn,3\nSource: x\n", 1},
		{"no header", "Ann,3\nBo,4\n", 0},
		{"no header, texts from the third row on", "Ann,3\nBo,4\nn/a,n/a\n", 0},
		{"years as names", "town,2019,2020\nRome,1,2\nOslo,x,y\n", 0},
		{"nineteen rows above", strings.Repeat("note,\n", 19) + "name,age\nAnn,3\n", 20},
		{"twenty rows above", strings.Repeat("note,\n", 20) + "name,age\nAnn,3\n", 0},
		{"blank rows do not count", strings.Repeat(",\n", 50) + "name,age\nAnn,3\n", 51},
	} {
		t.Run(c.test, func(t *testing.T) {
			s, err := openBytes(t, "a.csv", []byte(c.data)).Sheet(context.Background(), Options{Delimiter: ","})
			if c.row == 0 {
				wantFault(t, err, "which row")
				return
			}
			if err != nil || s.HeaderRow() != c.row {
				t.Errorf("header row of %v, %v; want %d", s, err, c.row)
			}
		})
	}
}

func TestTop(t *testing.T) {
	f := openBytes(t, "a.csv", []byte("Wages\n\nname,,age\nAnn,x,3\nBo,y,4\n"))
	rows, err := f.Top(context.Background(), Options{}, 3)
	if err != nil || len(rows) != 3 {
		t.Fatalf("%v, %v; want 3 rows", rows, err)
	}
	if rows[1].Number != 3 || rows[1].Cells[2].Text != "age" || rows[2].Cells[0].Text != "Ann" {
		t.Errorf("rows %v", rows)
	}
	if rows, err := f.Top(context.Background(), Options{}, 0); err != nil || len(rows) != 0 {
		t.Errorf("%v, %v; want no row", rows, err)
	}
}

func TestNamesOfManyFaults(t *testing.T) {
	names := make([]string, 8)
	for i := range names {
		names[i] = fmt.Sprintf("x%d,x%d", i, i)
	}
	_, err := readAll("a.csv", []byte(strings.Join(names, ",")+"\n1\n"), Options{HeaderRow: 1})
	wantFault(t, err, `columns 1 and 2 are both called "x0"`, "3 more like these")
}

// TestJoinedHeaders joins rows of names where one alone does not name the columns.
func TestJoinedHeaders(t *testing.T) {
	for _, c := range []struct{ test, data, want string }{
		{"groups above", "Wages,,,,\n,2023,,2024,\nRegion,Men,Women,Men,Women\nA,1,2,3,4\n",
			"Region|2023 / Men|2023 / Women|2024 / Men|2024 / Women\n4 TA|N1|N2|N3|N4\n"},
		{"groups that fill most columns", "Region,2023,,2024,\n,Men,Women,Men,Women\nA,1,2,3,4\n",
			"Region|2023 / Men|2023 / Women|2024 / Men|2024 / Women\n3 TA|N1|N2|N3|N4\n"},
		{"three rows", "Region,Pay,,,\n,2023,,2024,\n,Men,Women,Men,Women\nA,1,2,3,4\n",
			"Region|Pay / 2023 / Men|Pay / 2023 / Women|Pay / 2024 / Men|Pay / 2024 / Women\n4 TA|N1|N2|N3|N4\n"},
		{"one row that is enough", "Wages,\nname,age\nAnn,3\n", "name|age\n3 TAnn|N3\n"},
		{"records of texts are none of it", "name,,town\nAnn,,Rome\nBo,,Rome\n", "name|town\n2 TAnn|TRome\n3 TBo|TRome\n"},
	} {
		t.Run(c.test, func(t *testing.T) {
			equal(t, mustDump(t, sheetOf(t, "a.csv", []byte(c.data), Options{Delimiter: ","})), c.want)
		})
	}
	t.Run("by the steward's word", func(t *testing.T) {
		s := sheetOf(t, "a.csv", []byte("Pay,,\nname,in,out\nAnn,1,2\n"), Options{Delimiter: ",", HeaderRow: 2, HeaderRows: 2})
		equal(t, mustDump(t, s), "Pay / name|Pay / in|Pay / out\n3 TAnn|N1|N2\n")
		in := inspect(t, s)
		if len(in.Notes) != 1 || in.Notes[0].Address.String() != "Lines 1 to 2" || in.Notes[0].Fix.Kind != OneHeader {
			t.Errorf("notes %+v", in.Notes)
		}
		again := in.Notes[0].Fix.Apply(Options{Delimiter: ",", HeaderRow: 2, HeaderRows: 2})
		equal(t, mustDump(t, sheetOf(t, "a.csv", []byte("Pay,,\nname,in,out\nAnn,1,2\n"), again)), "name|in|out\n3 TAnn|N1|N2\n")
	})
	t.Run("more rows than there are", func(t *testing.T) {
		_, err := readAll("a.csv", []byte("a,b\n1,2\n"), Options{HeaderRow: 1, HeaderRows: 2})
		wantFault(t, err, "count rows from 1")
	})
}

func TestLeaveOut(t *testing.T) {
	data := []byte("name;pay\nAnn;1\nBo;2\n\nTotal;3\nSource: office\n")
	s := sheetOf(t, "a.csv", data, Options{Delimiter: ";", LeaveOut: "5-6"})
	equal(t, mustDump(t, s), "name|pay\n2 TAnn|N1\n3 TBo|N2\n")
	in := inspect(t, s)
	if in.Rows != 2 || in.BlankRows != 1 || len(in.LeftOut) != 2 || in.LeftOut[0].Number != 5 || in.LeftOut[1].Texts[0] != "Source: office" {
		t.Errorf("%d rows, %d blank, left out %+v", in.Rows, in.BlankRows, in.LeftOut)
	}
	opts := Options{Delimiter: ";", LeaveOut: "5-6"}
	for _, n := range in.Notes {
		opts = n.Fix.Apply(opts)
	}
	if opts.LeaveOut != "" {
		t.Errorf("%q is left out after all was taken in again", opts.LeaveOut)
	}
	for _, wrong := range []RowSet{"x", "3-2", "0", "1-2000", "1,,2"} {
		_, err := readAll("a.csv", data, Options{LeaveOut: wrong})
		wantFault(t, err, "a.csv")
	}
}

func TestRowSet(t *testing.T) {
	s := RowsOf([]int{7, 3, 4, 5, 7, 12})
	if s != "3-5, 7, 12" || s.With([]int{6}) != "3-7, 12" || s.Without([]int{4, 12}) != "3, 5, 7" || RowsOf(nil) != "" {
		t.Errorf("%q, %q, %q", s, s.With([]int{6}), s.Without([]int{4, 12}))
	}
}
