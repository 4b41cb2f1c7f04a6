package secrets

import (
	"slices"

	"steward/core/plan/secret"
	"steward/gui/words"
)

// Form is how a rule is set: what the window shows of it, in this order.
type Form struct {
	Slider *Slider // its distance, nil where it has none or several
	Norms  bool    // whether it is asked how the differences of columns make one distance
	Fields []Field
	Note   string // under the fields
	Editor Editor
	Sheet  bool   // whether a sheet is offered also while nothing is edited
	By     string // what puts the rules of RulesEditor together
	Said   string // which values are joined, where that is not said by the fields
	Fixed  bool   // whether its columns stay
	// Blanks are the cells of which it is asked whether they are joined to all values.
	Blanks []string
	// Weighed tells whether the rule can have a weight, Plain that few need one.
	Weighed, Plain bool
}

// Slider is a distance from a range.
type Slider struct {
	Label string
	Setting
}

// Field is a part of a rule that is typed. Hint stands in it while it is empty.
type Field struct {
	Label, Hint string
	Value       func(s *Step, r secret.Secret) string
	Set         func(at Rule, text string) error
}

// Editor is what a part of a rule that is more than a number is edited by.
type Editor int

// The editors.
const (
	NoEditor     Editor = iota
	GroupsEditor        // the groups that values are put into
	TableEditor         // the distances of each two values
	ValuesEditor        // values with budgets of their own
	RulesEditor         // rules that are put together
	PairsEditor         // listed pairs
)

// typing returns a field for a setting.
func typing(label, hint string, of Setting) Field {
	return Field{
		label, hint,
		func(_ *Step, r secret.Secret) string { return words.Number(of.Get(r)) },
		func(at Rule, text string) error { return at.Set(of, text) },
	}
}

// oddsField sets the budget by the odds between two answers that are one step apart.
func oddsField() Field {
	return Field{
		words.T("Odds at one step, at most ×"), words.Number("1.65"), (*Step).OddsOfStep,
		func(at Rule, text string) error {
			r, _ := at.Secret()
			return at.step.SetOddsOfStep(r, text)
		},
	}
}

// scales returns the fields for how much a unit of each column counts, where that is asked.
func scales(r secret.Secret) []Field {
	if len(r.Columns) < 2 && len(r.Scales) == 0 {
		return nil
	}
	var out []Field
	for _, n := range r.Columns {
		out = append(out, typing(words.T("How much one unit of %s counts", n), "1", Scale(n)))
	}
	return out
}

// Form returns how the rule at a place is set; false where there is none.
func (at Rule) Form() (Form, bool) {
	r, own := at.Secret()
	if !own {
		return Form{Weighed: at.step.Card() == CardGraded}, false
	}
	k, out := ruleKind(r), Form{}
	if k.form != nil {
		out = k.form(at, r)
	}
	out.Fixed, out.Weighed = k.fixed, r.Kind != secret.Public
	out.Plain = k.plain && len(r.Columns) == 1 && len(at.Inside) == 0 && at.step.Card() != CardGraded
	if k.blanks {
		out.Blanks = at.blanks(r)
	}
	return out, true
}

// blanks returns the cells for blank and for other answers that a rule says something of.
func (at Rule) blanks(r secret.Secret) (out []string) {
	if g, ok := at.Grouping(); ok {
		for v := g.Regular; v < len(g.Values); v++ {
			if g.Of[v] < 0 {
				out = append(out, g.Values[v])
			}
		}
		return out
	}
	for _, n := range r.Columns {
		for _, l := range at.step.Specials(string(n)) {
			if !slices.Contains(out, l) {
				out = append(out, l)
			}
		}
	}
	return out
}
