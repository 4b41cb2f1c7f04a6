package export

import (
	"bytes"
	"context"
	"encoding/csv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/result"
)

// madeUp returns a release with made-up records of a plan with hostile labels.
func madeUp(t testing.TB) *result.Release {
	t.Helper()
	p := smallPlan()
	p.Columns[1].Values = []string{"=HYPERLINK(1)", "'quoted", "+4"}
	p.Impossible = nil
	p.Synthetic = []plan.Synthetic{{ID: "people", Title: "=Made up", Columns: []domain.AttributeName{"age", "town"}}}
	r := releaseOf(t, p)
	c, err := plan.Compile(p)
	if err != nil {
		t.Fatal(err)
	}
	s := result.Synthetic{Asked: p.Synthetic[0], Made: result.Made{Mechanism: result.Mechanism{ID: "graphical-model", Name: message.Verbatim("Tables and a graphical model")}, Epsilon: "0.1", Effective: "0.1", Says: message.Names([]string{"=Every record is made up."})}, Count: 12, People: 1000}
	for _, a := range c.Synthetic[0].Sheet.Domain().Attributes() {
		s.Columns = append(s.Columns, result.NewSyntheticColumn(a))
	}
	for i := range int32(12) {
		s.Records = [][]int32{append(first(s.Records, 0), i/3), append(first(s.Records, 1), i%3)}
	}
	if s.Digest, err = s.ComputeDigest(); err != nil {
		t.Fatal(err)
	}
	r.Synthetic = []result.Synthetic{s}
	return r
}

func first(lists [][]int32, i int) []int32 {
	if len(lists) <= i {
		return nil
	}
	return lists[i]
}

// TestRecordsAreWhatTheDigestSays reads made-up records back from the table and the workbook, and compares
// their digest; no label is a formula.
func TestRecordsAreWhatTheDigestSays(t *testing.T) {
	r := madeUp(t)
	s := &r.Synthetic[0]
	digest := func(rows [][]string) string {
		got, err := result.RecordsDigest(rows[0], func(yield func([]string, error) bool) {
			for _, row := range rows[1:] {
				if !yield(row, nil) {
					return
				}
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	var table bytes.Buffer
	if err := (made{Synthetic: s}).writeCSV(context.Background(), &table); err != nil {
		t.Fatal(err)
	}
	text := strings.TrimPrefix(table.String(), "\uFEFF")
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 13 || digest(rows) != s.Digest || strings.Contains(text, "\n=") || strings.Contains(text, ",=") || !strings.Contains(text, "'=HYPERLINK(1)") {
		t.Errorf("%d rows of another digest, or a formula:\n%s", len(rows), text)
	}
	var book bytes.Buffer
	if err := writeWorkbook(context.Background(), &book, r); err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(&book)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	name := f.GetSheetList()[0]
	for _, sheet := range f.GetSheetList() {
		if strings.HasSuffix(sheet, "=Made up") {
			name = sheet
		}
	}
	if rows, err = f.GetRows(name); err != nil || len(rows) != 13 || digest(rows) != s.Digest {
		t.Errorf("sheet %q: %d rows of another digest: %v", name, len(rows), err)
	}
	if formula, err := f.GetCellFormula(name, "B2"); err != nil || formula != "" {
		t.Errorf("a formula: %q, %v", formula, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := (made{Synthetic: s}).writeCSV(ctx, &table); err == nil {
		t.Error("written though it was cancelled")
	}
}
