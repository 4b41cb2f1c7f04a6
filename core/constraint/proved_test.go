package constraint_test

import (
	"errors"
	"os"
	"testing"

	"steward/core/constraint"
	"steward/core/internal/proved"
	"steward/core/policy"
)

// TestTieIsWhatIsProved compares how many people facts tie together with the largest
// irreducible sets that docs/proofs computes (Facts.irreducible_moves and irreducible_tight;
// in the strict reading, along any pairs, Facts.strict_reduction, but for facts that no edge
// changes, Facts.strict_free). No case looks at more than four people.
func TestTieIsWhatIsProved(t *testing.T) {
	type example struct {
		Answers      int
		Edges        []proved.Edge
		Facts        [][]int
		Tied, Anyhow int
	}
	const most = 4
	text, err := os.ReadFile("../../docs/proofs/examples/Ties.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range proved.Cases[example](t, text) {
		p := proved.Policy(t, c.Answers, c.Edges)
		labels := proved.Labels(c.Answers)
		var facts []constraint.Fact
		for _, set := range c.Facts { // true of two people with each answer
			of := constraint.Condition{Column: "answer"}
			for _, a := range set {
				of.Values = append(of.Values, labels[a])
			}
			facts = append(facts, constraint.Fact{ID: labels[len(facts)], Counts: []constraint.Count{
				{Of: constraint.Predicate{{of}}, Count: 2 * int64(len(set))}}})
		}
		f, err := constraint.New(p.Domain(), facts)
		must(t, err)
		check := func(reading constraint.Reading, want int) {
			m, err := f.Tie(p, reading)
			var refused *constraint.Refusal
			if reading == constraint.Strict && c.Tied > 1 && !connected(p, c.Answers) {
				if !errors.As(err, &refused) {
					t.Errorf("case %d, %+v: %v, want a refusal, since no way leads from some answer to another", i+1, c, err)
				}
				return
			}
			if err != nil {
				t.Errorf("case %d, %+v, %s: %v", i+1, c, reading, err)
				return
			}
			if m.Moves < want || m.Moves <= most && m.Moves > want {
				t.Errorf("case %d, %+v: %s neighbours differ in up to %d people, want %d", i+1, c, reading, m.Moves, want)
			}
		}
		check(constraint.EdgeMinimal, c.Tied)
		if c.Tied == 1 {
			c.Anyhow = 1
		}
		check(constraint.Strict, c.Anyhow)
	}
}

// connected tells whether a way leads from every answer to every other.
func connected(p *policy.Policy, answers int) bool {
	for v := range answers {
		if p.Distance([]int{0}, []int{v}) == policy.Infinite {
			return false
		}
	}
	return true
}
