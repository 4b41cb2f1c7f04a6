package grid

import (
	"strconv"
	"strings"
)

// Lettered names the places of a sheet of a workbook as its program does.
type Lettered struct{ File, Sheet string }

// Label names the file and the sheet.
func (l Lettered) Label() string { return l.File + ", sheet " + Quote(l.Sheet) }

// Row names a row by its number.
func (l Lettered) Row(row int) string { return "row " + strconv.Itoa(row) }

// Cell names a cell: "D17".
func (l Lettered) Cell(row, column int, _ string) string {
	return columnLetters(column) + strconv.Itoa(row)
}

// Column names a column: "D".
func (l Lettered) Column(column int) string { return columnLetters(column) }

// Stray is the remedy for a cell under no name.
func (l Lettered) Stray() string { return "empty the cell, or give its column a name" }

// Choose returns the sheet that is wanted: the one of that name, or else of that name but
// for its case, or, without a name, the first that is not hidden.
func Choose(file string, sheets []SheetInfo, want string) (int, error) {
	if want == "" {
		for i, s := range sheets {
			if !s.Hidden {
				return i, nil
			}
		}
		return 0, NewFault(file, "every sheet of the workbook is hidden", "say which sheet to read: "+sheetNames(sheets), nil)
	}
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
		for i, s := range sheets {
			if same(s.Name, want) {
				return i, nil
			}
		}
	}
	return 0, NewFault(file, "there is no sheet "+Quote(want)+" in it", "choose among "+sheetNames(sheets), nil)
}

func sheetNames(sheets []SheetInfo) string {
	var names []string
	for _, s := range sheets {
		names = append(names, Quote(s.Name))
	}
	return Enumerate(names)
}
