package box

import (
	"testing"

	"steward/core/domain"
	"steward/core/mechanism/mechanismtest"
	"steward/core/policy"
	"steward/core/workload"
)

// What is disclosed has no error, whatever the budget: where it is worked out as what is left of that of the
// cells when their sum is known, the two cancel to the last digit.
func TestDisclosedBoxesHaveNoError(t *testing.T) {
	a, c := mechanismtest.Column(t)(domain.NewWhole("a", 0, 6, mechanismtest.NoSpecial)), mechanismtest.Column(t)(domain.NewList("c", []string{"x", "y"}, mechanismtest.NoSpecial))
	pairs := []policy.Group{{Name: "low", Values: []string{"0", "1"}}, {Name: "middle", Values: []string{"2", "3"}}, {Name: "high", Values: []string{"4", "5"}}, {Name: "top", Values: []string{"6"}}}
	each := []policy.Group{{Name: "x", Values: []string{"x"}}, {Name: "y", Values: []string{"y"}}}
	for _, epsilon := range []string{"0.5", "0.54", "0.55", "0.75", "0.79", "0.82"} {
		e := mechanismtest.Setup{Columns: []*domain.Attribute{a, c}, Parts: []policy.Part{mechanismtest.Part(t)(policy.Groups(a, pairs, policy.OwnGroup)), mechanismtest.Part(t)(policy.Groups(c, each, policy.OwnGroup))}, Together: 1,
			Question: workload.Question{Kind: workload.Table, Totals: true}, Disclose: true, Epsilon: epsilon}.Make(t, epsilon)
		q, err := NestedBoxes{}.Prepare(t.Context(), e.Scene.Problem)
		if err != nil {
			t.Fatal(err)
		}
		exact := 0
		for i, v := range mechanismtest.Variances(q) {
			if v == 0 {
				exact++
			}
			if v > 0 && v < 1 {
				t.Errorf("budget %s: answer %d has the variance %v", epsilon, i, v)
			}
		}
		if exact == 0 {
			t.Errorf("budget %s: nothing is exact", epsilon)
		}
	}
}
