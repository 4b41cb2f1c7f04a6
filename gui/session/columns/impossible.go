package columns

import (
	"maps"
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/plan"
	"steward/gui/session/amounts"
	"steward/gui/words"
)

// CombinationWords says which values cannot occur together: "age 0 to 14 together with
// status married, widowed".
func (s *Step) CombinationWords(c domain.Combination) string {
	var sides []string
	for _, name := range slices.Sorted(maps.Keys(c)) {
		col, _ := s.Published(string(name))
		attr, _ := col.Attribute()
		sides = append(sides, string(name)+" "+spans(attr, c[name]))
	}
	out := ""
	for i, side := range sides {
		if i == 0 {
			out = side
			continue
		}
		out = words.T("%s together with %s", out, side)
	}
	return out
}

// spans names values, those that follow one another in an order by the first and the last.
func spans(attr *domain.Attribute, values []string) string {
	if attr == nil || !attr.HasOrder() {
		return amounts.Named(values)
	}
	var parts []string
	for i := 0; i < len(values); {
		from, known := attr.Find(values[i])
		k := i + 1
		for known && k < len(values) {
			if at, ok := attr.Find(values[k]); !ok || at != from+k-i || at >= attr.Regular() {
				break
			}
			k++
		}
		if k-i > 2 {
			parts = append(parts, words.T("%s to %s", values[i], values[k-1]))
		} else {
			parts = append(parts, values[i:k]...)
		}
		i = k
	}
	return amounts.Named(parts)
}

// ValuesNamed reads which values of a column a person names: with commas between, and in an
// ordered column as "from to". It errors at the first that the column does not have.
func (s *Step) ValuesNamed(column, text string) ([]string, error) {
	col, _ := s.Published(column)
	attr, err := col.Attribute()
	if err != nil {
		return nil, words.Errorf("say first what the values of %s are", column)
	}
	var out []string
	for _, part := range ParseValues(strings.ReplaceAll(text, "\n", ",")) {
		if i, ok := attr.Find(part); ok {
			out = append(out, attr.Label(i))
			continue
		}
		from, to, ok := cutSpan(part)
		low, lowOK := attr.Find(strings.TrimSpace(from))
		high, highOK := attr.Find(strings.TrimSpace(to))
		if !ok || !lowOK || !highOK || !attr.HasOrder() || low > high || high >= attr.Regular() {
			return nil, words.Errorf("%q is not a value of %s", part, column)
		}
		if high-low >= limits.MaxImpossibleValues {
			return nil, words.Errorf("%q names more than %d values: declare wider ranges", part, limits.MaxImpossibleValues)
		}
		for i := low; i <= high; i++ {
			out = append(out, attr.Label(i))
		}
	}
	if len(out) == 0 {
		return nil, words.Errorf("name at least one value of %s", column)
	}
	return out, nil
}

// Forbid declares that values of two columns cannot occur together. It errors when a value is
// none of its column's.
func (s *Step) Forbid(first, firstValues, second, secondValues string) error {
	a, err := s.ValuesNamed(first, firstValues)
	if err != nil {
		return err
	}
	b, err := s.ValuesNamed(second, secondValues)
	if err != nil {
		return err
	}
	if first == second {
		return words.Errorf("choose two different columns")
	}
	s.of.Edit(func(p *plan.Plan) {
		p.Impossible = append(p.Impossible, domain.Combination{domain.AttributeName(first): a, domain.AttributeName(second): b})
	})
	return nil
}

// Allow takes back that a combination, by its place in the plan, cannot occur.
func (s *Step) Allow(i int) {
	if i < 0 || i >= len(s.of.Plan().Impossible) {
		return
	}
	s.of.Edit(func(p *plan.Plan) { p.Impossible = slices.Delete(p.Impossible, i, i+1) })
}

// ImpossibleIssue returns what is wrong with the combinations that cannot occur, "" for
// nothing or while a column needs something first.
func (s *Step) ImpossibleIssue() string {
	if len(s.of.Plan().Impossible) == 0 {
		return ""
	}
	var attrs []*domain.Attribute
	for _, c := range s.of.Plan().Columns {
		a, err := c.Attribute()
		if err != nil {
			return ""
		}
		attrs = append(attrs, a)
	}
	if _, err := domain.New(attrs, s.of.Plan().Impossible); err != nil {
		return words.SentenceOf(err)
	}
	return ""
}
