package box

import (
	"steward/core/accuracy"
	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/noise"
)

// Index returns the number of a choice of levels.
func (g levelGrid) Index(levels []int) int {
	n := 0
	for j, l := range levels {
		n = n*g.counts[j] + l
	}
	return n
}

// PartsOf returns by column, run and level what each axis makes of the runs of boxes.
func PartsOf[A space](axes []A, l *linop.BoxList) [][][]float64 {
	return tablesOf(l, func(j int, r linop.Interval) []float64 { return axes[j].Parts(r) })
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

// BoxVariances works out the variance of every box under a product strategy, from the variance that
// a unit of each space has. Where a known total is imposed on the estimated cells, it takes away what
// of the box's noise goes with that of all cells.
type BoxVariances struct {
	parts, along *contraction
	all          float64 // the variance of the sum of all cells before the total is imposed
}

func NewBoxVariances[A space](axes []A, weights []float64, l *linop.BoxList, imposed bool) *BoxVariances {
	g := LevelGridOf(axes)
	v := &BoxVariances{parts: newContraction(g, weights, PartsOf(axes, l))}
	if imposed {
		v.along = newContraction(g, weights, tablesOf(l, func(j int, r linop.Interval) []float64 { return axes[j].Along(r) }))
		v.all = wholeVariance(axes, weights)
	}
	return v
}

// wholeVariance returns the variance of the sum of all cells.
func wholeVariance[A space](axes []A, weights []float64) float64 {
	tables := make([][][]float64, len(axes))
	for j, a := range axes {
		tables[j] = [][]float64{a.Along(linop.Interval{Hi: a.Cells() - 1})}
	}
	return newContraction(LevelGridOf(axes), weights, tables).at(make([]int32, len(axes)))
}

func (v *BoxVariances) Of(l *linop.BoxList, box int) float64 {
	variance := v.parts.Of(l, box)
	if v.all > 0 {
		along := v.along.Of(l, box)
		rest := variance - along*along/v.all
		if rest <= mechanism.Rounding*variance {
			return 0
		}
		return rest
	}
	return variance
}

func (v *BoxVariances) Total(l *linop.BoxList) float64 {
	sum := 0.0
	for box := range l.Len() {
		sum += v.Of(l, box)
	}
	return sum
}

// Estimate returns the expected error of every box; that of all cells is exact where their total is
// known.
func (v *BoxVariances) Estimate(l *linop.BoxList, known bool) accuracy.Estimate {
	return v.EstimateOf(l, known, noise.Laplace)
}

// EstimateOf is Estimate for rows with noise of a family.
func (v *BoxVariances) EstimateOf(l *linop.BoxList, known bool, f noise.Family) accuracy.Estimate {
	e := accuracy.Estimate{Kind: accuracy.Computed, Answers: make([]accuracy.Answer, l.Len())}
	for box := range e.Answers {
		if known && l.All(box) {
			continue
		}
		variance := v.Of(l, box)
		e.Answers[box] = accuracy.Answer{Variance: variance, HalfWidth: mechanism.HalfWidthUnder(f, variance)}
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
		for u := range a.Cells() {
			tables[j] = append(tables[j], a.Along(linop.Interval{Lo: u, Hi: u}))
		}
	}
	c := newContraction(LevelGridOf(axes), weights, tables)
	at := make([]int32, len(axes))
	for cell := range x {
		x[cell] += off * c.at(at) / all
		for j := len(at) - 1; j >= 0; j-- {
			if at[j]++; int(at[j]) < axes[j].Cells() {
				break
			}
			at[j] = 0
		}
	}
}

// lessTotal takes from the covariances of cells with a sum what goes with that of all cells, whose number is known;
// covary writes those without that.
func lessTotal(dst []float64, covary func(dst, w []float64)) {
	with, ones := make([]float64, len(dst)), make([]float64, len(dst))
	for i := range ones {
		ones[i] = 1
	}
	covary(with, ones)
	sum, all := 0.0, 0.0
	for i, v := range with {
		sum, all = sum+dst[i], all+v
	}
	if all == 0 {
		return
	}
	for i, v := range with {
		dst[i] -= sum / all * v
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
		after *= a.Cells()
	}
	for j, a := range axes {
		n := a.Cells()
		after /= n
		for b := range before {
			for i := range after {
				do(j, b*n*after+i, after, n, &room)
			}
		}
		before *= n
	}
}
