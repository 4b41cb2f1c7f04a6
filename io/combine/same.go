package combine

import (
	"reflect"
	"slices"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
)

// Asked is a question of a plan.
type Asked struct {
	Plan     plan.Plan
	Question plan.Question
}

// Otherwise says why the answers to two questions that are asked by the same columns are not about the same, so that their difference
// would be no change; the zero message where they are.
func Otherwise(before, now Asked) message.Text {
	title, was, is := now.Question.Title, before.Plan, now.Plan
	switch {
	case before.Question.Kind != now.Question.Kind:
		return message.Sprintf("“%s” is a question of another kind in the earlier release.", title)
	case !reflect.DeepEqual(before.only(), now.only()), !sameGroup(was, is):
		return message.Sprintf("“%s” is about other people in the earlier release.", title)
	case was.Rows != nil && is.Rows != nil && was.Rows.AtMost != is.Rows.AtMost:
		return message.Sprintf("“%s”: up to %d rows of each person are counted in one release, and up to %d in the other.", title, was.Rows.AtMost, is.Rows.AtMost)
	case was.Weight != nil && is.Weight != nil && (was.Weight.Step != is.Weight.Step || was.Weight.Cap != is.Weight.Cap):
		return message.Sprintf("“%s” counts weights up to %s in steps of %s in one release, and up to %s in steps of %s in the other.", title, was.Weight.Cap, was.Weight.Step, is.Weight.Cap, is.Weight.Step)
	case before.Question.Sum != nil && now.Question.Sum != nil && !reflect.DeepEqual(before.numbers(), now.numbers()):
		return message.Sprintf("“%s” adds up numbers with other limits, or other numbers for the same values, in the earlier release.", title)
	}
	return message.Text{}
}

// only are the answers of those whom a question is about, by the places of its columns, which may have other names.
func (a Asked) only() map[int][]string {
	out := make(map[int][]string)
	for _, o := range a.Question.Only {
		out[slices.Index(a.Question.Columns, o.Column)] = slices.Sorted(slices.Values(o.Values))
	}
	return out
}

// sameGroup reports whether two plans are about the same people, by the same column or one that has another name by now.
func sameGroup(was, is plan.Plan) bool {
	a, b := was.Group, is.Group
	if a == nil || b == nil {
		return a == b
	}
	renamed := !slices.ContainsFunc(is.Columns, func(c plan.Column) bool { return c.Name == a.Column })
	return (a.Column == b.Column || renamed) && slices.Equal(slices.Sorted(slices.Values(a.Values)), slices.Sorted(slices.Values(b.Values)))
}

// numbers are what each column stands for that a question adds up: its numbers, with the limits to which answers are cut, and those that
// are stated for its values.
func (a Asked) numbers() any {
	type column struct {
		kind            domain.Kind
		lowest, highest int64
		ranges          []plan.Range
	}
	var columns []column
	for _, name := range a.Question.Sum.Of {
		for _, c := range a.Plan.Columns {
			if c.Name != name {
				continue
			}
			of := column{kind: c.Kind, ranges: c.Ranges}
			if c.Lowest != nil && c.Highest != nil {
				of.lowest, of.highest = *c.Lowest, *c.Highest
			}
			columns = append(columns, of)
		}
	}
	stated := make(map[string]string)
	for _, n := range a.Question.Sum.Numbers {
		stated[exactKey(n.Values)] = n.Number
	}
	return []any{columns, stated}
}
