package mechanism

import (
	"context"

	"steward/core/accuracy"
	"steward/core/histogram"
	"steward/core/noise"
)

// prepare prepares a mechanism, with answers and errors in the problem's unit.
func prepare(ctx context.Context, m Mechanism, p Problem) (Prepared, error) {
	prepared, err := m.Prepare(ctx, p)
	if err != nil || p.Unit <= 1 {
		return prepared, err
	}
	u := inUnits{prepared, p.Unit}
	if c, ok := prepared.(Combiner); ok {
		return linearInUnits{u, c}, nil
	}
	return u, nil
}

// inUnits is a prepared mechanism whose counts are of units of several people each: answers and
// errors are multiplied by a public number, after the noise, which stays as it is. It is the only
// place where that happens.
type inUnits struct {
	Prepared
	unit int64
}

// people returns how many people a unit stands for.
func (u inUnits) people() int64 { return u.unit }

func (u inUnits) ExpectedError() accuracy.Estimate {
	e := u.Prepared.ExpectedError()
	answers := make([]accuracy.Answer, len(e.Answers))
	k := float64(u.unit)
	for i, a := range e.Answers {
		answers[i] = accuracy.Answer{Variance: a.Variance * k * k, HalfWidth: a.HalfWidth * k}
	}
	if e.Answers != nil {
		e.Answers = answers
	}
	return e
}

func (u inUnits) Release(ctx context.Context, counts *histogram.Vector, src noise.Source) (Answers, error) {
	a, err := u.Prepared.Release(ctx, counts, src)
	if err != nil {
		return Answers{}, err
	}
	out := Answers{Unadjusted: make([]float64, len(a.Unadjusted)), Tidied: make([]int64, len(a.Tidied))}
	for i, x := range a.Unadjusted {
		out.Unadjusted[i] = x * float64(u.unit)
	}
	for i, n := range a.Tidied {
		out.Tidied[i] = n * u.unit
	}
	return out, nil
}

// linearInUnits is inUnits of a mechanism whose answers are linear in its noise.
type linearInUnits struct {
	inUnits
	linear Combiner
}

func (u linearInUnits) Combined(terms []Term) Combined {
	c, k := u.linear.Combined(terms), float64(u.unit)
	c.Variance, c.Weight = c.Variance*k*k, c.Weight*k
	return c
}
