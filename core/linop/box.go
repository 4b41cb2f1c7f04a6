package linop

// box numbers the cells of a product of columns row-major, as a domain does.
type box struct {
	sizes, strides []int
	cells          int
}

func newBox(sizes []int) box {
	b := box{sizes: sizes, strides: make([]int, len(sizes)), cells: 1}
	for j := len(sizes) - 1; j >= 0; j-- {
		if sizes[j] < 1 {
			panic("linop: a column without values")
		}
		b.strides[j] = b.cells
		b.cells *= sizes[j]
	}
	return b
}

// Sizes returns the number of values of each column.
func (b box) Sizes() []int { return b.sizes }

// Columns returns the number of cells.
func (b box) Columns() int { return b.cells }

func (b box) value(cell, j int) int { return cell / b.strides[j] % b.sizes[j] }
