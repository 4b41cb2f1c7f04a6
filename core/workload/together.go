package workload

import (
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/linop"
	"steward/core/message"
)

// Together is the kind of several questions that are answered from the same noisy counts, so
// that their answers agree. No steward asks it: see Join.
const Together Kind = "together"

// Join returns the workload of several questions over all their columns: the answers of the
// first, then those of the second, and so on. Each part has to be made from the published
// domain. Where all columns together have too many cells it is Apart. It errors for a question that asks for more than its answers.
func Join(parts []*Workload, published *domain.Domain) (*Workload, error) {
	q, d, err := together(parts, published)
	if err != nil {
		return nil, err
	}
	if _, err := d.Cells(); err != nil {
		return Apart(parts, published)
	}
	sizes := d.Sizes()
	ops := make([]linop.Operator, len(parts))
	for i, w := range parts {
		ops[i] = w.op
		if slices.Equal(w.question.Columns, q.Columns) {
			continue
		}
		at := make([]int, len(w.question.Columns))
		for n, c := range w.question.Columns {
			at[n] = slices.Index(q.Columns, c)
		}
		ops[i] = linop.Lift(w.op, sizes, at)
	}
	return &Workload{question: q, domain: d, op: linop.NewStack(ops...), parts: parts}, nil
}

// Apart is Join with the cells of each question apart from those of the others: one question's table after another, of the same
// people, in the place of the combinations of all columns, of which there may be any number. It errors where even these are too many.
func Apart(parts []*Workload, published *domain.Domain) (*Workload, error) {
	q, d, err := together(parts, published)
	if err != nil {
		return nil, err
	}
	return apart(Workload{question: q, domain: d, parts: parts}, nil)
}

// Counting returns a workload that is Apart with people counted in more tables over the columns, of which no answer is made as it is.
func (w *Workload) Counting(more [][]domain.AttributeName) (*Workload, error) {
	var tables []*domain.Domain
	for _, columns := range more {
		d, err := w.domain.Project(columns)
		if err != nil {
			return nil, err
		}
		tables = append(tables, d)
	}
	return apart(*w, tables)
}

// apart puts the tables of the questions, and more, one after another.
func apart(w Workload, more []*domain.Domain) (*Workload, error) {
	var ops []linop.Operator
	w.tables = nil
	for _, p := range w.parts {
		w.tables, ops = append(w.tables, p.domain), append(ops, p.op)
	}
	for _, d := range more {
		cells, err := d.Cells()
		if err != nil {
			return nil, err
		}
		w.tables, ops = append(w.tables, d), append(ops, linop.Select(cells, nil))
	}
	op := linop.NewApart(ops...)
	if op.Columns() > limits.MaxCells {
		return nil, message.Errorf("these questions together have more than %d combinations, each table by itself: ask for fewer", limits.MaxCells)
	}
	w.op = op
	return &w, nil
}

// together returns what several questions ask for, and the domain over all their columns.
func together(parts []*Workload, published *domain.Domain) (Question, *domain.Domain, error) {
	q := Question{Kind: Together}
	var titles []string
	seen := make(map[domain.AttributeName]bool)
	for _, w := range parts {
		if _, follow := w.Follow(); follow {
			return Question{}, nil, message.Errorf("question %q is for more ranges than are published: it is answered by itself", w.question.Title)
		}
		titles = append(titles, w.question.Title)
		for _, c := range w.question.Columns {
			if !seen[c] {
				seen[c], q.Columns = true, append(q.Columns, c)
			}
		}
	}
	q.Title = strings.Join(titles, "”, “")
	d, err := published.Project(q.Columns)
	if err != nil {
		return q, nil, message.Errorf("questions “%s” together: %w", q.Title, err)
	}
	return q, d, nil
}

// Tables returns the domains of the tables that the cells of a workload are which is Apart, one after another, those of the questions first; nil for any
// other.
func (w *Workload) Tables() []*domain.Domain { return w.tables }

// Parts returns the questions that were joined, nil for any other workload.
func (w *Workload) Parts() []*Workload { return w.parts }

// partOf returns the question that answer i belongs to, and its number there.
func (w *Workload) partOf(i int) (*Workload, int) {
	for _, p := range w.parts {
		if i < p.Len() {
			return p, i
		}
		i -= p.Len()
	}
	panic("workload: an answer that no question asks for")
}
