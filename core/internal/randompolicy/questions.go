package randompolicy

import (
	"fmt"
	"slices"

	"steward/core/domain"
	"steward/core/workload"
)

// QuestionKind is a kind of question.
type QuestionKind struct {
	Name string
	// Often is how often it is asked where it fits, against the other kinds.
	Often int
	// Fits says whether it can be asked of the columns.
	Fits func(columns []*domain.Attribute) bool
	// Ask completes a question over the columns.
	Ask func(m Maker, columns []*domain.Attribute, q *workload.Question)
}

// QuestionKinds returns every kind of question.
func QuestionKinds() []QuestionKind {
	oneOrdered := func(columns []*domain.Attribute) bool { return len(columns) == 1 && columns[0].HasOrder() }
	several := func(columns []*domain.Attribute) bool { return len(columns) > 1 }
	return []QuestionKind{
		{"table", 1, always, func(_ Maker, _ []*domain.Attribute, q *workload.Question) { q.Kind = workload.Table }},
		{"cumulative", 1, oneOrdered, func(_ Maker, _ []*domain.Attribute, q *workload.Question) { q.Kind = workload.Cumulative }},
		{"every range", 1, oneOrdered, func(_ Maker, _ []*domain.Attribute, q *workload.Question) { q.Kind, q.Every = workload.Ranges, true }},
		{"some ranges", 1, oneOrdered, Maker.ranged},
		{"table with totals", 1, always, func(_ Maker, _ []*domain.Attribute, q *workload.Question) { q.Kind, q.Totals = workload.Table, true }},
		{"every box", 1, several, func(_ Maker, _ []*domain.Attribute, q *workload.Question) { q.Kind, q.Every = workload.Ranges, true }},
		{"some boxes", 1, several, Maker.boxed},
		{"totals", 1, always, Maker.totals},
		{"table for some people", 1, always, Maker.only},
	}
}

// only asks for a table for people with some values of a column or two.
func (m Maker) only(columns []*domain.Attribute, q *workload.Question) {
	q.Kind = workload.Table
	for i, a := range columns {
		if i > 0 && m.Chance(2) {
			continue
		}
		labels := a.Labels()
		from := m.Pick(0, len(labels)-1)
		q.Only = append(q.Only, workload.Answers{Column: a.Name(), Values: labels[from : m.Pick(from, len(labels)-1)+1]})
	}
}

// ranged asks for a few ranges.
func (m Maker) ranged(columns []*domain.Attribute, q *workload.Question) {
	q.Kind = workload.Ranges
	a := columns[0]
	for range m.Pick(1, 5) {
		lo := m.Pick(0, a.Regular()-1)
		q.Spans = append(q.Spans, workload.Span{From: a.Label(lo), To: a.Label(m.Pick(lo, a.Regular()-1))})
	}
}

// boxed asks for a few ranges over several columns.
func (m Maker) boxed(columns []*domain.Attribute, q *workload.Question) {
	q.Kind = workload.Ranges
	for range m.Pick(1, 5) {
		box := make([]workload.Span, len(columns))
		for j, a := range columns {
			lo := m.Pick(0, a.Size()-1)
			hi := lo
			if a.HasOrder() && lo < a.Regular() {
				hi = m.Pick(lo, a.Regular()-1)
			}
			if m.Chance(4) {
				continue // the whole column
			}
			box[j] = workload.Span{From: a.Label(lo), To: a.Label(hi)}
		}
		q.Boxes = append(q.Boxes, box)
	}
}

// totals adds up numbers of one or all of the columns: small ones, some in halves, and of some values none.
func (m Maker) totals(columns []*domain.Attribute, q *workload.Question) {
	q.Kind, q.Totals, q.Averages = workload.Totals, m.Chance(2), m.Chance(2)
	of := columns[m.Pick(0, len(columns)-1):]
	combinations := [][]string{nil}
	for _, a := range of {
		q.Of = append(q.Of, a.Name())
		var longer [][]string
		for _, c := range combinations {
			for _, label := range a.Labels() {
				longer = append(longer, append(slices.Clone(c), label))
			}
		}
		combinations = longer
	}
	halves, none := m.Chance(4), m.Pick(1, 6)
	for i, c := range combinations {
		n := workload.Number{Values: c, Number: fmt.Sprint(m.Pick(-3, 9))}
		switch {
		case i == 0: // so that something is added up
			n.Number = "5"
		case halves && m.Chance(2):
			n.Number += ".5"
		case none == 1 && m.Chance(3):
			n.Number = ""
		}
		q.Numbers = append(q.Numbers, n)
	}
}

// question makes a question over one or two of the columns.
func (m Maker) question(columns []*domain.Attribute) workload.Question {
	columns = columns[:m.Pick(1, min(2, len(columns)))]
	q := workload.Question{ID: "q", Title: "q"}
	for _, a := range columns {
		q.Columns = append(q.Columns, a.Name())
	}
	kind := choose(m, "question", m.Questions, func(k QuestionKind) int {
		if !k.Fits(columns) {
			return 0
		}
		return k.Often
	})
	kind.Ask(m, columns, &q)
	return q
}
