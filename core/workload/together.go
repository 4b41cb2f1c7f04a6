package workload

import (
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/linop"
	"steward/core/message"
)

// Together is the kind of several questions that are answered from the same noisy counts, so
// that their answers agree. No steward asks it: see Join.
const Together Kind = "together"

// Join returns the workload of several questions over all their columns: the answers of the
// first, then those of the second, and so on. Each part has to be made from the published
// domain. It errors where all columns together have too many cells.
func Join(parts []*Workload, published *domain.Domain) (*Workload, error) {
	q := Question{Kind: Together}
	var titles []string
	for _, w := range parts {
		titles = append(titles, w.question.Title)
		for _, c := range w.question.Columns {
			if !slices.Contains(q.Columns, c) {
				q.Columns = append(q.Columns, c)
			}
		}
	}
	q.Title = strings.Join(titles, "”, “")
	d, err := published.Project(q.Columns)
	if err == nil {
		_, err = d.Cells()
	}
	if err != nil {
		return nil, message.Errorf("questions “%s” together: %w", q.Title, err)
	}
	sizes := make([]int, len(q.Columns))
	for j, a := range d.Attributes() {
		sizes[j] = a.Size()
	}
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
