package constraint_test

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/policy"
	"steward/core/policy/distance"
)

var typed = domain.Options{
	Origin: domain.Typed,
	Blank:  domain.Special{Rule: domain.Refuse},
	Other:  domain.Special{Rule: domain.Refuse},
}

// whole makes a column of the numbers 0..n-1.
func whole(t testing.TB, name string, n int) *domain.Attribute {
	t.Helper()
	a, err := domain.NewWhole(domain.AttributeName(name), 0, int64(n)-1, typed)
	must(t, err)
	return a
}

func over(t testing.TB, columns ...*domain.Attribute) *domain.Domain {
	t.Helper()
	d, err := domain.New(columns, nil)
	must(t, err)
	return d
}

// attributes keeps each answer of the columns secret by itself, c at once.
func attributes(t testing.TB, c int, columns ...*domain.Attribute) *policy.Policy {
	t.Helper()
	s := policy.Spec{Domain: over(t, columns...), Together: c}
	for _, a := range columns {
		s.Parts = append(s.Parts, policy.Complete(a))
	}
	p, err := policy.New(s)
	must(t, err)
	return p
}

// line joins numbers within theta.
func line(t testing.TB, k int, theta int64, presence bool) *policy.Policy {
	t.Helper()
	a := whole(t, "x", k)
	part, err := policy.Near(a, big.NewRat(theta, 1), policy.OwnGroup)
	must(t, err)
	p, err := policy.New(policy.Spec{Domain: over(t, a), Parts: []policy.Part{part}, Presence: presence})
	must(t, err)
	return p
}

// grid joins points within theta, distances added over both columns.
func grid(t testing.TB, k int, theta int64) *policy.Policy {
	t.Helper()
	x, y := whole(t, "x", k), whole(t, "y", k)
	one := big.NewRat(1, 1)
	part, err := policy.Within([]policy.Scaled{{Attribute: x, Scale: one}, {Attribute: y, Scale: one}}, big.NewRat(theta, 1), distance.L1, policy.OwnGroup)
	must(t, err)
	p, err := policy.New(policy.Spec{Domain: over(t, x, y), Parts: []policy.Part{part}})
	must(t, err)
	return p
}

// span is the fact of how many people are from lo to hi.
func span(id string, lo, hi int, n int64) constraint.Fact {
	return constraint.Fact{ID: id, Counts: []constraint.Count{{
		Of:    constraint.Predicate{{{Column: "x", Spans: []constraint.Span{{From: fmt.Sprint(lo), To: fmt.Sprint(hi)}}}}},
		Count: n,
	}}}
}

// points is the fact of how many people have any of some values.
func points(id string, n int64, values ...string) constraint.Fact {
	return constraint.Fact{ID: id, Counts: []constraint.Count{{Of: constraint.Predicate{{{Column: "x", Values: values}}}, Count: n}}}
}

// square is the fact of how many people are at a point of the grid.
func square(x, y int) constraint.Fact {
	return constraint.Fact{ID: fmt.Sprint(x, ",", y), Counts: []constraint.Count{{
		Of:    constraint.Predicate{{{Column: "x", Values: []string{fmt.Sprint(x)}}, {Column: "y", Values: []string{fmt.Sprint(y)}}}},
		Count: 1,
	}}}
}

// totals states the same number for every value of a column.
func totals(a *domain.Attribute, n int64) constraint.Fact {
	f := constraint.Fact{ID: string(a.Name()), Totals: &constraint.Totals{Columns: []domain.AttributeName{a.Name()}}}
	for _, l := range a.Labels() {
		f.Totals.Rows = append(f.Totals.Rows, constraint.Row{Labels: []string{l}, Count: n})
	}
	return f
}

func people(n int64) constraint.Fact { return constraint.Fact{ID: "people", People: &n} }

func facts(t testing.TB, d *domain.Domain, list ...constraint.Fact) constraint.Facts {
	t.Helper()
	f, err := constraint.New(d, list)
	must(t, err)
	return f
}

// Facts whose people tied together were worked out independently.
func TestVectorsOfConstraints(t *testing.T) {
	a3, b2 := whole(t, "a", 3), whole(t, "b", 2)
	c2, d2 := whole(t, "c", 2), whole(t, "d", 2)
	halves := func(k int) *policy.Policy {
		a := whole(t, "x", k)
		var list []policy.Group
		for v := 0; v < k; v += 2 {
			list = append(list, policy.Group{Name: fmt.Sprint(v), Values: []string{fmt.Sprint(v), fmt.Sprint(v + 1)}})
		}
		part, err := policy.Groups(a, list, policy.OwnGroup)
		must(t, err)
		p, err := policy.New(policy.Spec{Domain: over(t, a), Parts: []policy.Part{part}})
		must(t, err)
		return p
	}
	full := func(k int) *policy.Policy { return policy.Full(over(t, whole(t, "x", k)), false) }
	for _, v := range []struct {
		number int
		policy *policy.Policy
		facts  []constraint.Fact
		want   int
		steps  int // between counts, or 0 for as many as moves
	}{
		{28, attributes(t, 2, a3, b2), []constraint.Fact{totals(a3, 2)}, 3, 0},
		{29, attributes(t, 1, a3, b2), []constraint.Fact{totals(a3, 2), totals(b2, 3)}, 3, 0},
		{30, attributes(t, 2, a3, b2), []constraint.Fact{totals(a3, 2), totals(b2, 3)}, 8, 4},
		{31, attributes(t, 2, c2, d2), []constraint.Fact{totals(c2, 2), totals(d2, 2)}, 4, 2},
		{32, line(t, 10, 1, false), []constraint.Fact{span("a", 2, 4, 3)}, 2, 0},
		{33, line(t, 10, 1, false), []constraint.Fact{span("a", 2, 4, 3), span("b", 5, 7, 3)}, 3, 0},
		{34, line(t, 10, 1, false), []constraint.Fact{span("a", 0, 4, 3), span("b", 5, 9, 3)}, 2, 0},
		{35, line(t, 10, 3, false), []constraint.Fact{span("a", 1, 2, 3), span("b", 4, 5, 3), span("c", 7, 8, 3)}, 4, 0},
		{36, line(t, 10, 1, false), []constraint.Fact{span("a", 1, 2, 3), span("b", 4, 5, 3), span("c", 7, 8, 3)}, 2, 0},
		{37, full(10), []constraint.Fact{span("a", 0, 4, 3), span("b", 3, 7, 3)}, 4, 0},
		{38, line(t, 4, 1, true), []constraint.Fact{people(3)}, 2, 0},
		{39, halves(6), []constraint.Fact{points("a", 2, "0", "1"), points("b", 3, "2", "3", "4", "5")}, 1, 0},
		{40, grid(t, 7, 2), []constraint.Fact{square(3, 3), square(3, 1), square(3, 5), square(1, 3), square(5, 3)}, 4, 0},
		{41, grid(t, 7, 2), []constraint.Fact{square(3, 1), square(3, 3), square(3, 5)}, 4, 0},
		{42, full(8), []constraint.Fact{span("a", 0, 1, 1), span("b", 0, 3, 2), span("c", 0, 5, 3)}, 4, 0},
	} {
		m, err := facts(t, v.policy.Domain(), v.facts...).Tie(v.policy, constraint.EdgeMinimal)
		if err != nil {
			t.Errorf("%d: %v", v.number, err)
			continue
		}
		factor := v.want
		if v.steps > 0 {
			factor = v.steps
		}
		if m.Factor != factor || m.Moves != v.want || !m.Exact {
			t.Errorf("%d: factor %d, moves %d, exact %v; want %d and %d (%s)", v.number, m.Factor, m.Moves, m.Exact, factor, v.want, m.Expert)
		}
	}
}

// Vector 43, and overlapping ranges of 7.5.
func TestVectorsOfReadings(t *testing.T) {
	halves := func() *policy.Policy {
		a := whole(t, "x", 4)
		part, err := policy.Groups(a, []policy.Group{{Name: "low", Values: []string{"0", "1"}}, {Name: "high", Values: []string{"2", "3"}}}, policy.OwnGroup)
		must(t, err)
		p, err := policy.New(policy.Spec{Domain: over(t, a), Parts: []policy.Part{part}})
		must(t, err)
		return p
	}()
	for _, v := range []struct {
		name          string
		policy        *policy.Policy
		reading       constraint.Reading
		facts         []constraint.Fact
		moves, factor int
	}{
		{"line of 4, strict", line(t, 4, 1, false), constraint.Strict, []constraint.Fact{span("a", 0, 1, 2)}, 2, 4},
		{"line of 4", line(t, 4, 1, false), constraint.EdgeMinimal, []constraint.Fact{span("a", 0, 1, 2)}, 2, 2},
		{"line of 6, strict", line(t, 6, 1, false), constraint.Strict, []constraint.Fact{span("a", 0, 1, 2), span("b", 4, 5, 2)}, 3, 11},
		{"groups, across", halves, constraint.EdgeMinimal, []constraint.Fact{points("a", 2, "0", "2")}, 2, 2},
		{"groups, along, strict", halves, constraint.Strict, []constraint.Fact{span("a", 0, 1, 2)}, 1, 1},
		{"ranges, theta 1", line(t, 8, 1, false), constraint.EdgeMinimal, []constraint.Fact{span("a", 1, 3, 2), span("b", 3, 5, 2)}, 2, 2},
		{"ranges, theta 2", line(t, 8, 2, false), constraint.EdgeMinimal, []constraint.Fact{span("a", 1, 3, 2), span("b", 3, 5, 2)}, 3, 3},
		{"ranges, theta 7", line(t, 8, 7, false), constraint.EdgeMinimal, []constraint.Fact{span("a", 1, 3, 2), span("b", 3, 5, 2)}, 4, 4},
		{"complete, strict", line(t, 8, 7, false), constraint.Strict, []constraint.Fact{span("a", 1, 3, 2), span("b", 3, 5, 2)}, 4, 4},
	} {
		m, err := facts(t, v.policy.Domain(), v.facts...).Tie(v.policy, v.reading)
		if err != nil {
			t.Errorf("%s: %v", v.name, err)
			continue
		}
		if m.Moves != v.moves || m.Factor != v.factor {
			t.Errorf("%s: %d moves, factor %d; want %d and %d (%s)", v.name, m.Moves, m.Factor, v.moves, v.factor, m.Expert)
		}
	}
	_, err := facts(t, halves.Domain(), points("a", 2, "0", "2")).Tie(halves, constraint.Strict)
	var refused *constraint.Refusal
	if !errors.As(err, &refused) || !strings.Contains(err.Error(), "do not connect") || !strings.Contains(err.Error(), "edge-minimal") {
		t.Errorf("groups, across, strict: %v", err)
	}
}
