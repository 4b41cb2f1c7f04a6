package sheet

import (
	"strconv"
	"strings"
)

// workbookRows is the number of rows a sheet of a workbook can have.
const workbookRows = 1 << 20

// lettered names the places of a sheet of a workbook as its program does.
type lettered struct{ file, sheet string }

func (l lettered) label() string { return l.file + ", sheet " + quote(l.sheet) }

func (l lettered) row(row int) string { return "row " + strconv.Itoa(row) }

func (l lettered) cell(row, column int, _ string) string {
	return columnLetters(column) + strconv.Itoa(row)
}

func (l lettered) column(column int) string { return columnLetters(column) }

func (l lettered) stray() string { return "empty the cell, or give its column a name" }

// columnLetters names a column, from 0: A, B, ..., Z, AA, ...
func columnLetters(column int) string {
	var letters []byte
	for n := column + 1; n > 0; n = (n - 1) / 26 {
		letters = append([]byte{byte('A' + (n-1)%26)}, letters...)
	}
	return string(letters)
}

// choose returns the sheet that is wanted: the one of that name, or else of that name but
// for its case, or, without a name, the first that is not hidden.
func choose(file string, sheets []SheetInfo, want string) (int, error) {
	if want == "" {
		for i, s := range sheets {
			if !s.Hidden {
				return i, nil
			}
		}
		return 0, &Fault{file, "every sheet of the workbook is hidden", "say which sheet to read: " + sheetNames(sheets), nil}
	}
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
		for i, s := range sheets {
			if same(s.Name, want) {
				return i, nil
			}
		}
	}
	return 0, &Fault{file, "there is no sheet " + quote(want) + " in it", "choose among " + sheetNames(sheets), nil}
}

func sheetNames(sheets []SheetInfo) string {
	var names []string
	for _, s := range sheets {
		names = append(names, quote(s.Name))
	}
	return enumerate(names)
}
