package table

import (
	"fmt"
	"testing"
)

// TestCodedColumn gives columns cells of all kinds in several orders and asks for each again.
func TestCodedColumn(t *testing.T) {
	text := func(s string) Cell { return Cell{Kind: Text, Text: s} }
	for name, cellOf := range map[string]func(i int) Cell{
		"numbers":           func(i int) Cell { return ShortNumber(float64(i) / 8) },
		"texts":             func(i int) Cell { return text(fmt.Sprint("v", i%1000)) },
		"numbers at last":   func(i int) Cell { return []Cell{{}, ShortNumber(7)}[min(i/70_000, 1)] },
		"texts at last":     func(i int) Cell { return []Cell{ShortNumber(-2.5), text("x")}[min(i/70_000, 1)] },
		"by turns":          func(i int) Cell { return []Cell{ShortNumber(0), text("x"), {}}[i%3] },
		"a number for once": func(i int) Cell { return []Cell{text("x"), ShortNumber(1e300)}[max(0, 1-max(i-5, 5-i))] },
	} {
		t.Run(name, func(t *testing.T) {
			const records = 140_000
			c := NewCoded(1)
			codes := make(map[Cell]uint32)
			rowOf := func(i int) int { return i + 2 + i/50_000*3 }
			for i := range records {
				cell, column := cellOf(i), c.Column(0)
				if cell.Kind == Number {
					column.AddNumber(cell.Number)
				} else {
					code, ok := codes[cell]
					if !ok {
						code = column.AddValue(cell)
						codes[cell] = code
					}
					column.Add(code)
				}
				c.End(rowOf(i))
			}
			if c.Records() != records || len(c.Column(0).Values()) != len(codes) {
				t.Fatalf("%d records with %d values, want %d with %d", c.Records(), len(c.Column(0).Values()), records, len(codes))
			}
			for i := range records {
				if got := c.Column(0).Cell(i); got != cellOf(i) || c.Row(i) != rowOf(i) {
					t.Fatalf("record %d is %+v in row %d, want %+v in row %d", i, got, c.Row(i), cellOf(i), rowOf(i))
				}
			}
			if len(c.runs) != 3 {
				t.Errorf("%d runs of rows, want 3", len(c.runs))
			}
			if said := fmt.Sprintf("%v %+v %s", c, c, c); said != fmt.Sprintf("%[1]s %[1]s %[1]s", "columns, which are not printed") {
				t.Errorf("printed as %s", said)
			}
			kept := append(c.Column(0).numbers.full, c.Column(0).numbers.last)
			if c.Wipe(); c.Records() != 0 {
				t.Error("there are records after wiping")
			}
			for _, p := range kept {
				for _, x := range p {
					if x != 0 {
						t.Fatal("a number is left after wiping")
					}
				}
			}
		})
	}
}
