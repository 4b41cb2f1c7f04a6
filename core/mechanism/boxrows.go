package mechanism

import (
	"steward/core/domain"
	"steward/core/linop"
)

// sizesOf returns the number of values of each column of a domain.
func sizesOf(d *domain.Domain) []int {
	out := make([]int, len(d.Attributes()))
	for j, a := range d.Attributes() {
		out[j] = a.Size()
	}
	return out
}

// eachBox calls do for every row of a question's operator, in order, as a box: the run of values
// that it counts in each column. Every kind of question is made of boxes: the count of one
// combination, a total over a column, a range. The runs are reused between calls.
func eachBox(op linop.Operator, sizes []int, do func(row int, runs []linop.Interval)) {
	b := boxReader{do: do}
	b.read(op, sizes)
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
}

func newBoxList(op linop.Operator, sizes []int) *boxList {
	l := &boxList{sizes: sizes, runs: make([][]linop.Interval, len(sizes)), boxes: make([][]int32, len(sizes)), whole: make([]bool, 0, op.Rows())}
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

func (l *boxList) len() int { return len(l.whole) }

// some returns at most so many of the boxes, evenly from all of them, with the runs that they have.
func (l *boxList) some(most int) *boxList {
	n := l.len()
	if n <= most {
		return l
	}
	out := &boxList{sizes: l.sizes, runs: make([][]linop.Interval, len(l.sizes)), boxes: make([][]int32, len(l.sizes))}
	numbers := make([][]int32, len(l.sizes))
	for j, runs := range l.runs {
		numbers[j] = make([]int32, len(runs)) // one more than the new number
	}
	for i := range most {
		// Not a fixed step, which could hit the same run of a column again and again.
		at := int((float64(i) + float64(i*i%7)/14) * float64(n) / float64(most))
		for j := range l.boxes {
			run := l.boxes[j][at]
			if numbers[j][run] == 0 {
				out.runs[j] = append(out.runs[j], l.runs[j][run])
				numbers[j][run] = int32(len(out.runs[j]))
			}
			out.boxes[j] = append(out.boxes[j], numbers[j][run]-1)
		}
		out.whole = append(out.whole, l.whole[at])
	}
	return out
}
