package constraint_test

import (
	"fmt"
	"math"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/policy"
	"steward/core/seeded"
)

// apartCase is a policy with facts over at most twelve cells.
type apartCase struct {
	name   string
	policy *policy.Policy
	facts  []constraint.Fact
	people int // in the files that are compared
	// moves and factor are what is said, 0 moves for no bound; reached says that files of so many people are as far apart as the factor.
	moves, factor int
	reached       bool
}

func (c apartCase) scene(t *testing.T) scene {
	t.Helper()
	return scene{policy: c.policy, facts: facts(t, c.policy.Domain(), c.facts...)}
}

// chain is the facts that an attacker averages with: how many people have each two values that follow one another.
func chain(cells int) []constraint.Fact {
	f := constraint.Fact{ID: "chain"}
	for v := range cells - 1 {
		f.Counts = append(f.Counts, span("", v, v+1, 4).Counts...)
	}
	return []constraint.Fact{f}
}

func apartCases(t *testing.T) []apartCase {
	t.Helper()
	full := func(columns ...*domain.Attribute) *policy.Policy { return policy.Full(over(t, columns...), false) }
	x := func(n int) *domain.Attribute { return whole(t, "x", n) }
	a2, a3, a4, b2, b3, c2, c3 := whole(t, "a", 2), whole(t, "a", 3), whole(t, "a", 4), whole(t, "b", 2), whole(t, "b", 3), whole(t, "c", 2), whole(t, "c", 3)
	margins := func(columns ...*domain.Attribute) (out []constraint.Fact) {
		for _, c := range columns {
			out = append(out, totals(c, 12/int64(c.Size())))
		}
		return out
	}
	pairs := func(a, b *domain.Attribute) constraint.Fact {
		return constraint.Fact{ID: "both", Totals: &constraint.Totals{Columns: []domain.AttributeName{a.Name(), b.Name()}, NobodyElse: true, Rows: []constraint.Row{{Labels: []string{"0", "0"}, Count: 12}}}}
	}
	var inner []constraint.Fact // all values but the ends
	for v := 1; v < 5; v++ {
		inner = append(inner, span(fmt.Sprint(v), v, v, 2))
	}
	square := func(n int) *policy.Policy { return policy.Full(over(t, whole(t, "x", n), whole(t, "y", n)), false) }
	return []apartCase{
		{"both margins of 2 × 2", full(a2, b2), margins(a2, b2), 6, 4, 2, true},
		{"both margins of 2 × 2, each answer by itself", attributes(t, 1, a2, b2), margins(a2, b2), 6, 2, 2, true},
		{"both margins of 2 × 3", full(a2, b3), margins(a2, b3), 4, 8, 4, true},
		{"both margins of 2 × 4", full(b2, a4), margins(b2, a4), 3, 28, 8, false},
		{"both margins of 3 × 3", full(a3, b3), margins(a3, b3), 3, 0, 11, false},
		{"both margins of 3 × 4", full(a4, b3), margins(a4, b3), 2, 0, 36, false},
		{"a margin of two columns and one of the third, everything secret", full(a2, b2, c3), []constraint.Fact{pairs(a2, b2), totals(c3, 4)}, 2, 0, 36, false},
		{"three margins of 2 × 2 × 2, each answer by itself", attributes(t, 1, a2, b2, c2), margins(a2, b2, c2), 3, 2, 2, true},
		{"a margin of two columns and one of the third", attributes(t, 1, a2, b2, c3), []constraint.Fact{pairs(a2, b2), totals(c3, 4)}, 3, 4, 4, false},
		{"every value", full(x(4)), []constraint.Fact{totals(x(4), 2)}, 5, 4, 1, false},
		{"the number of people, and being in the file", policy.Full(over(t, x(4)), true), []constraint.Fact{people(3)}, 5, 2, 1, true},
		{"the number of people, neighbours and being in the file", line(t, 4, 1, true), []constraint.Fact{people(3)}, 5, 2, 2, true},
		{"the number of people, being in the file alone", policy.PresenceOnly(over(t, x(4))), []constraint.Fact{people(3)}, 5, 2, 2, true},
		{"the number of people and one value", policy.Full(over(t, x(4)), true), []constraint.Fact{people(3), span("a", 0, 0, 1)}, 5, 3, 1, true},
		{"disjoint counts, one value each", full(x(6)), inner, 4, 5, 1, true},
		{"disjoint counts, two values each", full(x(6)), []constraint.Fact{span("a", 0, 1, 2), span("b", 2, 3, 2)}, 3, 3, 3, true},
		{"disjoint counts, some of one value", full(x(6)), []constraint.Fact{span("a", 0, 0, 2), span("b", 1, 1, 2), span("c", 2, 3, 2)}, 4, 4, 2, true},
		{"one value each, neighbours", line(t, 6, 1, false), inner, 5, 5, 5, true},
		{"nested counts", full(x(6)), []constraint.Fact{span("a", 0, 0, 1), span("b", 0, 1, 2), span("c", 0, 3, 3)}, 4, 4, 2, true},
		{"overlapping counts", full(x(6)), []constraint.Fact{span("a", 0, 2, 3), span("b", 2, 4, 3)}, 4, 4, 4, false},
		{"a chain of 4 values", full(x(4)), chain(4), 5, 4, 2, true},
		{"a chain of 6 values", full(x(6)), chain(6), 4, 9, 3, true},
		{"a chain of 10 values", full(x(10)), chain(10), 3, 25, 5, false},
		{"a chain of 5 values, and being in the file", policy.Full(over(t, x(5)), true), chain(5), 4, 9, 3, true},
		{"rectangles", square(3), []constraint.Fact{{ID: "r", Counts: []constraint.Count{
			{Of: constraint.Predicate{{{Column: "x", Values: []string{"0"}}, {Column: "y", Values: []string{"0"}}}}, Count: 1},
			{Of: constraint.Predicate{{{Column: "x", Values: []string{"2"}}, {Column: "y", Values: []string{"1", "2"}}}}, Count: 1}}}}, 3, 3, 2, true},
	}
}

// The counts of two neighbouring files are no more steps apart than is said, by all pairs of files of so many people, and the answers
// of identity, cumulative, hierarchical and random rows change by no more than so many times as along a single edge.
func TestStepsAgainstAllPairsOfFiles(t *testing.T) {
	for _, c := range apartCases(t) {
		s := c.scene(t)
		m, err := s.facts.Tie(s.policy, constraint.EdgeMinimal)
		must(t, err)
		if m.Factor != c.factor || m.Moves != c.moves || m.ByCounts != (m.Moves != m.Factor) {
			t.Errorf("%s: %d moves and factor %d, want %d and %d (%s)", c.name, m.Moves, m.Factor, c.moves, c.factor, m.Expert)
		}
		w := written(t, s)
		f := w.edgeMinimal(c.people)
		if f.steps > float64(m.Factor) || c.reached != (f.steps == float64(m.Factor)) || f.apart {
			t.Errorf("%s: counts are up to %g steps apart among files of %d people, and %d is said", c.name, f.steps, c.people, m.Factor)
		}
		for name, rows := range strategies(w.k) {
			apart := func(x []int) (sum int) {
				for _, row := range rows {
					d := 0
					for u, n := range x {
						if u < len(row) { // nobody counts for nothing
							d += row[u] * n
						}
					}
					sum += max(d, -d)
				}
				return sum
			}
			edge, most := 0, 0
			for u := range w.k {
				for v := range w.k {
					if w.weight[u][v] > 0 {
						x := make([]int, w.k)
						x[u], x[v] = -1, 1
						edge = max(edge, apart(x))
					}
				}
			}
			for _, x := range f.x {
				most = max(most, apart(x))
			}
			if most > m.Factor*edge {
				t.Errorf("%s, %s rows: they change by %d, and along an edge by %d, which %d is said to be enough for", c.name, name, most, edge, m.Factor)
			}
			t.Logf("%s, %s rows: %d of %d", c.name, name, most, m.Factor*edge)
		}
	}
}

// strategies are rows over so many cells, "not in the file" perhaps being the last.
func strategies(k int) map[string][][]int {
	out := make(map[string][][]int)
	r := seeded.New(8, uint64(k))
	for u := range k {
		one, below, random := make([]int, k), make([]int, k), make([]int, k)
		for v := range k {
			if v == u {
				one[v] = 1
			}
			if v <= u {
				below[v] = 1
			}
			random[v] = r.IntN(5) - 2
		}
		out["identity"], out["cumulative"], out["random"] = append(out["identity"], one), append(out["cumulative"], below), append(out["random"], random)
	}
	for width := 1; width < k; width *= 2 {
		for lo := 0; lo < k; lo += width {
			row := make([]int, k)
			for v := lo; v < min(lo+width, k); v++ {
				row[v] = 1
			}
			out["hierarchical"] = append(out["hierarchical"], row)
		}
	}
	return out
}

// He et al. (2014, section 8) state S(h,P) = 4 for both margins of 2 × 2 cells and everything secret: the largest change of the complete
// histogram, here over all files of up to six people.
func TestMarginsOfFourCells(t *testing.T) {
	c := apartCases(t)[0]
	w := written(t, c.scene(t))
	largest := 0
	for n := 1; n <= c.people; n++ {
		for _, x := range w.edgeMinimal(n).x {
			sum := 0
			for _, d := range x {
				sum += int(math.Abs(float64(d)))
			}
			largest = max(largest, sum)
		}
	}
	if largest != 4 {
		t.Errorf("the histogram changes by %d", largest)
	}
}
