package questions

import (
	"slices"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/workload"
	"steward/gui/words"
)

// SetKind makes the question one of another sort. It keeps the columns as far as
// they suit it, and takes the first others that do.
func (at Question) SetKind(k Kind) error {
	s := at.step
	if reason := s.CannotAsk(k); reason != "" {
		return words.Errorf("%s: %s", k.Name, reason)
	}
	return at.Try(func(q *plan.Question) {
		if KindOf(*q).ID == k.ID {
			return
		}
		suits := func(n domain.AttributeName) bool {
			c, ok := s.of.Published(string(n))
			return ok && (!k.Ordered || c.HasOrder())
		}
		columns := slices.DeleteFunc(slices.Clone(q.Columns), func(n domain.AttributeName) bool { return !suits(n) })
		for _, c := range s.of.Plan().Columns {
			if len(columns) < k.Least && suits(c.Name) && !slices.Contains(columns, c.Name) {
				columns = append(columns, c.Name)
			}
		}
		if k.Least == 1 {
			columns = columns[:1]
		}
		own := q.Title == s.titleOf(*q)
		if q.Sum = nil; k.ID == AskTotals {
			if next, err := s.newTotal(columns); err == nil {
				columns, q.Sum, q.Totals = next.Columns, next.Sum, next.Totals
			}
		}
		if own {
			q.Title = s.titleOf(plan.Question{Kind: string(k.Kind), Columns: columns, Sum: q.Sum})
		}
		q.Kind, q.Columns, q.Ranges, q.Boxes, q.Every = string(k.Kind), columns, nil, nil, k.ID == AskRanges
		if k.ID == AskBoxes {
			q.Boxes = [][]plan.Span{s.half(columns)}
		}
		q.Mechanism = ""
		keepDerived(q)
	})
}

// SetColumns makes the question one about other columns. The ranges of another
// column mean nothing and are left out.
func (at Question) SetColumns(columns []domain.AttributeName) error {
	return at.Try(func(q *plan.Question) {
		if !slices.Equal(q.Columns, columns) && q.Kind == string(workload.Ranges) {
			q.Ranges, q.Boxes, q.Every = nil, nil, len(columns) == 1
			if len(columns) > 1 {
				q.Boxes = [][]plan.Span{at.step.half(columns)}
			}
		}
		q.Columns = slices.Clone(columns)
		keepDerived(q)
	})
}

// Ranges are those of the question at a place.
type Ranges struct{ Question }

// Ranges returns the one at a place.
func (s *Step) Ranges(i int) Ranges { return Ranges{s.Question(i)} }

// SetEvery asks for every range, or for a few that are listed: four that divide the column.
func (at Ranges) SetEvery(every bool) error {
	return at.Try(func(q *plan.Question) {
		if q.Every = every; every {
			q.Ranges, q.Boxes = nil, nil
			return
		}
		if len(q.Columns) > 1 {
			if len(q.Boxes) == 0 {
				q.Boxes = [][]plan.Span{at.step.half(q.Columns)}
			}
			return
		}
		if a, ok := at.step.of.Attribute(string(q.Columns[0])); ok && len(q.Ranges) == 0 {
			n := a.Regular()
			for part := range min(4, n) {
				q.Ranges = append(q.Ranges, plan.Span{From: a.Label(part * n / min(4, n)), To: a.Label((part+1)*n/min(4, n) - 1)})
			}
		}
	})
}

// Add adds a range to the question at an index: from where the last one ends.
func (at Ranges) Add() error {
	return at.Try(func(q *plan.Question) {
		a, ok := at.step.of.Attribute(string(q.Columns[0]))
		if !ok {
			return
		}
		last := a.Regular() - 1
		from := 0
		if n := len(q.Ranges); n > 0 {
			if at, ok := a.Find(q.Ranges[n-1].To); ok && at < last {
				from = at + 1
			}
		}
		next := plan.Span{From: a.Label(from), To: a.Label(last)}
		for to := last; slices.Contains(q.Ranges, next) && to > from; {
			to--
			next.To = a.Label(to)
		}
		q.Ranges = append(q.Ranges, next)
	})
}

// Set changes one range of the question at an index; a range that would end before it
// begins ends where it begins.
func (at Ranges) Set(k, from, to int) error {
	return at.Try(func(q *plan.Question) {
		if a, ok := at.step.of.Attribute(string(q.Columns[0])); ok && k >= 0 && k < len(q.Ranges) {
			q.Ranges[k] = plan.Span{From: a.Label(from), To: a.Label(max(from, to))}
		}
	})
}

// Remove takes one range out of the question at an index. The last one stays.
func (at Ranges) Remove(k int) error {
	return at.Try(func(q *plan.Question) {
		if len(q.Ranges) > 1 && k >= 0 && k < len(q.Ranges) {
			q.Ranges = slices.Delete(q.Ranges, k, k+1)
		}
	})
}
