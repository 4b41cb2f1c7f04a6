package sheet

import (
	"context"
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
			s, err := openBytes(t, "a.csv", []byte(c.data)).Sheet(Options{Delimiter: ','})
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

func TestRecogniseDelimiter(t *testing.T) {
	for _, c := range []struct {
		test, sample string
		want         rune
	}{
		{"nothing", "", ','},
		{"one column", "a\nb\n", ','},
		{"comma", "a,b\n1,2\n", ','},
		{"semicolon with decimal commas", "a;b\n1,5;2,5\n", ';'},
		{"semicolon with as many decimal commas as columns", "a;b;c\n1,5;x;2,5\n3,5;x;4,5\n", ';'},
		{"tab with commas in texts", "a\tb\nx, y\tz\n", '\t'},
		{"bar", "a|b\n1|2\n", '|'},
		{"quoted separators", "a,b\n\"x;y;z\",2\n\"x;y;z\",2\n", ','},
		{"comma with semicolons in texts", "a,b\nx;y,2\nx;y,3\n", ','},
		{"title above", "Wages; by person\na,b,c\n1,2,3\n", ','},
		{"the one with more fields", "a,b;c;d\n1,2;3;4\n", ';'},
	} {
		t.Run(c.test, func(t *testing.T) {
			if got := recogniseDelimiter(c.sample, false); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	t.Run("last record cut short", func(t *testing.T) {
		if got := fieldCounts("a,b\n1,2\n3", ',', true); len(got) != 2 {
			t.Errorf("counts %v, want two of them", got)
		}
	})
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
	names := strings.Repeat("x,,", 3) + strings.Repeat(",", 6) + "y"
	_, err := readAll("a.csv", []byte(names+"\n1\n"), Options{HeaderRow: 1})
	wantFault(t, err, "column 2 has no name", "5 more like these")
}
