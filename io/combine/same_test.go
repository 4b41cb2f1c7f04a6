package combine

import (
	"slices"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/plan"
	"steward/io/export"
)

// Answers are compared with those of an earlier release only where both count the same: whatever is changed of what a question counts
// is said, and a column that has another name by now is no change.
func TestWhatIsAskedOtherwise(t *testing.T) {
	low, high, higher := int64(0), int64(50), int64(90)
	of := func() Asked {
		columns := []plan.Column{{Name: "town", Kind: domain.List, Values: []string{"North", "South"}}, {Name: "hours", Kind: domain.Whole, Lowest: &low, Highest: &high}}
		q := plan.Question{ID: "q", Title: "Hours", Kind: "totals", Columns: []domain.AttributeName{"town", "hours"}, Only: []plan.Answers{{Column: "town", Values: []string{"North", "South"}}},
			Sum: &plan.Sum{Of: []domain.AttributeName{"hours"}, Numbers: []plan.Number{{Values: []string{"0"}, Number: "1"}, {Values: []string{"1"}}}}}
		return Asked{plan.Plan{Columns: columns, Rows: &plan.Rows{Person: "who", AtMost: 3}, Weight: &plan.Weight{Step: "1", Cap: "3"}, Group: &plan.Answers{Column: "town", Values: []string{"North"}}}, q}
	}
	for _, c := range []struct {
		change func(*Asked)
		says   string
	}{
		{func(*Asked) {}, ""},
		{func(a *Asked) { a.Question.Kind = "table" }, "of another kind"},
		{func(a *Asked) { a.Question.Only = nil }, "about other people"},
		{func(a *Asked) { a.Question.Only[0].Values = []string{"South"} }, "about other people"},
		{func(a *Asked) { a.Question.Only[0].Values = []string{"South", "North"} }, ""},
		{func(a *Asked) { a.Plan.Group = nil }, "about other people"},
		{func(a *Asked) { a.Plan.Group.Values = []string{"South"} }, "about other people"},
		{func(a *Asked) { a.Plan.Group.Column = "hours" }, "about other people"},
		{func(a *Asked) { a.Plan.Rows.AtMost = 2 }, "up to 3 rows of each person are counted in one release, and up to 2"},
		{func(a *Asked) { a.Plan.Weight.Step = "0.5" }, "in steps of 1 in one release, and up to 3 in steps of 0.5"},
		{func(a *Asked) { a.Plan.Weight.Cap = "9" }, "weights up to 3"},
		{func(a *Asked) { a.Plan.Columns[1].Highest = &higher }, "other limits"},
		{func(a *Asked) { a.Question.Sum.Numbers[0].Number = "2" }, "other numbers"},
		{func(a *Asked) { slices.Reverse(a.Question.Sum.Numbers) }, ""},
		{func(a *Asked) { a.Plan.Columns[0].Values = []string{"North", "South", "East"} }, ""},
		{func(a *Asked) {
			a.Plan.Columns[0].Name, a.Question.Columns[0], a.Question.Only[0].Column, a.Plan.Group.Column = "Town", "Town", "Town", "Town"
		}, ""},
		{func(a *Asked) {
			a.Plan.Columns[1].Name, a.Question.Columns[1], a.Question.Sum.Of[0] = "work", "work", "work"
		}, ""},
	} {
		was, is := of(), of()
		c.change(&is)
		if said := Otherwise(was, is).String(); c.says == "" && said != "" || !strings.Contains(said, c.says) {
			t.Errorf("it says %q, want %q", said, c.says)
		}
		if back := Otherwise(is, was); back.IsZero() != (c.says == "") {
			t.Errorf("the other way round it says %q, want something like %q", back, c.says)
		}
	}
}

// Labels may have commas of their own. What can be two answers is none of them, and answers are compared by all of their labels.
func TestLabelsWithCommas(t *testing.T) {
	q := combined{Question: export.Question{Head: export.Head{Title: "Cells"}, Keys: []string{"a", "b"}}}
	for _, key := range [][]string{{"x", "y, z"}, {"x, y", "z"}, {"x", "y"}, {"y, z", "x"}} {
		q.Answers = append(q.Answers, export.Answer{Key: key})
	}
	q.label()
	if _, err := q.find("x,y ,z"); err == nil || !strings.Contains(err.Error(), `"x | y, z" as well as for "x, y | z"`) {
		t.Errorf("what can be two answers: %v", err)
	}
	for labels, want := range map[string]int{"x, y": 2, "y,z,x": 3} {
		if got, err := q.find(labels); err != nil || got != want {
			t.Errorf("%s is answer %d (%v), want %d", labels, got, err, want)
		}
	}
	if _, err := q.find("z"); err == nil || !strings.Contains(err.Error(), "not among the answers") {
		t.Errorf("what is none: %v", err)
	}
	for i, a := range q.Answers {
		if q.keyed[exactKey(a.Key)] != i {
			t.Errorf("%q is taken for answer %d", a.Key, q.keyed[exactKey(a.Key)])
		}
	}
}
