package linop

import "math/bits"

// Boxes counts boxes of cells: for each a run of values in every column.
type Boxes struct {
	box
	list  [][]Interval // per box, per column; nil for the product
	every []Intervals  // of the product: the runs of each column
	runs  box          // numbers the product's rows
	// holds is, for each column and value, a set of bits of the listed boxes that contain the value, in so many words; nil where it would be too large.
	holds [][]uint64
	words int
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
	b.mark()
	return b
}

// mostMarks is how many words say at most which boxes hold which values; beyond it the boxes are gone through.
const mostMarks = 1 << 20

// mark says which boxes hold which values. A bit is turned where a run begins and after its end, and values take the bits of those before.
func (b *Boxes) mark() {
	words, values := (len(b.list)+63)/64, 0
	for _, n := range b.sizes {
		values += n
	}
	if values*words > mostMarks {
		return
	}
	b.words, b.holds = words, make([][]uint64, len(b.sizes))
	for j, n := range b.sizes {
		marks := make([]uint64, (n+1)*words)
		for i, runs := range b.list {
			marks[runs[j].Lo*words+i/64] ^= 1 << (i % 64)
			marks[(runs[j].Hi+1)*words+i/64] ^= 1 << (i % 64)
		}
		for at := words; at < len(marks); at++ {
			marks[at] ^= marks[at-words]
		}
		b.holds[j] = marks
	}
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
	if b.holds != nil {
		for w := range b.words {
			all := ^uint64(0)
			for c, marks := range b.holds {
				all &= marks[b.value(j, c)*b.words+w]
			}
			for ; all != 0; all &= all - 1 {
				yield(w*64+bits.TrailingZeros64(all), 1)
			}
		}
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
	t := sumTable[T]{box: newBox(more), at: make([]boxEnds, len(b.sizes))} // sums[c] sums the cells below c in every column
	t.sums = make([]T, t.cells)
	t.fill(x[:b.cells], b.box, 0, 0, 0)
	for j, n := range more {
		stride := t.strides[j]
		for first := 0; first < t.cells; first += n * stride {
			line := t.sums[first : first+n*stride]
			for i := stride; i < len(line); i++ {
				line[i] += line[i-stride]
			}
		}
	}
	if b.every != nil {
		row := 0
		t.every(b.every, 0, func() { dst[row] = t.corners(0, 0); row++ })
		return
	}
	for i, sides := range b.list {
		for j, r := range sides {
			t.set(j, r)
		}
		dst[i] = t.corners(0, 0)
	}
}

// sumTable is a table of sums and the box that is read off it.
type sumTable[T number] struct {
	box
	sums []T
	at   []boxEnds
}

// boxEnds are where a box begins and ends in a column, in places of the table; 0 for the column's beginning.
type boxEnds struct{ from, to int }

// fill writes the cells from column j on, each one place further in every column.
func (t *sumTable[T]) fill(x []T, cells box, j, cell, at int) {
	if j == len(cells.sizes)-1 {
		copy(t.sums[at+1:], x[cell:cell+cells.sizes[j]])
		return
	}
	for v := range cells.sizes[j] {
		t.fill(x, cells, j+1, cell+v*cells.strides[j], at+(v+1)*t.strides[j])
	}
}

func (t *sumTable[T]) set(j int, r Interval) {
	t.at[j] = boxEnds{r.Lo * t.strides[j], (r.Hi + 1) * t.strides[j]}
}

// every goes through all combinations of the columns' runs, row-major.
func (t *sumTable[T]) every(runs []Intervals, j int, do func()) {
	if j == len(runs) {
		do()
		return
	}
	for _, r := range runs[j].All() {
		t.set(j, r)
		t.every(runs, j+1, do)
	}
}

// corners adds up the corners of the box from column j on, with their signs.
func (t *sumTable[T]) corners(j, at int) T {
	if j == len(t.at) {
		return t.sums[at]
	}
	n := t.corners(j+1, at+t.at[j].to)
	if t.at[j].from > 0 {
		n -= t.corners(j+1, at+t.at[j].from)
	}
	return n
}
