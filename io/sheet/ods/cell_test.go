package ods

import (
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
