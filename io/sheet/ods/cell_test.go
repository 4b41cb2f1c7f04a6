package ods

import (
	"math"
	"testing"

	"steward/core/table"
	"steward/io/sheet/serial"
)

// TestStoredDatesOfAllYears reads days that lie further apart than a time.Duration spans.
func TestStoredDatesOfAllYears(t *testing.T) {
	for text, number := range map[string]float64{"1900-01-01": 1, "2191-01-01": 106288, "2400-02-29": 182682, "9999-12-31": 2958465} {
		c, ok := serial.ISO(text)
		if want := (table.Cell{Kind: table.Date, Text: text, Number: number}); !ok || c != want {
			t.Errorf("%s: got %+v, %v, want %+v", text, c, ok, want)
		}
	}
	for text, number := range map[string]float64{"1899-12-31": 0, "1899-12-30": -1, "1899-12-31T12:00:00": 0.5} {
		c, ok := dayOf(text)
		if want := (table.Cell{Kind: table.Date, Text: text, Number: number}); !ok || c != want {
			t.Errorf("%s: got %+v, %v, want %+v", text, c, ok, want)
		}
	}
}

// FuzzStored reads what stands in attributes of cells: a day is a date, a duration a finite number.
func FuzzStored(f *testing.F) {
	for _, s := range []string{"1850-03-01T06:00:00Z", "9999-12-31", "-P1DT2H3M4.5S", "PT99999999999999999999H", "-0001-01-01", "10000-02-29"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, stored string) {
		if c, ok := dayOf(stored); ok && (c.Kind != table.Date || c.Text == "" || isFarDate(stored)) {
			t.Errorf("%q is the day %+v", stored, c)
		}
		if days, ok := duration(stored); ok && (math.IsInf(days, 0) || math.IsNaN(days)) {
			t.Errorf("%q takes %v days", stored, days)
		}
	})
}
