package export

import (
	"context"
	"io"
	"runtime"
	"strconv"
	"testing"

	"github.com/xuri/excelize/v2"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/result"
)

// longRelease returns a release with one table of so many times so many answers.
func longRelease(t testing.TB, rows, columns int64) *result.Release {
	t.Helper()
	refuse := plan.Special{Rule: domain.Refuse}
	p := plan.Plan{Version: plan.Version, DataSet: "Many", Budget: plan.Budget{Epsilon: "1"}}
	for name, n := range map[domain.AttributeName]int64{"down": rows, "across": columns} {
		p.Columns = append(p.Columns, plan.Column{Name: name, Kind: domain.Whole, Lowest: number(1), Highest: number(n), Origin: domain.Typed, Blank: refuse, Other: refuse})
	}
	p.Questions = []plan.Question{{ID: "many", Title: "Many", Kind: "table", Columns: []domain.AttributeName{"down", "across"}}}
	return releaseOf(t, p)
}

// heapWhile returns by how much the heap grows at most while something is written.
func heapWhile(write func(io.Writer) error) (most uint64, err error) {
	runtime.GC()
	var before, now runtime.MemStats
	runtime.ReadMemStats(&before)
	most = before.HeapAlloc
	err = write(writerFunc(func(p []byte) (int, error) {
		runtime.ReadMemStats(&now)
		most = max(most, now.HeapAlloc)
		return len(p), nil
	}))
	return most - before.HeapAlloc, err
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// However many answers there are, writing them takes no more memory than a few.
func TestLongTablesTakeLittleMemory(t *testing.T) {
	for _, format := range []struct {
		name  string
		write func(io.Writer, *result.Release) error
	}{
		{"workbook", func(w io.Writer, r *result.Release) error { return writeWorkbook(context.Background(), w, r) }},
		{"csv", func(w io.Writer, r *result.Release) error { return writeCSV(context.Background(), w, &r.Questions[0]) }},
		{"record", func(w io.Writer, r *result.Release) error { return writeRecord(w, r, map[string]string{}) }},
	} {
		r := longRelease(t, 400, 250)
		const most = 64 << 20 // the answers alone, held as cells or in the record, take more
		grown, err := heapWhile(func(w io.Writer) error { return format.write(w, r) })
		if err != nil || grown > most {
			t.Errorf("%s: 100,000 answers take %d MB more (%v)", format.name, grown>>20, err)
		}
	}
}

// BenchmarkMillion writes a million answers in every format, and beside them the same rows with
// nothing but excelize's stream.
func BenchmarkMillion(b *testing.B) {
	r := longRelease(b, 1000, 1000)
	for name, write := range map[string]func(io.Writer) error{
		"workbook": func(w io.Writer) error { return writeWorkbook(context.Background(), w, r) },
		"csv":      func(w io.Writer) error { return writeCSV(context.Background(), w, &r.Questions[0]) },
		"record":   func(w io.Writer) error { return writeRecord(w, r, map[string]string{}) },
		"excelize": func(w io.Writer) error { return excelizeAlone(w, &r.Questions[0]) },
	} {
		b.Run(name, func(b *testing.B) {
			var size int64
			var most uint64
			for b.Loop() {
				size = 0
				grown, err := heapWhile(func(w io.Writer) error {
					return write(writerFunc(func(p []byte) (int, error) { size += int64(len(p)); return w.Write(p) }))
				})
				if err != nil {
					b.Fatal(err)
				}
				most = max(most, grown)
			}
			b.ReportMetric(float64(most)/1e6, "MB-heap")
			b.ReportMetric(float64(size)/1e6, "MB-file")
		})
	}
	dir := b.TempDir()
	b.Run("all", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			all(b, dir, "r"+strconv.Itoa(i), r)
		}
	})
}

// excelizeAlone writes the answers to a question with excelize's stream.
func excelizeAlone(out io.Writer, q *result.Question) error {
	f := excelize.NewFile()
	defer f.Close()
	w, err := f.NewStreamWriter("Sheet1")
	if err != nil {
		return err
	}
	for k := range q.Len() {
		key := q.Key(k)
		cell, err := excelize.CoordinatesToCellName(1, k+1)
		if err != nil {
			return err
		}
		if err := w.SetRow(cell, []any{key[0], key[1], q.Tidied[k], q.Unadjusted[k], q.Error[k], q.Unadjusted[k] - q.HalfWidth[k], q.Unadjusted[k] + q.HalfWidth[k], ""}); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Write(out)
}
