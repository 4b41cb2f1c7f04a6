package model

import (
	"maps"
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/workload"
)

// mostValues is the number of declared values of a column that are written out.
const mostValues = 300

// domainSection lists the published columns with their declared values.
func (w *writer) domainSection() Section {
	s := Section{Title: w.Sayf("Domain"), Text: []string{w.Sayf("The published columns with their declared values. Every record falls in exactly one cell of their product.")}}
	t := Table{Head: []string{w.Sayf("Column"), w.Sayf("Values"), w.Sayf("Origin"), w.Sayf("Blanks"), w.Sayf("Other values")}, Numeric: make([]bool, 5)}
	for i, a := range w.compiled.Domain.Attributes() {
		blank, other := a.Special()
		t.Rows = append(t.Rows, []string{safe(string(a.Name())), w.values(a), w.origin(a.Origin()), w.rule(blank, domain.BlankLabel), w.rule(other, domain.OtherLabel)})
		if note := w.readings(&w.compiled.Plan.Columns[i]); note != "" {
			s.Notes = append(s.Notes, note)
		}
	}
	for _, r := range w.compiled.Plan.PublicRepairs() {
		s.Notes = append(s.Notes, w.Sayf("In %s, %s.", w.quote(r.Column), r.Said()))
	}
	s.Tables = []Table{t}
	return s
}

// values writes out what a column may hold.
func (w wording) values(a *domain.Attribute) string {
	switch a.Kind() {
	case domain.Whole:
		lo, hi := a.Bounds()
		return w.Sayf("whole numbers from %s to %s", whole(lo), whole(hi))
	case domain.Ordered:
		return w.Sayf("in order: %s", w.some(a))
	case domain.Ranges:
		return w.Sayf("ranges: %s", w.some(a))
	case domain.Periods:
		if a.Calendar().Period == domain.Spans {
			return w.Sayf("dates in periods: %s", w.some(a))
		}
		n := a.Regular()
		return w.Sayf("%s from %s to %s", a.Steps(), w.label(a.Label(0)), w.label(a.Label(n-1)))
	}
	return w.some(a)
}

func (w wording) some(a *domain.Attribute) string {
	var labels []string
	for i := range min(a.Regular(), mostValues) {
		labels = append(labels, w.label(a.Label(i)))
	}
	s := strings.Join(labels, "; ")
	if more := a.Regular() - len(labels); more > 0 {
		s = w.Sayf("%s; and %s more, in the record", s, whole(int64(more)))
	}
	return s
}

func (w wording) origin(o domain.Origin) string {
	switch o {
	case domain.Codebook:
		return w.Sayf("from a codebook")
	case domain.Typed:
		return w.Sayf("typed by the steward")
	case domain.Confirmed:
		return w.Sayf("proposed from the data, confirmed as public")
	}
	return string(o)
}

func (w wording) rule(s domain.Special, label string) string {
	switch s.Rule {
	case domain.AsValue:
		return w.Sayf("counted as %s", w.quote(s.Value))
	case domain.Nearest:
		return w.Sayf("counted as the nearest value")
	case domain.AsBlank:
		return w.Sayf("counted like blanks")
	case domain.Refuse:
		return w.Sayf("cannot occur")
	}
	return w.Sayf("a cell of their own, %s", w.label(label))
}

// readings says which texts are read as which values.
func (w wording) readings(c *plan.Column) string {
	if len(c.Readings) == 0 {
		return ""
	}
	var parts []string
	for _, text := range slices.Sorted(maps.Keys(c.Readings)) {
		parts = append(parts, w.Sayf("%s as %s", w.quote(text), w.quote(w.label(c.Readings[text]))))
	}
	return w.Sayf("In %s, read %s.", w.quote(string(c.Name)), strings.Join(parts, "; "))
}

// impossible lists the combinations that were declared impossible, if there are any.
func (w *writer) impossible() (Section, bool) {
	list := w.compiled.Everybody().Impossible()
	if len(list) == 0 {
		return Section{}, false
	}
	s := Section{Title: w.Sayf("Combinations declared impossible"), Text: []string{w.Sayf("These cells are left out of the domain.")}}
	for _, c := range list {
		var parts []string
		for _, name := range slices.Sorted(maps.Keys(c)) {
			parts = append(parts, w.Sayf("%s is %s", w.quote(string(name)), w.Say(message.List(message.Names(safeAll(workload.SaidLabels(w.Say, c[name]))), "%s or %s", "%s or %s"))))
		}
		s.Notes = append(s.Notes, sentence(w.Say(message.List(message.Names(parts), "%s, and %s", "%s, and %s"))))
	}
	return s, true
}
