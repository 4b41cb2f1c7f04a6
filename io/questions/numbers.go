// Package questions reads off sheets what questions are asked with: the numbers that values stand for where they are added up, and the
// options that the best is chosen from. Window and command line read them. It imports core and io.
package questions

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/table"
	"steward/core/workload"
	"steward/io/records"
	"steward/io/sheet"
)

// ReadNumbers reads what the values of some columns stand for from a sheet: under headings that name
// the columns, a value of each and a number; an empty number says that it counts as none. It errors,
// naming the row, on anything else.
func ReadNumbers(ctx context.Context, path string, columns []plan.Column, of []domain.AttributeName) ([]plan.Number, error) {
	file, err := records.OpenFile(ctx, path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	rows, err := file.Top(ctx, sheet.Options{}, limits.MaxRuleRows+2)
	if err != nil {
		return nil, err
	}
	base := filepath.Base(path)
	switch {
	case len(rows) < 2:
		return nil, message.Errorf("%s has no numbers under its headings: give a value and its number on each row", base)
	case len(rows) > limits.MaxRuleRows+1:
		return nil, message.Errorf("%s has more than %d rows: use coarser values", base, limits.MaxRuleRows)
	}
	at, number, err := numberColumns(base, rows[0], of)
	if err != nil {
		return nil, err
	}
	attrs := make([]*domain.Attribute, len(of))
	for i, name := range of {
		k := slices.IndexFunc(columns, func(c plan.Column) bool { return c.Name == name })
		if k < 0 {
			return nil, message.Errorf("%q is not published: publish it first", name)
		}
		if attrs[i], err = columns[k].Attribute(); err != nil {
			return nil, err
		}
	}
	var out []plan.Number
	for _, row := range rows[1:] {
		text := func(i int) string {
			if i >= len(row.Cells) {
				return ""
			}
			return strings.TrimSpace(row.Cells[i].Text)
		}
		if !slices.ContainsFunc(row.Cells, func(c table.Cell) bool { return strings.TrimSpace(c.Text) != "" }) {
			continue
		}
		n := plan.Number{Number: text(number)}
		for i, a := range attrs {
			value := text(at[i])
			if _, ok := a.Find(value); !ok {
				return nil, message.Errorf("%s, row %d: %q is not a value of %q", base, row.Number, value, a.Name())
			}
			n.Values = append(n.Values, value)
		}
		if n.Number != "" {
			if _, err := workload.ParseNumber(n.Number); err != nil {
				return nil, message.Errorf("%s, row %d: %w", base, row.Number, err)
			}
		}
		out = append(out, n)
	}
	return out, nil
}

// numberColumns finds the columns of values by their headings, and that of the numbers, the first
// other one.
func numberColumns(base string, head table.Row, of []domain.AttributeName) (at []int, number int, err error) {
	find := func(name string) int {
		return slices.IndexFunc(head.Cells, func(c table.Cell) bool { return strings.EqualFold(strings.TrimSpace(c.Text), name) })
	}
	for _, name := range of {
		i := find(string(name))
		if i < 0 {
			return nil, 0, message.Errorf("%s has no column %q: its first row should be headings, %s and then number", base, name, listed(of))
		}
		at = append(at, i)
	}
	for i, c := range head.Cells {
		if strings.TrimSpace(c.Text) != "" && !slices.Contains(at, i) {
			return at, i, nil
		}
	}
	return nil, 0, message.Errorf("%s has no column of numbers beside %s", base, listed(of))
}

// listed names columns: "age and visits and region".
func listed(columns []domain.AttributeName) message.Text {
	return message.List(message.Names(domain.Texts(columns)), "%s and %s", "%s and %s")
}
