package export

import (
	"context"
	"io"
	"runtime"
	"runtime/metrics"
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
		p.Columns = append(p.Columns, plan.Column{Name: name, Kind: domain.Whole, Lowest: number(1), Highest: new(n), Origin: domain.Typed, Blank: refuse, Other: refuse})
	}
	p.Questions = []plan.Question{{ID: "many", Title: "Many", Kind: "table", Columns: []domain.AttributeName{"down", "across"}}}
	return releaseOf(t, p)
}

// live returns how many bytes the garbage collector finds alive, without what pools kept from before.
func live() uint64 {
	runtime.GC()
	runtime.GC()
	found := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(found)
	return found[0].Value.Uint64()
}

// liveWhile returns by how much what is alive grows at most while something is written, looking whenever so
// many bytes were.
func liveWhile(every int, write func(io.Writer) error) (most uint64, err error) {
	before, unseen := live(), 0
	most = before
	err = write(writerFunc(func(p []byte) (int, error) {
		if unseen += len(p); unseen >= every {
			most, unseen = max(most, live()), 0
		}
		return len(p), nil
	}))
	return most - before, err
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// However many answers there are, writing them takes no more memory than a few, but for the packed parts of a
// workbook: what is alive on the way does not grow with them, or as slowly as these. Nothing runs beside the
// writers, so that it is the same however busy the machine is.
func TestLongTablesTakeLittleMemory(t *testing.T) {
	for _, format := range []struct {
		name   string
		write  func(io.Writer, *result.Release) error
		answer int // the most bytes for each; held as cells, or as in the record, it takes more than twice as many
	}{
		{"workbook", func(w io.Writer, r *result.Release) error { return writeWorkbook(context.Background(), w, r) }, 150},
		{"csv", func(w io.Writer, r *result.Release) error {
			return (answered{Question: &r.Questions[0]}).writeCSV(context.Background(), w)
		}, 4},
		{"record", func(w io.Writer, r *result.Release) error { return writeRecord(w, r, map[string]string{}, nil) }, 4},
	} {
		var grown [2]int
		rows := [2]int64{20, 80}
		for i, n := range rows {
			r := longRelease(t, n, 125)
			most, err := liveWhile(1<<17, func(w io.Writer) error { return format.write(w, r) })
			if err != nil {
				t.Fatal(err)
			}
			grown[i] = int(most)
		}
		if more := int(rows[1]-rows[0]) * 125; grown[1]-grown[0] > format.answer*more || grown[0] > 4<<20 {
			t.Errorf("%s: %d bytes more are alive for %d answers, %d for %d more", format.name, grown[0], 125*rows[0], grown[1]-grown[0], more)
		}
	}
}

// BenchmarkMillion writes a million answers in every format, and beside them the same rows with
// nothing but excelize's stream.
func BenchmarkMillion(b *testing.B) {
	r := longRelease(b, 1000, 1000)
	for name, write := range map[string]func(io.Writer) error{
		"workbook": func(w io.Writer) error { return writeWorkbook(context.Background(), w, r) },
		"csv": func(w io.Writer) error {
			return (answered{Question: &r.Questions[0]}).writeCSV(context.Background(), w)
		},
		"record":   func(w io.Writer) error { return writeRecord(w, r, map[string]string{}, nil) },
		"excelize": func(w io.Writer) error { return excelizeAlone(w, &r.Questions[0]) },
	} {
		b.Run(name, func(b *testing.B) {
			var size int64
			var most uint64
			for b.Loop() {
				size = 0
				grown, err := liveWhile(1<<22, func(w io.Writer) error {
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
