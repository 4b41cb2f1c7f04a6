package box

import (
	"math"

	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/workload"
)

// Cumulative counts, and other counts of a run of the values of one column, are sums of the counts of that column by value, which any table with the column
// tells. So they need no measurement of their own beside tables.

// runsOf returns the runs that a question about one column counts; false where it asks for something else.
func runsOf(w *workload.Workload) (linop.Intervals, bool) {
	runs, ok := w.Operator().(linop.Intervals)
	return runs, ok && len(w.Domain().Attributes()) == 1
}

// askRuns notes what a question for runs of its column's values is about: the column, or the number of people where a run has all values.
func (m *tableSets) askRuns(q *tableQuestion, runs linop.Intervals) bool {
	for _, r := range runs.All() {
		if n := r.Hi - r.Lo + 1; n < runs.Columns() {
			m.noteAnswer(q, q.columns, n)
		} else {
			m.noteAnswer(q, nil, 0)
		}
	}
	return m.noted(q)
}

// lengthOf returns the squared length of what an answer counts along the columns of t alone, in counts over t: that of a run of k of n values is the mean
// k/n of all, and k(1-k/n) beyond it.
func (m *tableSets) lengthOf(of tableAnswer, t int) float64 {
	length := m.length(int(of.set), t)
	switch k, n := float64(of.run), float64(m.sets[of.set].cells); {
	case of.run == 0:
		return length
	case t == int(of.set):
		return k * (1 - k/n)
	default:
		return length * mechanism.Square(k)
	}
}

// leastOfRuns returns about how large the mean squared error of counts of runs is by themselves, at a budget of one, and that of a count of one value: no more than
// what noise on values makes it, nor than the least that there is for cumulative counts. Where people come and leave that is (Σσ/n)², where values of theirs
// change 2(Σσ)²/n(n-1), σ the singular values of sums over n values, and of these less their means (Li and Miklau 2013, and the mean over all pairs of values).
func leastOfRuns(length float64, values int, presence, change bool) (least, one float64) {
	n := float64(values)
	if presence {
		sum := 0.0
		for k := range values {
			sum += 0.5 / math.Sin(float64(2*k+1)*math.Pi/(4*n+2))
		}
		least, one = mechanism.Square(sum/n), 1
	}
	if change {
		sum := 0.0
		for k := 1; k < values; k++ {
			sum += 0.5 / math.Sin(float64(k)*math.Pi/(2*n))
		}
		least, one = max(least, 2*sum*sum/(n*(n-1))), 2
	}
	return max(min(least, length*one), one), one
}

// weighRuns sets what the errors of questions for runs are measured by.
func (q *preparedMarginals) weighRuns(changes columnChanges) {
	may := changes.any(len(q.sizes))
	for i := range q.questions {
		own, length, values := &q.questions[i], 0.0, 0
		for _, of := range own.answers {
			if of.run > 0 {
				length, values = length+float64(of.run)/float64(len(own.answers)), q.sets[of.set].cells
			}
		}
		if own.weighed = 1; values == 0 || !changes.presence && !may[own.columns[0]] {
			continue
		}
		least, one := leastOfRuns(length, values, changes.presence, may[own.columns[0]])
		own.weighed, own.most = least/one, one
	}
}
