package export

import (
	"github.com/xuri/excelize/v2"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/result"
	"steward/core/workload"
)

const codebookSheet = "Codebook"

var codebookColumns = []message.Text{
	message.Sprintf("Column"), message.Sprintf("What it says"), message.Sprintf("Values are"), message.Sprintf("Value"), message.Sprintf("Where the list comes from"), message.Sprintf("Blank cells"), message.Sprintf("Other values"),
}

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
		rows += min(len(b.valuesOf(attrs[i])), mostValues)
	}
	var widths []width
	for i, characters := range []float64{22, 40, 20, 34, 26, 26, 26} {
		widths = append(widths, width{i + 1, i + 1, characters})
	}
	if err := b.begin(b.Sayf(codebookSheet), len(codebookColumns), rows, across(widths)); err != nil {
		return err
	}
	return b.fill(b.Sayf(codebookSheet), widths, labels(b.styles.head, b.SayAll(codebookColumns)...), func(yield func([]excelize.Cell) bool) {
		for i, c := range r.Plan.Columns {
			blank, other := attrs[i].Special()
			for k, value := range b.valuesOf(attrs[i]) {
				if k == mostValues {
					break
				}
				row := append(labels(0, string(c.Name), c.Label, b.Say(kindWords(c))), b.key(workload.SaidLabels(b.Say, []string{value})[0]))
				if !yield(append(row, labels(0, b.Say(originWords(c.Origin)), b.Say(specialWords(blank)), b.Say(specialWords(other)))...)) {
					return
				}
			}
		}
	})
}

// valuesOf returns the values of a column as the codebook lists them.
func (b *book) valuesOf(a *domain.Attribute) []string {
	if n := a.Regular(); a.Kind() == domain.Whole {
		values := []string{b.Sayf("%s to %s", a.Label(0), a.Label(n-1))}
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

func kindWords(c plan.Column) message.Text {
	switch c.Kind {
	case domain.Ordered:
		return message.Sprintf("values in order")
	case domain.Whole:
		return message.Sprintf("whole numbers")
	case domain.Ranges:
		return message.Sprintf("numbers in ranges")
	case domain.Periods:
		return message.Sprintf("dates in periods")
	}
	return message.Sprintf("values in no order")
}

func originWords(o domain.Origin) message.Text {
	switch o {
	case domain.Codebook:
		return message.Sprintf("a published codebook")
	case domain.Typed:
		return message.Sprintf("typed by the steward")
	}
	return message.Sprintf("proposed from the data, and confirmed as public by the steward")
}

func specialWords(s domain.Special) message.Text {
	switch s.Rule {
	case domain.AsValue:
		return message.Sprintf("counted as “%s”", s.Value)
	case domain.AsBlank:
		return message.Sprintf("counted like blank cells")
	case domain.Nearest:
		return message.Sprintf("counted as the nearest value")
	case domain.Refuse:
		return message.Sprintf("cannot occur")
	}
	return message.Sprintf("counted by themselves")
}
