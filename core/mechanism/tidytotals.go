package mechanism

import (
	"math"

	"steward/core/accuracy"
	"steward/core/workload"
)

// WholeTotals tidies the answers to the problem's question of totals: whole units, as many people as facts leave possible, and
// within what the numbers and a known number of people allow. Groups are moved until they add up to what is
// over all, which groups that would be below nothing would otherwise raise.
func (p Problem) WholeTotals(s *workload.Sums, unadjusted []float64, errors []accuracy.Answer) []int64 {
	n, people := s.Figures(), int64(1<<40)
	if total, known := p.Facts.Total(); known {
		people = total
	}
	possible := p.Possible()
	out, bounds := make([]int64, len(unadjusted)), make([]leeway, len(unadjusted))
	for at := 0; at < len(out); at += n {
		for i := at; i < at+n; i++ {
			bounds[i] = leeway{people * min(s.Least, 0), people * max(s.Most, 0)}
			if !s.IsTotal(i) {
				of := possible(i)
				bounds[i] = leeway{int64(of.Least), int64(min(of.Most, float64(people)))}
			}
			out[i] = int64(math.Round(min(max(unadjusted[i], float64(bounds[i].least)), float64(bounds[i].most))))
		}
		if !s.Overall {
			continue
		}
		last := at + s.Groups
		if rest := meet(out[at:last], errors[at:last], out[last], bounds[at:last]); errors[last].Variance > 0 {
			out[last] -= rest // exact groups leave no room
		}
	}
	return out
}

// leeway is what a number can be.
type leeway struct{ least, most int64 }

// meet moves numbers evenly, within bounds, until they add up to a sum, and returns what is left of it
// where they cannot. Exact ones stay.
func meet(numbers []int64, errors []accuracy.Answer, sum int64, bounds []leeway) (rest int64) {
	for _, x := range numbers {
		sum -= x
	}
	for moved := true; sum != 0 && moved; {
		moved = false
		share := sum / int64(len(numbers))
		if share == 0 {
			share = max(min(sum, 1), -1)
		}
		for i, x := range numbers {
			if errors[i].Variance == 0 {
				continue
			}
			step := min(max(x+share, bounds[i].least), bounds[i].most) - x
			if MagnitudeOf(step) > MagnitudeOf(sum) {
				step = sum
			}
			numbers[i], sum, moved = x+step, sum-step, moved || step != 0
		}
	}
	return sum
}

// TidyTotals tidies the answers that add up numbers by themselves: as sums of cells that are never below
// zero they would come out too high.
func (p Problem) TidyTotals(a *Answers, errors func() accuracy.Estimate) {
	if s, ok := p.Workload.Sums(); ok {
		a.Tidied, a.Parts, a.Gave = p.WholeTotals(s, a.Unadjusted, errors().Answers), 1, GaveNothing
	}
	first := 0
	for _, part := range p.Workload.Parts() {
		last := first + part.Len()
		if s, ok := part.Sums(); ok {
			own := p
			own.Workload = part
			for i, n := range own.WholeTotals(s, a.Unadjusted[first:last], errors().Answers[first:last]) {
				a.Tidied[first+i] = n * max(a.Parts, 1)
			}
		}
		first = last
	}
}

func MagnitudeOf(n int64) int64 { return max(n, -n) }
