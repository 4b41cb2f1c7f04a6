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
	if _, err := b.NewSheet(codebookSheet); err != nil {
		return err
	}
	attrs := make([]*domain.Attribute, len(r.Plan.Columns))
	rows := 1
	for i, c := range r.Plan.Columns {
		var err error
		if attrs[i], err = c.Attribute(); err != nil {
			return err
		}
		rows += min(len(valuesOf(attrs[i])), mostValues)
	}
	last, err := excelize.CoordinatesToCellName(len(codebookColumns), rows)
	if err != nil {
		return err
	}
	if err := b.AutoFilter(codebookSheet, "A1:"+last, nil); err != nil {
		return err
	}
	if err := b.printable(codebookSheet); err != nil {
		return err
	}
	w, err := b.NewStreamWriter(codebookSheet)
	if err != nil {
		return err
	}
	for i, width := range []float64{22, 40, 20, 34, 26, 26, 26} {
		if err := w.SetColWidth(i+1, i+1, width); err != nil {
			return err
		}
	}
	if err := w.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return err
	}
	b.tables[codebookSheet] = func(w *rowWriter) error {
		var head []excelize.Cell
		for _, name := range codebookColumns {
			head = append(head, label(b.styles.head, name))
		}
		if err := w.write(head...); err != nil {
			return err
		}
		for i, c := range r.Plan.Columns {
			blank, other := attrs[i].Special()
			for k, value := range valuesOf(attrs[i]) {
				if k == mostValues {
					break
				}
				row := []excelize.Cell{label(0, string(c.Name)), label(0, c.Label), label(0, kindWords(c)), b.key(value), label(0, originWords(c.Origin)), label(0, specialWords(blank)), label(0, specialWords(other))}
				if err := w.write(row...); err != nil {
					return err
				}
			}
		}
		return nil
	}
	return w.Flush()
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
