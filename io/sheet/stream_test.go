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
	"testing/synctest"
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

// TestRowsTakeBoundedMemory reads 100,000 rows, which take 2 MB as text.
func TestRowsTakeBoundedMemory(t *testing.T) {
	const rows = 100_000
	for name, s := range sources(t, rows) {
		t.Run(name, func(t *testing.T) { takesBoundedMemory(t, s, rows) })
	}
}

// takesBoundedMemory reads a sheet of so many rows and looks four times at what is alive, whenever all that reads
// ahead has come to rest: what is held beside the file's own bytes is far below that of all rows, and as much after
// many rows as after few. How busy the machine is does not matter to it.
func takesBoundedMemory(t *testing.T, s *Sheet, rows int) {
	t.Helper()
	const most, more = 2 << 20, 1 << 17
	synctest.Test(t, func(t *testing.T) {
		before, first, seen := live(), uint64(0), 0
		for _, err := range s.Rows(context.Background()) {
			if err != nil {
				t.Fatal(err)
			}
			if seen++; seen%(rows/4) != 0 {
				continue
			}
			now := live()
			if first == 0 {
				first = now
			}
			if now > before+most || now > first+more {
				t.Errorf("%d bytes are live after %d rows, %d before the first and %d after %d rows", now, seen, before, first, rows/4)
			}
		}
		if seen != rows {
			t.Errorf("read %d rows, want %d", seen, rows)
		}
		runtime.KeepAlive(s)
	})
}

// live returns how many bytes the garbage collector finds alive once all other goroutines of the bubble wait,
// without what pools kept from before.
func live() uint64 {
	synctest.Wait()
	runtime.GC()
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

// TestStopsOnTheWayToASheet cancels while what stands before the rows is unpacked.
func TestStopsOnTheWayToASheet(t *testing.T) {
	before := strings.Repeat("<x></x>", 1<<17)
	row := `<row r="2"><c><v>1</v></c></row>`
	far := odsContent(strings.Repeat("<x></x>", 1<<17) + odsTable(odsString("<text:p>x</text:p>")))
	for name, data := range map[string][]byte{
		"a.xlsx": zipped(t, bookParts("<worksheet>"+before+"<sheetData>"+named+row+"</sheetData></worksheet>")),
		"a.ods":  odsFile(t, far),
	} {
		f := openBytes(t, name, data)
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		_, err := f.Sheet(ctx, Options{HeaderRow: 1})
		wantFault(t, err, name, "stopped")
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%v does not wrap context.Canceled", err)
		}
		if _, err = f.Top(ctx, Options{}, 3); !errors.Is(err, context.Canceled) {
			t.Errorf("Top: %v", err)
		}
		s, err := f.Sheet(context.Background(), Options{HeaderRow: 1})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Inspect(ctx, s, InspectOptions{}); !errors.Is(err, context.Canceled) {
			t.Errorf("Inspect: %v", err)
		}
	}
}

// TestLargeSheet reads a sheet that is large enough to be read in batches: to its end, up to a
// row, up to a fault, and until it is stopped.
func TestLargeSheet(t *testing.T) {
	const rows = 50_200 // somewhat above manyBytes
	var sheet strings.Builder
	sheet.WriteString(`<worksheet><sheetData>` + named)
	for i := range rows {
		fmt.Fprintf(&sheet, `<row r="%d"><c r="A%d" t="str"><v>person %d</v></c><c r="B%d" s="1"><v>0.%d1</v></c></row>`, i+2, i+2, i, i+2, i)
	}
	end := `</sheetData><mergeCells><mergeCell ref="A3:A4"/></mergeCells></worksheet>`
	if sheet.Len() < manyBytes {
		t.Fatalf("the sheet has %d bytes, and %d are needed", sheet.Len(), manyBytes)
	}
	parts := bookParts(sheet.String() + end)
	parts["xl/styles.xml"] = `<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="9"/></cellXfs></styleSheet>`
	s := sheetOf(t, "a.xlsx", zipped(t, parts), Options{})
	in := inspect(t, s)
	if in.Rows != rows || len(in.Notes) != 2 || in.Notes[0].Address.String() != "A3:A4" || !strings.HasPrefix(in.Notes[1].Found.String(), fmt.Sprint(rows)) {
		t.Errorf("%d rows, notes %+v", in.Rows, in.Notes)
	}
	seen := 0
	for row, err := range s.Rows(context.Background()) {
		if err != nil || row.Number != seen+2 || row.Cells[0].Text != fmt.Sprint("person ", seen) {
			t.Fatalf("row %d: %+v, %v", seen+2, row, err)
		}
		if seen++; seen == rows/2 {
			break
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	seen = 0
	var failed error
	for _, err := range s.Rows(ctx) {
		if failed = err; err != nil {
			break
		}
		if seen++; seen == 100 {
			cancel()
		}
	}
	if seen != 100 || !errors.Is(failed, context.Canceled) {
		t.Errorf("%d rows and %v after stopping at 100", seen, failed)
	}
	parts["xl/worksheets/sheet1.xml"] = strings.Replace(sheet.String(), `<v>0.500001</v>`, `<v>x</v>`, 1) + end
	_, err := dump(sheetOf(t, "a.xlsx", zipped(t, parts), Options{}))
	wantFault(t, err, "B50002", `"x" stored as a number`)
}

// manyBytes is from how large a sheet, unpacked, a workbook is read in batches.
const manyBytes = 4 << 20
