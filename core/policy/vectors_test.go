package policy

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/policy/distance"
	"steward/core/policy/weighted"
)

// tied returns the policy of a common distance over two columns of n and m whole numbers.
func tied(n, m int64, scales [2]string, threshold string) *Policy {
	a, b := whole("a", n, typed), whole("b", m, typed)
	part := must(Within([]Scaled{{a, rat(scales[0])}, {b, rat(scales[1])}}, rat(threshold), distance.L1, OwnGroup))
	return must(New(Spec{Domain: over(a, b), Parts: []Part{part}}))
}

// TestDistanceVectors checks distances that were worked out independently.
func TestDistanceVectors(t *testing.T) {
	a, b, c := whole("a", 3, typed), whole("b", 4, typed), whole("c", 2, typed)
	attribute2 := must(New(Spec{Domain: over(a, b, c), Parts: []Part{Complete(a), Complete(b), Complete(c)}, Together: 2}))
	x, y := whole("x", 5, typed), whole("y", 5, typed)
	near := func(a *domain.Attribute) Part { return must(Near(a, rat("2"), OwnGroup)) }
	infinity := must(New(Spec{Domain: over(x, y), Parts: []Part{near(x), near(y)}}))
	for _, v := range []struct {
		name   string
		policy *Policy
		u, v   []int
		want   weighted.Weight
	}{
		{"attribute(2) on 3×4×2", attribute2, []int{0, 0, 0}, []int{2, 3, 1}, 2 * weighted.One},
		{"grid L1(3)", tied(5, 5, [2]string{"1", "1"}, "3"), []int{0, 0}, []int{4, 3}, 3 * weighted.One},
		{"grid L∞(2)", infinity, []int{0, 0}, []int{4, 3}, 2 * weighted.One},
		{"scales that do not divide the threshold", tied(3, 3, [2]string{"2", "2"}, "3"), []int{0, 0}, []int{2, 1}, 3 * weighted.One},
		{"a scale above the threshold", tied(3, 3, [2]string{"2", "5"}, "3"), []int{0, 0}, []int{0, 1}, weighted.Infinite},
	} {
		if got := v.policy.Distance(v.u, v.v); got != v.want {
			t.Errorf("%s: distance %g, want %g", v.name, got.Steps(), v.want.Steps())
		}
	}
}

// TestComponentVectors checks components and edge counts that were worked out independently.
func TestComponentVectors(t *testing.T) {
	a, b, c := whole("a", 2, typed), whole("b", 3, typed), whole("c", 2, typed)
	alone := must(Groups(b, []Group{{"0", []string{"0"}}, {"1", []string{"1"}}, {"2", []string{"2"}}}, OwnGroup))
	sensitive := must(New(Spec{Domain: over(a, b, c), Parts: []Part{Complete(a), alone, Complete(c)}, Together: 1}))
	line := whole("x", 10, typed)
	near := must(New(Spec{Domain: over(line), Parts: []Part{must(Near(line, rat("3.5"), OwnGroup))}}))
	for _, v := range []struct {
		name              string
		policy            *Policy
		components, edges int
	}{
		{"sensitive {0, 2}, one at a time, on 2×3×2", sensitive, 3, 12},
		{"scales 2 and 5 within 3", tied(3, 3, [2]string{"2", "5"}, "3"), 3, 6},
		{"full on 12", Full(over(a, b, c), false), 1, 12 * 11 / 2},
		{"full on 12 with presence", Full(over(a, b, c), true), 1, 12*11/2 + 12},
		{"presence only", PresenceOnly(over(a, b, c)), 1, 12},
		{"line(3) on 10", near, 1, 3*10 - 6},
	} {
		_, count, err := v.policy.Components()
		edges := 0
		if e := v.policy.Edges(func(Edge) bool { edges++; return true }); err != nil || e != nil || count != v.components || edges != v.edges {
			t.Errorf("%s: %d components and %d edges (%v, %v), want %d and %d", v.name, count, edges, err, e, v.components, v.edges)
		}
	}
}

// TestLineWithPositions checks a line of values at 0, 1, 3, 6, 7 and 12 within 3. No attribute has gaps between its values, so the reach is given.
func TestLineWithPositions(t *testing.T) {
	p := &near{attr: whole("x", 6, typed), weight: weighted.One, threshold: rat("3"), special: OwnGroup, line: weighted.Reaching([]int{2, 2, 3, 4, 4, 5})}
	var edges []string
	for u := range 6 {
		p.Neighbours(u, func(v int, _ weighted.Weight) bool {
			if v > u {
				edges = append(edges, fmt.Sprint(u, v))
			}
			return true
		})
	}
	if want := []string{"0 1", "0 2", "1 2", "2 3", "3 4"}; !slices.Equal(edges, want) {
		t.Errorf("edges %v, want %v", edges, want)
	}
	if d := p.Distance(0, 4); d != 3*weighted.One {
		t.Errorf("values 0 and 4 are %g apart, want 3", d.Steps())
	}
	if d := p.Distance(5, 0); d != weighted.Infinite {
		t.Errorf("values 0 and 5 are %g apart, want no way", d.Steps())
	}
	if component, n := p.Components(); n != 2 || !slices.Equal(component, []int{0, 0, 0, 0, 0, 1}) {
		t.Errorf("%d components %v, want 2", n, component)
	}
}

// TestTogetherSentences spells out how many answers are hidden at once.
func TestTogetherSentences(t *testing.T) {
	a, b, c := whole("a", 3, typed), whole("b", 4, typed), whole("c", 2, typed)
	all := []Part{Complete(a), Complete(b), Complete(c)}
	nearly := []Part{Complete(a), must(Near(b, rat("1"), "")), Complete(c)}
	const (
		one = "Each answer is hidden by itself: people who differ in m such answers are m times easier to tell apart"
		two = "Up to 2 answers are hidden together: people who differ in m such answers are m/2 times easier to tell apart, rounded up"
	)
	for _, v := range []struct {
		parts    []Part
		together int
		presence bool
		want     string
	}{
		{all, 1, false, one + ", up to 3 times."},
		{all, 2, false, two + ", up to 2 times."},
		{all, 3, false, "All answers of a person are hidden together."},
		{all, 0, true, "All answers of a person are hidden together."},
		{all, 1, true, one + ", up to 2 times."},
		{nearly, 1, true, one + ", up to 2 times."},
		{nearly, 1, false, one + "."}, // steps within b add to those between answers
		{nearly, 2, false, two + "."},
	} {
		p := must(New(Spec{Domain: over(a, b, c), Parts: v.parts, Together: v.together, Presence: v.presence}))
		if got := p.Describe().Together; got.String() != v.want {
			t.Errorf("%d of %d together, presence %v:\n%s\nwant:\n%s", v.together, len(v.parts), v.presence, got, v.want)
		}
	}
	if got := PresenceOnly(over(a, b, c)).Describe(); !got.Together.IsZero() || !strings.Contains(got.Secret.String(), "half as well") {
		t.Errorf("presence only: %q and %q", got.Together, got.Secret)
	}
}

// TestDisclosedLists spells out the lists that a steward says yes to.
func TestDisclosedLists(t *testing.T) {
	region := must(domain.NewList("region", []string{"N", "E", "S", "W"}, typed))
	halves := must(Groups(region, []Group{{"upper", []string{"N", "E"}}, {"lower", []string{"S", "W"}}}, OwnGroup))
	age, level := whole("age", 4, own), must(domain.NewOrdered("level", []string{"low", "mid", "high"}, typed))
	near := must(Near(age, rat("2"), OwnGroup))
	joined := must(Near(age, rat("2"), JoinAll))
	fine := must(Within([]Scaled{{whole("x", 2, typed), rat("1")}, {whole("y", 3, typed), rat("3")}}, rat("2"), distance.L1, OwnGroup))
	xy := fine.Attributes()
	split := []domain.Combination{{"region": {"N"}, "level": {"low"}}, {"region": {"E"}, "level": {"mid", "high"}}, {"region": {"S", "W"}, "level": {"mid"}}}
	impossible := func(c []domain.Combination, attrs ...*domain.Attribute) *domain.Domain {
		return must(domain.New(attrs, c))
	}
	for _, c := range []struct {
		name string
		spec Spec
		want []string
	}{
		{"nothing", Spec{Domain: over(region), Parts: []Part{Complete(region)}}, nil},
		{"groups", Spec{Domain: over(region), Parts: []Part{halves}}, []string{`how many people are in each of these groups of "region": upper, lower`}},
		{"groups and presence", Spec{Domain: over(region), Parts: []Part{halves}, Presence: true}, nil},
		{"groups and special cells", Spec{Domain: over(age, region), Parts: []Part{near, halves}}, []string{
			`how many people have an answer in "age" at all, and how many have (blank), (other)`, `how many people are in each of these groups of "region": upper, lower`,
			"how many people are in each combination of these"}},
		{"special cells joined to all", Spec{Domain: over(age), Parts: []Part{joined}}, nil},
		{"special cells that cannot occur", Spec{Domain: impossible([]domain.Combination{{"age": {domain.BlankLabel}}}, age), Parts: []Part{near}},
			[]string{`how many people have an answer in "age" at all, and how many have (other)`}},
		{"a value between that cannot occur", Spec{Domain: impossible([]domain.Combination{{"level": {"mid"}}}, level), Parts: []Part{must(Near(level, rat("1"), ""))}},
			[]string{`how many people are in each of the 2 sets of values of "level" that the combinations declared impossible keep apart (around low, high)`}},
		{"a common distance that one column never takes part in", Spec{Domain: over(xy...), Parts: []Part{fine}},
			[]string{`how many people are in each of these groups of "y": 0, 1, 2`}},
		// The groups alone are not the whole truth: within each, level low is kept apart.
		{"groups split by impossible combinations", Spec{
			Domain: impossible(split, region, level),
			Parts:  []Part{halves, must(Near(level, rat("1"), ""))}, Together: 1},
			[]string{`how many people are in each of these groups of "region": upper, lower`,
				`how many people are in each of the 4 sets of values of "region" and "level" that the combinations declared impossible keep apart (around N × mid, E × low, S × low, S × high)`,
				"how many people are in each combination of these"}},
		{"groups that impossible combinations leave whole", Spec{Domain: impossible(split[:1], region, level), Parts: []Part{halves, Complete(level)}},
			[]string{`how many people are in each of these groups of "region": upper, lower`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := must(New(c.spec)).Disclosed(); !slices.Equal(message.English(got), c.want) {
				t.Errorf("disclosed:\n%s\nwant:\n%s", strings.Join(message.English(got), "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}
