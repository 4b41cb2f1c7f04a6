package sheet

import (
	"math"
	"strconv"
	"strings"

	"steward/core/table"
)

// cell reads the stored value of a cell by its type (ECMA-376 part 1, 18.18.11). It says
// what it found when that has no meaning. Of a formula the stored result counts.
func (b *workbook) cell(c cellXML) (_ table.Cell, found string) {
	if c.formula && !c.stored {
		return table.Cell{}, "found a formula whose result is not stored"
	}
	if c.value == "" {
		return table.Cell{}, ""
	}
	switch c.kind {
	case "s":
		i, err := strconv.Atoi(c.value)
		if err != nil || i < 0 || i >= len(b.shared) {
			return table.Cell{}, "found a reference to a text that is not there"
		}
		return texts(b.shared[i]), ""
	case "str":
		return texts(strings.TrimSpace(unescape(c.value))), ""
	case "inlineStr":
		return texts(c.value), ""
	case "b":
		switch c.value {
		case "1", "true":
			return truth(true), ""
		case "0", "false":
			return truth(false), ""
		}
		return table.Cell{}, "found " + quote(c.value) + " stored as true or false"
	case "e":
		return table.Cell{Kind: table.Error, Text: c.value}, ""
	case "d":
		if d, ok := isoDate(c.value); ok {
			return d, ""
		}
		return table.Cell{}, "found " + quote(c.value) + " stored as a date"
	case "", "n":
		x, ok := storedNumber(c.value)
		if !ok {
			return table.Cell{}, "found " + quote(c.value) + " stored as a number"
		}
		return b.number(x, c.style), ""
	}
	return table.Cell{}, "found a cell of the unknown type " + quote(c.kind)
}

func truth(yes bool) table.Cell {
	if yes {
		return table.Cell{Kind: table.Bool, Text: "TRUE", Number: 1}
	}
	return table.Cell{Kind: table.Bool, Text: "FALSE"}
}

// texts is a cell with a trimmed text.
func texts(s string) table.Cell {
	if s == "" {
		return table.Cell{}
	}
	return table.Cell{Kind: table.Text, Text: s}
}

// storedNumber reads an XML double, finite ones only.
func storedNumber(s string) (float64, bool) {
	if strings.Trim(s, "0123456789+-.eE") != "" {
		return 0, false
	}
	x, err := strconv.ParseFloat(s, 64)
	return x + 0, err == nil && !math.IsInf(x, 0) // -0 becomes 0
}

// number is a number, or a date when the cell's style shows one. Numbers are written with
// as few digits as tell them apart, for 5.1 is stored as 5.0999999999999996.
func (b *workbook) number(x float64, style int) table.Cell {
	if style >= 0 && style < len(b.styles) && b.styles[style] != notDate {
		if d, ok := serialDate(x, b.styles[style], b.day1904); ok {
			return d
		}
	}
	return plainNumber(x)
}

func plainNumber(x float64) table.Cell {
	return table.Cell{Kind: table.Number, Text: strconv.FormatFloat(x, 'f', -1, 64), Number: x}
}
