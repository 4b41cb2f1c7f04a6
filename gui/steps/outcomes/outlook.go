// Package outcomes shows what is published beside tables of numbers (choices, groups, made-up records), once it is
// released and before that by how far off it would be; and how far off anything would be in short.
package outcomes

import (
	"steward/core/choice"
	"steward/core/preview"
	"steward/gui/session"
	"steward/gui/session/amounts"
	"steward/gui/words"
)

// Outlook is how far off something to publish would be: typically, 19 times in 20, and in short with what that
// is in. What is not known is empty.
type Outlook struct{ Typically, Within, Short, Unit string }

// OutlookOf returns that of output i of the plan.
func OutlookOf(s *session.Session, i int, o preview.Output) Outlook {
	switch o := o.(type) {
	case *preview.Question:
		sum := o.Of().Summary
		out := Outlook{words.Say(sum.Typically()), PlusMinus(*o), words.Say(sum.Within()), s.InWords(i)}
		if sum.Exact == sum.Answers {
			out.Unit = "" // exact, and not so many people
		}
		return out
	case *preview.Choice:
		if m := o.Methods[o.Chosen]; m.ID == choice.ExactID {
			return Outlook{words.T("exact"), "", words.T("exact"), ""}
		}
		fall, unit := amounts.People(o.Methods[o.Chosen].Quality.Fall), words.T("in rank")
		switch choice.Kind(o.Asked.Kind) {
		case choice.MostCommon:
			unit = words.T("fewer")
		case choice.Best:
			unit = words.T("in score")
		}
		return Outlook{"", fall, fall, unit}
	case *preview.Clustering:
		return Outlook{Short: fartherThan(o.Ways[o.Chosen]), Unit: words.T("farther")}
	case *preview.Synthetic:
		if o.Quality.Runs > 0 {
			off := amounts.People(o.Quality.Mean)
			return Outlook{off, "", off, words.T("off on average")}
		}
	}
	return Outlook{}
}

// PlusMinus writes how far the numbers of a question are off, 19 times in 20.
func PlusMinus(q preview.Question) string {
	if s := q.Of().Summary; s.Exact < s.Answers {
		if Measured(q) != "" {
			return "≈ " + words.Say(s.Within())
		}
		return "± " + words.Say(s.Within())
	}
	return words.T("exact")
}

// Measured says what the error of the chosen method was measured on, for under it; empty where it
// is known without data.
func Measured(q preview.Question) string {
	if name, ok := q.StandIns[q.Chosen]; ok {
		return words.T(", measured on %s; yours may differ", words.Say(name))
	}
	return ""
}
