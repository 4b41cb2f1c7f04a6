package constraint

import (
	"strings"

	"steward/core/domain"
	"steward/core/message"
)

// names lists columns as they stand in sentences.
func names(columns []domain.AttributeName) message.Text {
	return message.List(message.Quoted(columns), "%s × %s", "%s × %s")
}

// plain lists columns in what will itself stand in quotation marks.
func plain(columns []domain.AttributeName) string {
	list := make([]string, len(columns))
	for i, c := range columns {
		list[i] = string(c)
	}
	return strings.Join(list, " × ")
}

// title names a fact for sentences: as the steward called it, or by what it says.
func (f Fact) title() message.Text {
	switch {
	case strings.TrimSpace(f.Title) != "":
		return message.Verbatim(strings.TrimSpace(f.Title))
	case f.People != nil:
		return message.Sprintf("number of people: %d", *f.People)
	case f.Totals != nil:
		return message.Sprintf("totals by %s", plain(f.Totals.Columns))
	case len(f.Counts) == 0:
		return message.Verbatim(f.ID) // it states nothing, which New refuses
	case len(f.Counts) == 1:
		return message.Sprintf("people with %s: %d", f.Counts[0].Of, f.Counts[0].Count)
	}
	return message.Sprintf("%d counts, from people with %s", len(f.Counts), f.Counts[0].Of)
}

// Steward says what a fact states, for screens and the summary.
func (f Fact) Steward() message.Text {
	switch {
	case f.Totals != nil && len(f.Totals.Rows) == 1:
		return message.Sprintf("%s (1 number)", f.title())
	case f.Totals != nil:
		return message.Sprintf("%s (%d numbers)", f.title(), len(f.Totals.Rows))
	case len(f.Counts) > 1:
		return message.Sprintf("%s (%d numbers)", f.title(), len(f.Counts))
	}
	return f.title()
}

// Number is one number that a fact states: how many people there are of whom.
type Number struct {
	Of    message.Text
	Count int64
}

// Numbers lists what a fact states.
func (f Fact) Numbers() []Number {
	var out []Number
	switch {
	case f.People != nil:
		return []Number{{message.Sprintf("everybody in the file"), *f.People}}
	case f.Totals != nil:
		for _, r := range f.Totals.Rows {
			parts := make([]message.Text, len(r.Labels))
			for i, label := range r.Labels {
				parts[i] = message.Sprintf("%s %s", f.Totals.Columns[i], label)
			}
			out = append(out, Number{message.List(parts, "%s and %s", "%s and %s"), r.Count})
		}
		if f.Totals.NobodyElse {
			out = append(out, Number{message.Sprintf("anyone else"), 0})
		}
	default:
		for _, c := range f.Counts {
			out = append(out, Number{c.Of.Said(), c.Count})
		}
	}
	return out
}

// Expert says what a fact states in the field's terms.
func (f Fact) Expert() message.Text {
	switch {
	case f.People != nil:
		return message.Sprintf("cardinality constraint n = %d", *f.People)
	case f.Totals != nil:
		return message.Sprintf("marginal constraint on {%s}, %d cells", strings.ReplaceAll(plain(f.Totals.Columns), " × ", ", "), len(f.Totals.Rows))
	case len(f.Counts) == 1:
		return message.Sprintf("count query constraint |{t: %s}| = %d", f.Counts[0].Of, f.Counts[0].Count)
	}
	return message.Sprintf("%d count query constraints", len(f.Counts))
}

// String writes a predicate as it stands in sentences: "age 30 to 39 and district North".
func (p Predicate) String() string { return p.Said().String() }

// Said is a predicate as it stands in sentences.
func (p Predicate) Said() message.Text {
	boxes := make([]message.Text, len(p))
	for i, b := range p {
		boxes[i] = b.said()
	}
	return message.List(message.Fewer(boxes), "%s, or %s", "%s, or %s")
}

func (b Box) said() message.Text {
	if len(b) == 0 {
		return message.Sprintf("any answer")
	}
	parts := make([]message.Text, len(b))
	for i, c := range b {
		parts[i] = c.said()
	}
	return message.List(parts, "%s and %s", "%s and %s")
}

func (c Condition) said() message.Text {
	var parts []message.Text
	for _, s := range c.Spans {
		if s.From == s.To {
			parts = append(parts, message.Verbatim(s.From))
			continue
		}
		parts = append(parts, message.Sprintf("%s to %s", s.From, s.To))
	}
	for _, v := range c.Values {
		parts = append(parts, message.Verbatim(v))
	}
	return message.Sprintf("%s %s", c.Column, message.List(message.Fewer(parts), "%s or %s", "%s or %s"))
}

// said says a fact after "knowing": without its number, which is not what ties people.
func (f Fact) said() message.Text {
	switch {
	case f.People != nil:
		return message.Sprintf("the number of people")
	case strings.TrimSpace(f.Title) != "" || f.Totals == nil && len(f.Counts) > 1:
		return message.Sprintf("%q", f.title())
	case f.Totals != nil && len(f.Totals.Rows) == 1:
		return message.Sprintf("a total by %s", names(f.Totals.Columns))
	case f.Totals != nil:
		return message.Sprintf("the totals by %s (%d numbers)", names(f.Totals.Columns), len(f.Totals.Rows))
	}
	return message.Sprintf("how many people have %s", f.Counts[0].Of)
}
