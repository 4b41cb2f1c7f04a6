package questions

import (
	"slices"

	"steward/core/domain"
	"steward/core/plan"
)

// half returns a box with the lower half of every ordered column, and all of the others.
func (s *Step) half(columns []domain.AttributeName) []plan.Span {
	out := make([]plan.Span, len(columns))
	for j, c := range columns {
		if a, ok := s.of.Attribute(string(c)); ok && a.HasOrder() {
			out[j] = plan.Span{From: a.Label(0), To: a.Label((a.Regular() - 1) / 2)}
		}
	}
	return out
}

// unordered returns 1 for a column without an order, and 0 for others.
func (s *Step) unordered(c domain.AttributeName) int {
	if a, ok := s.of.Attribute(string(c)); ok && a.HasOrder() {
		return 0
	}
	return 1
}

// AddBox adds a combination of ranges to the question at an index: one like the last, with what
// follows in the first ordered column.
func (at Ranges) AddBox() error {
	return at.Try(func(q *plan.Question) {
		if len(q.Boxes) == 0 {
			q.Boxes = [][]plan.Span{at.step.half(q.Columns)}
			return
		}
		next := slices.Clone(q.Boxes[len(q.Boxes)-1])
		for j, c := range q.Columns {
			a, ok := at.step.of.Attribute(string(c))
			if !ok || !a.HasOrder() {
				continue
			}
			if at, ok := a.Find(next[j].To); ok && at < a.Regular()-1 {
				next[j] = plan.Span{From: a.Label(at + 1), To: a.Label(a.Regular() - 1)}
				break
			}
		}
		q.Boxes = append(q.Boxes, next)
	})
}

// SetBox changes what box k counts of a column: the values from one to another, or all where from
// is below 0. Of a column without order it is one value.
func (at Ranges) SetBox(k, column, from, to int) error {
	return at.Try(func(q *plan.Question) {
		if k < 0 || k >= len(q.Boxes) || column < 0 || column >= len(q.Columns) {
			return
		}
		a, ok := at.step.of.Attribute(string(q.Columns[column]))
		if !ok {
			return
		}
		span := plan.Span{}
		if from >= 0 && from < a.Size() {
			if to = min(max(from, to), a.Size()-1); !a.HasOrder() || from >= a.Regular() {
				to = from // one value, or one that has no place in the order
			}
			span = plan.Span{From: a.Label(from), To: a.Label(min(to, max(from, a.Regular()-1)))}
		}
		q.Boxes[k] = slices.Clone(q.Boxes[k])
		q.Boxes[k][column] = span
	})
}

// RemoveBox takes one box out of the question at an index. The last one stays.
func (at Ranges) RemoveBox(k int) error {
	return at.Try(func(q *plan.Question) {
		if len(q.Boxes) > 1 && k >= 0 && k < len(q.Boxes) {
			q.Boxes = slices.Delete(slices.Clone(q.Boxes), k, k+1)
		}
	})
}
