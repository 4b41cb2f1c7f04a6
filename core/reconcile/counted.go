package reconcile

import (
	"math"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/inference"
	"steward/core/linop"
	"steward/core/workload"
)

// counted is what of the answers to a question counts people.
type counted struct {
	over   space
	op     linop.Operator
	first  int  // which of the question's answers is the first
	behind bool // whether they are the people behind averages
	open   bool // whether they leave cells open
}

// countedBy returns what of the answers to a question counts people, false where nothing does that can be made to agree.
func countedBy(w *workload.Workload) (counted, bool) {
	if s, totals := w.Sums(); totals {
		return behindAverages(w, s)
	}
	if w.Weighs() || !linop.CountsBoxes(w.Operator()) {
		return counted{}, false
	}
	q := w.Question()
	return counted{over: newSpace(w.Domain()), op: w.Operator(), open: q.Kind == workload.Ranges && !q.Every || len(q.Only) > 0}, true
}

// behindAverages returns the numbers of people in the groups whose averages are asked for, as cells of the columns that make
// the groups, and of everybody; without groups everybody, as the whole of a column. It is false where not everybody has a number.
func behindAverages(w *workload.Workload, s *workload.Sums) (counted, bool) {
	if !s.Averages {
		return counted{}, false
	}
	for cell, valued := range s.Valued {
		if !valued && w.Domain().Possible(cell) {
			return counted{}, false
		}
	}
	made := s.By
	if len(made) == 0 {
		made = s.Of[:1]
	}
	var names []domain.AttributeName
	for _, j := range made {
		names = append(names, w.Domain().Attributes()[j].Name())
	}
	d, err := w.Domain().Project(names)
	if err != nil {
		return counted{}, false
	}
	of := counted{over: newSpace(d), first: s.Figures(), behind: true, open: len(s.By) == 0}
	var boxes [][]linop.Interval
	whole := make([]linop.Interval, len(names))
	for j, n := range d.Sizes() {
		whole[j].Hi = n - 1
	}
	for cell := range of.over.cells {
		if !of.open && d.Possible(cell) {
			box := make([]linop.Interval, len(names))
			for j := range box {
				box[j] = linop.Interval{Lo: d.Value(cell, j), Hi: d.Value(cell, j)}
			}
			boxes = append(boxes, box)
		}
	}
	if of.open || s.Overall {
		boxes = append(boxes, whole)
	}
	of.op = linop.NewBoxes(d.Sizes(), boxes)
	return of, of.op.Rows() == s.Figures()
}

// known lists what is known of the people behind averages: what facts say, and those that have no noise.
func (m member) known(facts constraint.Facts) []inference.Sum {
	var out []inference.Sum
	for _, s := range facts.Sums(m.over.Domain) {
		out = append(out, inference.Sum(s))
	}
	for _, i := range m.exact {
		k := inference.Sum{Total: int64(math.Round(m.answers[i]))}
		m.op.Row(i, func(cell int, _ int64) { k.Cells = append(k.Cells, int32(cell)) })
		out = append(out, k)
	}
	return out
}
