package workload

import (
	"steward/core/domain"
	"steward/core/limits"
	"steward/core/linop"
	"steward/core/message"
)

// boxes asks for the listed boxes over several columns, or for every one: all ranges of the
// ordered columns combined with all single values of the others.
func (w *Workload) boxes() error {
	if w.question.Every {
		return w.everyBox()
	}
	if len(w.question.Boxes) == 0 {
		return message.Errorf("it lists no ranges: give from and to for each column, or ask for every range")
	}
	attrs := w.domain.Attributes()
	var sizes []int
	for _, a := range attrs {
		sizes = append(sizes, a.Size())
	}
	list := make([][]linop.Interval, len(w.question.Boxes))
	for i, spans := range w.question.Boxes {
		if len(spans) != len(attrs) {
			return message.Errorf("range %d is given for %d columns, and the question has %d", i+1, len(spans), len(attrs))
		}
		for j, s := range spans {
			r, err := sideOf(attrs[j], s)
			if err != nil {
				return message.Errorf("range %d: %w", i+1, err)
			}
			list[i] = append(list[i], r)
		}
	}
	w.op = linop.NewBoxes(sizes, list)
	return nil
}

// sideOf reads a span of one column of a box.
func sideOf(a *domain.Attribute, s Span) (linop.Interval, error) {
	if s == (Span{}) {
		return linop.Interval{Lo: 0, Hi: a.Size() - 1}, nil
	}
	lo, okLo := a.Find(s.From)
	hi, okHi := a.Find(s.To)
	switch r := a.Regular(); {
	case !okLo:
		return linop.Interval{}, message.Errorf("it begins at %q, which is not a value of %q", s.From, a.Name())
	case !okHi:
		return linop.Interval{}, message.Errorf("it ends at %q, which is not a value of %q", s.To, a.Name())
	case lo == hi:
	case !a.HasOrder():
		return linop.Interval{}, message.Errorf("the values of %q have no order, so it cannot go from %q to %q: choose one value, or all", a.Name(), s.From, s.To)
	case lo >= r:
		return linop.Interval{}, message.Errorf("%s has no place in the order of %q: ask for it by itself", s.From, a.Name())
	case hi >= r:
		return linop.Interval{}, message.Errorf("%s has no place in the order of %q: ask for it by itself", s.To, a.Name())
	case lo > hi:
		return linop.Interval{}, message.Errorf("it goes from %q down to %q: swap them", s.From, s.To)
	}
	return linop.Interval{Lo: lo, Hi: hi}, nil
}

func (w *Workload) everyBox() error {
	all := 1.0
	var runs []linop.Intervals
	for _, a := range w.domain.Attributes() {
		k, r := a.Size(), a.Regular()
		if a.HasOrder() {
			runs = append(runs, linop.Every(k, r))
			all *= float64(r) * float64(r+1) / 2
			continue
		}
		singles := make([]linop.Interval, k)
		for v := range singles {
			singles[v] = linop.Interval{Lo: v, Hi: v}
		}
		runs = append(runs, linop.Ranges(k, singles))
		all *= float64(k)
	}
	if all > limits.MaxAnswers {
		return message.Errorf("every range of these columns together would be %.0f numbers, more than %d: list the ranges, or use fewer columns", all, limits.MaxAnswers)
	}
	w.op = linop.EveryBox(runs)
	return nil
}

// boxKey returns the labels of a box: first and last value of an ordered column, the value
// of another.
func (w *Workload) boxKey(op linop.Boxes, i int) []string {
	var labels []string
	for j, a := range w.domain.Attributes() {
		r := op.Side(i, j)
		first, last := a.Label(r.Lo), a.Label(r.Hi)
		if a.Size() > 1 && r.Lo == 0 && r.Hi == a.Size()-1 && (!w.spanned(j) || a.Regular() < a.Size()) {
			first, last = domain.TotalLabel, domain.TotalLabel // blanks and others too
		}
		labels = append(labels, first)
		if w.spanned(j) {
			labels = append(labels, last)
		}
	}
	return labels
}
