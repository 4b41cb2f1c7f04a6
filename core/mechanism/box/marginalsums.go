package box

import (
	"math"
	"slices"

	"steward/core/linop"
	"steward/core/mechanism"
)

// setSums is how often a sum of answers counts each combination of the values of each set of columns.
type setSums struct {
	sets  []tableSet
	of    map[int]*setSum
	order []int // the sets, in the order in which they came
}

type setSum struct {
	times   []float64
	largest float64 // of what was added or came of it
}

// add counts one of the combinations of a set more often.
func (s *setSums) add(set, at int, times float64) {
	of := s.of[set]
	if of == nil {
		of = &setSum{times: make([]float64, s.sets[set].cells)}
		s.of[set], s.order = of, append(s.order, set)
	}
	of.times[at] += times
	of.largest = max(of.largest, math.Abs(times), math.Abs(of.times[at]))
}

// Combined returns the error of a sum of answers, of whichever questions.
func (q *preparedMarginals) Combined(terms []mechanism.Term) mechanism.Combined {
	sums := setSums{sets: q.sets, of: make(map[int]*setSum)}
	next, first := 0, 0
	for _, own := range q.questions {
		begin := next
		for next < len(terms) && terms[next].Answer < first+len(own.answers) {
			next++
		}
		if runs, ok := runsOf(own.problem.Workload); ok {
			q.addRuns(&sums, own, runs, terms[begin:next], first)
		} else {
			q.addCounts(&sums, own, terms[begin:next], first)
		}
		first += len(own.answers)
	}
	out := mechanism.Combined{Weight: mechanism.WeightOf(terms), Family: q.family}
	for _, t := range sums.order {
		of := sums.of[t]
		q.centre(q.sets[t], of.times)
		for _, v := range of.times {
			if math.Abs(v) > mechanism.Rounding*of.largest*float64(len(of.times)) {
				out.Variance += q.unit[t] * v * v
			}
		}
	}
	return q.Given(terms, out)
}

// addCounts adds terms of a question for counts by value, of which the first answer has a number.
func (q *preparedMarginals) addCounts(sums *setSums, own tableQuestion, terms []mechanism.Term, first int) {
	w := own.problem.Workload
	entries, _ := entriesOf(w.Operator(), w.Domain().Sizes())
	values := make([]int, len(own.columns))
	for _, term := range terms {
		answer := term.Answer - first
		entries(values, answer)
		s := int(own.answers[answer].set)
		for _, t := range q.sets[s].within {
			at := 0
			for _, j := range q.sets[t].columns {
				at = at*q.sizes[j] + values[slices.Index(own.columns, j)]
			}
			sums.add(t, at, term.Weight/q.spread(s, t))
		}
	}
}

// addRuns adds terms of a question for runs.
func (q *preparedMarginals) addRuns(sums *setSums, own tableQuestion, runs linop.Intervals, terms []mechanism.Term, first int) {
	n, all, size := runs.Columns(), q.at[keyOf(nil)], mechanism.WeightOf(terms)
	change, counted := make([]float64, n+1), false // where runs begin and end
	for _, term := range terms {
		if own.answers[term.Answer-first].run == 0 {
			sums.add(all, 0, term.Weight)
			continue
		}
		r := runs.At(term.Answer - first)
		change[r.Lo], change[r.Hi+1], counted = change[r.Lo]+term.Weight, change[r.Hi+1]-term.Weight, true
	}
	if !counted {
		return
	}
	by, times := q.at[keyOf(own.columns)], 0.0
	for v := range n {
		if times += change[v]; math.Abs(times) < mechanism.Rounding*size {
			times = 0
		}
		sums.add(by, v, times)
		sums.add(all, 0, times/float64(n))
	}
}
