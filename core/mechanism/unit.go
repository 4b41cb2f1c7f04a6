package mechanism

import (
	"context"
	"math/big"
	"slices"

	"steward/core/accuracy"
	"steward/core/histogram"
	"steward/core/noise"
	"steward/core/workload"
)

// Unit is how many people a counted unit stands for: People / Parts, in lowest terms. The zero
// Unit is one person.
type Unit struct{ People, Parts int64 }

// IsOne reports whether a unit is one person.
func (u Unit) IsOne() bool { return u == Unit{} || u == Unit{1, 1} }

// Of returns how many people so many units are: for whole units of a decimal step the double
// nearest to the exact decimal, while units times People are below 2^53.
func (u Unit) Of(units float64) float64 {
	if u.IsOne() {
		return units
	}
	return units * float64(u.People) / float64(u.Parts)
}

// NewInUnits returns a prepared mechanism with answers and errors in the units of its problem.
func NewInUnits(prepared Prepared, p Problem) Prepared {
	u := inUnits{Prepared: prepared, unit: p.Unit}
	if p.Workload.Weighs() {
		u.answers = p.Workload
	}
	if c, ok := prepared.(Combiner); ok {
		return linearInUnits{u, c}
	}
	return u
}

// UnitOf returns what a unit of answer i is worth: how many people, or, of a total of numbers, how
// much.
func (p Problem) UnitOf(i int) Unit { return p.Unit.times(p.Workload, i) }

// times returns the unit of answer i of a workload counted in units; nil stands for counts of people.
func (u Unit) times(w *workload.Workload, i int) Unit {
	if w == nil || !w.Weighs() {
		return u
	}
	r := w.UnitOf(i)
	if !u.IsOne() {
		r = new(big.Rat).Mul(r, big.NewRat(u.People, u.Parts))
	}
	return Unit{r.Num().Int64(), r.Denom().Int64()}
}

// inUnits is a prepared mechanism whose counts are not of people but of units, or whose answers add up
// numbers in units of their own: unadjusted answers and errors are multiplied by a public number,
// after the noise, which stays as it is. Tidied answers stay whole numbers of units (Answers).
type inUnits struct {
	Prepared
	unit    Unit
	answers *workload.Workload // nil where all answers have the same unit
}

// Of returns the unit of an answer.
func (u inUnits) Of(i int) Unit { return u.unit.times(u.answers, i) }

func (u inUnits) ExpectedError() accuracy.Estimate { return u.scaled(u.Prepared.ExpectedError()) }

// scaled returns errors in units.
func (u inUnits) scaled(e accuracy.Estimate) accuracy.Estimate {
	answers := make([]accuracy.Answer, len(e.Answers))
	k := u.Of(0).Of(1)
	for i, a := range e.Answers {
		if u.answers != nil {
			k = u.Of(i).Of(1)
		}
		answers[i] = accuracy.Answer{Variance: a.Variance * k * k, HalfWidth: a.HalfWidth * k}
	}
	if e.Answers != nil {
		e.Answers, e.Leading = answers, Leading(u.answers)
	}
	e.Ranges = e.Ranges.Times(u.unit.Of(1))
	return e
}

// Leading returns how many of a workload's answers a summary of errors is about, 0 for all.
func Leading(w *workload.Workload) int {
	if w != nil {
		if s, ok := w.Sums(); ok && s.Averages {
			return s.Figures()
		}
	}
	return 0
}

func (u inUnits) Release(ctx context.Context, counts *histogram.Vector, src noise.Source) (Answers, error) {
	a, err := u.Prepared.Release(ctx, counts, src)
	if err != nil {
		return Answers{}, err
	}
	out := a
	out.Unadjusted = make([]float64, len(a.Unadjusted))
	unit := u.Of(0)
	for i, x := range a.Unadjusted {
		if u.answers != nil {
			unit = u.Of(i)
		}
		out.Unadjusted[i] = unit.Of(x)
	}
	return out, nil
}

// linearInUnits is inUnits of a mechanism whose answers are linear in its noise.
type linearInUnits struct {
	inUnits
	linear Combiner
}

func (u linearInUnits) Combined(terms []Term) Combined {
	if u.answers != nil {
		own := slices.Clone(terms)
		for i, t := range own {
			own[i].Weight = u.Of(t.Answer).Of(t.Weight)
		}
		return u.linear.Combined(own)
	}
	c, k := u.linear.Combined(terms), u.unit.Of(1)
	c.Variance, c.Weight = c.Variance*k*k, c.Weight*k
	return c
}
