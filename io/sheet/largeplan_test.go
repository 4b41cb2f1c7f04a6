package sheet

import (
	"archive/zip"
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"testing"
	"time"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/release"
	"steward/core/table"
)

// largePlan publishes five columns of the large files: a list of few values, whole numbers,
// numbers in ranges, days in years and truths.
func largePlan(b *testing.B, town, age, score, since, member domain.AttributeName) *plan.Compiled {
	b.Helper()
	towns := make([]string, 100)
	for i := range towns {
		towns[i] = fmt.Sprint("Town of ", i)
	}
	lo, hi := int64(0), int64(99)
	return compiled(b, []plan.Column{
		{Name: town, Kind: domain.List, Values: towns, Other: plan.Special{Rule: domain.OwnCell}},
		{Name: age, Kind: domain.Whole, Lowest: &lo, Highest: &hi},
		{Name: score, Kind: domain.Ranges, Ranges: []plan.Range{{From: "0", To: "100", Label: "low"}, {From: "100", To: "", Label: "high"}}},
		{Name: since, Kind: domain.Periods, Dates: &plan.Dates{Period: domain.Years, Order: domain.YearFirst, First: "1980-01-01", Last: "2030-12-31"}},
		{Name: member, Kind: domain.List, Values: []string{"TRUE", "FALSE"}},
	})
}

// compiled is the plan of tables of single columns.
func compiled(b *testing.B, columns []plan.Column) *plan.Compiled {
	b.Helper()
	p := plan.Plan{Version: plan.Version, DataSet: "large", Budget: plan.Budget{Epsilon: "1"}}
	for i, c := range columns {
		c.Origin = domain.Typed
		p.Columns = append(p.Columns, c)
		p.Questions = append(p.Questions, plan.Question{ID: fmt.Sprint("q", i), Title: string(c.Name), Kind: "table", Columns: []domain.AttributeName{c.Name}})
	}
	out, err := plan.Compile(p)
	if err != nil {
		b.Fatal(err)
	}
	return out
}

// countedRecords has a plan count a sheet.
func countedRecords(p *plan.Compiled, s table.Source) (int64, error) {
	var n int64
	_, err := release.FromRows(s).Read(context.Background(), p, release.Visit{
		Cell:     func(_ []int, records int64) error { n += records; return nil },
		Unread:   func(_ int64, why error) error { return why },
		Progress: func(int64) {},
	})
	return n, err
}

// writeWide writes a workbook with a column of long texts, all different, beside three others.
func writeWide(path string, rows int) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	z := zip.NewWriter(f)
	if err := writeLargeParts(z); err != nil {
		return err
	}
	const towns = 200
	seed := uint64(1)
	draw := func(n uint64) uint64 {
		seed = seed*6364136223846793005 + 1442695040888963407
		return seed >> 33 % n
	}
	w, err := z.Create("xl/sharedStrings.xml")
	if err != nil {
		return err
	}
	b := bufio.NewWriterSize(w, 1<<16)
	fmt.Fprint(b, `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>id</t></si><si><t>town</t></si><si><t>remark</t></si><si><t>age</t></si>`)
	const named = 4
	for i := range towns {
		fmt.Fprintf(b, "<si><t>Town of %d</t></si>", i)
	}
	for i := range rows {
		fmt.Fprintf(b, "<si><t>remark %d:", i)
		for range 25 {
			fmt.Fprintf(b, " w%d", draw(1_000_000))
		}
		fmt.Fprint(b, "</t></si>")
	}
	fmt.Fprint(b, "</sst>")
	if err := b.Flush(); err != nil {
		return err
	}
	if w, err = z.Create("xl/worksheets/sheet1.xml"); err != nil {
		return err
	}
	b = bufio.NewWriterSize(w, 1<<16)
	fmt.Fprint(b, `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c></row>`)
	for i := range rows {
		r := i + 2
		fmt.Fprintf(b, `<row r="%d"><c r="A%d"><v>%d</v></c><c r="B%d" t="s"><v>%d</v></c><c r="C%d" t="s"><v>%d</v></c><c r="D%d"><v>%d</v></c></row>`,
			r, r, i, r, named+draw(towns), r, named+towns+i, r, draw(100))
	}
	fmt.Fprint(b, "</sheetData></worksheet>")
	if err := b.Flush(); err != nil {
		return err
	}
	return z.Close()
}

// BenchmarkLargeMemory reads a workbook of -largerows rows with a column of long texts that nobody
// chose, and tells how many bytes are alive at most: with a plan of the two columns beside it that
// reads by columns and by rows, and with an inspection.
func BenchmarkLargeMemory(b *testing.B) {
	path := filepath.Join(b.TempDir(), "wide.xlsx")
	if err := writeWide(path, *largeRows); err != nil {
		b.Fatal(err)
	}
	lo, hi := int64(0), int64(99)
	p := compiled(b, []plan.Column{
		{Name: "town", Kind: domain.List, Values: []string{"Town of 1", "Town of 2"}, Other: plan.Special{Rule: domain.OwnCell}},
		{Name: "age", Kind: domain.Whole, Lowest: &lo, Highest: &hi},
	})
	for _, c := range []struct {
		name string
		read func(*Sheet) (int64, error)
	}{
		{"opened", func(*Sheet) (int64, error) { return int64(*largeRows), nil }},
		{"counted", func(s *Sheet) (int64, error) { return countedRecords(p, s) }},
		{"counted-by-row", func(s *Sheet) (int64, error) { return countedRecords(p, byRow{s}) }},
		{"inspect", func(s *Sheet) (int64, error) {
			in, err := Inspect(context.Background(), s, InspectOptions{})
			if err != nil {
				return 0, err
			}
			return int64(in.Rows), nil
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				most := liveBytes(func() {
					if err := withSheet(path, func(s *Sheet) error {
						if n, err := c.read(s); err != nil || n != int64(*largeRows) {
							return fmt.Errorf("%d records, %v", n, err)
						}
						return nil
					}); err != nil {
						b.Fatal(err)
					}
				})
				b.ReportMetric(float64(most)/1e6, "live-MB")
			}
		})
	}
}

// liveBytes returns how many bytes were alive at most, as the garbage collector found them, which
// is made to look often.
func liveBytes(do func()) uint64 {
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	before, most := m.HeapAlloc, uint64(0)
	var done atomic.Bool
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for !done.Load() {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapAlloc) // at most a tenth more than is alive
			time.Sleep(2 * time.Millisecond)
		}
	}()
	do()
	done.Store(true)
	<-ended
	return most - min(most, before)
}
