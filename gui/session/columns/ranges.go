package columns

import (
	"steward/core/cuts"
	"steward/core/plan"
	"steward/gui/words"
)

// RangeLabels returns how the ranges of a column are written in tables.
func RangeLabels(c plan.Column) []string {
	labels := make([]string, len(c.Ranges))
	for i, r := range c.Ranges {
		if labels[i] = r.Label; r.Label == "" {
			labels[i] = rangeText(r, c.WholeNumbers)
		}
	}
	return labels
}

// ShortLabels returns how the ranges of a column are written where there is little room.
func ShortLabels(c plan.Column) []string {
	labels := make([]string, len(c.Ranges))
	for i, r := range c.Ranges {
		switch {
		case r.Label != "":
			labels[i] = r.Label
		case r.From == "" && r.To != "":
			labels[i] = rangeText(r, c.WholeNumbers)
		case r.To == "" && r.From != "":
			labels[i] = words.Number(r.From) + "+"
		case c.WholeNumbers || r.From == "":
			labels[i] = rangeText(r, c.WholeNumbers)
		default:
			labels[i] = words.Number(r.From) + "–" + words.Number(r.To)
		}
	}
	return labels
}

// RulerStep returns by how much an end of a range moves at the least on a ruler with the given
// ends.
func RulerStep(at []float64, whole bool) float64 {
	if whole {
		return 1
	}
	if len(at) < 2 {
		return max(1e-6, cuts.Nice(abs(at[0])/50))
	}
	least := at[1] - at[0]
	for i := range len(at) - 1 {
		least = min(least, at[i+1]-at[i])
	}
	return max(1e-9, cuts.Nice(least/10))
}

func abs(x float64) float64 { return max(x, -x) }
