// Package workload holds questions as labelled linear queries over the cells of a
// question's own columns: tables of counts with or without totals, cumulative counts, ranges of one column
// and boxes of several, totals of numbers. Queries are held
// implicitly, so a table of a million cells costs no more than its labels do.
//
// To add a kind of question, add a file with its constructor and a case in New.
package workload

import (
	"strings"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/linop"
	"steward/core/message"
)

// Kind says what is asked.
type Kind string

// The kinds of question.
const (
	Table      Kind = "table"      // how many people for each combination of values
	Cumulative Kind = "cumulative" // how many people up to each value
	Ranges     Kind = "ranges"     // how many people from one value to another
)

// Kinds returns all kinds.
func Kinds() []Kind { return []Kind{Table, Cumulative, Ranges, Totals} }

// Span asks for the number of people from one value of an ordered column to another, both
// included and given by their labels. In a box the zero Span takes the whole column, blanks
// and others included, and one value of any column can be given as both ends.
type Span struct{ From, To string }

// Question is what a steward asks.
type Question struct {
	ID      string
	Title   string
	Kind    Kind
	Columns []domain.AttributeName
	// Spans are the ranges of a single column that are asked for, Boxes those of several
	// columns, with one span per column; Every asks for all of them.
	Spans []Span
	Boxes [][]Span
	Every bool
	// Only restricts a table to people who gave some answers: to the cells with these values of its columns.
	Only []Answers
	// Totals adds to a table the sums over all values of each column, and of all columns; to totals
	// of numbers by groups that of all groups.
	Totals bool
	// Of are the columns whose values are added up by a question of totals; all others of Columns make the
	// groups. Numbers say what their values stand for, where that is not the values' own number.
	Of      []domain.AttributeName
	Numbers []Number
	// Averages asks, beside each total, for the number of people that it is over.
	Averages bool
}

// Answers are values of a column, by their labels.
type Answers struct {
	Column domain.AttributeName
	Values []string
}

// Workload is a question over a domain: one query per answer, in the order of their keys.
type Workload struct {
	question Question
	domain   *domain.Domain // projection to the question's columns
	op       linop.Operator
	planned  *Workload        // where not all that is asked for is published
	parts    []*Workload      // of questions that were joined
	tables   []*domain.Domain // that its cells are one after another, where it is Apart
	sums     *Sums            // of a question of totals
	groups   []int            // its groups, by the number of their combination of values
}

// New makes the workload of a question over the published columns. It errors when the
// question does not fit them, naming the question and what to do.
func New(q Question, published *domain.Domain) (*Workload, error) {
	w, err := build(q, published)
	if err != nil {
		return nil, message.Errorf("question %q: %w", q.Title, err)
	}
	if n := w.op.Rows(); n > limits.MaxAnswers {
		return nil, message.Errorf("question %q asks for %d numbers, more than %d: ask for fewer", q.Title, n, limits.MaxAnswers)
	}
	return w, nil
}

func build(q Question, published *domain.Domain) (*Workload, error) {
	if len(q.Columns) == 0 {
		return nil, message.Errorf("it names no column: choose one")
	}
	seen := make(map[domain.AttributeName]bool)
	for _, c := range q.Columns {
		if seen[c] {
			return nil, message.Errorf("it names the column %q twice: remove one", c)
		}
		seen[c] = true
	}
	d, err := published.Project(q.Columns)
	if err != nil {
		return nil, err
	}
	if _, err := d.Cells(); err != nil {
		return nil, err
	}
	if d.PossibleCells() == 0 {
		return nil, message.Errorf("all its combinations are declared impossible")
	}
	w := &Workload{question: q, domain: d}
	if len(q.Only) > 0 && (q.Kind != Table || q.Totals) {
		return nil, message.Errorf("it is only for people with some answers, which needs a table without totals: leave the totals out, or ask for everybody")
	}
	switch q.Kind {
	case Table:
		return w, w.table()
	case Totals:
		return w, w.totals()
	case Ranges:
		if len(q.Columns) > 1 {
			return w, w.boxes()
		}
		fallthrough
	case Cumulative:
		a, err := w.orderedColumn()
		if err != nil {
			return nil, err
		}
		if q.Kind == Cumulative {
			w.cumulative(a)
			return w, nil
		}
		return w, w.ranges(a)
	}
	return nil, message.Errorf("unknown kind %q: use %q, %q, %q or %q", q.Kind, Table, Cumulative, Ranges, Totals)
}

// orderedColumn returns the single ordered column of a cumulative or range question.
func (w *Workload) orderedColumn() (*domain.Attribute, error) {
	if n := len(w.question.Columns); n != 1 && w.question.Kind == Ranges {
		return nil, message.Errorf("it names %d columns, but counts of ranges are of one column", n)
	} else if n != 1 {
		return nil, message.Errorf("it names %d columns, but cumulative counts are of one column", n)
	}
	a := w.domain.Attributes()[0]
	if !a.HasOrder() {
		return nil, message.Errorf("the values of %q have no order: declare it as an ordered list or as numbers, or ask for a table", a.Name())
	}
	return a, nil
}

// Question returns what was asked.
func (w *Workload) Question() Question { return w.question }

// Domain returns the domain over the question's columns.
func (w *Workload) Domain() *domain.Domain { return w.domain }

// Operator returns the queries, one row per answer, over the cells of Domain. Cells that
// are declared impossible take part in no query of a table; in ranges they count nothing.
func (w *Workload) Operator() linop.Operator { return w.op }

// Len returns the number of answers.
func (w *Workload) Len() int { return w.op.Rows() }

// KeyNames returns the headings of Key's entries, in English.
func (w *Workload) KeyNames() []string { return w.SaidKeyNames(message.Text.String) }

// SaidKeyNames returns the headings of Key's entries as they are said in a language; names of columns stay as they are.
func (w *Workload) SaidKeyNames(say func(message.Text) string) []string {
	if w.parts != nil {
		return []string{say(message.Sprintf("question")), say(message.Sprintf("answer"))}
	}
	if w.question.Kind == Cumulative {
		return []string{say(message.Sprintf("%s up to", string(w.question.Columns[0])))}
	}
	if w.sums != nil {
		names := make([]string, len(w.sums.By), len(w.sums.By)+1)
		for i, j := range w.sums.By {
			names[i] = string(w.question.Columns[j])
		}
		return append(names, say(message.Sprintf(FigureHeading)))
	}
	var names []string
	for j, c := range w.question.Columns {
		if w.spanned(j) {
			names = append(names, say(message.Sprintf("%s from", string(c))), say(message.Sprintf("%s to", string(c))))
			continue
		}
		names = append(names, string(c))
	}
	return names
}

// spanned reports whether the answers give column j by its first and its last value.
func (w *Workload) spanned(j int) bool {
	return w.question.Kind == Ranges && w.domain.Attributes()[j].HasOrder()
}

// Key returns the labels that tell answer i from the others, one per KeyNames.
func (w *Workload) Key(i int) []string {
	attrs := w.domain.Attributes()
	if w.sums != nil {
		return w.sumsKey(i)
	}
	switch op := w.op.(type) {
	case linop.Selection:
		labels := make([]string, len(attrs))
		for j, a := range attrs {
			labels[j] = a.Label(w.domain.Value(op.Cell(i), j))
		}
		return labels
	case linop.Crosstab:
		labels := make([]string, len(attrs))
		for j, a := range attrs {
			labels[j] = domain.TotalLabel
			if v := op.Entry(i, j); v >= 0 {
				labels[j] = a.Label(v)
			}
		}
		return labels
	case linop.Intervals:
		v := op.At(i)
		if w.question.Kind == Cumulative {
			return []string{attrs[0].Label(v.Hi)}
		}
		return []string{attrs[0].Label(v.Lo), attrs[0].Label(v.Hi)}
	case linop.Boxes:
		return w.boxKey(op, i)
	case linop.Stack, linop.Apart:
		p, n := w.partOf(i)
		return []string{p.question.Title, strings.Join(p.Key(n), ", ")}
	}
	panic("workload: an operator without keys")
}
