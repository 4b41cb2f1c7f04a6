package mechanism

import (
	"steward/core/accuracy"
	"steward/core/linop"
	"steward/core/noise"
)

// index returns the number of a choice of levels.
func (g levelGrid) index(levels []int) int {
	n := 0
	for j, l := range levels {
		n = n*g.counts[j] + l
	}
	return n
}

// partsOf returns by column, run and level what each axis makes of the runs of boxes.
func partsOf[A space](axes []A, l *linop.BoxList) [][][]float64 {
	return tablesOf(l, func(j int, r linop.Interval) []float64 { return axes[j].parts(r) })
}

func tablesOf(l *linop.BoxList, of func(j int, r linop.Interval) []float64) [][][]float64 {
	out := make([][][]float64, len(l.Runs))
	for j, runs := range l.Runs {
		out[j] = make([][]float64, len(runs))
		for i, r := range runs {
			out[j][i] = of(j, r)
		}
	}
	return out
}

// boxVariances works out the variance of every box under a product strategy, from the variance that
// a unit of each space has. Where a known total is imposed on the estimated cells, it takes away what
// of the box's noise goes with that of all cells.
type boxVariances struct {
	parts, along *contraction
	all          float64 // the variance of the sum of all cells before the total is imposed
}

func newBoxVariances[A space](axes []A, weights []float64, l *linop.BoxList, imposed bool) *boxVariances {
	g := levelGridOf(axes)
	v := &boxVariances{parts: newContraction(g, weights, partsOf(axes, l))}
	if imposed {
		v.along = newContraction(g, weights, tablesOf(l, func(j int, r linop.Interval) []float64 { return axes[j].along(r) }))
		v.all = wholeVariance(axes, weights)
	}
	return v
}

// wholeVariance returns the variance of the sum of all cells.
func wholeVariance[A space](axes []A, weights []float64) float64 {
	tables := make([][][]float64, len(axes))
	for j, a := range axes {
		tables[j] = [][]float64{a.along(linop.Interval{Hi: a.cells() - 1})}
	}
	return newContraction(levelGridOf(axes), weights, tables).at(make([]int32, len(axes)))
}

func (v *boxVariances) of(l *linop.BoxList, box int) float64 {
	variance := v.parts.of(l, box)
	if v.all > 0 {
		along := v.along.of(l, box)
		rest := variance - along*along/v.all
		if rest <= rounding*variance {
			return 0
		}
		return rest
	}
	return variance
}

func (v *boxVariances) total(l *linop.BoxList) float64 {
	sum := 0.0
	for box := range l.Len() {
		sum += v.of(l, box)
	}
	return sum
}

// estimate returns the expected error of every box; that of all cells is exact where their total is
// known.
func (v *boxVariances) estimate(l *linop.BoxList, known bool) accuracy.Estimate {
	return v.estimateOf(l, known, noise.Law{})
}

// estimateOf is estimate for rows with noise of the kind of a law, Laplace noise for none.
func (v *boxVariances) estimateOf(l *linop.BoxList, known bool, kind noise.Law) accuracy.Estimate {
	e := accuracy.Estimate{Kind: accuracy.Computed, Answers: make([]accuracy.Answer, l.Len())}
	for box := range e.Answers {
		if known && l.All(box) {
			continue
		}
		variance := v.of(l, box)
		e.Answers[box] = accuracy.Answer{Variance: variance, HalfWidth: halfWidthUnder(kind, variance)}
	}
	return e
}

// imposeTotal makes estimated cells add up to a known total, moving each by the part that its noise
// has in that of the sum: least squares with an exact sum.
func imposeTotal[A space](x []float64, total float64, axes []A, weights []float64) {
	all := wholeVariance(axes, weights)
	if all == 0 {
		return
	}
	off := total
	for _, v := range x {
		off -= v
	}
	tables := make([][][]float64, len(axes))
	for j, a := range axes {
		for u := range a.cells() {
			tables[j] = append(tables[j], a.along(linop.Interval{Lo: u, Hi: u}))
		}
	}
	c := newContraction(levelGridOf(axes), weights, tables)
	at := make([]int32, len(axes))
	for cell := range x {
		x[cell] += off * c.at(at) / all
		for j := len(at) - 1; j >= 0; j-- {
			if at[j]++; int(at[j]) < axes[j].cells() {
				break
			}
			at[j] = 0
		}
	}
}

// lineRoom is memory for one line of cells.
type lineRoom struct {
	wholes []int64
	reals  []float64
}

func (r *lineRoom) whole(n int) []int64 {
	if len(r.wholes) < n {
		r.wholes = make([]int64, n)
	}
	return r.wholes[:n]
}

func (r *lineRoom) real(n int) []float64 {
	if len(r.reals) < n {
		r.reals = make([]float64, n)
	}
	return r.reals[:n]
}

// eachLine calls do for every line of cells along each column in turn: the place of its first cell,
// how far apart its cells are, and how many they are.
func eachLine(axes []axis, do func(j, first, stride, size int, room *lineRoom)) {
	var room lineRoom
	before, after := 1, 1
	for _, a := range axes {
		after *= a.cells()
	}
	for j, a := range axes {
		n := a.cells()
		after /= n
		for b := range before {
			for i := range after {
				do(j, b*n*after+i, after, n, &room)
			}
		}
		before *= n
	}
}
