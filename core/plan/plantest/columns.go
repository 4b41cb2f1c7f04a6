package plantest

import (
	"fmt"
	"strconv"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/seeded"
	"steward/core/table"
)

// column is a column of the plan: whole numbers from 0, degrees, or labels, and perhaps a value for blanks, the
// last one.
type column struct {
	plan.Column
	declared int
	blank    bool
}

// size is how many values there are.
func (c column) size() int {
	if c.blank {
		return c.declared + 1
	}
	return c.declared
}

// cell is a value as it stands in a sheet.
func (c column) cell(v int) table.Cell {
	switch {
	case v == c.declared:
		return table.Cell{}
	case c.Kind == domain.Whole:
		return number(float64(v))
	case c.Kind == domain.Ranges:
		from, _ := strconv.ParseFloat(c.Column.Ranges[v].From, 64) // as written below
		return number(from + 0.5)
	}
	return table.Cell{Kind: table.Text, Text: c.label(v)}
}

func number(x float64) table.Cell {
	return table.Cell{Kind: table.Number, Text: strconv.FormatFloat(x, 'f', -1, 64), Number: x}
}

// label is a value as plans name it.
func (c column) label(v int) string {
	switch {
	case v == c.declared:
		return domain.BlankLabel
	case c.Kind == domain.Whole:
		return strconv.Itoa(v)
	case c.Kind == domain.Ranges:
		return c.Column.Ranges[v].Label
	}
	return c.Values[v]
}

// newColumn makes a column of so many values.
func newColumn(r *seeded.Source, name string, kind domain.Kind, declared int) column {
	c := column{declared: declared, Column: plan.Column{Name: domain.AttributeName(name), Kind: kind, Origin: domain.Typed,
		Blank: plan.Special{Rule: domain.Refuse}, Other: plan.Special{Rule: domain.Refuse}}}
	switch kind {
	case domain.Whole:
		low, high := int64(0), int64(declared-1)
		c.Lowest, c.Highest = &low, &high
	case domain.Ranges:
		for v := range declared {
			c.Column.Ranges = append(c.Column.Ranges, plan.Range{From: strconv.Itoa(v), To: strconv.Itoa(v + 1), Label: fmt.Sprint("from ", v)})
		}
	default:
		for v := range declared {
			c.Values = append(c.Values, string(rune('p'+v)))
		}
	}
	if r.IntN(5) == 0 {
		c.blank, c.Blank = true, plan.Special{Rule: domain.OwnCell}
	}
	return c
}
