package grid

import (
	"strings"

	"steward/core/table"
	"steward/io/sheet/number"
)

// Truth is a cell that says yes or no.
func Truth(yes bool) table.Cell {
	if yes {
		return table.Cell{Kind: table.Bool, Text: "TRUE", Number: 1}
	}
	return table.Cell{Kind: table.Bool, Text: "FALSE"}
}

// Text is a cell with a trimmed text.
func Text(s string) table.Cell {
	if s == "" {
		return table.Cell{}
	}
	return table.Cell{Kind: table.Text, Text: s}
}

// Uncalculated is the cell of a formula whose result the file does not store: what the formula is
// by itself, or else an error, so that no record with one is taken for blank.
func Uncalculated(expression string) table.Cell {
	if c, ok := Literal(expression); ok {
		return c
	}
	return table.Cell{Kind: table.Error, Text: table.NotCalculated}
}

// Literal reads a formula, without the equals sign before it, that is nothing but a text, a number
// or a truth value. It errs on the side of not reading one: every other formula has to be
// calculated by the program that knows its functions.
func Literal(expression string) (table.Cell, bool) {
	s := strings.TrimSpace(expression)
	switch strings.ToUpper(s) {
	case "TRUE", "TRUE()":
		return Truth(true), true
	case "FALSE", "FALSE()":
		return Truth(false), true
	}
	if x, ok := number.Stored(s); ok && strings.Trim(s, "0123456789.") == "" {
		return number.Cell(x), true
	}
	inner, begins := strings.CutPrefix(s, `"`)
	inner, ends := strings.CutSuffix(inner, `"`)
	text := strings.ReplaceAll(inner, `""`, "\x00") // a quotation mark in a text is doubled
	if !begins || !ends || strings.Contains(text, `"`) {
		return table.Cell{}, false
	}
	text = strings.TrimSpace(strings.ReplaceAll(text, "\x00", `"`))
	return Text(text), text != ""
}
