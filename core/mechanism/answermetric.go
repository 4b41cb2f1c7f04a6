package mechanism

import (
	"gonum.org/v1/gonum/mat"

	"steward/core/inference"
	"steward/core/linop"
	"steward/core/optimum"
)

// MetricOf measures vectors of the cells of columns by the answers of an operator, WᵀW, and says how many additions a
// product with it takes. It is false where every answer is one cell, where rows weigh cells, and where there are too many.
func MetricOf(op linop.Operator, sizes []int) (inference.Metric, int, bool) {
	if !linop.CountsBoxes(op) || op.Rows() > maxCompared {
		return inference.Metric{}, 0, false
	}
	if boxes, ok := op.(linop.Boxes); ok {
		if factors, ok := boxes.Factors(); ok {
			if m, terms, ok := factorMetric(factors); ok {
				return m, terms, true
			}
		}
	}
	corners, ok := newBoxCorners(op, sizes)
	if !ok {
		return inference.Metric{}, 0, false
	}
	return bounded(corners.apply, op.Columns(), op.Rows()), corners.work(), true
}

// Comparing is MetricOf, where answers are single cells too, and says how answers are written to their cells, Wᵀa.
func Comparing(op linop.Operator, sizes []int) (m inference.Metric, terms int, spread func(dst, answers []float64), ok bool) {
	if !linop.CountsBoxes(op) || op.Rows() > maxCompared {
		return inference.Metric{}, 0, nil, false
	}
	boxes, _ := newBoxCorners(op, sizes)
	if m, terms, ok = MetricOf(op, sizes); !ok {
		m, terms = bounded(boxes.apply, op.Columns(), op.Rows()), boxes.work()
	}
	return m, terms, func(dst, answers []float64) {
		copy(boxes.answers, answers)
		boxes.spread(dst)
	}, true
}

// maxCompared is how many answers are compared at most.
const maxCompared = 1 << 22

// factorMetric is MetricOf for every box that runs of each column make: a product of one matrix per
// column.
func factorMetric(factors []linop.Intervals) (inference.Metric, int, bool) {
	cells, rows, each := 1, 1, 0
	for _, f := range factors {
		cells, rows, each = cells*f.Columns(), rows*f.Rows(), each+f.Columns()
	}
	if cells > PossibleTerms/each {
		return inference.Metric{}, 0, false
	}
	grams := make([][]float64, len(factors))
	for j, f := range factors {
		grams[j] = mat.DenseCopyOf(optimum.GramOfRuns(f)).RawMatrix().Data
	}
	from := make([]float64, cells)
	apply := func(dst, d []float64) {
		copy(dst, d)
		stride := 1
		for j := len(factors) - 1; j >= 0; j-- {
			n := factors[j].Columns()
			copy(from, dst)
			for base := 0; base < cells; base += n * stride {
				for u := range n {
					to := dst[base+u*stride : base+(u+1)*stride]
					clear(to)
					for v := range n {
						g, y := grams[j][u*n+v], from[base+v*stride:base+(v+1)*stride]
						for i := range to {
							to[i] += g * y[i]
						}
					}
				}
			}
			stride *= n
		}
	}
	return bounded(apply, cells, rows), cells * each, true
}

// bounded returns the metric of so many answers by a matrix without negative entries: its largest row sum is
// no less than its largest eigenvalue.
func bounded(apply func(dst, d []float64), n, answers int) inference.Metric {
	ones, sums := make([]float64, n), make([]float64, n)
	for i := range ones {
		ones[i] = 1
	}
	apply(sums, ones)
	m := inference.Metric{Apply: apply, Negligible: NegligibleMiss * float64(answers), Slack: hiddenMiss * float64(answers)}
	for _, v := range sums {
		m.Largest = max(m.Largest, v)
	}
	return m
}

// boxCorners multiplies cells by the boxes of a question and by what each of them adds to its cells. Sums up to each
// cell give every box by its corners, and what is written at corners, added up the other way, every cell: time linear
// in cells and boxes, however large these are.
type boxCorners struct {
	sizes   []int
	corners []int32   // cells, and the complements of those that are taken off
	ends    []int     // per box, where its corners end
	sums    []float64 // up to each cell
	answers []float64 // per box
}

// newBoxCorners returns false where every answer is one cell.
func newBoxCorners(op linop.Operator, sizes []int) (*boxCorners, bool) {
	b := &boxCorners{sizes: sizes, answers: make([]float64, op.Rows()), sums: make([]float64, op.Columns())}
	sums := false
	linop.EachBox(op, sizes, func(_ int, runs []linop.Interval) {
		first := len(b.corners)
		b.corners = append(b.corners, 0)
		for j, r := range runs {
			sums = sums || r.Hi > r.Lo
			for i, at := range b.corners[first:] {
				b.corners[first+i] = beside(at, r.Hi, sizes[j])
				if r.Lo > 0 {
					b.corners = append(b.corners, ^beside(at, r.Lo-1, sizes[j]))
				}
			}
		}
		b.ends = append(b.ends, len(b.corners))
	})
	return b, sums
}

// beside returns the corner at value v of one column more, taken off where it was.
func beside(corner int32, v, size int) int32 {
	if corner < 0 {
		return ^(^corner*int32(size) + int32(v))
	}
	return corner*int32(size) + int32(v)
}

// work is how many additions a product takes.
func (b *boxCorners) work() int { return 2*len(b.corners) + 2*len(b.sizes)*len(b.sums) }

func (b *boxCorners) apply(dst, x []float64) {
	b.answer(x)
	b.spread(dst)
}

// answer adds up cells in each box.
func (b *boxCorners) answer(x []float64) {
	copy(b.sums, x)
	b.along(b.sums, func(line []float64, stride int) {
		for i := stride; i < len(line); i++ {
			line[i] += line[i-stride]
		}
	})
	first := 0
	for i, end := range b.ends {
		sum := 0.0
		for _, at := range b.corners[first:end] {
			if at < 0 {
				sum -= b.sums[^at]
			} else {
				sum += b.sums[at]
			}
		}
		b.answers[i], first = sum, end
	}
}

// spread writes to each cell what the boxes that hold it have.
func (b *boxCorners) spread(dst []float64) {
	clear(dst)
	first := 0
	for i, end := range b.ends {
		for _, at := range b.corners[first:end] {
			if at < 0 {
				dst[^at] -= b.answers[i]
			} else {
				dst[at] += b.answers[i]
			}
		}
		first = end
	}
	b.along(dst, func(line []float64, stride int) {
		for i := len(line) - stride - 1; i >= 0; i-- {
			line[i] += line[i+stride]
		}
	})
}

// along calls do for the stretches over all values of each column, and by how much one value is apart from the next.
func (b *boxCorners) along(cells []float64, do func(line []float64, stride int)) {
	stride := 1
	for j := len(b.sizes) - 1; j >= 0; j-- {
		n := b.sizes[j] * stride
		for first := 0; first < len(cells); first += n {
			do(cells[first:first+n], stride)
		}
		stride = n
	}
}
