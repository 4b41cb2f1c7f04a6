package linop

// Haar is the integer Haar coefficients of 2^h cells: for every node of the binary tree
// over them the left half minus the right half, the smallest nodes first (Xiao, Wang and
// Gehrke 2010, in whole numbers), and the total at the end if wanted.
type Haar struct {
	columns, height int
	total           bool
}

// NewHaar returns the coefficients over k cells, a power of two.
func NewHaar(k int, total bool) Haar {
	h := 0
	for 1<<h < k {
		h++
	}
	if k < 1 || 1<<h != k {
		panic("linop: the number of cells is no power of two")
	}
	return Haar{k, h, total}
}

// Height returns h.
func (h Haar) Height() int { return h.height }

// Total reports whether the last row is the total.
func (h Haar) Total() bool { return h.total }

// Rows returns the number of coefficients.
func (h Haar) Rows() int {
	if h.total {
		return h.columns
	}
	return h.columns - 1
}

// Columns returns the number of cells.
func (h Haar) Columns() int { return h.columns }

// first returns the row of the first node of a height from 1.
func (h Haar) first(height int) int { return h.columns - h.columns>>(height-1) }

// side returns 1 for a cell in the left half of its node of a height, and -1 in the right.
func side(cell, height int) int64 { return 1 - 2*int64(cell>>(height-1)&1) }

// Row yields the cells of node i.
func (h Haar) Row(i int, yield func(column int, value int64)) {
	height := 1
	for height <= h.height && h.first(height+1) <= i {
		height++
	}
	if height > h.height { // the total
		for u := range h.columns {
			yield(u, 1)
		}
		return
	}
	lo := (i - h.first(height)) << height
	for u := lo; u < lo+1<<height; u++ {
		yield(u, side(u, height))
	}
}

// Column yields the nodes over cell j.
func (h Haar) Column(j int, yield func(row int, value int64)) {
	for height := 1; height <= h.height; height++ {
		yield(h.first(height)+j>>height, side(j, height))
	}
	if h.total {
		yield(h.columns-1, 1)
	}
}

// Apply writes the coefficients.
func (h Haar) Apply(dst, x []int64) { transform(dst, x, h) }

// ApplyFloat writes the coefficients.
func (h Haar) ApplyFloat(dst, x []float64) { transform(dst, x, h) }

func transform[T number](dst, x []T, h Haar) {
	clear(dst[:h.Rows()])
	for u, c := range x[:h.columns] {
		h.Column(u, func(row int, value int64) { dst[row] += T(value) * c })
	}
}
