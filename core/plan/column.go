package plan

import (
	"math"

	"steward/core/domain"
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
	case col.Kind == domain.List || col.Kind == domain.Ordered:
		return len(col.Values)
	case col.Kind == domain.Periods:
		if a := col.Calendar(); a != nil {
			return a.Regular()
		}
	}
	return 0
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
