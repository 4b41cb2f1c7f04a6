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

// ranges asks for the listed ranges of an ordered column, or for every one. Where these are more than a sheet has rows, what is
// published is the counts up to each value, from which they follow.
func (w *Workload) ranges(a *domain.Attribute) error {
	k, r := a.Size(), a.Regular()
	if w.question.Every {
		w.op = linop.Every(k, r)
		if w.op.Rows() > limits.MaxSheetRows {
			w.follow(k, r, mostStanding)
		}
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

// mostStanding is about how many ranges stand for all, where these are too many to be gone through.
const mostStanding = 1 << 16

// follow has every range of the first r of k values follow from the counts up to each value, with about so many that stand for all.
func (w *Workload) follow(k, r, most int) {
	planned := *w
	planned.op = linop.ForEvery(k, r, most)
	w.op, w.planned = linop.Prefixes(k, r), &planned
}

// Following is New for every range of one column as if these were too many to publish, however many they are: about so many of them
// stand for all.
func Following(q Question, published *domain.Domain, most int) (*Workload, error) {
	w, err := New(q, published)
	if err != nil {
		return nil, err
	}
	if _, ok := w.op.(linop.Intervals); !ok || !q.Every || len(q.Columns) != 1 {
		return nil, message.Errorf("it is no question for every range of one column")
	}
	a := w.domain.Attributes()[0]
	w.follow(a.Size(), a.Regular(), most)
	return w, nil
}

// Follow returns how many ranges follow from the answers, each as the difference of two or as one of them; ok is false for a question
// whose answers are all that it asks for.
func (w *Workload) Follow() (ranges float64, ok bool) {
	if w.planned == nil {
		return 0, false
	}
	n := float64(w.op.Rows())
	return n * (n + 1) / 2, true
}

// Planned returns the workload that answers are worked out for: that of a question whose ranges follow from its answers asks, after
// these, for some that stand for all. It is the workload itself for every other.
func (w *Workload) Planned() *Workload {
	if w.planned == nil {
		return w
	}
	return w.planned
}
