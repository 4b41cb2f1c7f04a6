package constraint_test

import (
	"errors"
	"os"
	"slices"
	"testing"

	"steward/core/constraint"
	"steward/core/internal/proved"
	"steward/core/policy"
	"steward/core/policy/weighted"
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
		if p.Distance([]int{0}, []int{v}) == weighted.Infinite {
			return false
		}
	}
	return true
}

// TestParallelIsWhatIsProved compares which groups' releases compose in parallel with what docs/proofs computes: two groups have to do
// with one another when an edge leads from one to the other or moves in both change a fact, directly or through others
// (Deciding.groups_apart), and always when an irreducible set of up to four moves has some in both.
func TestParallelIsWhatIsProved(t *testing.T) {
	type example struct {
		Answers       int
		Groups        []int // of every answer
		Edges         []proved.Edge
		Facts         [][]int
		Shares, Mixes [][2]int
	}
	text, err := os.ReadFile("../../docs/proofs/examples/Groups.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	apart, joined := 0, 0
	for i, c := range proved.Cases[example](t, text) {
		p := proved.Policy(t, c.Answers, c.Edges)
		labels := proved.Labels(c.Answers)
		one := func(answers []int) constraint.Predicate {
			of := constraint.Condition{Column: "answer"}
			for _, a := range answers {
				of.Values = append(of.Values, labels[a])
			}
			return constraint.Predicate{{of}}
		}
		var f constraint.Facts
		if len(c.Facts) > 0 {
			var facts []constraint.Fact
			for _, set := range c.Facts { // true of two people with each answer
				facts = append(facts, constraint.Fact{ID: labels[len(facts)], Counts: []constraint.Count{{Of: one(set), Count: 2 * int64(len(set))}}})
			}
			f, err = constraint.New(p.Domain(), facts)
			must(t, err)
		}
		groups := make([]constraint.Group, 3)
		for g := range groups {
			var answers []int
			for a, of := range c.Groups {
				if of == g {
					answers = append(answers, a)
				}
			}
			groups[g] = constraint.Group{Name: labels[g], Who: one(answers)}
		}
		sets, err := f.Parallel(p, constraint.EdgeMinimal, groups)
		must(t, err)
		var got [3]int
		for n, s := range sets {
			for g, group := range groups {
				if slices.Contains(s.Groups, group.Name) {
					got[g] = n
				}
			}
		}
		want := closed(c.Shares)
		for g := range groups {
			for h := range g {
				if together := got[g] == got[h]; together != (want[g] == want[h]) {
					t.Errorf("case %d, %+v: groups %d and %d are in one set: %v", i+1, c, h, g, together)
				}
				if want[g] == want[h] {
					joined++
				} else {
					apart++
				}
			}
		}
		for _, m := range c.Mixes {
			if got[m[0]] != got[m[1]] {
				t.Errorf("case %d, %+v: neighbouring files differ in groups %d and %d, which are apart", i+1, c, m[0], m[1])
			}
		}
	}
	if apart < 10 || joined < 10 {
		t.Errorf("%d pairs are apart and %d together", apart, joined)
	}
}

// closed returns which of three groups are together, directly or through the third.
func closed(pairs [][2]int) [3]int {
	out := [3]int{0, 1, 2}
	for range out {
		for _, p := range pairs {
			least := min(out[p[0]], out[p[1]])
			out[p[0]], out[p[1]] = least, least
		}
	}
	return out
}
