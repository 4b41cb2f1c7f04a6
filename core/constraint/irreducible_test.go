package constraint_test

import (
	"fmt"
	"strings"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/internal/randompolicy"
	"steward/core/policy"
)

// irreducible returns the most moves in a set of up to some moves along edges that leaves all
// counts as they are and of which no part does, by trying all. It returns false when that
// would take too long.
func (w world) irreducible(most int) (int, bool) {
	seen := map[int64]bool{}
	var changes []int64 // of all counts, as one number
	var ends [][2]int
	code := w.codes()
	best := 1
	for u := range w.k {
		for v := range w.k {
			if c := code[u][v]; w.weight[u][v] > 0 && c != 0 && !seen[c] {
				seen[c] = true
				changes, ends = append(changes, c), append(ends, [2]int{u, v})
			}
		}
	}
	left := tries
	now := make([]int, len(w.sign[0])) // the change so far, count by count
	far := func() int {
		most := 0
		for _, x := range now {
			most = max(most, x, -x)
		}
		return most
	}
	move := func(i, times int) {
		for k := range now {
			now[k] += times * (w.sign[ends[i][1]][k] - w.sign[ends[i][0]][k])
		}
	}
	sums := make([]int64, 1, 1<<most) // of all parts: the empty one first, the whole last
	var add func(from, size int)
	add = func(from, size int) {
		for i := from; i < len(changes) && left > 0; i++ {
			left--
			n := len(sums)
			vanish := 0
			for _, s := range sums {
				if s+changes[i] == 0 {
					vanish++
				}
			}
			move(i, 1)
			switch {
			case vanish == 1 && sums[n-1]+changes[i] == 0:
				best = max(best, size+1) // the whole and no part of it
			case vanish == 0 && far() <= most-size-1: // each move changes a count by one
				for _, s := range sums[:n] {
					sums = append(sums, s+changes[i])
				}
				add(i, size+1)
				sums = sums[:n]
			}
			move(i, -1)
		}
	}
	add(0, 0)
	return best, left > 0
}

// The moves are as many as the largest irreducible set has, also where files of so many
// people are too many to compare.
func TestMovesAgainstIrreducibleSets(t *testing.T) {
	ways := map[string]int{}
	large, done, tried := 0, 0, 0
	enough := func() bool {
		for how, least := range map[string]int{"sparse": 20, "laminar": 10, "determine every atom": 3, "one short": 10, "Contejean": 4, "marginal": 20} {
			if ways[how] < least*scenes/400 {
				return false
			}
		}
		return large >= scenes/100
	}
	for ; tried < scenes || !enough() && tried < 20*scenes; tried++ {
		seed := uint64(tried)
		m := newMaker(t, 100_000+seed)
		s := m.scene(8)
		if m.Chance(2) {
			s = m.overlapping()
		}
		if m.Chance(2) {
			s.policy = policy.Full(s.policy.Domain(), m.Chance(3)) // ties the most
		}
		w := written(t, s)
		if w.codes() == nil {
			continue
		}
		want, all := w.irreducible(mostMoves)
		got, err := s.facts.Tie(s.policy, constraint.EdgeMinimal)
		if err != nil {
			continue // a refusal is never too little
		}
		if got.Moves < want || all && got.Exact && got.Moves <= mostMoves && got.Moves != want {
			t.Fatalf("seed %d: %d moves (%s), by trying all %d: %s; facts %v", seed, got.Moves, got.Expert, want, randompolicy.Describe(s.policy), statements(s.facts))
		}
		if !all {
			continue
		}
		done++
		if want >= 5 {
			large++
		}
		for _, how := range []string{"sparse", "laminar", "determine every atom", "one short", "Contejean", "marginal"} {
			if strings.Contains(got.Expert.String(), how) {
				ways[how]++
			}
		}
	}
	if !enough() || done < tried*2/3 {
		t.Errorf("%d of %d done, %d with five moves or more, found by %v", done, tried, large, ways)
	}
}

// mostMoves is the most moves in a set that is tried.
const mostMoves = 8

// overlapping makes a scene of one column with two to four counts of runs that overlap.
func (m maker) overlapping() scene {
	k := m.Pick(4, 7)
	d := over(m.t, whole(m.t, "x", k))
	s := scene{policy: m.policy(d), records: m.people(d, 6)}
	var list []constraint.Fact
	for i := range m.Pick(2, 4) {
		lo := m.Pick(0, k-1)
		f := span(fmt.Sprint(i), lo, m.Pick(lo, k-1), 0)
		f.Counts[0].Count = m.countOf(d, f.Counts[0].Of, s.records)
		list = append(list, f)
	}
	s.facts = facts(m.t, d, list...)
	return s
}

// longestCycle returns the length of a longest simple cycle of a graph, an edge there and
// back being one of two, by trying all.
func (w world) longestCycle() int {
	best := 0
	used := make([]bool, w.k)
	var walk func(start, at, length int)
	walk = func(start, at, length int) {
		used[at] = true
		for v := start; v < w.k; v++ {
			switch {
			case w.weight[at][v] == 0:
			case v == start:
				best = max(best, length)
			case !used[v]:
				walk(start, v, length+1)
			}
		}
		used[at] = false
	}
	for s := range w.k {
		walk(s, s, 1)
	}
	return max(best, 1)
}

// Where the totals of all combinations are known the moves are a longest cycle of the
// policy's own graph.
func TestMarginalAgainstLongestCycle(t *testing.T) {
	seen := map[int]int{}
	enough := func() bool {
		for n := 1; n <= 6; n++ {
			if seen[n] < 8 {
				return false
			}
		}
		return true
	}
	for seed := uint64(0); seed < scenes || seed < 20*scenes && !enough(); seed++ {
		m := newMaker(t, 500_000+seed)
		columns := []*domain.Attribute{m.Column("a", m.Pick(1, 6))}
		if m.Chance(2) {
			columns = append(columns, m.Column("b", 2))
		}
		d := m.Domain(columns, m.Chance(3))
		if k := d.PossibleCells(); k < 2 || k > 8 {
			continue
		}
		p := m.Policy(d)
		f := facts(t, d, constraint.Fact{ID: "all", Totals: &constraint.Totals{Columns: columnNames(d), NobodyElse: true, Rows: []constraint.Row{first(d)}}})
		got, err := f.Tie(p, constraint.EdgeMinimal)
		must(t, err)
		want := written(t, scene{policy: p, facts: f}).longestCycle()
		if even := got.Factor == got.Moves; got.Moves != want || even && !got.Exact {
			t.Fatalf("seed %d: %d moves, exact %v, want %d: %s (%s)", seed, got.Moves, got.Exact, want, randompolicy.Describe(p), got.Expert)
		}
		seen[want]++
	}
	if !enough() {
		t.Errorf("moves are seen so often only: %v", seen)
	}
}

func columnNames(d *domain.Domain) []domain.AttributeName {
	var out []domain.AttributeName
	for _, a := range d.Attributes() {
		out = append(out, a.Name())
	}
	return out
}

// first is the row that a table with nobody has for its first possible cell.
func first(d *domain.Domain) constraint.Row {
	cells, _ := d.Cells()
	var r constraint.Row
	for cell := range cells {
		if !d.Possible(cell) {
			continue
		}
		for i, a := range d.Attributes() {
			r.Labels = append(r.Labels, a.Label(d.Value(cell, i)))
		}
		return r
	}
	panic(fmt.Sprint("no possible cell of ", cells))
}
