package registry

import (
	"math"
	"testing"

	"steward/core/account"
	"steward/core/mechanism"
	"steward/core/policy"
	"steward/core/workload"
)

// Sums over questions that are answered from the same noisy counts know that their errors go together:
// a total in one less the same number in the other is nothing.
func TestCombineAcross(t *testing.T) {
	whole := ask("table", workload.Table, "age", "sex")
	whole.Totals = true
	several := newSeveral(t, policy.Full(twoColumns(t), false), whole, ask("sexes", workload.Table, "sex"))
	joint, err := several.joint([]int{0, 1})
	if err != nil {
		t.Fatal(err)
	}
	g, err := NewGroup(t.Context(), []int{0, 1}, []account.Epsilon{several.problems[0].Budget, several.problems[1].Budget}, joint, "laplace")
	if err != nil {
		t.Fatal(err)
	}
	first, second := several.problems[0].Workload, several.problems[1].Workload
	same := 0
	for i := range first.Len() {
		for k := range second.Len() {
			apart, err := g.CombineAcross(map[int][]mechanism.Term{0: {{Answer: i, Weight: 1}}, 1: {{Answer: k, Weight: -1}}})
			if err != nil {
				t.Fatal(err)
			}
			if key := first.Key(i); key[0] == "(total)" && key[1] == second.Key(k)[0] {
				same++
				if apart.Variance > 1e-9 {
					t.Errorf("%q less itself has a variance of %v", key, apart.Variance)
				}
			} else if a, b := g.Error(0).Answers[i], g.Error(1).Answers[k]; apart.Variance > math.Pow(a.RMSE()+b.RMSE(), 2)+1e-9 {
				t.Errorf("%q less %q has a variance of %v", key, second.Key(k), apart.Variance)
			}
		}
		one, err := g.Combine(0, []mechanism.Term{{Answer: i, Weight: 2}})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := g.CombineAcross(map[int][]mechanism.Term{0: {{Answer: i, Weight: 1}, {Answer: i, Weight: 1}}}); err != nil || got != one {
			t.Errorf("answer %d twice: %+v, want %+v (%v)", i, got, one, err)
		}
	}
	if same != second.Len() {
		t.Errorf("%d numbers stand in both", same)
	}
	for _, terms := range []map[int][]mechanism.Term{{0: {{Answer: -1, Weight: 1}}}, {0: {{Answer: first.Len(), Weight: 1}}}, {2: {{Answer: 0, Weight: 1}}}, {-1: {{Answer: 0, Weight: 1}}}} {
		if _, err := g.CombineAcross(terms); err == nil {
			t.Errorf("%v was taken", terms)
		}
	}
}
