package linop

// RunsOver returns the rows of an operator over one ordered column as runs of cells: a table
// asks for every cell by itself, and perhaps for their total.
func RunsOver(op Operator) Intervals {
	if runs, ok := op.(Intervals); ok {
		return runs
	}
	return Ranges(op.Columns(), appendRuns(nil, op))
}

func appendRuns(list []Interval, op Operator) []Interval {
	switch op := op.(type) {
	case Intervals:
		for i := range op.Rows() {
			list = append(list, op.At(i))
		}
	case Selection:
		for i := range op.Rows() {
			list = append(list, Interval{Lo: op.Cell(i), Hi: op.Cell(i)})
		}
	case Crosstab:
		for i := range op.Rows() {
			r := Interval{Hi: op.Columns() - 1}
			if v := op.Entry(i, 0); v >= 0 {
				r = Interval{Lo: v, Hi: v}
			}
			list = append(list, r)
		}
	case Stack: // several questions about the column
		for _, part := range op.Operators() {
			list = appendRuns(list, part)
		}
	default:
		panic("linop: an operator that is no run of cells")
	}
	return list
}

// RunOf returns the run of cells that each row of an operator adds up; false where
// rows are not runs.
func RunOf(op Operator) (func(i int) Interval, bool) {
	switch op := op.(type) {
	case Selection:
		return func(i int) Interval { return Interval{Lo: op.Cell(i), Hi: op.Cell(i)} }, true
	case Intervals:
		return op.At, true
	}
	return nil, false
}
