package grid

import (
	"strconv"
	"strings"

	"steward/core/limits"
	"steward/core/message"
)

// WorkbookRows is the number of rows a sheet of a workbook can have.
const WorkbookRows = 1 << 20

// columnLetters names a column, from 0: A, B, ..., Z, AA, ...
func columnLetters(column int) string {
	var letters []byte
	for n := column + 1; n > 0; n = (n - 1) / 26 {
		letters = append([]byte{byte('A' + (n-1)%26)}, letters...)
	}
	return string(letters)
}

// RangeKind says what a RangeInfo is.
type RangeKind uint8

// The kinds of range.
const (
	TableRange RangeKind = iota + 1 // what spreadsheet programs call a table or a database range
	NamedRange
)

// Said returns the kind as a word for messages.
func (k RangeKind) Said() message.Text {
	switch k {
	case TableRange:
		return message.Sprintf("table")
	case NamedRange:
		return message.Sprintf("named range")
	}
	return message.Sprintf("range of kind %d", uint8(k))
}

// RangeInfo names a part of a sheet that the file has a name for.
type RangeInfo struct {
	Name  string
	Kind  RangeKind
	Sheet string
	Area  string // "A3:F20"
	// Header tells that its first row holds the names of the columns, Totals how many of its
	// last rows are totals, as the file says.
	Header bool
	Totals int

	Cells Area
}

// Area is a rectangle of cells, its ends included. Rows count from 1, columns from 0.
type Area struct{ Top, Left, Bottom, Right int }

// String returns the area as workbooks write it: "A3:F20".
func (a Area) String() string {
	return columnLetters(a.Left) + strconv.Itoa(a.Top) + ":" + columnLetters(a.Right) + strconv.Itoa(a.Bottom)
}

// ParseArea reads "A3:F20" or "$A$3:$F$20", the corners in any order; ok is false for
// anything else, single cells and whole columns included.
func ParseArea(s string) (a Area, ok bool) {
	first, last, found := strings.Cut(strings.ReplaceAll(s, "$", ""), ":")
	if !found {
		return a, false
	}
	top, left, ok := parseCell(first)
	if !ok {
		return a, false
	}
	bottom, right, ok := parseCell(last)
	if !ok {
		return a, false
	}
	return Area{min(top, bottom), min(left, right), max(top, bottom), max(left, right)}, true
}

// parseCell reads "F20".
func parseCell(s string) (row, column int, ok bool) {
	letters := strings.ToUpper(strings.TrimRight(s, "0123456789"))
	if letters == "" || len(letters) == len(s) {
		return 0, 0, false
	}
	column, err := ColumnOf(letters)
	if err != nil {
		return 0, 0, false
	}
	row, err = strconv.Atoi(s[len(letters):])
	return row, column, err == nil && row >= 1 && row <= WorkbookRows && column < limits.MaxColumns
}

// ParseReference reads what a name stands for, "'Wages 2024'!$A$1:$F$20" or, as OpenDocument
// has it, "$'Wages 2024'.$A$1:.$F$20"; separator stands between the sheet and the cells.
func ParseReference(s string, separator byte) (sheet string, a Area, ok bool) {
	s = strings.TrimPrefix(strings.TrimSpace(s), "$")
	if strings.HasPrefix(s, "'") {
		var name strings.Builder
		i := 1
		for ; i < len(s); i++ {
			if s[i] == '\'' {
				if i+1 == len(s) || s[i+1] != '\'' {
					break
				}
				i++
			}
			name.WriteByte(s[i])
		}
		sheet, s = name.String(), s[min(i+1, len(s)):]
		if s == "" || s[0] != separator {
			return "", a, false
		}
		s = s[1:]
	} else if sheet, s, ok = strings.Cut(s, string(separator)); !ok {
		return "", a, false
	}
	if separator == '.' {
		if first, last, found := strings.Cut(s, ":"); found {
			if at := strings.LastIndexByte(last, '.'); at >= 0 { // the second corner may name the sheet again
				last = last[at+1:]
			}
			s = first + ":" + last
		}
	}
	a, ok = ParseArea(s)
	return sheet, a, ok && sheet != ""
}

// ColumnOf returns the column, from 0, of an address such as "AB12".
func ColumnOf[T string | []byte](address T) (int, error) {
	n := 0
	for i := range len(address) {
		c := address[i]
		if '0' <= c && c <= '9' && i > 0 {
			break
		}
		if n = 26*n + int(c-'A') + 1; c < 'A' || c > 'Z' || n > limits.MaxColumns {
			return 0, message.Errorf("%q is not the address of a cell", address)
		}
	}
	return n - 1, nil
}

// InRow tells whether an address, which can be the letters of a column only, is one of a row.
func InRow[T string | []byte](address T, row int) bool {
	digits := strings.TrimLeft(string(address), "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	n, err := strconv.Atoi(digits)
	return digits == "" || err == nil && n == row
}
