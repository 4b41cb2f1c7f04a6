package workload

import "steward/core/linop"

// table asks for the number of people in every possible cell.
func (w *Workload) table() {
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
}
