package edges

import (
	"math"

	"steward/core/accuracy"
	"steward/core/linop"
	"steward/core/mechanism"
)

// stride is the edges that go the same way: from a cell to another that differs from it by the
// same number of values in each column.
type stride struct {
	by   []int
	from []int32 // lower ends
	kind []uint16
}

// strides sorts the edges between cells by where they go.
func (e *edgeNoise) strides(sizes []int) []*stride {
	found := make(map[string]*stride)
	var out []*stride
	by, key := make([]int, len(sizes)), make([]byte, 0, 8*len(sizes))
	e.each(func(u, v, kind int) {
		if v < 0 {
			return
		}
		a, b := u, v
		for j := len(sizes) - 1; j >= 0; j-- {
			by[j] = b%sizes[j] - a%sizes[j]
			a, b = a/sizes[j], b/sizes[j]
		}
		key = key[:0]
		for _, d := range by {
			key = append(key, byte(d), byte(d>>8), byte(d>>16), byte(d>>24))
		}
		s := found[string(key)]
		if s == nil {
			s = &stride{by: append([]int(nil), by...)}
			found[string(key)] = s
			out = append(out, s)
		}
		s.from, s.kind = append(s.from, int32(u)), append(s.kind, uint16(kind))
	})
	return out
}

// boxWork returns about how many steps expectedOfBoxes takes for so many strides.
func boxWork(op linop.Operator, columns, strides int) float64 {
	if !linop.CountsBoxes(op) {
		return math.Inf(1)
	}
	return float64(strides+2) * (float64(op.Columns())*float64(columns+1) + float64(op.Rows())*float64(int(1)<<columns))
}

// expectedOfBoxes returns the error of answers that count boxes. The edges that leave a box are all
// edges at its cells less twice those inside, and an edge that goes a certain way is inside when
// its lower end lies in what remains of the box and the box moved back that way: a box again.
func (q *preparedEdges) expectedOfBoxes(strides []*stride) accuracy.Estimate {
	op, sizes := q.Problem.Workload.Operator(), q.Problem.Workload.Domain().Sizes()
	n := op.Rows()
	edges, variance := make([]float64, n), make([]float64, n)
	comes, coming := make([]float64, n), make([]float64, n)
	sum := newBoxSums(op, sizes)
	units := q.units()

	at, of := make([]float64, op.Columns()), make([]float64, op.Columns())
	absent, out := make([]float64, op.Columns()), make([]float64, op.Columns())
	all := mechanism.Noisy{}
	q.each(func(u, v, kind int) {
		one := units[kind].variance
		if v < 0 {
			absent[u]++
			out[u] += one
			all = all.Plus(mechanism.Noisy{Cells: 1, Variance: one})
			return
		}
		at[u]++
		at[v]++
		of[u] += one
		of[v] += one
	})
	whole := make([]int, len(sizes))
	sum.add(edges, at, whole, 1)
	sum.add(variance, of, whole, 1)
	sum.add(comes, absent, whole, 1)
	sum.add(coming, out, whole, 1)
	for _, s := range strides {
		clear(at)
		clear(of)
		for i, u := range s.from {
			at[u]++
			of[u] += units[s.kind[i]].variance
		}
		sum.add(edges, at, s.by, -2)
		sum.add(variance, of, s.by, -2)
	}

	e := accuracy.Estimate{Kind: accuracy.Computed, Answers: make([]accuracy.Answer, n)}
	widths := mechanism.NewHalfWidths()
	own, same := q.one()
	for i := range e.Answers {
		leave, come := int(edges[i]+0.5), mechanism.Noisy{Cells: int(comes[i] + 0.5), Variance: coming[i]}
		v := 0.0
		if leave > 0 {
			v = max(variance[i], 0)
		}
		switch {
		case q.impose:
			v += come.Within(all)
		case come.Cells > 0:
			v += come.Variance
		}
		e.Answers[i] = accuracy.Answer{Variance: v, HalfWidth: mechanism.HalfWidthUnder(q.family(), v)}
		if same {
			e.Answers[i].HalfWidth = widths.Of(leave+come.Cells, own)
		}
	}
	return e
}

// boxSums adds up numbers over the boxes of an operator.
type boxSums struct {
	sizes   []int
	rows    [][]linop.Interval
	strides []int // of the table of sums, which has one entry more in each column
	upTo    []float64
}

func newBoxSums(op linop.Operator, sizes []int) *boxSums {
	b := &boxSums{sizes: sizes, rows: make([][]linop.Interval, op.Rows()), strides: make([]int, len(sizes))}
	flat := make([]linop.Interval, op.Rows()*len(sizes))
	linop.EachBox(op, sizes, func(row int, runs []linop.Interval) {
		b.rows[row] = flat[row*len(sizes) : (row+1)*len(sizes)]
		copy(b.rows[row], runs)
	})
	entries := 1
	for j := len(sizes) - 1; j >= 0; j-- {
		b.strides[j] = entries
		entries *= sizes[j] + 1
	}
	b.upTo = make([]float64, entries)
	return b
}

// add adds times the sum of x over each box, as far as the box moved by some values lies in it too.
func (b *boxSums) add(dst, x []float64, by []int, times float64) {
	clear(b.upTo)
	for cell, v := range x {
		at := 0
		for j, c := len(b.sizes)-1, cell; j >= 0; j-- {
			at += (c%b.sizes[j] + 1) * b.strides[j]
			c /= b.sizes[j]
		}
		b.upTo[at] = v
	}
	for j, n := range b.sizes {
		for at := range b.upTo {
			if at/b.strides[j]%(n+1) > 0 {
				b.upTo[at] += b.upTo[at-b.strides[j]]
			}
		}
	}
	for i, runs := range b.rows {
		dst[i] += times * b.within(runs, by, 0, 0)
	}
}

// within reads a sum off at the corners of a box, from column j on.
func (b *boxSums) within(runs []linop.Interval, by []int, j, at int) float64 {
	if j == len(runs) {
		return b.upTo[at]
	}
	lo, hi := runs[j].Lo-min(by[j], 0), runs[j].Hi-max(by[j], 0)
	if lo > hi {
		return 0
	}
	s := b.within(runs, by, j+1, at+(hi+1)*b.strides[j])
	if lo > 0 {
		s -= b.within(runs, by, j+1, at+lo*b.strides[j])
	}
	return s
}
