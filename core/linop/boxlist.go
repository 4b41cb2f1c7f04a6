package linop

// EachBox calls do for every row of a question's operator, in order, as a box: the run of values
// that it counts in each column. Every kind of question is made of boxes: the count of one
// combination, a total over a column, a range. The runs are reused between calls.
func EachBox(op Operator, sizes []int, do func(row int, runs []Interval)) {
	b := boxReader{do: do}
	b.read(op, sizes)
}

// CountsBoxes reports whether the rows of an operator count boxes, and do not weigh cells.
func CountsBoxes(op Operator) bool {
	switch op := op.(type) {
	case Weighed:
		return false
	case Lifted:
		return CountsBoxes(op.Operator())
	case Stack:
		for _, part := range op.Operators() {
			if !CountsBoxes(part) {
				return false
			}
		}
	}
	return true
}

type boxReader struct {
	row int
	do  func(row int, runs []Interval)
}

func (b *boxReader) read(op Operator, sizes []int) {
	runs := make([]Interval, len(sizes))
	yield := func() {
		b.do(b.row, runs)
		b.row++
	}
	switch op := op.(type) {
	case Intervals:
		for i := range op.Rows() {
			runs[0] = op.At(i)
			yield()
		}
	case Selection:
		for i := range op.Rows() {
			cell := op.Cell(i)
			for j := len(sizes) - 1; j >= 0; j-- {
				v := cell % sizes[j]
				runs[j], cell = Interval{Lo: v, Hi: v}, cell/sizes[j]
			}
			yield()
		}
	case Crosstab:
		for i := range op.Rows() {
			for j, n := range sizes {
				runs[j] = Interval{Hi: n - 1}
				if v := op.Entry(i, j); v >= 0 {
					runs[j] = Interval{Lo: v, Hi: v}
				}
			}
			yield()
		}
	case Boxes:
		for i := range op.Rows() {
			for j := range sizes {
				runs[j] = op.Side(i, j)
			}
			yield()
		}
	case Lifted:
		own := make([]int, len(op.Lines()))
		for i, j := range op.Lines() {
			own[i] = sizes[j]
		}
		for j, n := range sizes {
			runs[j] = Interval{Hi: n - 1}
		}
		EachBox(op.Operator(), own, func(_ int, below []Interval) {
			for i, j := range op.Lines() {
				runs[j] = below[i]
			}
			yield()
		})
	case Stack:
		for _, part := range op.Operators() {
			b.read(part, sizes)
		}
	default:
		panic("linop: an operator whose rows are no boxes")
	}
}

// BoxList is the boxes of a question by the numbers of their runs: a question has far fewer
// different runs in a column than boxes.
type BoxList struct {
	sizes []int
	Runs  [][]Interval // per column, each run once
	boxes [][]int32    // per column, the number of each box's run
	whole []bool       // boxes of all cells
	// strides is set where the boxes are all combinations of the runs, the last column's fastest:
	// per column, after how many boxes its run changes. boxes and whole are empty then.
	strides []int
	rows    int
}

func NewBoxList(op Operator, sizes []int) *BoxList {
	if boxes, ok := op.(Boxes); ok {
		if factors, every := boxes.Factors(); every {
			return combinations(factors, sizes)
		}
	}
	l := &BoxList{sizes: sizes, Runs: make([][]Interval, len(sizes)), boxes: make([][]int32, len(sizes)), whole: make([]bool, 0, op.Rows()), rows: op.Rows()}
	numbers := make([]map[Interval]int32, len(sizes))
	last := make([]Interval, len(sizes))
	number := make([]int32, len(sizes))
	for j := range sizes {
		numbers[j], l.boxes[j], last[j] = make(map[Interval]int32), make([]int32, 0, op.Rows()), Interval{Lo: -1}
	}
	EachBox(op, sizes, func(_ int, runs []Interval) {
		all := true
		for j, r := range runs {
			all = all && r.Lo == 0 && r.Hi == sizes[j]-1
			if r != last[j] {
				n, seen := numbers[j][r]
				if !seen {
					n = int32(len(l.Runs[j]))
					numbers[j][r], l.Runs[j] = n, append(l.Runs[j], r)
				}
				last[j], number[j] = r, n
			}
			l.boxes[j] = append(l.boxes[j], number[j])
		}
		l.whole = append(l.whole, all)
	})
	return l
}

// combinations returns all combinations of runs.
func combinations(factors []Intervals, sizes []int) *BoxList {
	l := &BoxList{sizes: sizes, Runs: make([][]Interval, len(sizes)), strides: make([]int, len(sizes)), rows: 1}
	for j := len(sizes) - 1; j >= 0; j-- {
		for _, r := range factors[j].All() {
			l.Runs[j] = append(l.Runs[j], r)
		}
		l.strides[j] = l.rows
		l.rows *= len(l.Runs[j])
	}
	return l
}

func (l *BoxList) Len() int { return l.rows }

// Number returns the number of a box's run in a column.
func (l *BoxList) Number(box, j int) int32 {
	if l.strides != nil {
		return int32(box / l.strides[j] % len(l.Runs[j]))
	}
	return l.boxes[j][box]
}

// Run returns a box's run in a column.
func (l *BoxList) Run(box, j int) Interval { return l.Runs[j][l.Number(box, j)] }

// All reports whether a box is that of all cells.
func (l *BoxList) All(box int) bool {
	if l.strides == nil {
		return l.whole[box]
	}
	for j, n := range l.sizes {
		if r := l.Run(box, j); r.Lo > 0 || r.Hi < n-1 {
			return false
		}
	}
	return true
}

// Spaced returns which of n things is number i of so many. They are not a fixed step apart, which
// could hit the same run of a column again and again.
func Spaced(i, n, of int) int {
	return int((float64(i) + float64(i*i%7)/14) * float64(n) / float64(of))
}

// Some returns at most so many of the boxes, evenly from all of them, with the runs that they have.
func (l *BoxList) Some(most int) *BoxList {
	n := l.Len()
	if n <= most {
		return l
	}
	out := &BoxList{sizes: l.sizes, Runs: make([][]Interval, len(l.sizes)), boxes: make([][]int32, len(l.sizes)), rows: most}
	numbers := make([][]int32, len(l.sizes))
	for j, runs := range l.Runs {
		numbers[j] = make([]int32, len(runs)) // one more than the new number
	}
	for i := range most {
		at := Spaced(i, n, most)
		for j := range l.sizes {
			run := l.Number(at, j)
			if numbers[j][run] == 0 {
				out.Runs[j] = append(out.Runs[j], l.Runs[j][run])
				numbers[j][run] = int32(len(out.Runs[j]))
			}
			out.boxes[j] = append(out.boxes[j], numbers[j][run]-1)
		}
		out.whole = append(out.whole, l.All(at))
	}
	return out
}

// BoxOf returns the run of values that a row of an operator counts in each column.
func BoxOf(op Operator, sizes []int, row int) []Interval {
	runs := make([]Interval, len(sizes))
	for j, n := range sizes {
		runs[j] = Interval{Hi: n - 1}
	}
	switch op := op.(type) {
	case Intervals:
		runs[0] = op.At(row)
	case Selection:
		cell := op.Cell(row)
		for j := len(sizes) - 1; j >= 0; j-- {
			v := cell % sizes[j]
			runs[j], cell = Interval{Lo: v, Hi: v}, cell/sizes[j]
		}
	case Crosstab:
		for j := range sizes {
			if v := op.Entry(row, j); v >= 0 {
				runs[j] = Interval{Lo: v, Hi: v}
			}
		}
	case Boxes:
		for j := range sizes {
			runs[j] = op.Side(row, j)
		}
	case Lifted:
		own := make([]int, len(op.Lines()))
		for i, j := range op.Lines() {
			own[i] = sizes[j]
		}
		for i, r := range BoxOf(op.Operator(), own, row) {
			runs[op.Lines()[i]] = r
		}
	case Stack:
		for _, part := range op.Operators() {
			if row < part.Rows() {
				return BoxOf(part, sizes, row)
			}
			row -= part.Rows()
		}
	default:
		panic("linop: an operator whose rows are no boxes")
	}
	return runs
}

// RunsOf returns the runs of a column that boxes have, as often as they have them; of more boxes than so many
// those of some.
func (l *BoxList) RunsOf(j, most int) Intervals {
	n := l.sizes[j]
	if l.strides != nil {
		if len(l.Runs[j]) == n*(n+1)/2 {
			return Every(n, n)
		}
		return Ranges(n, l.Runs[j])
	}
	few := l.Some(most)
	out := make([]Interval, few.Len())
	for box := range out {
		out[box] = few.Run(box, j)
	}
	return Ranges(n, out)
}
