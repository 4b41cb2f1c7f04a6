package box

import (
	"math/bits"

	"steward/core/linop"
)

// axis is how a product strategy measures along one column. Its rows stand on levels; a row of the
// strategy is the product of one row of each column, and the rows that have the same levels share
// one scale.
//
// The least squares of such a strategy has eigenspaces that are products too, so that the
// variance of a box is a sum over them of products of one number per column (docs/mathematics.md,
// "9. Privelet and nested boxes": the projections on the levels commute).
type axis interface {
	// space: levels are finest or total first as the kind says.
	space
	// join is a number of two different values, from 1 to joins, that says which levels tell them apart.
	join(u, v int) int
	joins() int
	// moves says how a change between values of a join moves the rows of a level.
	moves(level, join int) move
}

// move is what becomes of the row of a level that counts a person when one of their values changes.
type move uint8

const (
	same   move = iota
	turned      // it counts them with the other sign
	other       // another row counts them
)

// valueAxis is a column measured value by value.
type valueAxis struct{ size int }

func (s valueAxis) Cells() int                       { return s.size }
func (s valueAxis) Levels() int                      { return 1 }
func (s valueAxis) Parts(r linop.Interval) []float64 { return []float64{float64(r.Hi - r.Lo + 1)} }
func (s valueAxis) Along(r linop.Interval) []float64 { return s.Parts(r) }
func (s valueAxis) join(u, v int) int                { return 1 }
func (s valueAxis) joins() int                       { return 1 }
func (s valueAxis) moves(_, join int) move {
	if join > 0 {
		return other
	}
	return same
}

// haarAxis is a column measured by the integer Haar coefficients of its values: level 0 is their sum,
// and level l the differences between the left and the right halves of the runs of 2^l values that
// begin at a multiple of it. Where the number of values is no power of two, the halves that would
// hold none are left out: the other half is the whole run then, which is not split and has no row.
// A run's sum T and its difference D give the halves (T+D)/2 and (T-D)/2.
type haarAxis struct{ size, height int }

func NewHaarAxis(size int) haarAxis { return haarAxis{size, bits.Len(uint(size - 1))} }

func (h haarAxis) Cells() int  { return h.size }
func (h haarAxis) Levels() int { return h.height + 1 }
func (h haarAxis) joins() int  { return h.height }

// rows returns the number of rows of a level.
func (h haarAxis) rows(level int) int {
	if level == 0 {
		return 1
	}
	return (h.size + 1<<(level-1) - 1) >> level
}

// split reports whether run i of 2^level values has values in both halves.
func (h haarAxis) split(level, i int) bool { return i<<level+1<<(level-1) < h.size }

func (h haarAxis) join(u, v int) int { return bits.Len(uint(u ^ v)) }

func (h haarAxis) moves(level, join int) move {
	switch {
	case level == 0 || level > join:
		return same
	case level == join:
		return turned
	}
	return other
}

// climb calls row with the weight of every row of a run of values in the sum over it, and returns the
// weight of the sum of all. The weight of a row is half of what its left half counts for on average
// less that of its right half, each sum taken to split as sums are
func (h haarAxis) climb(r linop.Interval, row func(level int, weight float64)) (total float64) {
	a, b := r.Lo, r.Hi
	x, y := 1.0, 1.0 // the shares of the runs of a and of b
	for level := 1; level <= h.height; level++ {
		left, right := a&1 == 0, b&1 == 1
		switch {
		case a == b && h.split(level, a>>1):
			if left {
				row(level, x/2)
			} else {
				row(level, -x/2)
			}
			x /= 2
		case a == b:
		case a>>1 == b>>1: // they meet
			row(level, (x-y)/2)
			x = (x + y) / 2
		default:
			if left { // all of its sibling lies in the run
				row(level, (x-1)/2)
				x = (x + 1) / 2
			} else {
				row(level, -x/2)
				x /= 2
			}
			if right {
				row(level, (1-y)/2)
				y = (1 + y) / 2
			} else if h.split(level, b>>1) {
				row(level, y/2)
				y /= 2
			}
		}
		a, b = a>>1, b>>1
	}
	return x
}

func (h haarAxis) Parts(r linop.Interval) []float64 {
	out := make([]float64, h.Levels())
	total := h.climb(r, func(level int, w float64) { out[level] += w * w })
	out[0] = total * total
	return out
}

// Along: the sum of all values is level 0 alone.
func (h haarAxis) Along(r linop.Interval) []float64 {
	out := make([]float64, h.Levels())
	out[0] = h.climb(r, func(int, float64) {})
	return out
}

// first returns the place of the first row of a level among the rows of the column.
func (h haarAxis) first(level int) int {
	if level == 0 {
		return 0
	}
	at := 1
	for l := 1; l < level; l++ {
		at += h.rows(l)
	}
	return at
}

// transform replaces the values of a column, a stride apart, by its rows.
func (h haarAxis) transform(x []int64, stride int, sums []int64) {
	sums = sums[:h.size]
	for i := range sums {
		sums[i] = x[i*stride]
	}
	at := 1
	for level := 1; level <= h.height; level++ {
		n := (len(sums) + 1) / 2
		for i := range n {
			if 2*i+1 == len(sums) {
				sums[i] = sums[2*i]
				continue
			}
			l, r := sums[2*i], sums[2*i+1]
			x[at*stride] = l - r
			at++
			sums[i] = l + r
		}
		sums = sums[:n]
	}
	x[0] = sums[0]
}

// counted replaces weights of the values of a column, a stride apart, by how often its rows count in their sum.
func (h haarAxis) counted(w []float64, stride int, sums []float64) {
	sums = sums[:h.size]
	for i := range sums {
		sums[i] = w[i*stride]
	}
	at := 1
	for level := 1; level <= h.height; level++ {
		n := (len(sums) + 1) / 2
		for i := range n {
			if 2*i+1 == len(sums) {
				sums[i] = sums[2*i]
				continue
			}
			l, r := sums[2*i], sums[2*i+1]
			w[at*stride] = (l - r) / 2
			at++
			sums[i] = (l + r) / 2
		}
		sums = sums[:n]
	}
	w[0] = sums[0]
}

// restore replaces the rows of a column, a stride apart, by its values.
func (h haarAxis) restore(x []float64, stride int, room []float64) {
	sums, at := room[:h.size], h.size
	sums[0] = x[0]
	for level := h.height; level >= 1; level-- {
		runs := (h.size-1)>>(level-1) + 1 // of half the width
		rows := h.rows(level)
		at -= rows
		for i := (runs+1)/2 - 1; i >= 0; i-- {
			t := sums[i]
			if 2*i+1 >= runs {
				sums[2*i] = t
				continue
			}
			d := x[(at+i)*stride]
			sums[2*i], sums[2*i+1] = (t+d)/2, (t-d)/2
		}
	}
	for i, v := range sums {
		x[i*stride] = v
	}
}
