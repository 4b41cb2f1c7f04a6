package sheet

import (
	"fmt"
	"strconv"
	"strings"

	"steward/core/limits"
)

// RangeKind says what a RangeInfo is.
type RangeKind uint8

// The kinds of range.
const (
	TableRange RangeKind = iota + 1 // what spreadsheet programs call a table or a database range
	NamedRange
)

// String returns the kind as a word for messages.
func (k RangeKind) String() string {
	switch k {
	case TableRange:
		return "table"
	case NamedRange:
		return "named range"
	}
	return fmt.Sprintf("range of kind %d", uint8(k))
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

	area area
}

// area is a rectangle of cells, its ends included. Rows count from 1, columns from 0.
type area struct{ top, left, bottom, right int }

func (a area) String() string {
	return columnLetters(a.left) + strconv.Itoa(a.top) + ":" + columnLetters(a.right) + strconv.Itoa(a.bottom)
}

// parseArea reads "A3:F20" or "$A$3:$F$20", the corners in any order; ok is false for
// anything else, single cells and whole columns included.
func parseArea(s string) (a area, ok bool) {
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
	return area{min(top, bottom), min(left, right), max(top, bottom), max(left, right)}, true
}

// parseCell reads "F20".
func parseCell(s string) (row, column int, ok bool) {
	letters := strings.ToUpper(strings.TrimRight(s, "0123456789"))
	if letters == "" || len(letters) == len(s) {
		return 0, 0, false
	}
	column, err := columnOf(letters)
	if err != nil {
		return 0, 0, false
	}
	row, err = strconv.Atoi(s[len(letters):])
	return row, column, err == nil && row >= 1 && row <= workbookRows && column < limits.MaxColumns
}

// parseReference reads what a name stands for, "'Wages 2024'!$A$1:$F$20" or, as OpenDocument
// has it, "$'Wages 2024'.$A$1:.$F$20"; separator stands between the sheet and the cells.
func parseReference(s string, separator byte) (sheet string, a area, ok bool) {
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
	a, ok = parseArea(s)
	return sheet, a, ok && sheet != ""
}

// ranger is a format that has names for parts of its sheets.
type ranger interface{ ranges() []RangeInfo }

// Ranges lists the tables and named ranges of a workbook that lie on a sheet of it and have
// two rows or more. A text table has none.
func (f *File) Ranges() []RangeInfo {
	if r, ok := f.format.(ranger); ok {
		return r.ranges()
	}
	return nil
}

// findRange returns the range that Options.Range names: a table, a named range, or an area of
// the sheet such as "A3:F20".
func (f *File) findRange(opts Options) (RangeInfo, error) {
	var names []string
	for _, r := range f.Ranges() {
		if strings.EqualFold(r.Name, opts.Range) && (opts.Sheet == "" || opts.Sheet == r.Sheet) {
			return r, nil
		}
		names = append(names, quote(r.Name))
	}
	if _, text := f.format.(textFile); !text {
		if a, ok := parseArea(opts.Range); ok {
			return RangeInfo{Name: opts.Range, Sheet: opts.Sheet, Area: a.String(), area: a}, nil
		}
	}
	remedy := "leave it out: there is none in the file"
	if len(names) > 0 {
		remedy = "choose among " + enumerate(names)
	}
	return RangeInfo{}, &Fault{f.source.name, "there is no table and no named range " + quote(opts.Range) + " in it", remedy, nil}
}
