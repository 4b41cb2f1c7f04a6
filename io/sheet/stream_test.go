package sheet

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/metrics"
	"strings"
	"sync"
	"testing"
)

// sources are the same records in both formats.
func sources(t testing.TB, rows int) map[string]*Sheet {
	t.Helper()
	var text, book strings.Builder
	text.WriteString("name,age\n")
	for i := range rows {
		fmt.Fprintf(&text, "person %d,%d\n", i, i%90)
		fmt.Fprintf(&book, `<row><c t="inlineStr"><is><t>person %d</t></is></c><c><v>%d</v></c></row>`, i, i%90)
	}
	return map[string]*Sheet{
		"text":     sheetOf(t, "a.csv", []byte(text.String()), Options{}),
		"workbook": sheetOf(t, "a.xlsx", zipped(t, bookParts(sheetXML(named+book.String()))), Options{}),
	}
}

func TestRowsStopWithContext(t *testing.T) {
	for name, s := range sources(t, 1000) {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			rows, ended := 0, 0
			for row, err := range s.Rows(ctx) {
				if err != nil {
					ended++
					if !errors.Is(err, context.Canceled) || row.Number != 0 || row.Cells != nil {
						t.Errorf("row %v with error %v, want none with context.Canceled", row, err)
					}
					continue
				}
				if rows++; rows == 10 {
					cancel()
				}
			}
			if rows != 10 || ended != 1 {
				t.Errorf("%d rows and %d errors after stopping at 10", rows, ended)
			}
			if _, err := Inspect(ctx, s, InspectOptions{}); !errors.Is(err, context.Canceled) {
				t.Errorf("inspecting: %v, want context.Canceled", err)
			}
		})
	}
}

// TestRowsAreRepeatable reads a sheet twice, breaks off, and reads it in parallel.
func TestRowsAreRepeatable(t *testing.T) {
	for name, s := range sources(t, 300) {
		t.Run(name, func(t *testing.T) {
			want := mustDump(t, s)
			for range s.Rows(context.Background()) {
				break
			}
			equal(t, mustDump(t, s), want)
			var wg sync.WaitGroup
			for range 4 {
				wg.Go(func() {
					if got, err := dump(s); err != nil || got != want {
						t.Errorf("in parallel: %v, %d bytes instead of %d", err, len(got), len(want))
					}
				})
			}
			wg.Wait()
		})
	}
}

// TestRowsTakeBoundedMemory reads 100,000 rows and looks at the live heap on the way: what
// is held beside the file's own bytes stays far below their size (about 2 MB as text).
func TestRowsTakeBoundedMemory(t *testing.T) {
	const rows, mostLive = 100_000, 3 << 19
	for name, s := range sources(t, rows) {
		t.Run(name, func(t *testing.T) {
			before := live()
			seen := 0
			for _, err := range s.Rows(context.Background()) {
				if err != nil {
					t.Fatal(err)
				}
				if seen++; seen%25_000 == 0 {
					if now := live(); now > before+mostLive {
						t.Errorf("%d bytes more are live after %d rows, want less than %d", now-before, seen, mostLive)
					}
				}
			}
			if seen != rows {
				t.Errorf("read %d rows, want %d", seen, rows)
			}
			runtime.KeepAlive(s)
		})
	}
}

// live returns how many bytes the garbage collector finds alive: what was left behind before or is read
// ahead meanwhile does not count.
func live() uint64 {
	runtime.GC()
	found := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(found)
	return found[0].Value.Uint64()
}

func BenchmarkRows(b *testing.B) {
	for name, s := range sources(b, 10_000) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				for _, err := range s.Rows(context.Background()) {
					if err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
