package mechanism

import (
	"math"

	"steward/core/accuracy"
)

// Possible returns what each answer can be for certain, in units (UnitOf): a whole number, not below zero where it
// counts people, and no more and no less than public facts leave it. Totals of numbers have no bounds but
// those of the numbers, and both together where the number of people is public.
func (p Problem) Possible() func(answer int) accuracy.Possible {
	s, totals := p.Workload.Sums()
	if p.Workload.Weighs() && !totals {
		return func(int) accuracy.Possible { return accuracy.Possible{Least: math.Inf(-1), Most: math.Inf(1)} }
	}
	bounds := p.AnswerBounds(p.Workload.Operator())
	return func(i int) accuracy.Possible {
		if totals && s.IsTotal(i) {
			return p.possibleTotal(float64(min(s.Least, 0)), float64(max(s.Most, 0)))
		}
		least, most, bounded := bounds.Of(i)
		if !bounded {
			return accuracy.Possible{Least: float64(least), Most: math.Inf(1)}
		}
		return accuracy.Possible{Least: float64(least), Most: float64(most)}
	}
}

// possibleTotal is what a total of numbers from least to most, zero among them, can be.
func (p Problem) possibleTotal(least, most float64) accuracy.Possible {
	people, known := p.Facts.Total()
	of := func(bound float64) float64 {
		switch {
		case bound == 0:
			return 0
		case known:
			return bound * float64(people)
		}
		return math.Inf(int(math.Copysign(1, bound)))
	}
	return accuracy.Possible{Least: of(least), Most: of(most)}
}
