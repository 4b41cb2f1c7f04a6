package grid

import (
	"strconv"
	"strings"

	"steward/core/message"
)

// Lettered names the places of a sheet of a workbook as its program does.
type Lettered struct{ File, Sheet string }

// Label names the file and the sheet.
func (l Lettered) Label() message.Text {
	return message.Sprintf("%s, sheet %s", l.File, Quote(l.Sheet))
}

// Row names a row by its number.
func (l Lettered) Row(row int) message.Text { return message.Sprintf("row %d", row) }

// Rows names rows that follow each other.
func (l Lettered) Rows(first, last int) message.Text {
	return message.Sprintf("rows %d to %d", first, last)
}

// Cell names a cell: "D17".
func (l Lettered) Cell(row, column int, _ string) message.Text {
	return message.Verbatim(columnLetters(column) + strconv.Itoa(row))
}

// Column names a column: "D".
func (l Lettered) Column(column int) string { return columnLetters(column) }

// Stray is the remedy for a cell under no name.
func (l Lettered) Stray() message.Text {
	return message.Sprintf("empty the cell, or give its column a name")
}

// Choose returns the sheet that is wanted: the one of that name, or else of that name but
// for its case, or, without a name, the first that is not hidden.
func Choose(file string, sheets []SheetInfo, want string) (int, error) {
	if want == "" {
		for i, s := range sheets {
			if !s.Hidden {
				return i, nil
			}
		}
		return 0, NewFault(file, "every sheet of the workbook is hidden").WithRemedy("say which sheet to read: %s", sheetNames(sheets))
	}
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
		for i, s := range sheets {
			if same(s.Name, want) {
				return i, nil
			}
		}
	}
	return 0, NewFault(file, "there is no sheet %s in it", Quote(want)).WithRemedy("choose one of %s", sheetNames(sheets))
}

func sheetNames(sheets []SheetInfo) message.Text {
	var names []string
	for _, s := range sheets {
		names = append(names, s.Name)
	}
	return Quoted(names)
}
