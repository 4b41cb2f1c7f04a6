package plan

import (
	"math"
	"slices"

	"steward/core/domain"
	"steward/core/limits"
)

// Regular returns how many values a column declares, 0 while it has none.
func (col Column) Regular() int {
	switch {
	case col.Kind == domain.Whole && col.Lowest != nil && col.Highest != nil && *col.Highest >= *col.Lowest:
		if span := uint64(*col.Highest) - uint64(*col.Lowest); span < math.MaxInt {
			return int(span) + 1
		}
		return math.MaxInt
	case col.Kind == domain.Ranges:
		return len(col.Ranges)
	case col.Kind.OfNames():
		return len(col.Values)
	case col.Kind == domain.Periods:
		if a := col.Calendar(); a != nil {
			return a.Regular()
		}
	}
	return 0
}

// ColumnNames returns the names of the published columns.
func (p Plan) ColumnNames() []string {
	out := make([]string, len(p.Columns))
	for i, c := range p.Columns {
		out[i] = string(c.Name)
	}
	return out
}

// As returns the declaration for another column, which keeps what it is called.
func (col Column) As(name, label string) Column {
	col = (Plan{Columns: []Column{col}}).Clone().Columns[0]
	col.Name, col.Label = domain.AttributeName(name), label
	return col
}

// InOrder brings the columns into the order of a file's, and behind them those that it does not have, as the options of a column that is still
// to be read so.
func (p *Plan) InOrder(header []string) {
	at := func(c Column) int {
		if i := slices.Index(header, string(c.Name)); i >= 0 {
			return i
		}
		return len(header)
	}
	slices.SortStableFunc(p.Columns, func(a, b Column) int { return at(a) - at(b) })
}

// InForce returns the rule for blanks or other answers that holds.
func (s Special) InForce() domain.Rule {
	if s.Rule == "" {
		return domain.OwnCell
	}
	return s.Rule
}

// HasOrder reports whether the values of a column stand in an order.
func (col Column) HasOrder() bool { return col.Kind != domain.List && col.Regular() > 1 }

// Calendar returns the periods of a column of dates, whatever else it lacks; nil while they are
// not complete.
func (col Column) Calendar() *domain.Attribute {
	if col.Kind != domain.Periods || col.Dates == nil {
		return nil
	}
	a, err := Column{Name: "dates", Kind: domain.Periods, Dates: col.Dates, Origin: domain.Typed}.Attribute()
	if err != nil {
		return nil
	}
	return a
}

// InPeriods returns a column of dates put into other periods, its first and last day being in
// the first and the last of them.
func (col Column) InPeriods(p domain.Period) Column {
	old := Dates{}
	if col.Dates != nil {
		old = *col.Dates
	}
	if old.Period == p {
		return col
	}
	next := Dates{Period: p, Order: old.Order, YearsFrom: old.YearsFrom}
	before := col.Calendar()
	col.Dates = &next
	col.Readings = nil
	for _, s := range []*Special{&col.Blank, &col.Other} {
		if s.Rule == domain.AsValue {
			*s = Special{}
		}
	}
	if before == nil || old.Period == domain.Hours || p == domain.Hours {
		return col
	}
	if p == domain.Spans {
		for i := range min(before.Regular(), limits.MaxCutRanges) {
			from, to := before.PeriodDays(i)
			next.Spans = append(next.Spans, Range{From: from, To: to, Label: before.Label(i)})
		}
		return col
	}
	first, _ := before.PeriodDays(0)
	_, last := before.PeriodDays(before.Regular() - 1)
	next.First, next.Last = first, last
	if a := col.Calendar(); a != nil {
		next.First, next.Last = a.Label(0), a.Label(a.Regular()-1)
	}
	return col
}
