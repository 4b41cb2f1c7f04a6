package mechanism

// AnswersOf answers a problem's question from estimated cells: the unadjusted answers are their sums,
// the tidied ones those of cells that are possible and meet what is known (TidyFor).
func AnswersOf(p Problem, known KnownSums, x []float64, sums []int64) (Answers, error) {
	tidied, err := p.TidyFor(known, x, sums)
	if err != nil {
		return Answers{}, err
	}
	return p.AnswersBy(x, tidied), nil
}

// AnswersBy answers a problem's question from estimated cells and tidied ones.
func (p Problem) AnswersBy(x []float64, tidied Tidied) Answers {
	op := p.Workload.Operator()
	a := Answers{Unadjusted: make([]float64, op.Rows()), Tidied: make([]int64, op.Rows()), Parts: tidied.Parts, Gave: tidied.Gave,
		Estimates: []Estimate{{p.Workload.Domain(), x, tidied.Public}}}
	op.ApplyFloat(a.Unadjusted, x)
	op.Apply(a.Tidied, tidied.Cells)
	return a
}
