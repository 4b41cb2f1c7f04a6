package attack_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"steward/core/attack"
	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan"
)

// compiled returns a plan that asks for a table of its first column, all of whose columns are secret entirely.
func compiled(t *testing.T, epsilon string, columns ...plan.Column) *plan.Compiled {
	t.Helper()
	refuse := plan.Special{Rule: domain.Refuse}
	for i := range columns {
		columns[i].Origin, columns[i].Blank, columns[i].Other = domain.Typed, refuse, refuse
	}
	c, err := plan.Compile(plan.Plan{
		Version: plan.Version, DataSet: "People", Columns: columns, Budget: plan.Budget{Epsilon: epsilon},
		Questions: []plan.Question{{ID: "q1", Title: "Counts", Kind: "table", Columns: []domain.AttributeName{columns[0].Name}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func whole(name domain.AttributeName, highest int64) plan.Column {
	return plan.Column{Name: name, Kind: domain.Whole, Lowest: new(int64), Highest: &highest}
}

// Averaging brings the attacker nearer where facts are left out, and less so where they are counted.
func TestShow(t *testing.T) {
	s, err := attack.Show(t.Context(), compiled(t, "0.5", whole("age", 15)))
	if err != nil || s.Factor() < 2 || len(s.Columns) != 1 || s.Epsilon != "0.5" {
		t.Fatalf("worked out %+v, %v", s, err)
	}
	one, all := s.Rows[0], s.Rows[len(s.Rows)-1]
	if one.Used != 1 || all.Used != len(s.Example) || len(s.Explanation) != 3 {
		t.Errorf("rows %+v with words %q", s.Rows, s.Explanation)
	}
	// Of 400 tables of 16 cells: the average is off by a quarter of one number and is counted
	// good when below half, which 400 independent averages miss with a chance below 10^-20.
	if all.Plain.Typical > one.Plain.Typical/2 || all.Guarded.Typical < one.Plain.Typical/2 {
		t.Errorf("averaging brings %+v", s.Rows)
	}
	if again, err := attack.Show(t.Context(), compiled(t, "1", whole("age", 15))); err != nil || again.Epsilon != "1" || again.Rows[0].Plain.Typical > one.Plain.Typical*0.75 {
		t.Errorf("at twice the budget one number is off by %s, at first by %s", again.Rows[0].Plain.Off(), one.Plain.Off())
	}
}

// A plan without a suitable column says what would suit, and one where columns are named what is wrong with them.
func TestShowNeedsAColumn(t *testing.T) {
	small := func(name domain.AttributeName) plan.Column {
		return plan.Column{Name: name, Kind: domain.List, Values: []string{"yes", "no"}}
	}
	two := compiled(t, "1", small("smoker"), small("married"))
	for _, c := range []struct {
		plan  *plan.Compiled
		names []domain.AttributeName
		says  string
	}{
		{compiled(t, "1", small("smoker")), nil, "no column of this plan suits the demonstration"},
		{two, []domain.AttributeName{"age"}, `no column "age": name one of smoker and married`},
		{two, []domain.AttributeName{"smoker", "smoker"}, `"smoker" is named twice`},
	} {
		if s, err := attack.Show(t.Context(), c.plan, c.names...); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("on %q: %+v, %v", c.names, s, err)
		}
	}
	if s, err := attack.Show(t.Context(), two); err != nil || len(s.Columns) != 2 || len(s.Example) != 4 {
		t.Errorf("on two columns of two answers %+v, %v", s, err)
	}
}

func TestAdvice(t *testing.T) {
	n := int64(5)
	for _, c := range []struct {
		factor int
		facts  plan.Facts
		says   []string
	}{
		{8, plan.Facts{}, []string{"step Known facts", "Leaving out a true fact weakens", "states no known facts"}},
		{8, plan.Facts{People: &n}, []string{"states 1 known fact,"}},
		{1, plan.Facts{}, []string{"need not be stated", "if the secrets change", "states no known facts"}},
	} {
		text := strings.Join(message.English(attack.Shown{Result: attack.Result{Multiplier: constraint.Multiplier{Factor: c.factor}}}.Advice(c.facts)), "\n")
		for _, says := range c.says {
			if !strings.Contains(text, says) {
				t.Errorf("at factor %d: %q does not say %q", c.factor, text, says)
			}
		}
	}
}

func TestShowIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if s, err := attack.Show(ctx, compiled(t, "0.5", whole("age", 15))); !errors.Is(err, context.Canceled) || s.Rows != nil {
		t.Errorf("cancelled: %+v, %v", s, err)
	}
}
