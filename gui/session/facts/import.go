package facts

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/guide"
	"steward/core/limits"
	"steward/core/plan"
	"steward/core/spelling"
	"steward/core/table"
	"steward/gui/words"
	"steward/io/records"
)

// Read reads public numbers from a sheet: under the names of published columns the labels
// of values, an empty cell counting all of them, and in the last column how many people have
// them. It errors, naming the cell, on anything else.
func Read(ctx context.Context, path string, p plan.Plan) ([]constraint.Fact, error) {
	data, err := records.Open(ctx, path, plan.Data{})
	if err != nil {
		return nil, err
	}
	defer data.Close()
	columns, err := factColumns(data.Header(), p)
	if err != nil {
		return nil, words.Errorf("%s: %w", filepath.Base(path), err)
	}
	var rows []constraint.Row
	for row, err := range data.Rows(ctx) {
		if err != nil {
			return nil, err
		}
		if len(rows) == limits.MaxFactCells {
			return nil, words.Errorf("%s has more than %d numbers: use coarser values", filepath.Base(path), limits.MaxFactCells)
		}
		last := len(columns)
		count := row.Cells[last]
		if count.Kind != table.Number || count.Number != math.Trunc(count.Number) || count.Number < 0 || count.Number > limits.MaxFactCount {
			return nil, words.Errorf("%s, %s: found %q where a whole number of people is expected. Correct the sheet, or leave the row out", filepath.Base(path), data.Address(row.Number, last), count.Text)
		}
		r := constraint.Row{Count: int64(count.Number)}
		for _, c := range row.Cells[:last] {
			r.Labels = append(r.Labels, c.Text)
		}
		rows = append(rows, r)
	}
	title := spelling.After(filepath.Base(path))
	facts, err := constraint.FromRows(freeFactID(p), title, columns, rows)
	if err != nil {
		return nil, words.Errorf("%s: %w", filepath.Base(path), err)
	}
	return facts, nil
}

// factColumns returns the published columns that the header names before its last entry.
func factColumns(header []string, p plan.Plan) ([]domain.AttributeName, error) {
	if len(header) < 2 {
		return nil, words.Errorf("found %d column where names of published columns and, last, a number of people are expected", len(header))
	}
	var columns []domain.AttributeName
	published := p.ColumnNames()
	for _, h := range header[:len(header)-1] {
		if !slices.Contains(published, h) {
			return nil, words.Errorf("the column %q is not published, so nothing about it can be counted: name one of %s, or publish it in step %s", h, strings.Join(published, ", "), guide.Columns.Title())
		}
		columns = append(columns, domain.AttributeName(h))
	}
	return columns, nil
}

// freeFactID returns an id that no fact of the plan begins with.
func freeFactID(p plan.Plan) string {
	for n := 1; ; n++ {
		id := fmt.Sprintf("sheet%d", n)
		if !slices.ContainsFunc(p.Facts.Stated, func(f constraint.Fact) bool { return strings.HasPrefix(f.ID, id) }) {
			return id
		}
	}
}

// Import states the numbers of a sheet as known facts (ReadFacts).
func (s *Step) Import(path string) {
	p := s.of.Plan()
	var facts []constraint.Fact
	s.of.Run(guide.Facts, words.T("Reading %s", filepath.Base(path)), func(ctx context.Context) error {
		var err error
		facts, err = Read(ctx, path, p)
		return err
	}, func(err error) {
		if err == nil {
			s.of.Edit(func(p *plan.Plan) { p.Facts.Stated = append(p.Facts.Stated, facts...) })
		}
	})
}
