package secrets

import (
	"slices"

	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/core/policy/weighted"
	"steward/core/table"
	"steward/gui/words"
)

// OwnWeight is a value with a budget of its own, and the odds between it and any other at most.
type OwnWeight struct {
	Value  string
	At     int // its index; -1 when the column no longer has it
	Weight string
	Odds   string
}

// Weights returns the values with budgets of their own in a rule that goes value by value, and
// the budget of the others, empty for none; false when it is not such a rule.
func (at Rule) Weights() (own []OwnWeight, others string, ok bool) {
	r, ok := at.Secret()
	if !ok || len(r.Columns) != 1 {
		return nil, "", false
	}
	c, _ := at.step.of.Published(at.Column)
	labels := Ungrouped(c).Values
	for label, w := range r.Weights {
		own = append(own, OwnWeight{label, slices.Index(labels, label), w, at.step.oddsAt(w)})
	}
	slices.SortFunc(own, func(a, b OwnWeight) int {
		if a.At != b.At {
			return a.At - b.At
		}
		return slices.Index([]bool{a.Value <= b.Value}, false)
	})
	return own, r.Otherwise, true
}

// oddsAt returns the largest factor of odds at a multiple of the budget, "" where there is none.
func (s *Step) oddsAt(weight string) string {
	c := s.of.Outlook()
	r, ok := ratOf(weight)
	if c == nil || !ok {
		return ""
	}
	w, err := weighted.NewWeight(r)
	if err != nil {
		return ""
	}
	return Factor(c.Promise.Odds(w))
}

// Unweighted returns the values without a budget of their own in a rule that goes value by value.
func (at Rule) Unweighted() []string {
	r, ok := at.Secret()
	c, published := at.step.of.Published(at.Column)
	if !ok || !published {
		return nil
	}
	return slices.DeleteFunc(Ungrouped(c).Values, func(label string) bool { _, own := r.Weights[label]; return own })
}

func perValue() kind {
	return kind{
		Kind: secret.PerValue, name: words.Key("value by value"), note: words.Key("some answers are hidden better than others"),
		card: CardGraded, offered: later,
		unfit:    uncountable(func(plan.Column) bool { return true }),
		together: tooMany,
		begin: func(r *secret.Secret, columns []plan.Column) {
			r.Otherwise = "1"
		},
		read: func(r *ruleReader) error {
			r.rule.Weights = map[string]string{}
			return r.list(1, 2, 2, func(row table.Row, labels []string) error {
				number, err := r.number(row, 1)
				if err != nil {
					return err
				}
				if _, twice := r.rule.Weights[labels[0]]; twice {
					return words.Errorf("%s: %q has two weights: keep one", r.cell(row, 0), labels[0])
				}
				r.rule.Weights[labels[0]] = number
				return nil
			})
		},
		form: func(Rule, secret.Secret) Form { return Form{Editor: ValuesEditor} },
		learnt: func(meaning, weighted.Weight) string {
			return words.T("more about the answers with the larger weights than about the others:")
		},
		tabled: true,
	}
}
