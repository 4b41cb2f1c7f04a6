package policy_test

import (
	"math/big"
	"testing"

	"steward/core/domain"
	"steward/core/policy"
	"steward/core/policy/weighted"
	"steward/core/seeded"
)

// longestByPairs is Farthest by its definition: the longest finite distance over all pairs
// of cells.
func longestByPairs(t *testing.T, p *policy.Policy) weighted.Weight {
	t.Helper()
	cells, err := p.Domain().Cells()
	if err != nil {
		t.Fatal(err)
	}
	n := len(p.Domain().Attributes())
	u, v := make([]int, n), make([]int, n)
	longest := weighted.Weight(0)
	for a := range cells {
		for b := range a {
			p.Domain().Values(u, a)
			p.Domain().Values(v, b)
			if d := p.Distance(u, v); d != weighted.Infinite {
				longest = max(longest, d)
			}
		}
	}
	return longest
}

// TestFarthest compares it with the definition, in the fast run on columns of fewer values.
func TestFarthest(t *testing.T) {
	refuse := domain.Options{Origin: domain.Typed, Blank: domain.Special{Rule: domain.Refuse}, Other: domain.Special{Rule: domain.Refuse}}
	attribute := func(a *domain.Attribute, err error) *domain.Attribute {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	ages := seeded.Often(3, 7)
	age := attribute(domain.NewWhole("age", 0, int64(ages), refuse))
	town := attribute(domain.NewList("town", []string{"North", "South", "East", "West"}, refuse))
	sex := attribute(domain.NewList("sex", []string{"f", "m"}, refuse))
	part := func(p policy.Part, err error) policy.Part {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	near := func(by int64) policy.Part { return part(policy.Near(age, big.NewRat(by, 1), policy.OwnGroup)) }
	halves := part(policy.Groups(town, []policy.Group{{Name: "up", Values: []string{"North"}}, {Name: "down", Values: []string{"South", "East", "West"}}}, policy.OwnGroup))
	d, err := domain.New([]*domain.Attribute{age, town, sex}, nil)
	if err != nil {
		t.Fatal(err)
	}
	tied, err := domain.New([]*domain.Attribute{age, town, sex}, []domain.Combination{{"age": {"0"}, "town": {"North"}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []policy.Part{near(1), near(3), near(int64(ages)), policy.Complete(age)} {
		for _, towns := range []policy.Part{policy.Complete(town), halves} {
			for together := range 4 {
				for _, absences := range [][]policy.Absence{nil, {{}}, {{Where: domain.Combination{"age": {"0", "1"}}}, {Where: domain.Combination{"town": {"West"}}}}} {
					p, err := policy.New(policy.Spec{Domain: d, Parts: []policy.Part{line, towns, policy.Complete(sex)}, Together: together, Absences: absences})
					if err != nil {
						t.Fatal(err)
					}
					got, known := p.Farthest()
					if want := longestByPairs(t, p); known && got < want || p.Presence() == p.PresenceOfAll() && (!known || got != want) {
						t.Errorf("%s, %s, together %d, absences %v: farthest %v (%v), want %v", line.Expert(), towns.Expert(), together, absences, got, known, want)
					}
					if p, err = policy.New(policy.Spec{Domain: tied, Parts: []policy.Part{line, towns, policy.Complete(sex)}, Together: together, Absences: absences}); err != nil {
						t.Fatal(err)
					}
					if got, known := p.Farthest(); known && got < longestByPairs(t, p) {
						t.Errorf("%s with an impossible combination: farthest %v, want at least %v", line.Expert(), got, longestByPairs(t, p))
					}
				}
			}
		}
	}
}
