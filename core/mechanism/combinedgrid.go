package mechanism

import "steward/core/strategy"

// Combined returns the error of a sum of answers: on every line of pairs that of a sum of pairs, each
// counted as often as the cell at its one end less that at the other.
func (q *preparedGrid) Combined(terms []Term) Combined {
	c := spread(cellWeights(q.Problem.Workload.Operator(), terms), len(q.cells.of))
	out := Combined{Weight: weightOf(terms)}
	err := q.eachDraw(func(line *gridLine, ends func(pair int) (from, to int)) error {
		counts := make(map[int]float64) // how often the first pairs count, by how many they are
		before := 0.0
		for pair := range line.pairs {
			from, to := ends(pair)
			d := c[from]
			if to >= 0 {
				d = apart(c[from], c[to])
			}
			if line.strategy == nil {
				out.Variance += d * d * line.scale.Variance()
			} else if step := apart(before, d); pair > 0 && step != 0 {
				counts[pair] = step
			}
			before = d
		}
		if line.strategy != nil {
			if before != 0 {
				counts[line.pairs] = before
			}
			out.Variance += varianceOfCounts(counts, line.variance)
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
