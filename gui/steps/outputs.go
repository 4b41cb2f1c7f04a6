package steps

import (
	"steward/core/choice"
	"steward/core/preview"
	"steward/gui/session"
	"steward/gui/words"
)

// outlook is how far off something to publish would be: typically, 19 times in 20, and in short with what that
// is in. What is not known is empty.
type outlook struct{ typically, within, short, unit string }

// outlookOf returns that of output i of the plan.
func outlookOf(s *session.Session, i int, o preview.Output) outlook {
	switch o := o.(type) {
	case *preview.Question:
		sum := o.Of().Summary
		out := outlook{words.T("exact"), plusMinus(*o), people(sum.HalfWidth), s.InWords(i)}
		if sum.Exact < sum.Answers {
			out.typically = people(sum.Typical)
		}
		return out
	case *preview.Choice:
		fall, unit := people(o.Methods[o.Chosen].Quality.Fall), words.T("in rank")
		switch choice.Kind(o.Asked.Kind) {
		case choice.MostCommon:
			unit = words.T("fewer")
		case choice.Best:
			unit = words.T("of score")
		}
		return outlook{"", fall, fall, unit}
	case *preview.Clustering:
		return outlook{short: fartherThan(o.Ways[o.Chosen]), unit: words.T("farther")}
	case *preview.Synthetic:
		if o.Quality.Runs > 0 {
			off := people(o.Quality.Mean)
			return outlook{off, "", off, words.T("off on average")}
		}
	}
	return outlook{}
}

// outputForm is the form for one kind of output.
type outputForm interface {
	fresh() // forgets what was typed and refused, for another output
	update()
}

// shown returns the chosen output if it is of a kind, with its number among those, which is -1 otherwise.
func shown[T any](p *questions) (of T, at int, ok bool) {
	s := p.Session.Plan()
	for i, o := range s.Outputs() {
		if q, is := any(o).(*T); is {
			if i == p.selected {
				return *q, at, true
			}
			at++
		}
	}
	return of, -1, false
}
