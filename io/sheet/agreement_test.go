package sheet

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"steward/core/table"
	"steward/io/sheet/grid"
)

// meant are the cells that excelize reads otherwise, and why ours is right.
var meant = map[string]string{
	"formulas-never-calculated.xlsx!Wages!B2": "a formula without a stored result is not blank: it was never calculated",
	"formulas-never-calculated.xlsx!Wages!B3": "a formula without a stored result is not blank: it was never calculated",
}

// TestAgreesWithExcelize compares every cell of every workbook of the corpus with what
// excelize reads, as it is stored.
func TestAgreesWithExcelize(t *testing.T) {
	cells, seen := 0, make(map[string]bool)
	for _, s := range specimens() {
		file, way, _ := strings.Cut(s.name, "#")
		if ext := filepath.Ext(file); way != "" || !strings.HasPrefix(ext, ".xl") {
			continue
		}
		t.Run(file, func(t *testing.T) {
			path := filepath.Join(corpus, file)
			ours, err := Open(context.Background(), path)
			if err != nil {
				t.Skipf("it is refused: %v", err)
			}
			defer ours.Close()
			theirs, err := excelize.OpenFile(path)
			if err != nil {
				t.Skipf("excelize refuses it: %v", err)
			}
			defer theirs.Close()
			for _, info := range ours.Sheets() {
				cells += agree(t, ours, theirs, file, info.Name, seen)
			}
		})
	}
	if cells < 500 {
		t.Errorf("only %d cells were compared", cells)
	}
	for at := range meant {
		if !seen[at] {
			t.Errorf("%s is no difference any more", at)
		}
	}
}

// agree compares a sheet and returns how many cells it has.
func agree(t *testing.T, ours *File, theirs *excelize.File, file, sheet string, seen map[string]bool) int {
	rows, err := theirs.GetRows(sheet, excelize.Options{RawCellValue: true})
	if err != nil {
		t.Logf("excelize does not read sheet %s: %v", sheet, err)
		return 0
	}
	g, err := ours.format.Grid(context.Background(), sheet)
	if err != nil {
		t.Fatal(err)
	}
	properties, err := theirs.GetWorkbookProps()
	if err != nil {
		t.Fatal(err)
	}
	later := properties.Date1904 != nil && *properties.Date1904
	cells := 0
	compare := func(row, column int, c table.Cell) {
		want := ""
		if row <= len(rows) && column < len(rows[row-1]) {
			want = strings.TrimSpace(rows[row-1][column])
		}
		if want == "" && c.Kind == table.Blank {
			return
		}
		cells++
		if said := disagreement(c, want, later); said != "" {
			at := fmt.Sprintf("%s!%s!%s%d", file, sheet, grid.Lettered{}.Column(column), row)
			if seen[at] = true; meant[at] == "" {
				t.Errorf("%s: %s", at, said)
			}
		}
	}
	last := 0
	_, err = grid.Walk(context.Background(), g, func(r grid.Record) (bool, error) {
		for last++; last < r.Number; last++ {
			compareRow(rows, last, nil, compare)
		}
		compareRow(rows, r.Number, r.Cells, compare)
		return true, nil
	})
	if err != nil {
		t.Logf("sheet %s breaks off: %v", sheet, err)
		return cells
	}
	for last++; last <= len(rows); last++ {
		compareRow(rows, last, nil, compare)
	}
	return cells
}

func compareRow(rows [][]string, row int, cells []table.Cell, compare func(int, int, table.Cell)) {
	width := len(cells)
	if row <= len(rows) {
		width = max(width, len(rows[row-1]))
	}
	for i := range width {
		var c table.Cell
		if i < len(cells) {
			c = cells[i]
		}
		compare(row, i, c)
	}
}

// disagreement says how a cell differs from what excelize reads, or returns "". In a workbook
// whose days are counted from 1904, days are later by four years and a day; spans of time are not.
func disagreement(c table.Cell, raw string, later bool) string {
	number, err := strconv.ParseFloat(raw, 64)
	ok := false
	switch c.Kind {
	case table.Text, table.Error:
		ok = c.Text == raw
	case table.Number:
		ok = err == nil && c.Number == number
	case table.Bool:
		ok = raw == c.Text || raw == strconv.Itoa(int(c.Number))
	case table.Date:
		if day := strings.Contains(c.Text, "-"); later && day {
			number += 1462
		}
		ok = raw == c.Text || err == nil && (c.Number == number || math.Abs(c.Number-number) < 1e-8)
	}
	if ok {
		return ""
	}
	return fmt.Sprintf("we read %s %q (%v), excelize %q", c.Kind, c.Text, c.Number, raw)
}
