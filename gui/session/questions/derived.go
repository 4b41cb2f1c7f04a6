package questions

import (
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/preview"
	"steward/core/workload"
	"steward/gui/words"
)

// Derived is what is worked out from the answers to the question at a place, and the rules by which they are published.
type Derived struct{ Question }

// Derived returns the one at a place.
func (s *Step) Derived(i int) Derived { return Derived{s.Question(i)} }

// SetTotals asks for the totals of a table, or no longer; what follows from them goes with them.
func (at Derived) SetTotals(totals bool) error {
	return at.Try(func(q *plan.Question) {
		if q.Totals = totals; !totals {
			q.Percent, q.Rates, q.Differences = nil, nil, nil
		}
	})
}

// PercentChoice is a kind of percentages that a table can be given in.
type PercentChoice struct {
	Text   string
	Within []domain.AttributeName // nil for per cent of all
	On     bool
}

// PercentChoices returns those of the question: of all, and within each value of one
// column.
func (at Derived) PercentChoices() []PercentChoice {
	q, ok := at.asked()
	if !ok || q.Kind != string(workload.Table) {
		return nil
	}
	out := []PercentChoice{{Text: words.T("Per cent of all")}}
	if len(q.Columns) > 1 {
		for _, c := range q.Columns {
			out = append(out, PercentChoice{Text: words.T("Per cent within each %s", c), Within: []domain.AttributeName{c}})
		}
	}
	for k := range out {
		out[k].On = percentOf(q, out[k].Within) >= 0
	}
	return out
}

func percentOf(q plan.Question, within []domain.AttributeName) int {
	return slices.IndexFunc(q.Percent, func(p plan.Percent) bool { return slices.Equal(p.Within, within) })
}

// SetPercent asks for percentages of a kind, with the totals that they need, or no longer.
func (at Derived) SetPercent(within []domain.AttributeName, on bool) error {
	return at.Try(func(q *plan.Question) {
		at := percentOf(*q, within)
		switch {
		case on && at < 0:
			q.Totals = true
			q.Percent = append(q.Percent, plan.Percent{Within: within})
		case !on && at >= 0:
			q.Percent = slices.Delete(q.Percent, at, at+1)
		}
	})
}

// AddRate asks for the part that has one value of a column, its first column and value at first.
func (at Derived) AddRate() error {
	return at.Try(func(q *plan.Question) {
		c := q.Columns[len(q.Columns)-1]
		if a, ok := at.step.of.Attribute(string(c)); ok {
			q.Totals = true
			q.Rates = append(q.Rates, plan.Rate{Column: c, Values: []string{a.Label(0)}})
		}
	})
}

// SetRate makes a rate one of other values; a rate without any is taken out.
func (at Derived) SetRate(k int, column domain.AttributeName, values []string) error {
	return at.Try(func(q *plan.Question) {
		if k < 0 || k >= len(q.Rates) {
			return
		}
		if len(values) == 0 {
			q.Rates = slices.Delete(q.Rates, k, k+1)
			return
		}
		q.Rates[k] = plan.Rate{Column: column, Values: slices.Clone(values)}
	})
}

// AddDifference asks by how much the numbers with the first value of a column exceed those with the
// second.
func (at Derived) AddDifference() error {
	return at.Try(func(q *plan.Question) {
		for _, c := range q.Columns {
			if a, ok := at.step.of.Attribute(string(c)); ok && a.Size() > 1 {
				q.Totals = true
				q.Differences = append(q.Differences, plan.Difference{Column: c, First: a.Label(0), Second: a.Label(1)})
				return
			}
		}
	})
}

// SetDifference makes a difference another one.
func (at Derived) SetDifference(k int, d plan.Difference) error {
	return at.Try(func(q *plan.Question) {
		if k >= 0 && k < len(q.Differences) {
			q.Differences[k] = d
		}
	})
}

// RemoveDifference takes a difference out.
func (at Derived) RemoveDifference(k int) error {
	return at.Try(func(q *plan.Question) {
		if k >= 0 && k < len(q.Differences) {
			q.Differences = slices.Delete(q.Differences, k, k+1)
		}
	})
}

// SetPublishing changes how published numbers are tidied further.
func (at Derived) SetPublishing(change func(*plan.Publishing)) error {
	return at.Try(func(q *plan.Question) {
		p := plan.Publishing{}
		if q.Publishing != nil {
			p = *q.Publishing
		}
		if change(&p); p == (plan.Publishing{}) {
			q.Publishing = nil
			return
		}
		q.Publishing = &p
	})
}

// Says says what the rules of the question at an index do to its numbers.
func (at Derived) Says() string {
	q, ok := at.asked()
	if !ok {
		return ""
	}
	rule, err := q.Publishing.Rule()
	if err != nil {
		return words.SentenceOf(err)
	}
	if c := at.step.of.Compiled(); c != nil && at.i < len(c.Problems) {
		rule = c.Rule(at.i)
	}
	said := words.SayAll(rule.Sentences())
	if at.Fate() == plan.WillBeLeftOut {
		said = append(said, LeftOutNow())
	}
	if len(said) > 0 {
		said = append(said, words.T("The unadjusted numbers, with their errors and intervals, stay beside them."))
	}
	return strings.Join(said, " ")
}

// LeftOutNow says of a table what becomes of it as the plan is.
func LeftOutNow() string {
	return words.T("**As the plan is now, this table will be left out**, although it spends its share: a larger budget or fewer cells would keep it.")
}

// ErrorSays says how far the percentages, rates and differences of the question at an index may
// be off, as far as that is known before the release: where the number to divide by is public. It
// returns nothing for a question without any.
func (at Derived) ErrorSays() string {
	q, ok := at.asked()
	if !ok {
		return ""
	}
	return words.Say(preview.DerivedError(at.step.of.Plan(), q, at.previewed()))
}

// previewed returns the expected errors of the question, nil while they are not known.
func (at Question) previewed() *preview.Question {
	if p := at.step.of.Preview(); p != nil && at.i < len(p.Questions) {
		return &p.Questions[at.i]
	}
	return nil
}

// keepDerived leaves out what no longer fits a question's columns.
func keepDerived(q *plan.Question) {
	gone := func(c domain.AttributeName) bool { return !slices.Contains(q.Columns, c) }
	q.Only = slices.DeleteFunc(slices.Clone(q.Only), func(o plan.Answers) bool { return gone(o.Column) || q.Kind != string(workload.Table) })
	if len(q.Only) == 0 {
		q.Only = nil
	}
	if q.Kind == string(workload.Totals) {
		q.Percent, q.Rates, q.Differences = nil, nil, nil
		return
	}
	if q.Kind != string(workload.Table) {
		q.Totals, q.Percent, q.Rates, q.Differences = false, nil, nil, nil
		return
	}
	q.Percent = slices.DeleteFunc(slices.Clone(q.Percent), func(p plan.Percent) bool {
		return slices.ContainsFunc(p.Within, gone) || len(p.Within) >= len(q.Columns)
	})
	q.Rates = slices.DeleteFunc(slices.Clone(q.Rates), func(r plan.Rate) bool { return gone(r.Column) })
	q.Differences = slices.DeleteFunc(slices.Clone(q.Differences), func(d plan.Difference) bool {
		return gone(d.Column) || d.Shares && len(q.Columns) == 1
	})
	if len(q.Percent) == 0 {
		q.Percent = nil
	}
	if len(q.Rates) == 0 {
		q.Rates = nil
	}
	if len(q.Differences) == 0 {
		q.Differences = nil
	}
}
