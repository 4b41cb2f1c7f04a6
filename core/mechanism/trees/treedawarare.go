package trees

import "steward/core/linop"

// grouped returns what sharing sums out over groups alone is expected to add to the mean squared
// error of an answer on the stand-in, about: with the exact chances of groups, so that those
// which a few trials are not likely to show count too. Where a spike goes under in a large group
// once in a hundred times, that is most of the error. For answers that are neither cells nor runs
// it is 0, and so it is for other noise.
func (q *PreparedTree) grouped(z []int64) (float64, error) {
	n, ok := q.Noisy.(groupNoise)
	if !ok || n.law == nil {
		return 0, nil
	}
	op := q.Problem.Workload.Operator()
	runs, areRuns := op.(linop.Intervals)
	if _, cells := op.(linop.Selection); !cells && !areRuns {
		return 0, nil
	}
	first, _ := q.forest.Children()
	sum := 0.0
	for _, run := range q.runs {
		if len(run) < 2 {
			continue
		}
		entries := make([]float64, len(run))
		whole := make([]int64, len(run))
		for i, u := range run {
			whole[i], entries[i] = z[u], float64(z[u])
		}
		last := run[len(run)-1] // the highest of a path
		leaves := first[last+1] == first[last]
		part, err := 0.0, error(nil)
		err = n.law.Chances(whole, func(from, to int, chance float64) {
			if chance > 1e-9 {
				part += chance * sharedOut(entries[from:to], areRuns && leaves)
			}
		})
		if err != nil {
			return 0, err
		}
		if areRuns {
			part /= float64(len(run)) // of a cumulative count
			if !runs.ArePrefixes() {
				part *= 2
			}
		} else {
			part /= float64(op.Rows())
		}
		sum += part
	}
	return sum, nil
}

// sharedOut returns the sum of the squared errors when the sum of entries is shared out evenly: of the
// entries, or of their cumulative sums.
func sharedOut(entries []float64, cumulative bool) float64 {
	mean := 0.0
	for _, v := range entries {
		mean += v / float64(len(entries))
	}
	squares, off := 0.0, 0.0
	for _, v := range entries {
		if !cumulative {
			off = 0
		}
		off += v - mean
		squares += off * off
	}
	return squares
}

// unseen returns what is added to the mean squared error of an answer that trials show: where the groups
// alone are expected to add more than twice that, the rest of it.
func (q *PreparedTree) unseen(z []int64, mean float64) (float64, error) {
	expected, err := q.grouped(z)
	if err != nil || expected <= 2*mean {
		return 0, err
	}
	return expected - mean, nil
}
