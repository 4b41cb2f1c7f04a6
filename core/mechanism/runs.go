package mechanism

import "steward/core/linop"

// runsOver returns the rows of an operator over one ordered column as runs of cells: a table
// asks for every cell by itself, and perhaps for their total.
func runsOver(op linop.Operator) linop.Intervals {
	if runs, ok := op.(linop.Intervals); ok {
		return runs
	}
	return linop.Ranges(op.Columns(), appendRuns(nil, op))
}

func appendRuns(list []linop.Interval, op linop.Operator) []linop.Interval {
	switch op := op.(type) {
	case linop.Intervals:
		for i := range op.Rows() {
			list = append(list, op.At(i))
		}
	case linop.Selection:
		for i := range op.Rows() {
			list = append(list, linop.Interval{Lo: op.Cell(i), Hi: op.Cell(i)})
		}
	case linop.Crosstab:
		for i := range op.Rows() {
			r := linop.Interval{Hi: op.Columns() - 1}
			if v := op.Entry(i, 0); v >= 0 {
				r = linop.Interval{Lo: v, Hi: v}
			}
			list = append(list, r)
		}
	case linop.Stack: // several questions about the column
		for _, part := range op.Operators() {
			list = appendRuns(list, part)
		}
	default:
		panic("mechanism: an operator that is no run of cells")
	}
	return list
}

// runsOfCells returns the run of cells that each row of an operator adds up; false where
// rows are not runs.
func runsOfCells(op linop.Operator) (func(i int) linop.Interval, bool) {
	switch op := op.(type) {
	case linop.Selection:
		return func(i int) linop.Interval { return linop.Interval{Lo: op.Cell(i), Hi: op.Cell(i)} }, true
	case linop.Intervals:
		return op.At, true
	}
	return nil, false
}
