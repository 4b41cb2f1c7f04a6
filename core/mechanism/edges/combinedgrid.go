package edges

import (
	"steward/core/mechanism"
	"steward/core/mechanism/line"
	"steward/core/strategy"
)

// Covary implements mechanism.Covarying: a pair has in common with a sum how differently its ends count in it, and, where
// pairs are measured together, how those beside it on its line do.
func (q *preparedGrid) Covary(dst, w []float64) bool {
	clear(dst)
	var weights, with []float64
	told := true
	err := q.eachDraw(func(along *gridLine, ends func(pair int) (from, to int)) error {
		weights, with = append(weights[:0], make([]float64, along.pairs)...), append(with[:0], make([]float64, along.pairs)...)
		some := false
		for pair := range weights {
			from, to := ends(pair)
			if weights[pair] = w[from]; to >= 0 {
				weights[pair] = mechanism.Apart(w[from], w[to])
			}
			some = some || weights[pair] != 0
		}
		switch {
		case !some:
			return nil
		case along.strategy != nil:
			told = told && line.CovaryAlong(with, weights, along.variance, line.MaxCovariances)
		default:
			for pair, d := range weights {
				with[pair] = d * along.law.Variance()
			}
		}
		for pair, v := range with {
			from, to := ends(pair)
			if dst[from] += v; to >= 0 {
				dst[to] -= v
			}
		}
		return nil
	})
	if err != nil {
		panic("mechanism: " + err.Error()) // nothing above errs
	}
	return told
}

// Combined returns the error of a sum of answers.
func (q *preparedGrid) Combined(terms []mechanism.Term) mechanism.Combined {
	return q.Given(terms, q.alone(terms))
}

// alone is Combined where no more than the known sums is known: on every line of pairs the error is that of a sum of
// pairs, each counted as often as the cell at its one end less that at the other.
func (q *preparedGrid) alone(terms []mechanism.Term) mechanism.Combined {
	c := mechanism.Spread(mechanism.CellWeights(q.Problem.Workload.Operator(), terms), len(q.cells.Of))
	out := mechanism.Combined{Weight: mechanism.WeightOf(terms)}
	err := q.eachDraw(func(along *gridLine, ends func(pair int) (from, to int)) error {
		counts := make(map[int]float64) // how often the first pairs count, by how many they are
		before := 0.0
		for pair := range along.pairs {
			from, to := ends(pair)
			d := c[from]
			if to >= 0 {
				d = mechanism.Apart(c[from], c[to])
			}
			if along.strategy == nil {
				out.Variance += d * d * along.law.Variance()
			} else if step := mechanism.Apart(before, d); pair > 0 && step != 0 {
				counts[pair] = step
			}
			before = d
		}
		if along.strategy != nil {
			if before != 0 {
				counts[along.pairs] = before
			}
			out.Variance += line.VarianceOfCounts(counts, along.variance)
		}
		return nil
	})
	if err != nil {
		panic("mechanism: " + err.Error()) // nothing above errs
	}
	return out
}

// variance returns that of the estimate of a run of pairs.
func (l *gridLine) variance(first, last int) float64 {
	v, err := l.weighted.RangeVariance(strategy.Range{First: first, Last: last})
	if err != nil {
		panic("mechanism: a run outside its line: " + err.Error())
	}
	return v
}
