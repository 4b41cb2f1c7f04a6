package workload

import (
	"steward/core/domain"
	"steward/core/limits"
	"steward/core/linop"
	"steward/core/message"
)

// cumulative asks for the number of people up to each value of an ordered column; blanks
// and others follow as counts of their own, so that nobody is left out.
func (w *Workload) cumulative(a *domain.Attribute) {
	w.op = linop.PrefixesThenCells(a.Size(), a.Regular())
}

// ranges asks for the listed ranges of an ordered column, or for every one.
func (w *Workload) ranges(a *domain.Attribute) error {
	k, r := a.Size(), a.Regular()
	if w.question.Every {
		if n := float64(r) * float64(r+1) / 2; n > limits.MaxAnswers {
			return message.Errorf("every range of the %d values of %q would be %.0f numbers, more than %d: ask for cumulative counts, or list the ranges", r, a.Name(), n, limits.MaxAnswers)
		}
		w.op = linop.Every(k, r)
		return nil
	}
	if len(w.question.Spans) == 0 {
		return message.Errorf("it lists no ranges: give from and to, or ask for every range")
	}
	list := make([]linop.Interval, len(w.question.Spans))
	for i, s := range w.question.Spans {
		lo, okLo := a.Find(s.From)
		hi, okHi := a.Find(s.To)
		switch {
		case !okLo || lo >= r:
			return message.Errorf("range %d begins at %q, which is not a value of %q", i+1, s.From, a.Name())
		case !okHi || hi >= r:
			return message.Errorf("range %d ends at %q, which is not a value of %q", i+1, s.To, a.Name())
		case lo > hi:
			return message.Errorf("range %d goes from %q down to %q: swap them", i+1, s.From, s.To)
		}
		list[i] = linop.Interval{Lo: lo, Hi: hi}
	}
	w.op = linop.Ranges(k, list)
	return nil
}
