package budget

import (
	"slices"
	"strings"
	"testing"

	"steward/core/accuracy"
	"steward/core/mechanism"
	"steward/core/mechanism/registry"
	"steward/core/message"
	"steward/core/plan"
	"steward/core/preview"
)

// readied is a mechanism that is ready; only that it is there counts.
type readied struct{ mechanism.Prepared }

// measured is a preview of methods by their ids, with their errors.
func measured(errors map[string]float64) preview.Question {
	q := preview.Question{}
	for _, id := range []string{"a", "b", "c", "d"} {
		c := registry.Candidate{Info: mechanism.Info{ID: id, Name: message.Verbatim("Method " + id)}}
		if e, ok := errors[id]; ok {
			c.Prepared, c.Summary = readied{}, accuracy.Summary{MeanSquare: e}
		}
		q.Candidates = append(q.Candidates, c)
	}
	for i, c := range q.Candidates {
		if best := q.Candidates[q.Best]; c.Prepared != nil && (best.Prepared == nil || c.Summary.MeanSquare < best.Summary.MeanSquare) {
			q.Best = i
		}
	}
	q.Chosen = q.Best
	return q
}

// While a first look is followed by more, and while budgets are tried, methods stay where they are, and so does the recommendation;
// another budget brings another one, and says so.
func TestNothingMovesUnderTheHand(t *testing.T) {
	var s steady
	now := &plan.Compiled{Plan: plan.Plan{Title: "one", Budget: plan.Budget{Epsilon: "1"}}}
	shows := func(what string, q preview.Question, settled bool, order, best, says string) {
		t.Helper()
		held := s.hold(now, 0, q, settled)
		var got []string
		for _, i := range s.order(held) {
			got = append(got, held.Candidates[i].Info.ID)
		}
		if strings.Join(got, "") != order || held.Candidates[held.Best].Info.ID != best || held.Chosen != held.Best || s.says() != says {
			t.Errorf("%s: %v, best %s, chosen %d, says %q", what, got, held.Candidates[held.Best].Info.ID, held.Chosen, s.says())
		}
	}
	const looking = "Better methods are still being looked for."
	shows("a first look", measured(map[string]float64{"a": 3, "b": 2}), false, "ba", "b", looking)
	shows("more of it", measured(map[string]float64{"a": 3, "b": 2, "c": 1}), true, "bac", "c", "")
	shows("a budget that is tried", measured(map[string]float64{"a": 1, "b": 2, "c": 3}), false, "bac", "c", "")
	shows("the same, worked out", measured(map[string]float64{"a": 1, "b": 2, "c": 3}), false, "bac", "c", "")
	now = &plan.Compiled{Plan: plan.Plan{Title: "one", Budget: plan.Budget{Epsilon: "2"}}}
	shows("that budget", measured(map[string]float64{"a": 1, "b": 2, "c": 3}), true, "abc", "a", "At the previous budget, “Method c” was recommended.")
	now = &plan.Compiled{Plan: plan.Plan{Title: "another", Budget: plan.Budget{Epsilon: "2"}}}
	shows("another plan", measured(map[string]float64{"d": 1, "b": 2}), true, "db", "d", "")

	chosen := measured(map[string]float64{"d": 1, "b": 2})
	chosen.Chosen = slices.IndexFunc(chosen.Candidates, func(c registry.Candidate) bool { return c.Info.ID == "b" })
	if held := s.hold(now, 0, chosen, true); held.Chosen != chosen.Chosen {
		t.Errorf("the person's choice became %d", held.Chosen)
	}
}
