package mechanism

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"steward/core/inference"
	"steward/core/linop"
	"steward/core/optimum"
)

// How much is spent on making answers possible: so many steps at most, of so many additions in all, on
// questions whose rows hold so many cells in all.
const (
	possibleSteps = 400
	possibleWork  = 1e8
	PossibleTerms = 1 << 20
	// NegligibleMiss is a squared difference of an answer that rounding hides.
	NegligibleMiss = 0.02
)

// StepsOf returns how many steps are worth their time where one takes so many additions.
func StepsOf(each int) int { return min(possibleSteps, possibleWork/max(each, 1)) }

// TidyFor returns whole cells, none below zero, that meet the known sums, for the answers of an operator:
// those whose answers are nearest to the ones of the estimated cells x, so that they are in total no farther
// from the truth than these but for rounding (inference.Nearest), however little is known of single cells.
// Cells are rounded by what they add up to along their order, so that sums of neighbours are hardly moved. Where
// answers are the cells themselves, or too many to compare, or nobody reads them, the cells are taken for themselves.
func (p Problem) TidyFor(known KnownSums, x []float64, sums []int64) ([]int64, error) {
	var m inference.Metric
	terms, ok := 0, false
	if !p.Raw {
		m, terms, ok = answerMetric(p.Workload.Operator())
	}
	if !ok {
		cells := slices.Clone(x)
		for cell := range cells {
			if !p.Workload.Domain().Possible(cell) {
				cells[cell] = 0
			}
		}
		return known.tidy(cells, sums)
	}
	sets := known.members(len(x), func(cell int) bool { return p.Workload.Domain().Possible(cell) })
	outside := make([]bool, len(x)) // in cells of no set nobody can be
	for cell := range outside {
		outside[cell] = true
	}
	for _, cells := range sets {
		for _, cell := range cells {
			outside[cell] = false
		}
	}
	values := make([]float64, len(x))
	project := func(z []float64) error {
		for cell, none := range outside {
			if none {
				z[cell] = 0
			}
		}
		for s, cells := range sets {
			y := values[:len(cells)]
			for i, cell := range cells {
				y[i] = z[cell]
			}
			err := error(nil)
			switch {
			case len(cells) == 0:
			case known.Count == 0:
				err = inference.Nonnegative(y)
			default:
				err = inference.Simplex(y, float64(sums[s]))
			}
			if err != nil {
				return err
			}
			for i, cell := range cells {
				z[cell] = y[i]
			}
		}
		return nil
	}
	z, err := inference.Nearest(x, m, project, StepsOf(terms+4*len(x)))
	if err != nil {
		return nil, err
	}
	out := make([]int64, len(x))
	for s, cells := range sets {
		upto, before := 0.0, int64(0)
		for i, cell := range cells {
			upto += z[cell]
			n := RoundCount(upto)
			if known.Count > 0 && (i == len(cells)-1 || n > sums[s]) {
				n = sums[s]
			}
			out[cell], before = n-before, n
		}
	}
	return out, nil
}

// members returns the cells of each known sum, in order; without known sums all cells that are possible.
func (k KnownSums) members(cells int, possible func(cell int) bool) [][]int {
	out := make([][]int, max(k.Count, 1))
	for cell := range cells {
		switch {
		case k.Count == 0 && possible(cell):
			out[0] = append(out[0], cell)
		case k.Count > 0 && k.Set[cell] >= 0:
			out[k.Set[cell]] = append(out[k.Set[cell]], cell)
		}
	}
	return out
}

// answerMetric measures vectors of cells by the answers of an operator, WᵀW, and says how many additions a
// product with it takes. It is false where every answer is one cell, where rows weigh cells, and where it
// would take too long.
func answerMetric(op linop.Operator) (inference.Metric, int, bool) {
	if !linop.CountsBoxes(op) {
		return inference.Metric{}, 0, false
	}
	if boxes, ok := op.(linop.Boxes); ok {
		if factors, ok := boxes.Factors(); ok {
			return factorMetric(factors)
		}
	}
	var rows [][]int32
	terms, sums := 0, false
	for i := range op.Rows() {
		var cells []int32
		op.Row(i, func(cell int, _ int64) {
			if terms++; terms <= PossibleTerms {
				cells = append(cells, int32(cell))
			}
		})
		if terms > PossibleTerms {
			return inference.Metric{}, 0, false
		}
		sums = sums || len(cells) > 1
		rows = append(rows, cells)
	}
	if !sums {
		return inference.Metric{}, 0, false
	}
	apply := func(dst, d []float64) {
		clear(dst)
		for _, cells := range rows {
			sum := 0.0
			for _, cell := range cells {
				sum += d[cell]
			}
			for _, cell := range cells {
				dst[cell] += sum
			}
		}
	}
	return bounded(apply, op.Columns(), op.Rows()), 2 * terms, true
}

// factorMetric is answerMetric for every box that runs of each column make: a product of one matrix per
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
	m := inference.Metric{Apply: apply, Negligible: NegligibleMiss * float64(answers)}
	for _, v := range sums {
		m.Largest = max(m.Largest, v)
	}
	return m
}
