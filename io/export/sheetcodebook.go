package export

import (
	"fmt"

	"github.com/xuri/excelize/v2"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/result"
)

const codebookSheet = "Codebook"

var codebookColumns = []string{"Column", "What it says", "Values are", "Value", "Where the list comes from", "Blank cells", "Other values"}

// mostValues is how many values of one column the codebook lists; the rest follow from its bounds.
const mostValues = 20_000

// codebook lists the columns that the policy is about with their declared values, in their order:
// a row for each value, or one row for whole numbers.
func (b *book) codebook(r *result.Release) error {
	attrs := make([]*domain.Attribute, len(r.Plan.Columns))
	rows := 0
	for i, c := range r.Plan.Columns {
		var err error
		if attrs[i], err = c.Attribute(); err != nil {
			return err
		}
		rows += min(len(valuesOf(attrs[i])), mostValues)
	}
	if err := b.begin(codebookSheet, len(codebookColumns), rows); err != nil {
		return err
	}
	var widths []width
	for i, characters := range []float64{22, 40, 20, 34, 26, 26, 26} {
		widths = append(widths, width{i + 1, i + 1, characters})
	}
	return b.fill(codebookSheet, widths, labels(b.styles.head, codebookColumns...), func(yield func([]excelize.Cell) bool) {
		for i, c := range r.Plan.Columns {
			blank, other := attrs[i].Special()
			for k, value := range valuesOf(attrs[i]) {
				if k == mostValues {
					break
				}
				row := append(labels(0, string(c.Name), c.Label, kindWords(c)), b.key(value))
				if !yield(append(row, labels(0, originWords(c.Origin), specialWords(blank), specialWords(other))...)) {
					return
				}
			}
		}
	})
}

// valuesOf returns the values of a column as the codebook lists them.
func valuesOf(a *domain.Attribute) []string {
	if n := a.Regular(); a.Kind() == domain.Whole {
		values := []string{fmt.Sprintf("%s to %s", a.Label(0), a.Label(n-1))}
		if n == 1 {
			values[0] = a.Label(0)
		}
		for v := n; v < a.Size(); v++ {
			values = append(values, a.Label(v))
		}
		return values
	}
	return a.Labels()
}

func kindWords(c plan.Column) string {
	switch c.Kind {
	case domain.Ordered:
		return "values in order"
	case domain.Whole:
		return "whole numbers"
	case domain.Ranges:
		return "numbers in ranges"
	case domain.Periods:
		return "dates in periods"
	}
	return "values in no order"
}

func originWords(o domain.Origin) string {
	switch o {
	case domain.Codebook:
		return "a published codebook"
	case domain.Typed:
		return "typed by the steward"
	}
	return "proposed from the data, and confirmed as public by the steward"
}

func specialWords(s domain.Special) string {
	switch s.Rule {
	case domain.AsValue:
		return "counted as " + s.Value
	case domain.AsBlank:
		return "counted as blank cells are"
	case domain.Nearest:
		return "counted as the nearest value"
	case domain.Refuse:
		return "cannot occur"
	}
	return "counted by themselves"
}
