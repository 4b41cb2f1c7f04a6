package mechanism

import (
	"math"
	"testing"

	"steward/core/account"
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
			apart, err := g.CombineAcross(map[int][]Term{0: {{i, 1}}, 1: {{k, -1}}})
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
		one, err := g.Combine(0, []Term{{i, 2}})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := g.CombineAcross(map[int][]Term{0: {{i, 1}, {i, 1}}}); err != nil || got != one {
			t.Errorf("answer %d twice: %+v, want %+v (%v)", i, got, one, err)
		}
	}
	if same != second.Len() {
		t.Errorf("%d numbers stand in both", same)
	}
	for _, terms := range []map[int][]Term{{0: {{-1, 1}}}, {0: {{first.Len(), 1}}}, {2: {{0, 1}}}, {-1: {{0, 1}}}} {
		if _, err := g.CombineAcross(terms); err == nil {
			t.Errorf("%v was taken", terms)
		}
	}
}

// Noise that is drawn apart adds its variances up.
func TestApart(t *testing.T) {
	a, b := Combined{Variance: 4, Weight: 1}, Combined{Variance: 9, Weight: 2, Gaussian: true}
	if got := a.Apart(b); got != (Combined{Variance: 13, Weight: 2}) {
		t.Errorf("apart: %+v", got)
	}
	if a.Apart(Combined{}) != a || (Combined{}).Apart(b) != b {
		t.Error("what carries no noise changes an error")
	}
	if got := b.Apart(b); !got.Gaussian || got.Variance != 18 {
		t.Errorf("two of Gaussian noise: %+v", got)
	}
}
