package policy

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"steward/core/domain"
)

// TestDisclosureKeyTellsPoliciesApart alters what is disclosed while as much as possible
// stays the same. A key that did not change would let an agreement to one list of numbers
// pass for another.
func TestDisclosureKeyTellsPoliciesApart(t *testing.T) {
	level := must(domain.NewOrdered("level", []string{"0", "1", "2", "3", "4"}, typed))
	a, b := whole("a", 4, typed), whole("b", 4, typed)
	halves := func(low, high []string) Part {
		return must(Groups(level, []Group{{"low", low}, {"high", high}}, OwnGroup))
	}
	near := func(a *domain.Attribute, by string) Part { return must(Near(a, rat(by), OwnGroup)) }
	impossible := func(attrs []*domain.Attribute, c ...domain.Combination) *domain.Domain {
		return must(domain.New(attrs, c))
	}
	one, two := []*domain.Attribute{level}, []*domain.Attribute{a, b}
	pair := []Part{near(a, "1"), near(b, "1")}
	gap := impossible(one, domain.Combination{"level": {"1"}})
	for _, c := range []struct {
		name string
		p, q Spec
	}{
		{"a value in another group of the same name",
			Spec{Domain: over(level), Parts: []Part{halves([]string{"0", "1"}, []string{"2", "3", "4"})}},
			Spec{Domain: over(level), Parts: []Part{halves([]string{"0", "1", "2"}, []string{"3", "4"})}}},
		{"a longer step over an impossible value", Spec{Domain: gap, Parts: []Part{near(level, "1")}}, Spec{Domain: gap, Parts: []Part{near(level, "2")}}},
		{"one combination of two columns, or two of one column each",
			Spec{Domain: impossible(two, domain.Combination{"a": {"1"}, "b": {"2"}}), Parts: pair},
			Spec{Domain: impossible(two, domain.Combination{"a": {"1"}}, domain.Combination{"b": {"2"}}), Parts: pair}},
		{"how many may change together around what is impossible",
			Spec{Domain: impossible(two, domain.Combination{"a": {"0"}, "b": {"1"}}, domain.Combination{"a": {"1"}, "b": {"0"}}), Parts: pair, Together: 1},
			Spec{Domain: impossible(two, domain.Combination{"a": {"0"}, "b": {"1"}}, domain.Combination{"a": {"1"}, "b": {"0"}}), Parts: pair, Together: 2}},
		{"for whom being in the file is a secret",
			Spec{Domain: over(level), Parts: []Part{Alone(level)}, Absences: []Absence{{Where: domain.Combination{"level": {"1"}}}}},
			Spec{Domain: over(level), Parts: []Part{Alone(level)}, Absences: []Absence{{Where: domain.Combination{"level": {"2"}}}}}},
		{"the same values of another column",
			Spec{Domain: over(a), Parts: []Part{Alone(a)}}, Spec{Domain: over(b), Parts: []Part{Alone(b)}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, q := must(New(c.p)), must(New(c.q))
			if of, n, _ := p.Components(); true {
				if other, m, _ := q.Components(); n == m && slices.Equal(of, other) && len(c.p.Absences) == 0 && c.p.Domain == c.q.Domain {
					t.Fatal("the components are the same, so nothing is tested")
				}
			}
			if p.DisclosureKey() == q.DisclosureKey() {
				t.Errorf("the same key stands for\n%q and\n%q", p.Disclosed(), q.Disclosed())
			}
			if p.DisclosureKey() != must(New(c.p)).DisclosureKey() {
				t.Error("made twice, a policy has two keys")
			}
		})
	}
}

// TestDisclosureKeyFollowsComponents compares the keys of random policies over one domain:
// other components, another key; the same list under no absences and the same components,
// the same key.
func TestDisclosureKeyFollowsComponents(t *testing.T) {
	differ := 0
	both(t, func(t *rapid.T, s scene) {
		if s.together == 0 {
			return // of presence only, nothing is disclosed
		}
		spec := Spec{Domain: s.policy.Domain(), Together: rapid.IntRange(0, len(s.policy.Parts())).Draw(t, "other together")}
		for _, part := range s.policy.Parts() {
			if rapid.Bool().Draw(t, "other part") {
				part = must(grown(part))
			}
			spec.Parts = append(spec.Parts, part)
		}
		p := s.policy.with(s.policy.parts, nil)
		q := must(New(spec))
		of, n, _ := p.Components()
		other, m, _ := q.Components()
		if n == m && slices.Equal(of, other) {
			return
		}
		differ++
		if p.DisclosureKey() == q.DisclosureKey() {
			t.Fatalf("%v and %v have the same key", of, other)
		}
	})
	if differ == 0 {
		t.Fatal("no two policies had different components")
	}
}

// grown joins everything of a part's columns.
func grown(p Part) (Part, error) {
	var parts []Part
	for _, a := range p.Attributes() {
		parts = append(parts, Complete(a))
	}
	return Product(parts, 0)
}
