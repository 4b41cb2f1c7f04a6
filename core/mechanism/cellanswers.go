package mechanism

import "math"

// AnswersOf answers a problem's question from estimated cells: the unadjusted answers are their sums,
// the tidied ones those of whole cells, none below zero, that meet what is known.
func AnswersOf(p Problem, known KnownSums, x []float64, sums []int64) (Answers, error) {
	tidied, err := p.TidyFor(known, x, sums)
	if err != nil {
		return Answers{}, err
	}
	return p.AnswersBy(known, x, sums, tidied), nil
}

// AnswersBy answers a problem's question from estimated cells and tidied ones, which are made to agree with all that
// is publicly known. Where the tidied ones are not proved to be as good, each answer goes so far towards
// theirs as is, and then to what it can be at least and at most by what is known: possible by itself, and in total no
// farther from the truth than the unadjusted ones but for rounding, though sums of published answers may then
// differ from published sums.
func (p Problem) AnswersBy(known KnownSums, x []float64, sums []int64, tidied Tidied) Answers {
	op := p.Workload.Operator()
	a := Answers{Unadjusted: make([]float64, op.Rows()), Tidied: make([]int64, op.Rows())}
	op.ApplyFloat(a.Unadjusted, x)
	op.Apply(a.Tidied, Agree(tidied.Cells, p.PublicSums(known, sums)))
	if tidied.Share >= 1 {
		return a
	}
	bounds := p.AnswerBounds(op)
	for i, n := range a.Tidied {
		moved := int64(math.Round(a.Unadjusted[i] + tidied.Share*(float64(n)-a.Unadjusted[i])))
		least, most, bounded := bounds.Of(i)
		if moved = max(moved, least); bounded {
			moved = min(moved, most)
		}
		a.Tidied[i] = moved
	}
	return a
}
