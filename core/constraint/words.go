package constraint

import (
	"fmt"
	"strings"

	"steward/core/domain"
)

// names lists columns as they stand in sentences.
func names(columns []domain.AttributeName) string {
	quoted := make([]string, len(columns))
	for i, c := range columns {
		quoted[i] = fmt.Sprintf("%q", c)
	}
	return strings.Join(quoted, " × ")
}

// plain lists columns in what will itself stand in quotation marks.
func plain(columns []domain.AttributeName) string {
	list := make([]string, len(columns))
	for i, c := range columns {
		list[i] = string(c)
	}
	return strings.Join(list, " × ")
}

// and joins parts of a sentence.
func and(parts []string) string {
	switch n := len(parts); n {
	case 0:
		return ""
	case 1:
		return parts[0]
	default:
		return strings.Join(parts[:n-1], ", ") + " and " + parts[n-1]
	}
}

// title names a fact for sentences: as the steward called it, or by what it says.
func (f Fact) title() string {
	switch {
	case strings.TrimSpace(f.Title) != "":
		return strings.TrimSpace(f.Title)
	case f.People != nil:
		return fmt.Sprintf("number of people: %d", *f.People)
	case f.Totals != nil:
		return "totals by " + plain(f.Totals.Columns)
	case len(f.Counts) == 0:
		return f.ID // it states nothing, which New refuses
	case len(f.Counts) == 1:
		return fmt.Sprintf("people with %s: %d", f.Counts[0].Of, f.Counts[0].Count)
	}
	return fmt.Sprintf("%d counts, from people with %s", len(f.Counts), f.Counts[0].Of)
}

// Steward says what a fact states, for screens and the summary.
func (f Fact) Steward() string {
	switch {
	case f.Totals != nil && len(f.Totals.Rows) == 1:
		return fmt.Sprintf("%s (1 number)", f.title())
	case f.Totals != nil:
		return fmt.Sprintf("%s (%d numbers)", f.title(), len(f.Totals.Rows))
	case len(f.Counts) > 1:
		return fmt.Sprintf("%s (%d numbers)", f.title(), len(f.Counts))
	}
	return f.title()
}

// Expert says what a fact states in the field's terms.
func (f Fact) Expert() string {
	switch {
	case f.People != nil:
		return fmt.Sprintf("cardinality constraint n = %d", *f.People)
	case f.Totals != nil:
		return fmt.Sprintf("marginal constraint on {%s}, %d cells", strings.ReplaceAll(plain(f.Totals.Columns), " × ", ", "), len(f.Totals.Rows))
	case len(f.Counts) == 1:
		return fmt.Sprintf("count query constraint |{t: %s}| = %d", f.Counts[0].Of, f.Counts[0].Count)
	}
	return fmt.Sprintf("%d count query constraints", len(f.Counts))
}

// String writes a predicate as it stands in sentences: "age 30 to 39 and district North".
func (p Predicate) String() string {
	boxes := make([]string, len(p))
	for i, b := range p {
		boxes[i] = b.String()
	}
	return strings.Join(boxes, ", or ")
}

// String writes a box.
func (b Box) String() string {
	if len(b) == 0 {
		return "any answer"
	}
	parts := make([]string, len(b))
	for i, c := range b {
		parts[i] = c.String()
	}
	return strings.Join(parts, " and ")
}

// listed is the most values of a condition that are written out.
const listed = 6

// String writes a condition.
func (c Condition) String() string {
	var parts []string
	for _, s := range c.Spans {
		if s.From == s.To {
			parts = append(parts, s.From)
			continue
		}
		parts = append(parts, s.From+" to "+s.To)
	}
	parts = append(parts, c.Values...)
	if n := len(parts); n > listed {
		parts = append(parts[:listed:listed], fmt.Sprintf("%d more", n-listed))
	}
	return fmt.Sprintf("%s %s", c.Column, strings.Join(parts, " or "))
}

// said says a fact after "knowing": without its number, which is not what ties people.
func (f Fact) said() string {
	switch {
	case f.People != nil:
		return "the number of people"
	case strings.TrimSpace(f.Title) != "" || f.Totals == nil && len(f.Counts) > 1:
		return fmt.Sprintf("%q", f.title())
	case f.Totals != nil && len(f.Totals.Rows) == 1:
		return fmt.Sprintf("a total by %s", names(f.Totals.Columns))
	case f.Totals != nil:
		return fmt.Sprintf("the totals by %s (%d numbers)", names(f.Totals.Columns), len(f.Totals.Rows))
	}
	return fmt.Sprintf("how many people have %s", f.Counts[0].Of)
}
