package columns

import (
	"slices"

	"steward/core/domain"
	"steward/core/plan"
	"steward/gui/session/amounts"
	"steward/gui/words"
)

// SpecialChoice is a rule for blanks or for other answers, with the words it is offered in.
type SpecialChoice struct {
	Rule  domain.Rule
	Words string
}

// BlankChoices returns the rules for blank cells, the default first.
func BlankChoices() []SpecialChoice {
	return []SpecialChoice{
		{domain.OwnCell, words.T("counted as a group of their own")},
		{domain.AsValue, words.T("counted as one of the values")},
		{domain.Refuse, words.T("not allowed")},
	}
}

// OtherChoices returns the rules for answers that a column of a kind does not declare, the
// default first.
func OtherChoices(kind domain.Kind) []SpecialChoice {
	list := BlankChoices()
	list = slices.Insert(list, 2, SpecialChoice{domain.AsBlank, words.T("counted like blank cells")})
	if kind.OfNumbers() || kind == domain.Periods {
		nearest := SpecialChoice{domain.Nearest, words.T("counted at the nearest end")}
		list = append([]SpecialChoice{list[0], nearest}, list[1:]...)
	}
	return list
}

// BlankConsequence says what the rule for blank cells means for the tables.
func BlankConsequence(c plan.Column) string {
	return consequence(c.Blank, words.T("Blank cells"), domain.BlankLabel)
}

// OtherConsequence says what the rule for answers that are not declared means for the tables.
func OtherConsequence(c plan.Column) string {
	numbers := c.Kind.OfNumbers()
	if n := len(c.Ranges); c.Kind == domain.Ranges && n > 0 && c.Ranges[0].From == "" && c.Ranges[n-1].To == "" {
		return words.T("Every number has its range, so none lies beyond the ends.")
	}
	if c.Other.Rule == domain.Nearest && c.Kind == domain.Periods {
		return words.T("Earlier dates count in the first period, later ones in the last. Nobody is left out.")
	}
	if c.Other.Rule == domain.Nearest {
		if low, high := boundsOf(c); low != nil && high != nil {
			return words.T("Values below %d count as the lowest, values above %d as the highest. Nobody is left out.", *low, *high)
		}
		return words.T("Values beyond the ends count at the nearer end. Nobody is left out.")
	}
	switch {
	case numbers:
		return consequence(c.Other, words.T("Numbers beyond the ends"), domain.OtherLabel)
	case c.Kind == domain.Periods:
		return consequence(c.Other, words.T("Dates before the first and after the last"), domain.OtherLabel)
	}
	return consequence(c.Other, words.T("All other answers"), domain.OtherLabel)
}

func consequence(s plan.Special, who, label string) string {
	switch s.Rule {
	case domain.AsValue:
		if s.Value == "" {
			return words.T("Choose the value.")
		}
		return words.T("%s are counted as %s. Nobody can tell them apart.", who, s.Value)
	case domain.AsBlank:
		return words.T("%s are counted like blank cells. Nobody can tell them apart.", who)
	case domain.Refuse:
		return words.T("%s must not occur: a release that finds one stops before anything is spent.", who)
	}
	return words.T("%s are one more line in every table, called %s. Nobody is left out.", who, amounts.Value(label))
}
