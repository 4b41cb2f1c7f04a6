package registry

import (
	"reflect"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/mechanism"
	"steward/core/mechanism/mechanismtest"
	"steward/core/policy"
	"steward/core/workload"
)

// The sums of the sets follow from what is public, what is stated of them is true, and they are the finest: no fact cuts one of them alone.
func TestKnownSets(t *testing.T) {
	divided, apart := 0, 0
	mechanismtest.EachSceneUntil(t, 141, 200, func() bool { return divided >= 20 && apart >= 20 }, func(m mechanismtest.Maker, s mechanismtest.Scene) {
		x := s.Counts(m)
		if s.Facts = trueFacts(t, m, s, x); m.Chance(3) {
			s.Facts = chain(t, m, s, x)
		}
		c, err := s.Components()
		if err != nil {
			t.Fatal(err)
		}
		sets, known := s.KnownSets(c), s.Known(c)
		public := ratSpanOf(append(factRows(s), knownRows(t, s)...))
		if sets.Count == 0 {
			whole := make([]float64, len(x))
			for cell, n := range c.Of {
				whole[cell] = float64(min(n, 0) + 1)
			}
			if known.Count > 0 || public.holds(whole) && !s.PeopleOnly && len(s.Facts.Sums(s.Workload.Domain())) == 1 {
				t.Fatalf("%s: no sets, though sums of all cells are public", s.Name)
			}
			return
		}
		row, has := make([][]float64, sets.Count), make([]int64, sets.Count)
		for cell, n := range c.Of {
			switch set := sets.Set[cell]; {
			case (n < 0) != (set < 0):
				t.Fatalf("%s: cell %d is in set %d", s.Name, cell, set)
			case set >= 0:
				if row[set] == nil {
					row[set] = make([]float64, len(x))
				}
				row[set][cell]++
				has[set] += x[cell]
			}
		}
		for set, of := range row {
			cells := 0
			for _, v := range of {
				cells += int(v)
			}
			if cells != sets.Sizes[set] || !public.holds(of) {
				t.Fatalf("%s: the sum of set %d, of %d cells, does not follow from what is public", s.Name, set, cells)
			}
			if n := sets.Stated[set]; n >= 0 && n != has[set] || n < 0 && !s.Disclose {
				t.Fatalf("%s: set %d is said to have %d, and has %d", s.Name, set, n, has[set])
			}
		}
		for _, f := range s.Facts.Sums(s.Workload.Domain()) {
			held, cut := make(map[int]int), 0
			for _, cell := range f.Cells {
				held[sets.Set[cell]]++
			}
			for set, n := range held {
				if n < sets.Sizes[set] {
					cut++
				}
			}
			if cut == 1 {
				t.Fatalf("%s: a fact cuts one set and divides it not", s.Name)
			}
			if cut > 1 {
				apart++
			}
		}
		if sets.Count > max(known.Count, 1) {
			divided++
		}
	})
}

// Levels of a hierarchy that are public make sets of what each has beside what is public within it.
func TestKnownSetsOfLevels(t *testing.T) {
	a := mechanismtest.Column(t)(domain.NewWhole("x", 0, 11, mechanismtest.NoSpecial))
	count := func(from, to int, n int64) constraint.Count {
		return constraint.Count{Of: constraint.Predicate{{{Column: "x", Spans: []constraint.Span{{From: a.Label(from), To: a.Label(to)}}}}}, Count: n}
	}
	p := mechanismtest.Setup{Columns: []*domain.Attribute{a}, Parts: []policy.Part{policy.Complete(a)}, Presence: true, Epsilon: "1",
		Question: workload.Question{Kind: workload.Table}}.Make(t, "levels").Scene.Problem
	people := int64(100)
	facts, err := constraint.New(p.Workload.Domain(), []constraint.Fact{
		{ID: "districts", Counts: []constraint.Count{count(0, 2, 7), count(3, 4, 11)}},
		{ID: "regions", Counts: []constraint.Count{count(0, 6, 30)}},
		{ID: "all", People: &people},
	})
	if err != nil {
		t.Fatal(err)
	}
	p.Facts = facts
	c, err := p.Components()
	if err != nil {
		t.Fatal(err)
	}
	want := mechanism.KnownSets{Sizes: []int{3, 2, 2, 5}, Stated: []int64{7, 11, 12, 70}}
	want.Set, want.Count = []int{0, 0, 0, 1, 1, 2, 2, 3, 3, 3, 3, 3}, 4
	if got := p.KnownSets(c); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}
