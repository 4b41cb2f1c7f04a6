package columns

import (
	"slices"
	"strconv"

	"steward/core/cuts"
	"steward/core/domain"
	"steward/core/plan"
)

// recastValues is up to how many whole numbers become a list.
const recastValues = 200

// Recast returns a column declared as another kind, with as much of its values as have a
// meaning there: bounds become even ranges, ranges their bounds, listed numbers bounds.
func Recast(c plan.Column, kind domain.Kind) plan.Column {
	out := plan.Column{Name: c.Name, Kind: kind, Label: c.Label, Origin: c.Origin, Blank: c.Blank, Other: c.Other, Readings: c.Readings}
	switch kind {
	case domain.List, domain.Ordered:
		out.Values = listOf(c)
		if out.Other.Rule == domain.Nearest {
			out.Other = plan.Special{}
		}
	case domain.Whole:
		out.Lowest, out.Highest = boundsOf(c)
	case domain.Ranges:
		out.Ranges, out.WholeNumbers = rangesOf(c)
	case domain.Periods:
		out.Dates = &plan.Dates{Period: domain.Months}
	}
	if kind == c.Kind {
		return c
	}
	for _, s := range []*plan.Special{&out.Blank, &out.Other} {
		if s.Rule == domain.AsValue && !slices.Contains(out.Values, s.Value) {
			*s = plan.Special{}
		}
	}
	return out
}

// listOf returns the values of a column as a list, nil where they are too many.
func listOf(c plan.Column) []string {
	switch {
	case c.Kind.OfNames():
		return c.Values
	case c.Kind == domain.Whole && c.Lowest != nil && c.Highest != nil && c.Regular() <= recastValues:
		var out []string
		for n := *c.Lowest; n <= *c.Highest; n++ {
			out = append(out, strconv.FormatInt(n, 10))
		}
		return out
	case c.Kind == domain.Periods:
		if a := c.Calendar(); a != nil && a.Regular() <= recastValues {
			return a.Labels()[:a.Regular()]
		}
	}
	return nil
}

// boundsOf returns the lowest and the highest number of a column, nil where it has none.
func boundsOf(c plan.Column) (low, high *int64) {
	switch c.Kind {
	case domain.Whole:
		return c.Lowest, c.Highest
	case domain.List, domain.Ordered:
		for _, v := range c.Values {
			n, err := strconv.ParseInt(v, 10, 64)
			if err != nil {
				return nil, nil
			}
			if low == nil || n < *low {
				low = &n
			}
			if high == nil || n > *high {
				high = &n
			}
		}
		return low, high
	}
	made, ok := cuts.Of(c.Ranges, c.WholeNumbers)
	if !ok {
		return nil, nil
	}
	return wholeNumber(made.From()), wholeNumber(made.To(c.WholeNumbers))
}

func wholeNumber(text string) *int64 {
	x, err := cuts.Number(text)
	if err != nil || !x.IsInt() || !x.Num().IsInt64() {
		return nil
	}
	n := x.Num().Int64()
	return &n
}

// rangesOf returns about ten ranges over the numbers of a column.
func rangesOf(c plan.Column) (ranges []plan.Range, whole bool) {
	if c.Kind == domain.Ranges {
		return c.Ranges, c.WholeNumbers
	}
	low, high := boundsOf(c)
	if low == nil || high == nil || *low > *high {
		return nil, true
	}
	width := max(1, cuts.Nice((float64(*high)-float64(*low))/8))
	made, err := cuts.Even(strconv.FormatInt(*low, 10), strconv.FormatInt(*high, 10), strconv.FormatFloat(width, 'f', 0, 64), true)
	if err != nil {
		return nil, true
	}
	return made.Ranges(true), true
}
