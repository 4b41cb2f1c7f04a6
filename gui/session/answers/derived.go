package answers

import (
	"slices"

	"steward/core/plan"
	"steward/gui/words"
	"steward/reports/model"
)

// DerivedTitles names the tables of percentages, rates and differences that follow from the answers.
func (r *View) DerivedTitles() (out []string) {
	for _, t := range r.answers.Derived {
		out = append(out, words.Say(t.Title))
	}
	return out
}

// DerivedLen returns the number of rows of such a table.
func (r *View) DerivedLen(table int) int { return len(r.answers.Derived[table].Values) }

// DerivedRow returns the labels of a row, its number and its interval.
func (r *View) DerivedRow(table, i int) []string {
	t := r.answers.Derived[table]
	value, interval := model.DerivedText(t.Unit, t.Values[i])
	return append(t.SaidKey(words.Say, i), words.Say(value), words.Say(interval))
}

// DerivedColumns heads the rows.
func (r *View) DerivedColumns(table int) []string {
	t := r.answers.Derived[table]
	unit := words.Say(t.Unit.Said())
	switch t.Unit {
	case plan.InCounts:
		unit = words.Say(r.picture.Counted)
	case plan.InAverages:
		unit += ", " + words.Say(r.picture.Counted)
	}
	return append(slices.Clone(t.Keys), unit, words.T("19 times in 20"))
}

// Rules says what was added up, where numbers were, and how published numbers were tidied further.
func (r *View) Rules() []string { return r.rules }
