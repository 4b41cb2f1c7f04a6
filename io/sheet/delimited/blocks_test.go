package delimited

import (
	"context"
	"encoding/csv"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"steward/io/sheet/format"
	"steward/io/sheet/grid"
	"steward/io/sheet/sheettest"
)

// longTable writes a table of many blocks with fields of all lengths, in quotation marks or
// not, with line ends and delimiters within; some are longer than a block.
func longTable(crlf bool) (string, [][]string) {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.UseCRLF = crlf
	var want [][]string
	x := uint64(7)
	draw := func(n int) int {
		x = 6364136223846793005*x + 1442695040888963407
		return int(x>>33) % n
	}
	for i := range 6000 {
		record := []string{fmt.Sprint("r", i), strings.Repeat("x", draw(40)), "plain", strings.Repeat("a,\"\n", draw(9))}
		if i%500 == 250 {
			record[3] = strings.Repeat("line\n\"quoted\", and so on\n", 1+draw(2*textBlockBytes/25))
		}
		for j, f := range record {
			record[j] = strings.TrimSpace(f)
		}
		want = append(want, record)
	}
	if err := w.WriteAll(want); err != nil {
		panic(err)
	}
	return b.String(), want
}

func TestTextBlocks(t *testing.T) {
	for _, crlf := range []bool{false, true} {
		text, want := longTable(crlf)
		if len(text) < 20*textBlockBytes {
			t.Fatalf("%d bytes are too few blocks", len(text))
		}
		g, err := File{source: sheettest.Memory("a.csv", []byte(text)), head: []byte(text[:format.SampleBytes])}.Grid(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		line, n := 1, 0
		whole, err := grid.Walk(context.Background(), g, func(r grid.Record) (bool, error) {
			for i, c := range r.Cells {
				if c.Text != want[n][i] {
					t.Fatalf("record %d, field %d: %d bytes instead of %d", n, i, len(c.Text), len(want[n][i]))
				}
			}
			if r.Number != line || len(r.Cells) != len(want[n]) {
				t.Fatalf("record %d has %d cells and begins on line %d, want %d and line %d", n, len(r.Cells), r.Number, len(want[n]), line)
			}
			line += 1 + strings.Count(strings.Join(want[n], ""), "\n")
			n++
			return true, nil
		})
		if err != nil || !whole || n != len(want) {
			t.Errorf("%d records, whole %v, %v; want %d", n, whole, err, len(want))
		}
	}
}

// TestTextReadersEnd breaks off reading at many places: no goroutine stays behind, or the bubble would be
// waiting for it.
func TestTextReadersEnd(t *testing.T) {
	text, _ := longTable(false)
	for stop := range 60 {
		synctest.Test(t, func(t *testing.T) {
			n := 0
			g, err := File{source: sheettest.Memory("a.csv", []byte(text)), head: []byte(text[:format.SampleBytes])}.Grid(t.Context(), "")
			if err != nil {
				t.Fatal(err)
			}
			if _, err := grid.Walk(context.Background(), g, func(grid.Record) (bool, error) { n++; return n < stop*50, nil }); err != nil {
				t.Fatal(err)
			}
		})
	}
}
