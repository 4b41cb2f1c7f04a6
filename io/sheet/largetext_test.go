package sheet

import (
	"bufio"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"steward/core/table"
)

// writeLargeText writes a text table of ten mixed columns: numbers of each row, few and many
// texts, some in quotation marks, whole and broken numbers, days, truths, codes and blanks.
func writeLargeText(path string, rows int) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	b := bufio.NewWriterSize(f, 1<<16)
	fmt.Fprintln(b, "id,town,street,age,wage,score,since,member,code,answer")
	seed := uint64(1)
	draw := func(n uint64) uint64 {
		seed = seed*6364136223846793005 + 1442695040888963407
		return seed >> 33 % n
	}
	for i := range rows {
		fmt.Fprintf(b, "%d,Town of %d,\"%d Long Street, No. %d\",%d,%d.%02d,%.4f,%d-%02d-%02d,%s,%05d,", 100_000+i, draw(200), draw(1000), draw(100), draw(100),
			draw(5000), draw(100), float64(draw(1_000_000))/997, 1950+draw(70), 1+draw(12), 1+draw(28), [2]string{"TRUE", "FALSE"}[draw(2)], draw(1000))
		if draw(4) > 0 {
			fmt.Fprint(b, draw(7))
		}
		fmt.Fprintln(b)
	}
	if err := b.Flush(); err != nil {
		return err
	}
	return f.Close()
}

// BenchmarkLargeText reads a text table of -largerows rows: the file alone, with a visit to
// each cell, with a plan of five columns that counts the records, with an inspection, and with
// encoding/csv, which leaves texts, and with the numbers of these.
func BenchmarkLargeText(b *testing.B) {
	path := filepath.Join(b.TempDir(), "large.csv")
	if err := writeLargeText(path, *largeRows); err != nil {
		b.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	run := func(name string, read func() (int, error)) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(info.Size())
			b.ReportAllocs()
			begun := worked()
			for b.Loop() {
				if rows, err := read(); err != nil || rows != *largeRows {
					b.Fatalf("%d rows, %v; want %d", rows, err, *largeRows)
				}
			}
			b.ReportMetric((worked()-begun).Seconds()/float64(b.N), "cpu-s/op")
		})
	}
	run("disk", func() (int, error) {
		f, err := os.Open(path)
		if err != nil {
			return 0, err
		}
		defer f.Close()
		_, err = io.Copy(io.Discard, struct{ io.Reader }{f})
		return *largeRows, err
	})
	run("rows", func() (int, error) { return eachRow(path, func(table.Row) {}) })
	p := largePlan(b, "town", "age", "score", "since", "member")
	run("counted", func() (rows int, err error) {
		err = withSheet(path, func(s *Sheet) error {
			n, err := countedRecords(p, s)
			rows = int(n)
			return err
		})
		return rows, err
	})
	run("inspect", func() (int, error) {
		rows := 0
		err := withSheet(path, func(s *Sheet) error {
			in, err := Inspect(context.Background(), s, InspectOptions{})
			if err == nil {
				rows = in.Rows
			}
			return err
		})
		return rows, err
	})
	run("encoding-csv", func() (int, error) { return standardRows(path, func(string) {}) })
	run("encoding-csv-numbers", func() (int, error) {
		sum := 0.0
		return standardRows(path, func(field string) {
			if x, err := strconv.ParseFloat(field, 64); err == nil {
				sum += x
			}
		})
	})
}

func withSheet(path string, use func(*Sheet) error) error {
	f, err := Open(context.Background(), path)
	if err != nil {
		return err
	}
	defer f.Close()
	s, err := f.Sheet(context.Background(), Options{})
	if err != nil {
		return err
	}
	return use(s)
}

func eachRow(path string, visit func(table.Row)) (rows int, err error) {
	err = withSheet(path, func(s *Sheet) error {
		for row, err := range s.Rows(context.Background()) {
			if err != nil {
				return err
			}
			rows++
			visit(row)
		}
		return nil
	})
	return rows, err
}

// standardRows reads with encoding/csv as fast as it goes.
func standardRows(path string, visit func(string)) (int, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	r := csv.NewReader(bufio.NewReaderSize(f, 1<<16))
	r.ReuseRecord = true
	for rows := -1; ; rows++ {
		fields, err := r.Read()
		if err == io.EOF {
			return rows, nil
		}
		if err != nil {
			return rows, err
		}
		for _, field := range fields {
			visit(field)
		}
	}
}
