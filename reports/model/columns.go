package model

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/plan"
)

// mostValues is the number of declared values of a column that are written out.
const mostValues = 300

// domainSection lists the published columns with their declared values.
func (w *writer) domainSection() Section {
	s := Section{Title: "Domain", Text: []string{"The published columns with their declared values. Every record falls in exactly one cell of their product."}}
	t := Table{Head: []string{"Column", "Values", "Origin", "Blanks", "Other values"}, Numeric: make([]bool, 5)}
	for i, a := range w.compiled.Domain.Attributes() {
		blank, other := a.Special()
		t.Rows = append(t.Rows, []string{safe(string(a.Name())), values(a), origin(a.Origin()), rule(blank, domain.BlankLabel), rule(other, domain.OtherLabel)})
		if note := readings(&w.compiled.Plan.Columns[i]); note != "" {
			s.Notes = append(s.Notes, note)
		}
	}
	s.Tables = []Table{t}
	return s
}

// values writes out what a column may hold.
func values(a *domain.Attribute) string {
	switch a.Kind() {
	case domain.Whole:
		lo, hi := a.Bounds()
		return fmt.Sprintf("whole numbers from %s to %s", whole(lo), whole(hi))
	case domain.Ordered:
		return "in order: " + some(a)
	case domain.Ranges:
		return "ranges: " + some(a)
	case domain.Periods:
		if a.Calendar().Period == domain.Spans {
			return "dates in periods: " + some(a)
		}
		n := a.Regular()
		return fmt.Sprintf("%s from %s to %s", a.Steps(), safe(a.Label(0)), safe(a.Label(n-1)))
	}
	return some(a)
}

func some(a *domain.Attribute) string {
	var labels []string
	for i := range min(a.Regular(), mostValues) {
		labels = append(labels, safe(a.Label(i)))
	}
	s := strings.Join(labels, "; ")
	if more := a.Regular() - len(labels); more > 0 {
		s += fmt.Sprintf("; and %s more, in the record", whole(int64(more)))
	}
	return s
}

func origin(o domain.Origin) string {
	switch o {
	case domain.Codebook:
		return "from a codebook"
	case domain.Typed:
		return "typed by the steward"
	case domain.Confirmed:
		return "proposed from the data, confirmed as public"
	}
	return string(o)
}

func rule(s domain.Special, label string) string {
	switch s.Rule {
	case domain.AsValue:
		return "counted as " + quote(s.Value)
	case domain.Nearest:
		return "counted as the nearest value"
	case domain.AsBlank:
		return "counted as blanks are"
	case domain.Refuse:
		return "cannot occur"
	}
	return "a cell of their own, " + label
}

// readings says which texts are read as which values.
func readings(c *plan.Column) string {
	if len(c.Readings) == 0 {
		return ""
	}
	var parts []string
	for _, text := range slices.Sorted(maps.Keys(c.Readings)) {
		parts = append(parts, fmt.Sprintf("%s as %s", quote(text), quote(c.Readings[text])))
	}
	return fmt.Sprintf("In %s, read %s.", quote(string(c.Name)), strings.Join(parts, "; "))
}

// impossible lists the combinations that were declared impossible, if there are any.
func (w *writer) impossible() (Section, bool) {
	list := w.compiled.Domain.Impossible()
	if len(list) == 0 {
		return Section{}, false
	}
	s := Section{Title: "Combinations declared impossible", Text: []string{"These cells are left out of the domain."}}
	for _, c := range list {
		var parts []string
		for _, name := range slices.Sorted(maps.Keys(c)) {
			parts = append(parts, fmt.Sprintf("%s is %s", quote(string(name)), strings.Join(safeAll(c[name]), " or ")))
		}
		s.Notes = append(s.Notes, sentence(strings.Join(parts, ", and ")))
	}
	return s, true
}
