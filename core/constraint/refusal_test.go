package constraint_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/policy"
)

// towns makes a policy over a list of four districts and five ages.
func towns(t testing.TB, together int, presence bool) (*policy.Policy, *domain.Attribute, *domain.Attribute) {
	t.Helper()
	district, err := domain.NewList("district", []string{"North", "South", "East", "West"}, typed)
	must(t, err)
	age := whole(t, "age", 5)
	p, err := policy.New(policy.Spec{Domain: over(t, district, age), Parts: []policy.Part{policy.Complete(district), policy.Complete(age)}, Together: together, Presence: presence})
	must(t, err)
	return p, district, age
}

// Every refusal names the facts, says why, and offers what would be accepted with its price,
// and what it offers is accepted at that price.
func TestRefusalWords(t *testing.T) {
	both, district, age := towns(t, 2, false)
	present, dp, ap := towns(t, 2, true)
	full20 := policy.Full(over(t, whole(t, "x", 20)), false)
	odd := over(t, whole(t, "x", 12))
	fullOdd := policy.Full(odd, false)
	for _, c := range []struct {
		name   string
		policy *policy.Policy
		facts  []constraint.Fact
		named  []string
		says   []string
	}{
		{"two tables that one person may move in at once", both, []constraint.Fact{totals(district, 5), totals(age, 4)},
			[]string{"totals by district", "totals by age"},
			[]string{
				"these two facts overlap in a way whose effect cannot be bounded",
				`Leave out "totals by district" (then the noise becomes 5 times as large)`,
				`leave out "totals by age" (then the noise becomes 4 times as large)`,
				`if the totals for both together by "district" × "age" are public too, state those 20 numbers instead (then the facts cost nothing)`,
				"keep each answer secret by itself, the others being equal (then the noise becomes 5 times as large)",
			}},
		{"who leaves changes both tables", present, []constraint.Fact{totals(dp, 5), totals(ap, 4)},
			[]string{"totals by district", "totals by age"},
			[]string{"these two facts", "(then the noise becomes 5 times as large)", "those 20 numbers instead (then the facts cost nothing)"}},
		{"two pairs of ranges that overlap", full20, []constraint.Fact{span("a", 0, 4, 3), span("b", 3, 7, 3), span("c", 10, 14, 3), span("d", 13, 17, 3)},
			[]string{"people with x 10 to 14: 3", "people with x 13 to 17: 3"},
			[]string{"if the number of people that both count is public too, state it as well (then the noise becomes 10 times as large)", `if the totals of every value of "x" are public too, state those 20 numbers instead`}},
		{"many ranges that overlap", fullOdd, []constraint.Fact{span("a", 0, 5, 3), span("b", 3, 9, 3), span("c", 4, 11, 3), span("d", 2, 7, 3), span("e", 1, 8, 3)},
			nil, []string{`Keep "`, `only (then the noise becomes 2 times as large)`, `if the totals of every value of "x" are public too, state those 12 numbers instead (then the facts cost nothing)`}},
	} {
		f := facts(t, c.policy.Domain(), c.facts...)
		_, err := f.Tie(c.policy, constraint.EdgeMinimal)
		var refused *constraint.Refusal
		if !errors.As(err, &refused) {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if c.named != nil && fmt.Sprint(refused.Facts) != fmt.Sprint(c.named) {
			t.Errorf("%s: names %q", c.name, refused.Facts)
		}
		says(t, c.name, err, c.says...)
		if m := f.Multiplier(c.policy); m.Factor != 0 || m.Why.String() != err.Error() {
			t.Errorf("%s: the multiplier is %+v", c.name, m)
		}
	}
	accepted := func(want int, p *policy.Policy, list ...constraint.Fact) {
		t.Helper()
		if m, err := facts(t, p.Domain(), list...).Tie(p, constraint.EdgeMinimal); err != nil || m.Factor != want {
			t.Errorf("what was offered at %d costs %d: %v", want, m.Factor, err)
		}
	}
	accepted(5, both, totals(age, 4))
	cross := constraint.Fact{ID: "x", Totals: &constraint.Totals{Columns: []domain.AttributeName{"age", "district"}, NobodyElse: true, Rows: []constraint.Row{{Labels: []string{"0", "North"}, Count: 20}}}}
	accepted(1, both, cross)
	single, ds, as := towns(t, 1, false)
	accepted(5, single, totals(ds, 5), totals(as, 4))
	accepted(10, full20, span("a", 0, 4, 3), span("b", 3, 7, 3), span("c", 10, 14, 3), span("d", 13, 17, 3), span("e", 13, 14, 1))
}

func TestRefusalOfSizes(t *testing.T) {
	a, b, c := whole(t, "a", 100), whole(t, "b", 100), whole(t, "c", 100)
	p := policy.Full(over(t, a, b, c), false)
	table := func(x, y *domain.Attribute) constraint.Fact {
		return constraint.Fact{ID: fmt.Sprint(x.Name(), y.Name()), Totals: &constraint.Totals{Columns: []domain.AttributeName{x.Name(), y.Name()}, NobodyElse: true, Rows: []constraint.Row{{Labels: []string{"0", "0"}, Count: 5}}}}
	}
	_, err := facts(t, p.Domain(), table(a, b), table(b, c)).Tie(p, constraint.EdgeMinimal)
	says(t, "two tables of 10,000", err, "these two facts cannot be bounded, since their 20000 numbers are too many", `Leave out "totals by a × b"`, "1000000 numbers instead")
	_, err = facts(t, p.Domain(), totals(a, 1), totals(b, 1), totals(c, 1)).Tie(p, constraint.EdgeMinimal)
	says(t, "three tables over a million combinations", err, "these facts cannot be bounded, since their 300 numbers cut the answers into too many pieces",
		`Keep "totals by a" only (then the noise becomes 100 times as large)`, "the totals for all of them together", "keep each answer secret by itself")
}

func TestRefusalOfJumps(t *testing.T) {
	x := whole(t, "x", 4)
	part, err := policy.Groups(x, []policy.Group{{Name: "low", Values: []string{"0", "1"}}, {Name: "high", Values: []string{"2", "3"}}}, policy.OwnGroup)
	must(t, err)
	p, err := policy.New(policy.Spec{Domain: over(t, x), Parts: []policy.Part{part}})
	must(t, err)
	_, err = facts(t, p.Domain(), points("a", 2, "0", "2")).Tie(p, constraint.Strict)
	says(t, "groups", err, `this fact would let other people jump between answers that your secrets do not connect`, `"people with x 0 or 2: 2"`, "Compare with files that differ only by changes that you keep secret (the edge-minimal reading)", "keep secrets that connect all answers")
	d, err := domain.New([]*domain.Attribute{x}, []domain.Combination{{"x": {"2"}}})
	must(t, err)
	near, err := policy.Near(x, big.NewRat(1, 1), policy.OwnGroup)
	must(t, err)
	p, err = policy.New(policy.Spec{Domain: d, Parts: []policy.Part{near}})
	must(t, err)
	_, err = facts(t, d, points("a", 2, "0")).Tie(p, constraint.Strict)
	says(t, "a gap", err, "across combinations declared impossible")
	_, err = facts(t, d, points("a", 2, "0")).Tie(p, "loose")
	says(t, "unknown reading", err, `unknown reading "loose"`, `"edge-minimal" or "strict"`)
	_, err = facts(t, d, points("a", 2, "0")).Prices(t.Context(), p, "loose")
	says(t, "prices in an unknown reading", err, `unknown reading "loose"`)
}

func TestWhy(t *testing.T) {
	one, district, age := towns(t, 1, false)
	for _, c := range []struct {
		name    string
		policy  *policy.Policy
		reading constraint.Reading
		facts   []constraint.Fact
		why     []string
		expert  []string
	}{
		{"free", line(t, 10, 1, false), constraint.EdgeMinimal, []constraint.Fact{people(7)}, []string{"this fact costs nothing: nothing that you keep secret could change the number of people"}, []string{"m = 1", "exact"}},
		{"both free", line(t, 10, 1, false), constraint.EdgeMinimal, []constraint.Fact{people(7), span("a", 0, 9, 7)}, []string{"these facts cost nothing", "could change them"}, nil},
		{"a table", one, constraint.EdgeMinimal, []constraint.Fact{totals(district, 2)}, []string{`knowing the totals by "district" (4 numbers) means that up to 4 people's answers can be tied together`, "the noise becomes 4 times as large"}, []string{"edge-minimal neighbours: m = 4, factor 4", "Hamiltonian"}},
		{"a table and a free fact", one, constraint.EdgeMinimal, []constraint.Fact{people(8), totals(district, 2)}, []string{`knowing the totals by "district" (4 numbers) means`}, nil},
		{"two tables", one, constraint.EdgeMinimal, []constraint.Fact{totals(district, 5), totals(age, 4)}, []string{`knowing the totals by "district" (4 numbers) and the totals by "age" (5 numbers) means that up to 5 people's`}, nil},
		{"strict", line(t, 4, 1, false), constraint.Strict, []constraint.Fact{span("a", 0, 1, 2)}, []string{"knowing how many people have x 0 to 1", "up to 2 people's", "4 times as large", "up to 3 steps away", "not proved"}, []string{"strict neighbours: m = 2, factor 4", "upper bound"}},
		{"a title", line(t, 4, 1, false), constraint.EdgeMinimal, []constraint.Fact{{ID: "1", Title: "the young", Counts: points("", 3, "0", "1").Counts}}, []string{`knowing "the young" means`}, nil},
	} {
		m, err := facts(t, c.policy.Domain(), c.facts...).Tie(c.policy, c.reading)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for _, s := range c.why {
			if !strings.Contains(m.Why.String(), s) {
				t.Errorf("%s: %q does not say %q", c.name, m.Why, s)
			}
		}
		for _, s := range c.expert {
			if !strings.Contains(m.Expert.String(), s) {
				t.Errorf("%s: %q does not say %q", c.name, m.Expert, s)
			}
		}
	}
}

// However many facts there are, a sentence about them names few and counts the rest.
func TestManyFactsInFewWords(t *testing.T) {
	one, district, _ := towns(t, 1, false)
	for _, n := range []int{1, 6, 7, 8, 20, 99} {
		var list []constraint.Fact
		for i := range n {
			list = append(list, constraint.Fact{ID: fmt.Sprint(i), Title: fmt.Sprint("table ", i), Totals: totals(district, 2).Totals})
		}
		m, err := facts(t, one.Domain(), list...).Tie(one, constraint.EdgeMinimal)
		if err != nil {
			t.Fatal(err)
		}
		why := m.Why.String()
		if named := strings.Count(why, "table "); named > 7 || n <= 7 && named != n || (n > 7) != strings.Contains(why, fmt.Sprintf("and %d more", n-6)) {
			t.Errorf("of %d facts it says %q", n, why)
		}
	}
}

func TestPrices(t *testing.T) {
	one, district, age := towns(t, 1, false)
	both, _, _ := towns(t, 2, false)
	present, dp, _ := towns(t, 2, true)
	for _, c := range []struct {
		name   string
		policy *policy.Policy
		facts  []constraint.Fact
		want   []constraint.Price
		says   []string
	}{
		{"one", one, []constraint.Fact{totals(district, 2)}, []constraint.Price{{With: 4, Without: 1}}, []string{"with this fact the noise becomes 4 times as large"}},
		{"two tables and people", one, []constraint.Fact{totals(district, 5), totals(age, 4), people(20)},
			[]constraint.Price{{With: 5, Without: 5}, {With: 5, Without: 4}, {With: 5, Without: 5, Free: true}},
			[]string{"costs nothing beside the others", "5 times as large, without it 4 times", "nothing that you keep secret could change it"}},
		{"people, presence secret", present, []constraint.Fact{people(20), totals(dp, 5)},
			[]constraint.Price{{With: 4, Without: 4}, {With: 4, Without: 1}}, []string{"costs nothing beside the others", "with this fact the noise becomes 4 times as large"}},
		{"refused", both, []constraint.Fact{totals(both.Domain().Attributes()[0], 5), totals(both.Domain().Attributes()[1], 4)},
			[]constraint.Price{{With: 0, Without: 5}, {With: 0, Without: 4}}, []string{"cannot be bounded; without it the noise becomes 5 times as large", "without it the noise becomes 4 times as large"}},
		{"none", both, nil, nil, nil},
	} {
		got, err := facts(t, c.policy.Domain(), c.facts...).Prices(t.Context(), c.policy, constraint.EdgeMinimal)
		if err != nil || len(got) != len(c.want) {
			t.Errorf("%s: %+v, %v", c.name, got, err)
			continue
		}
		for i, x := range got {
			if x.ID != c.facts[i].ID || !strings.HasPrefix(c.facts[i].Steward().String(), x.Title.String()) || x.With != c.want[i].With || x.Without != c.want[i].Without || x.Free != c.want[i].Free {
				t.Errorf("%s: %+v, want %+v", c.name, x, c.want[i])
			}
			if !strings.Contains(x.Why.String(), c.says[i]) {
				t.Errorf("%s: %q does not say %q", c.name, x.Why, c.says[i])
			}
		}
	}
}

func TestPricesCanBeCancelled(t *testing.T) {
	one, district, _ := towns(t, 1, false)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := facts(t, one.Domain(), totals(district, 2)).Prices(ctx, one, constraint.EdgeMinimal); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// Facts and secrets have to be about the same declaration.
func TestOtherImpossibleCombinations(t *testing.T) {
	x := whole(t, "x", 4)
	d, err := domain.New([]*domain.Attribute{x}, []domain.Combination{{"x": {"2"}}})
	must(t, err)
	_, err = facts(t, d, points("a", 1, "0")).Tie(policy.Full(over(t, x), false), constraint.EdgeMinimal)
	says(t, "without the impossible combination", err, "other impossible combinations", "state them again")
}

// A policy over some of the columns is taken as if the others were secret entirely, so the
// moves are never fewer than those under any policy with them, where these are exact and no bound.
func TestPolicyWithoutSomeColumns(t *testing.T) {
	for seed := range uint64(200) {
		m := newMaker(t, 7_000+seed)
		s := m.scene(12)
		d := s.policy.Domain()
		if len(d.Attributes()) < 2 {
			continue
		}
		part, err := s.policy.Project([]domain.AttributeName{d.Attributes()[0].Name()})
		must(t, err)
		seen, errSeen := s.facts.Tie(part, constraint.EdgeMinimal)
		want, errWant := s.facts.Tie(s.policy, constraint.EdgeMinimal)
		if errSeen != nil {
			continue // refused is never too little
		}
		if errWant != nil || want.Exact && seen.Moves < want.Moves {
			t.Fatalf("seed %d: %d moves without %d columns, %d with them (%v)", seed, seen.Moves, len(d.Attributes())-1, want.Moves, errWant)
		}
	}
}
