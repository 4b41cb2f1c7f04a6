package linop

// Boxes counts boxes of cells: for each a run of values in every column.
type Boxes struct {
	box
	list  [][]Interval // per box, per column; nil for the product
	every []Intervals  // of the product: the runs of each column
	runs  box          // numbers the product's rows
}

// NewBoxes returns the listed boxes over columns of the given sizes, each with one run per
// column; the list is kept.
func NewBoxes(sizes []int, list [][]Interval) Boxes {
	b := Boxes{box: newBox(sizes), list: list}
	for _, runs := range list {
		if len(runs) != len(sizes) {
			panic("linop: a box needs a run per column")
		}
		for j, r := range runs {
			if r.Lo < 0 || r.Hi >= sizes[j] || r.Lo > r.Hi {
				panic("linop: a box lies outside the cells")
			}
		}
	}
	return b
}

// EveryBox returns the boxes made of one run of each column's, row-major.
func EveryBox(runs []Intervals) Boxes {
	sizes, rows := make([]int, len(runs)), make([]int, len(runs))
	for j, r := range runs {
		sizes[j], rows[j] = r.Columns(), r.Rows()
	}
	return Boxes{box: newBox(sizes), every: runs, runs: newBox(rows)}
}

// Factors returns the runs of each column where the boxes are all their combinations, and
// false where they are listed.
func (b Boxes) Factors() ([]Intervals, bool) { return b.every, b.every != nil }

// Rows returns the number of boxes.
func (b Boxes) Rows() int {
	if b.every != nil {
		return b.runs.cells
	}
	return len(b.list)
}

// Side returns the run of column j in box i.
func (b Boxes) Side(i, j int) Interval {
	if b.every != nil {
		return b.every[j].At(b.runs.value(i, j))
	}
	return b.list[i][j]
}

// Row yields the cells of box i.
func (b Boxes) Row(i int, yield func(column int, value int64)) { b.walk(i, 0, 0, yield) }

func (b Boxes) walk(i, j, cell int, yield func(column int, value int64)) {
	if j == len(b.sizes) {
		yield(cell, 1)
		return
	}
	r := b.Side(i, j)
	for v := r.Lo; v <= r.Hi; v++ {
		b.walk(i, j+1, cell+v*b.strides[j], yield)
	}
}

// Column yields the boxes that hold cell j.
func (b Boxes) Column(j int, yield func(row int, value int64)) {
	if b.every != nil {
		b.holding(j, 0, 0, yield)
		return
	}
rows:
	for i, runs := range b.list {
		for c, r := range runs {
			if v := b.value(j, c); v < r.Lo || v > r.Hi {
				continue rows
			}
		}
		yield(i, 1)
	}
}

// holding yields the boxes of the product that hold a cell.
func (b Boxes) holding(cell, j, at int, yield func(row int, value int64)) {
	if j == len(b.sizes) {
		yield(at, 1)
		return
	}
	b.every[j].Column(b.value(cell, j), func(row int, _ int64) {
		b.holding(cell, j+1, at+row*b.runs.strides[j], yield)
	})
}

// Apply writes the exact count of each box, in time linear in cells and boxes.
func (b Boxes) Apply(dst, x []int64) { sumBoxes(dst, x, b) }

// ApplyFloat writes the sum of each box.
func (b Boxes) ApplyFloat(dst, x []float64) { sumBoxes(dst, x, b) }

// sumBoxes reads every box off the table of sums up to each cell.
func sumBoxes[T number](dst, x []T, b Boxes) {
	more := make([]int, len(b.sizes))
	for j, n := range b.sizes {
		more[j] = n + 1
	}
	upto := newBox(more) // upto[c] sums the cells below c in every column
	sums := make([]T, upto.cells)
	for cell, n := range x[:b.cells] {
		at := 0
		for j := range b.sizes {
			at += (b.value(cell, j) + 1) * upto.strides[j]
		}
		sums[at] = n
	}
	for j := range more {
		for at := range sums {
			if upto.value(at, j) > 0 {
				sums[at] += sums[at-upto.strides[j]]
			}
		}
	}
	for i := range b.Rows() {
		dst[i] = corners(sums, upto, b, i, 0, 0)
	}
}

// corners adds up the corners of box i from column j on, with their signs.
func corners[T number](sums []T, upto box, b Boxes, i, j, at int) T {
	if j == len(b.sizes) {
		return sums[at]
	}
	r := b.Side(i, j)
	n := corners(sums, upto, b, i, j+1, at+(r.Hi+1)*upto.strides[j])
	if r.Lo > 0 {
		n -= corners(sums, upto, b, i, j+1, at+r.Lo*upto.strides[j])
	}
	return n
}
