package workload

import (
	"steward/core/limits"
	"steward/core/linop"
	"steward/core/message"
)

// table asks for the number of people in every possible cell, and for the totals if they
// are wanted.
func (w *Workload) table() error {
	if w.question.Totals {
		return w.crosstab()
	}
	k, _ := w.domain.Cells()
	sel := linop.Identity(k)
	if !w.domain.AllPossible() {
		cells := make([]int, 0, w.domain.PossibleCells())
		for c := range k {
			if w.domain.Possible(c) {
				cells = append(cells, c)
			}
		}
		sel = linop.Select(k, cells)
	}
	w.op = sel
	return nil
}

// crosstab asks for the table with the total of every row and column.
func (w *Workload) crosstab() error {
	entries := 1.0
	var sizes []int
	for _, a := range w.domain.Attributes() {
		sizes = append(sizes, a.Size())
		entries *= float64(a.Size() + 1)
	}
	if entries > limits.MaxAnswers {
		return message.Errorf("the table with its totals would be %.0f numbers, more than %d: ask for it without totals, or over fewer columns", entries, limits.MaxAnswers)
	}
	possible := w.domain.Possible
	if w.domain.AllPossible() {
		possible = nil
	}
	w.op = linop.NewCrosstab(sizes, possible)
	return nil
}
