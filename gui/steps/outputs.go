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
		out := outlook{words.T("exact"), plusMinus(*o), session.People(sum.HalfWidth), s.InWords(i)}
		if sum.Exact < sum.Answers {
			out.typically = session.People(sum.Typical)
		}
		return out
	case *preview.Choice:
		fall, unit := session.People(o.Methods[o.Chosen].Quality.Fall), words.T("in rank")
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
			off := session.People(o.Quality.Mean)
			return outlook{off, "", off, words.T("off on average")}
		}
	}
	return outlook{}
}

// plusMinus writes how far the numbers of a question are off, 19 times in 20.
func plusMinus(q preview.Question) string {
	if s := q.Of().Summary; s.Exact < s.Answers {
		if measured(q) != "" {
			return "≈ " + session.People(s.HalfWidth)
		}
		return "± " + session.People(s.HalfWidth)
	}
	return words.T("exact")
}

// measured says what the error of the chosen method was measured on, for under it; empty where it
// is known without data.
func measured(q preview.Question) string {
	if name, ok := q.StandIns[q.Chosen]; ok {
		return words.T(", measured on %s; yours may differ", words.Say(name))
	}
	return ""
}
