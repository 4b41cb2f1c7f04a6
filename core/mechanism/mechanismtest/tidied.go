package mechanismtest

import (
	"steward/core/linop"
	"steward/core/mechanism"
	"steward/core/workload"
)

// Untidy says what is wrong with tidied answers, or nothing.
func Untidy(s Scene, q mechanism.Prepared, x []int64, a mechanism.Answers) string {
	if len(a.Tidied) != s.Workload.Len() || len(a.Unadjusted) != s.Workload.Len() {
		return "the number of answers is wrong"
	}
	people, known := s.Facts.Total()
	truth := make([]int64, len(a.Tidied))
	s.Workload.Operator().Apply(truth, x)
	for i, n := range a.Tidied {
		low, high, weighs := numbersIn(s, i)
		if weighs && known && (n < min(low, 0)*people || n > max(high, 0)*people) {
			return "a total is beyond what the numbers allow"
		}
		switch {
		case weighs && q.ExpectedError().Answers[i].Variance > 0:
		case n < 0 && !weighs:
			return "an answer is below zero"
		case known && n > people && !weighs:
			return "an answer is above the number of people"
		case q.ExpectedError().Answers[i].Variance == 0 && n != truth[i]:
			return "an exact answer was changed"
		}
	}
	if s.Raw && q.Info().ID == "laplace-answers" { // estimates no cells where nobody reads tidied answers
		return ""
	}
	cells, all := cellsOf(s, a.Tidied)
	var sum int64
	for _, n := range cells {
		if n < 0 {
			return "cumulative counts fall"
		}
		sum += n
	}
	if all && known && sum != people {
		return "the answers do not add up to the number of people"
	}
	if w, ok := s.Workload.Sums(); ok {
		for at := w.Groups; w.Overall && at < len(a.Tidied); at += w.Figures() {
			sum := a.Tidied[at]
			for _, n := range a.Tidied[at-w.Groups : at] {
				sum -= n
			}
			if sum != 0 {
				return "a total is not the sum of its groups"
			}
		}
		return ""
	}
	if q := s.Workload.Question(); (q.Every || q.Totals) && !additive(s.Workload.Operator(), a.Tidied) {
		return "ranges or totals are not sums of their cells"
	}
	return ""
}

// numbersIn returns what a person adds to an answer at least and at most, in units, and whether the answer
// adds up numbers.
func numbersIn(s Scene, answer int) (low, high int64, weighs bool) {
	parts := s.Workload.Parts()
	if parts == nil {
		parts = []*workload.Workload{s.Workload}
	}
	for _, p := range parts {
		if answer < p.Len() {
			if sums, ok := p.Sums(); ok && sums.IsTotal(answer) {
				return sums.Least, sums.Most, true
			}
			return 0, 0, false
		}
		answer -= p.Len()
	}
	return 0, 0, false
}

// cellsOf returns the tidied cells of a table or of cumulative counts, and whether these are
// all cells.
func cellsOf(s Scene, tidied []int64) (cells []int64, all bool) {
	switch s.Workload.Question().Kind {
	case workload.Table:
		for _, i := range Singles(s.Workload.Operator()) {
			cells = append(cells, tidied[i])
		}
		return cells, len(s.Workload.Question().Only) == 0
	case workload.Cumulative:
		regular := s.Workload.Domain().Attributes()[0].Regular()
		for i, n := range tidied {
			if i > 0 && i < regular {
				n -= tidied[i-1]
			}
			cells = append(cells, n)
		}
		return cells, true
	}
	return nil, false
}

// Singles returns by cell the answer that counts it alone.
func Singles(op linop.Operator) map[int]int {
	single := make(map[int]int)
	for i := range op.Rows() {
		cells, last := 0, 0
		op.Row(i, func(cell int, _ int64) { cells, last = cells+1, cell })
		if cells == 1 {
			single[last] = i
		}
	}
	return single
}

// additive says whether every answer is the sum of those to its single cells; a cell that
// has none cannot occur, or is a blank or other without a place in the order.
func additive(op linop.Operator, tidied []int64) bool {
	single := Singles(op)
	for i, n := range tidied {
		op.Row(i, func(cell int, _ int64) {
			if at, ok := single[cell]; ok {
				n -= tidied[at]
			}
		})
		if n != 0 {
			return false
		}
	}
	return true
}
