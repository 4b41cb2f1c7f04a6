package release

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/seeded"
	"steward/core/table"
)

// inColumns is a sheet that is kept in columns, but for those that nobody asks for.
type inColumns struct {
	*scattered
	kept  *table.Coded
	asked []int
}

func (s *inColumns) Coded(_ context.Context, columns []int, progress func(int)) (*table.Coded, error) {
	s.kept, s.asked = table.NewCoded(len(columns)), columns
	for i, row := range s.rows {
		for k, column := range columns {
			if c := row[column]; c.Kind == table.Number {
				s.kept.Column(k).AddNumber(c.Number)
			} else {
				s.kept.Column(k).Add(s.kept.Column(k).AddValue(c)) // each for itself: nobody may rely on their being told apart
			}
		}
		s.kept.End(i + 2)
		progress(i + 1)
	}
	return s.kept, nil
}

// TestColumnsCountAsRows reads made-up files by their columns and by their rows: the same records
// are counted, the same is told of rows and cells, and the same cells cannot be read, for the same reasons and in the same order.
func TestColumnsCountAsRows(t *testing.T) {
	seeded.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 3).Draw(t, "columns")
		p := plan.Plan{Version: plan.Version, DataSet: "scattered", Budget: plan.Budget{Epsilon: "1"}}
		data := &scattered{header: []string{"not asked for"}}
		for i := range n {
			c := anyColumn(t, i)
			p.Columns = append(p.Columns, c)
			data.header = append(data.header, string(c.Name))
			p.Questions = append(p.Questions, plan.Question{ID: fmt.Sprint("q", i), Title: string(c.Name), Kind: "table", Columns: []domain.AttributeName{c.Name}})
		}
		data.header = append(data.header, "beside")
		weighted, several := rapid.Bool().Draw(t, "weights"), rapid.Bool().Draw(t, "several rows")
		switch {
		case weighted:
			p.Weight = &plan.Weight{Column: "beside", Step: "0.5", Cap: "4"}
		case several:
			p.Rows = &plan.Rows{Person: "beside", AtMost: 100}
		}
		c, err := plan.Compile(p)
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(0, 40).Draw(t, "rows") {
			cells := make([]table.Cell, n+2)
			for i := range cells {
				cells[i] = anyCell(t)
			}
			data.rows = append(data.rows, cells)
		}
		read := func(s table.Source) (lines []string, totals Totals) {
			totals, err := FromRows(s).Read(context.Background(), c, Visit{
				Cell:     func(values []int, n int64) error { lines = append(lines, fmt.Sprint(values, n)); return nil },
				Unread:   func(n int64, why error) error { lines = append(lines, fmt.Sprint(n, why)); return nil },
				Progress: func(int64) {},
				Found: func(f Found) error {
					lines = append(lines, fmt.Sprint(f.Row, f.Column, f.What, f.Way, f.Cell.Kind, f.Cell.Text, f.Why))
					return nil
				},
			})
			if err != nil {
				t.Fatal(err)
			}
			if p.Rows != nil {
				slices.Sort(lines) // people come in no order
			}
			return lines, totals
		}
		columns := &inColumns{scattered: data}
		want, wantTotals := read(data)
		got, totals := read(columns)
		if !slices.Equal(got, want) || !reflect.DeepEqual(totals, wantTotals) {
			t.Fatalf("by columns %q, by rows %q", got, want)
		}
		if slices.Contains(columns.asked, 0) || slices.Contains(columns.asked, n+1) != (weighted || several) {
			t.Fatalf("columns %v are read", columns.asked)
		}
		if columns.kept.Records() != 0 {
			t.Fatal("what was read is still there")
		}
	})
}
