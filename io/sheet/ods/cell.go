package ods

import (
	"math"
	"strconv"
	"strings"
	"time"

	"steward/core/message"
	"steward/core/table"
	"steward/io/sheet/grid"
	"steward/io/sheet/number"
	"steward/io/sheet/serial"
)

// odsCell is what a <table-cell> holds.
type odsCell struct {
	count      int // how often it is there, side by side
	rows       int // that it is merged over
	columns    int
	kind       string // the attribute value-type
	failed     bool   // its formula has an error for a result
	formula    bool
	expression string // what the formula says
	value      string // of the attribute that goes with the kind
	stored     bool   // there is such an attribute
	shown      string // the paragraphs, a line each
	text       bool   // there are paragraphs
	untyped    string // a value of which it is not said of what kind it is
}

// readCell reads a <table-cell> whose start was read.
func (s *scanner) readCell() (odsCell, error) {
	c := odsCell{count: 1, rows: 1, columns: 1}
	type stored struct{ name, value string }
	var few [8]stored
	values := few[:0] // that may hold the value: which one does is said by the kind
	for _, a := range s.xml.Attrs {
		var err error
		switch string(a.Name) {
		case "number-columns-repeated":
			c.count, err = repeated(string(a.Value))
		case "number-columns-spanned":
			c.columns, err = repeated(string(a.Value))
		case "number-rows-spanned":
			c.rows, err = repeated(string(a.Value))
		case "value-type": // a second one, of a program's own, says that there is an error
			if string(a.Value) == "error" {
				c.failed = true
			} else {
				c.kind = string(a.Value)
			}
		case "formula":
			c.formula = true
			var v []byte
			if v, err = s.xml.Resolve(a.Value); err == nil {
				_, c.expression, _ = strings.Cut(string(v), "=") // behind the name of its language
			}
		case "value", "boolean-value", "date-value", "time-value", "string-value":
			var v []byte
			if v, err = s.xml.Resolve(a.Value); err == nil {
				values = append(values, stored{string(a.Name), string(v)})
			}
		}
		if err != nil {
			return c, err
		}
	}
	for _, v := range values {
		if v.name == valueOf(c.kind) {
			c.value, c.stored = strings.TrimSpace(v.value), true
		} else if c.kind == "" && strings.TrimSpace(v.value) != "" {
			c.untyped = v.value
		}
	}
	err := s.readParagraphs(&c)
	return c, err
}

// valueOf names the attribute with the value of a kind of cell (part 3, 19.389).
func valueOf(kind string) string {
	switch kind {
	case "float", "percentage", "currency":
		return "value"
	case "boolean":
		return "boolean-value"
	case "date":
		return "date-value"
	case "time":
		return "time-value"
	case "string":
		return "string-value"
	}
	return ""
}

// cell reads the stored value. It errors when that has no meaning. Of a formula the stored result
// counts.
func (c odsCell) cell() (table.Cell, error) {
	text := strings.TrimSpace(c.shown)
	if text == "" || c.kind == "string" && c.stored {
		text = c.value
	}
	for _, code := range []string{strings.TrimSpace(c.shown), text} {
		if code != "" && c.failed || c.formula && isErrorCode(code) {
			return table.Cell{Kind: table.Error, Text: code}, nil
		}
	}
	if c.failed {
		return table.Cell{Kind: table.Error, Text: "#VALUE!"}, nil // the code is not told
	}
	if c.formula {
		if truth, ok := grid.Literal(c.expression); ok && truth.Kind == table.Bool {
			return truth, nil
		}
		if !c.calculated() {
			return grid.Uncalculated(c.expression), nil
		}
	}
	if truth, ok := c.truth(); ok {
		return truth, nil
	}
	switch c.kind {
	case "", "void":
		if text == "" && c.untyped != "" {
			return table.Cell{}, message.Errorf("found %s stored without saying what it is", grid.Quote(c.untyped))
		}
		return grid.Text(text), nil
	case "string":
		return grid.Text(text), nil
	case "float", "percentage", "currency":
		x, ok := number.Stored(c.value)
		if !ok {
			return table.Cell{}, message.Errorf("found %s stored as a number", grid.Quote(c.value))
		}
		return number.Cell(x), nil
	case "boolean":
		if c.value != "true" && c.value != "false" {
			return table.Cell{}, message.Errorf("found %s stored as true or false", grid.Quote(c.value))
		}
		return grid.Truth(c.value == "true"), nil
	case "date":
		d, ok := dayOf(c.value)
		if !ok && isFarDate(c.value) {
			return grid.Text(c.value), nil // found among the dates by an inspection
		}
		if !ok {
			return table.Cell{}, message.Errorf("found %s stored as a date", grid.Quote(c.value))
		}
		return d, nil
	case "time":
		days, ok := duration(c.value)
		if !ok {
			return table.Cell{}, message.Errorf("found %s stored as a time", grid.Quote(c.value))
		}
		if d, ok := serial.Date(days, serial.Elapsed, false); ok {
			return d, nil
		}
		return number.Cell(days), nil // of no clock, as in .xlsx files
	}
	return table.Cell{}, message.Errorf("found a cell of the unknown type %s", grid.Quote(c.kind))
}

// truth is the truth value that a cell shows and stores as the number 1 or 0, as Google Sheets does.
func (c odsCell) truth() (table.Cell, bool) {
	if c.kind != "float" {
		return table.Cell{}, false
	}
	x, ok := number.Stored(c.value)
	shown := strings.TrimSpace(c.shown)
	switch {
	case ok && x == 1 && shown == "TRUE", ok && x == 0 && shown == "FALSE":
		return grid.Truth(x == 1), true
	}
	return table.Cell{}, false
}

// calculated tells whether the result of a formula is stored: a value of its kind, which of a text
// may be empty, or what is shown. An empty text may be an empty paragraph alone, without a kind, as LibreOffice writes it.
func (c odsCell) calculated() bool {
	return c.value != "" || strings.TrimSpace(c.shown) != "" || c.kind == "string" && c.stored || (c.kind == "string" || c.kind == "") && c.text
}

// isErrorCode tells the results of formulas that failed. Some programs show the code and
// store 0, or a text.
func isErrorCode(s string) bool {
	switch s {
	case "#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!":
		return true
	}
	digits, ok := strings.CutPrefix(s, "Err:")
	return ok && len(digits) == 3 && strings.Trim(digits, "0123456789") == ""
}

// dayOf reads a day with or without a time of day. Days before 1900, which .xlsx files do
// not have, count backwards from its first.
func dayOf(s string) (table.Cell, bool) {
	s = strings.TrimSuffix(s, "Z")
	for _, layout := range []string{serial.DateLayout, serial.DateLayout + "T" + serial.ClockLayout} {
		t, err := time.Parse(layout, s)
		if err != nil {
			continue
		}
		if t.Year() >= 1900 {
			return serial.ISO(s)
		}
		if t.Year() < 1 {
			return table.Cell{}, false
		}
		c := table.Cell{Kind: table.Date, Text: t.Format(serial.DateLayout), Number: serial.Days(t) - 1}
		if midnight := t.Truncate(24 * time.Hour); !t.Equal(midnight) {
			c.Text += "T" + serial.Clock(t.Sub(midnight).Milliseconds())
		}
		return c, true
	}
	return table.Cell{}, false
}

// isFarDate tells days before the first year and after the year 9999, which no other program
// reads as days.
func isFarDate(s string) bool {
	rest, before := strings.CutPrefix(strings.TrimSuffix(s, "Z"), "-")
	digits, day, ok := strings.Cut(rest, "-")
	year, err := strconv.Atoi(digits)
	if !ok || err != nil || len(digits) < 4 || strings.Trim(digits, "0123456789") != "" || !before && 0 < year && year < 10_000 {
		return false
	}
	const cycle = 400 // years after which leap years come again
	_, ok = dayOf(strconv.Itoa(2000+year%cycle) + "-" + day)
	return ok
}

// duration reads a duration as "PT18H30M00.5S" in days (XML Schema part 2, 3.2.6). Months
// and years, which have no fixed length, are not read.
func duration(s string) (days float64, ok bool) {
	rest, negative := strings.CutPrefix(s, "-")
	if rest, ok = strings.CutPrefix(rest, "P"); !ok || rest == "" {
		return 0, false
	}
	date, clock, timed := strings.Cut(rest, "T")
	if timed && clock == "" {
		return 0, false
	}
	seconds := 0.0
	take := func(from, unit string, length float64) (string, bool) {
		digits, after, found := strings.Cut(from, unit)
		if !found {
			return from, true
		}
		x, err := strconv.ParseFloat(digits, 64)
		if err != nil || strings.Trim(digits, "0123456789.") != "" || unit != "S" && strings.Contains(digits, ".") {
			return from, false
		}
		seconds += x * length
		return after, true
	}
	if date, ok = take(date, "D", 24*60*60); !ok || date != "" {
		return 0, false
	}
	for _, part := range []struct {
		unit   string
		length float64
	}{{"H", 60 * 60}, {"M", 60}, {"S", 1}} {
		if clock, ok = take(clock, part.unit, part.length); !ok {
			return 0, false
		}
	}
	if days = seconds / (24 * 60 * 60); negative {
		days = -days
	}
	return days + 0, clock == "" && !math.IsInf(days, 0) // -0 becomes 0
}
