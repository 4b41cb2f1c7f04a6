package linop

// Levels is the levels of a hierarchy over cells in order: for each width the sums over
// cells 0..w-1, w..2w-1 and so on, the last of which may be shorter.
type Levels struct {
	columns int
	widths  []int
	first   []int
}

// NewLevels returns the levels of the given widths over k cells.
func NewLevels(k int, widths ...int) Levels {
	l := Levels{columns: k, widths: widths, first: make([]int, len(widths)+1)}
	for i, w := range widths {
		if w < 1 {
			panic("linop: a level without width")
		}
		l.first[i+1] = l.first[i] + (k+w-1)/w
	}
	return l
}

// Widths returns the widths.
func (l Levels) Widths() []int { return l.widths }

// Rows returns the number of sums on all levels.
func (l Levels) Rows() int { return l.first[len(l.widths)] }

// Columns returns the number of cells.
func (l Levels) Columns() int { return l.columns }

// Row yields the cells of sum i.
func (l Levels) Row(i int, yield func(column int, value int64)) {
	n := 0
	for l.first[n+1] <= i {
		n++
	}
	w := l.widths[n]
	lo := (i - l.first[n]) * w
	for u := lo; u < min(lo+w, l.columns); u++ {
		yield(u, 1)
	}
}

// Column yields the sum of each level that holds cell j.
func (l Levels) Column(j int, yield func(row int, value int64)) {
	for n, w := range l.widths {
		yield(l.first[n]+j/w, 1)
	}
}

// Apply writes the sums.
func (l Levels) Apply(dst, x []int64) { sumLevels(dst, x, l) }

// ApplyFloat writes the sums.
func (l Levels) ApplyFloat(dst, x []float64) { sumLevels(dst, x, l) }

func sumLevels[T number](dst, x []T, l Levels) {
	clear(dst[:l.Rows()])
	for n, w := range l.widths {
		for u, c := range x[:l.columns] {
			dst[l.first[n]+u/w] += c
		}
	}
}
