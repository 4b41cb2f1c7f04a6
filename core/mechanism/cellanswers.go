package mechanism

// AnswersOf answers a problem's question from estimated cells: the unadjusted answers are their sums,
// the tidied ones those of whole cells, none below zero, that meet what is known.
func AnswersOf(p Problem, known KnownSums, x []float64, sums []int64) (Answers, error) {
	op := p.Workload.Operator()
	a := Answers{Unadjusted: make([]float64, op.Rows()), Tidied: make([]int64, op.Rows())}
	op.ApplyFloat(a.Unadjusted, x)
	tidied, err := p.TidyFor(known, x, sums)
	if err != nil {
		return Answers{}, err
	}
	op.Apply(a.Tidied, Agree(tidied, p.PublicSums(known, sums)))
	return a, nil
}
