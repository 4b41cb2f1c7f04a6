package mechanism

import (
	"steward/core/linop"
)

// eachBox calls do for every row of a question's operator, in order, as a box: the run of values
// that it counts in each column. Every kind of question is made of boxes: the count of one
// combination, a total over a column, a range. The runs are reused between calls.
func eachBox(op linop.Operator, sizes []int, do func(row int, runs []linop.Interval)) {
	b := boxReader{do: do}
	b.read(op, sizes)
}

// countsBoxes reports whether the rows of an operator count boxes, and do not weigh cells.
func countsBoxes(op linop.Operator) bool {
	switch op := op.(type) {
	case linop.Weighed:
		return false
	case linop.Lifted:
		return countsBoxes(op.Operator())
	case linop.Stack:
		for _, part := range op.Operators() {
			if !countsBoxes(part) {
				return false
			}
		}
	}
	return true
}

type boxReader struct {
	row int
	do  func(row int, runs []linop.Interval)
}

func (b *boxReader) read(op linop.Operator, sizes []int) {
	runs := make([]linop.Interval, len(sizes))
	yield := func() {
		b.do(b.row, runs)
		b.row++
	}
	switch op := op.(type) {
	case linop.Intervals:
		for i := range op.Rows() {
			runs[0] = op.At(i)
			yield()
		}
	case linop.Selection:
		for i := range op.Rows() {
			cell := op.Cell(i)
			for j := len(sizes) - 1; j >= 0; j-- {
				v := cell % sizes[j]
				runs[j], cell = linop.Interval{Lo: v, Hi: v}, cell/sizes[j]
			}
			yield()
		}
	case linop.Crosstab:
		for i := range op.Rows() {
			for j, n := range sizes {
				runs[j] = linop.Interval{Hi: n - 1}
				if v := op.Entry(i, j); v >= 0 {
					runs[j] = linop.Interval{Lo: v, Hi: v}
				}
			}
			yield()
		}
	case linop.Boxes:
		for i := range op.Rows() {
			for j := range sizes {
				runs[j] = op.Side(i, j)
			}
			yield()
		}
	case linop.Lifted:
		own := make([]int, len(op.Lines()))
		for i, j := range op.Lines() {
			own[i] = sizes[j]
		}
		for j, n := range sizes {
			runs[j] = linop.Interval{Hi: n - 1}
		}
		eachBox(op.Operator(), own, func(_ int, below []linop.Interval) {
			for i, j := range op.Lines() {
				runs[j] = below[i]
			}
			yield()
		})
	case linop.Stack:
		for _, part := range op.Operators() {
			b.read(part, sizes)
		}
	default:
		panic("mechanism: an operator whose rows are no boxes")
	}
}

// boxList is the boxes of a question by the numbers of their runs: a question has far fewer
// different runs in a column than boxes.
type boxList struct {
	sizes []int
	runs  [][]linop.Interval // per column, each run once
	boxes [][]int32          // per column, the number of each box's run
	whole []bool             // boxes of all cells
	// strides is set where the boxes are all combinations of the runs, the last column's fastest:
	// per column, after how many boxes its run changes. boxes and whole are empty then.
	strides []int
	rows    int
}

func newBoxList(op linop.Operator, sizes []int) *boxList {
	if boxes, ok := op.(linop.Boxes); ok {
		if factors, every := boxes.Factors(); every {
			return combined(factors, sizes)
		}
	}
	l := &boxList{sizes: sizes, runs: make([][]linop.Interval, len(sizes)), boxes: make([][]int32, len(sizes)), whole: make([]bool, 0, op.Rows()), rows: op.Rows()}
	numbers := make([]map[linop.Interval]int32, len(sizes))
	last := make([]linop.Interval, len(sizes))
	number := make([]int32, len(sizes))
	for j := range sizes {
		numbers[j], l.boxes[j], last[j] = make(map[linop.Interval]int32), make([]int32, 0, op.Rows()), linop.Interval{Lo: -1}
	}
	eachBox(op, sizes, func(_ int, runs []linop.Interval) {
		all := true
		for j, r := range runs {
			all = all && r.Lo == 0 && r.Hi == sizes[j]-1
			if r != last[j] {
				n, seen := numbers[j][r]
				if !seen {
					n = int32(len(l.runs[j]))
					numbers[j][r], l.runs[j] = n, append(l.runs[j], r)
				}
				last[j], number[j] = r, n
			}
			l.boxes[j] = append(l.boxes[j], number[j])
		}
		l.whole = append(l.whole, all)
	})
	return l
}

// combined returns all combinations of runs.
func combined(factors []linop.Intervals, sizes []int) *boxList {
	l := &boxList{sizes: sizes, runs: make([][]linop.Interval, len(sizes)), strides: make([]int, len(sizes)), rows: 1}
	for j := len(sizes) - 1; j >= 0; j-- {
		for _, r := range factors[j].All() {
			l.runs[j] = append(l.runs[j], r)
		}
		l.strides[j] = l.rows
		l.rows *= len(l.runs[j])
	}
	return l
}

func (l *boxList) len() int { return l.rows }

// number returns the number of a box's run in a column.
func (l *boxList) number(box, j int) int32 {
	if l.strides != nil {
		return int32(box / l.strides[j] % len(l.runs[j]))
	}
	return l.boxes[j][box]
}

// run returns a box's run in a column.
func (l *boxList) run(box, j int) linop.Interval { return l.runs[j][l.number(box, j)] }

// all reports whether a box is that of all cells.
func (l *boxList) all(box int) bool {
	if l.strides == nil {
		return l.whole[box]
	}
	for j, n := range l.sizes {
		if r := l.run(box, j); r.Lo > 0 || r.Hi < n-1 {
			return false
		}
	}
	return true
}

// spaced returns which of n things is number i of so many. They are not a fixed step apart, which
// could hit the same run of a column again and again.
func spaced(i, n, of int) int {
	return int((float64(i) + float64(i*i%7)/14) * float64(n) / float64(of))
}

// some returns at most so many of the boxes, evenly from all of them, with the runs that they have.
func (l *boxList) some(most int) *boxList {
	n := l.len()
	if n <= most {
		return l
	}
	out := &boxList{sizes: l.sizes, runs: make([][]linop.Interval, len(l.sizes)), boxes: make([][]int32, len(l.sizes)), rows: most}
	numbers := make([][]int32, len(l.sizes))
	for j, runs := range l.runs {
		numbers[j] = make([]int32, len(runs)) // one more than the new number
	}
	for i := range most {
		at := spaced(i, n, most)
		for j := range l.sizes {
			run := l.number(at, j)
			if numbers[j][run] == 0 {
				out.runs[j] = append(out.runs[j], l.runs[j][run])
				numbers[j][run] = int32(len(out.runs[j]))
			}
			out.boxes[j] = append(out.boxes[j], numbers[j][run]-1)
		}
		out.whole = append(out.whole, l.all(at))
	}
	return out
}

// boxOf returns the run of values that a row of an operator counts in each column.
func boxOf(op linop.Operator, sizes []int, row int) []linop.Interval {
	runs := make([]linop.Interval, len(sizes))
	for j, n := range sizes {
		runs[j] = linop.Interval{Hi: n - 1}
	}
	switch op := op.(type) {
	case linop.Intervals:
		runs[0] = op.At(row)
	case linop.Selection:
		cell := op.Cell(row)
		for j := len(sizes) - 1; j >= 0; j-- {
			v := cell % sizes[j]
			runs[j], cell = linop.Interval{Lo: v, Hi: v}, cell/sizes[j]
		}
	case linop.Crosstab:
		for j := range sizes {
			if v := op.Entry(row, j); v >= 0 {
				runs[j] = linop.Interval{Lo: v, Hi: v}
			}
		}
	case linop.Boxes:
		for j := range sizes {
			runs[j] = op.Side(row, j)
		}
	case linop.Lifted:
		own := make([]int, len(op.Lines()))
		for i, j := range op.Lines() {
			own[i] = sizes[j]
		}
		for i, r := range boxOf(op.Operator(), own, row) {
			runs[op.Lines()[i]] = r
		}
	case linop.Stack:
		for _, part := range op.Operators() {
			if row < part.Rows() {
				return boxOf(part, sizes, row)
			}
			row -= part.Rows()
		}
	default:
		panic("mechanism: an operator whose rows are no boxes")
	}
	return runs
}

// asked returns the runs of a column that boxes have, as often as they have them; of more boxes than so many
// those of some.
func (l *boxList) asked(j, most int) linop.Intervals {
	n := l.sizes[j]
	if l.strides != nil {
		if len(l.runs[j]) == n*(n+1)/2 {
			return linop.Every(n, n)
		}
		return linop.Ranges(n, l.runs[j])
	}
	few := l.some(most)
	out := make([]linop.Interval, few.len())
	for box := range out {
		out[box] = few.run(box, j)
	}
	return linop.Ranges(n, out)
}
