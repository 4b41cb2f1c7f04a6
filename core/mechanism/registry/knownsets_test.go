package registry

import (
	"reflect"
	"slices"
	"testing"

	"steward/core/account"
	"steward/core/constraint"
	"steward/core/domain"
	"steward/core/internal/audit"
	"steward/core/mechanism"
	"steward/core/mechanism/cells"
	"steward/core/mechanism/mechanismtest"
	"steward/core/policy"
	"steward/core/workload"
)

// The sums of the sets follow from what is public, what is stated of them is true, and they are the finest: no fact cuts one of them alone.
func TestKnownSets(t *testing.T) {
	divided, apart, tables, chains := 0, 0, 0, 0
	mechanismtest.EachSceneUntil(t, 141, 200, func() bool { return divided >= 20 && apart >= 20 && tables >= 5 && chains >= 5 }, func(m mechanismtest.Maker, s mechanismtest.Scene) {
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
		held := make([]int, len(x))
		for _, b := range sets.Blocks {
			all := make([]float64, len(x))
			n := b.Numbers()
			for i, cell := range b.Cells {
				if held[cell]++; i < n {
					all[cell] = 1
					continue
				}
				with := make([]float64, len(x))
				with[b.Cells[i%n]], with[cell] = 1, -1
				if i >= n*(b.Copies-b.Opposite) {
					with[cell] = 1
				}
				if !public.holds(with) {
					t.Fatalf("%s: that cells %d and %d change together does not follow from what is public: %+v", s.Name, b.Cells[i%n], cell, b)
				}
			}
			if n > 1 && !public.holds(all) {
				t.Fatalf("%s: a sum does not follow from what is public: %+v", s.Name, b)
			}
			if b.Copies > 1 && n > 1 {
				tables++
			}
			if b.Copies > 2 && n == 1 {
				chains++
			}
		}
		for cell, of := range c.Of {
			if want := 1 + min(of, 0); held[cell] != want {
				t.Fatalf("%s: cell %d is in %d blocks", s.Name, cell, held[cell])
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
	want.Blocks = []mechanism.Block{{Cells: []int{3, 4}, Copies: 1}, {Cells: []int{5, 6}, Copies: 1}, {Cells: []int{0, 1, 2}, Copies: 1}, {Cells: []int{7, 8, 9, 10, 11}, Copies: 1}}
	if got := p.KnownSets(c); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// Draws that stand for several cells hide whatever neighbours can differ by where facts tell which cells change together: by the laws of all that is published, for all
// changes that facts allow and that no more edges make than facts tie together, of which some lose all that is promised.
func TestAuditCellsThatChangeTogether(t *testing.T) {
	for _, c := range []struct {
		name    string
		sizes   []int
		chain   bool
		numbers int // that are drawn
	}{{"a table of 2 x 2", []int{2, 2}, false, 1}, {"a table of 2 x 3", []int{2, 3}, false, 3}, {"a chain of 4", []int{4}, true, 1}, {"a chain of 6", []int{6}, true, 1}} {
		var columns []*domain.Attribute
		var facts []constraint.Fact
		for i, size := range c.sizes {
			a := mechanismtest.Column(t)(domain.NewWhole(domain.AttributeName("xy"[i:i+1]), 0, int64(size)-1, mechanismtest.NoSpecial))
			columns = append(columns, a)
			if c.chain {
				f := constraint.Fact{ID: "chain"}
				for v := range size - 1 {
					f.Counts = append(f.Counts, constraint.Count{Count: 18, Of: constraint.Predicate{{{Column: a.Name(), Spans: []constraint.Span{{From: a.Label(v), To: a.Label(v + 1)}}}}}})
				}
				facts = append(facts, f)
				continue
			}
			f := constraint.Fact{ID: string(a.Name()), Totals: &constraint.Totals{Columns: []domain.AttributeName{a.Name()}}}
			for _, l := range a.Labels() {
				f.Totals.Rows = append(f.Totals.Rows, constraint.Row{Labels: []string{l}, Count: int64(9 * c.sizes[1-i])})
			}
			facts = append(facts, f)
		}
		d, err := domain.New(columns, nil)
		if err != nil {
			t.Fatal(err)
		}
		question := workload.Question{ID: "q", Title: "q", Kind: workload.Table}
		for _, a := range columns {
			question.Columns = append(question.Columns, a.Name())
		}
		w, err := workload.New(question, d)
		if err != nil {
			t.Fatal(err)
		}
		budget, err := account.ParseEpsilon("16")
		if err != nil {
			t.Fatal(err)
		}
		s := mechanism.Problem{Workload: w, Policy: policy.Full(d, false), Budget: budget}
		if s.Facts, err = constraint.New(d, facts); err != nil {
			t.Fatal(err)
		}
		if s.Tied, err = s.Facts.Tie(s.Policy, constraint.EdgeMinimal); err != nil {
			t.Fatal(err)
		}
		q, err := cells.BalancedCells{}.Prepare(t.Context(), s)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		r, enumerated := rowsOf(t, q, c.numbers)
		if !enumerated || r.Free() != c.numbers-min(c.numbers-1, 1) {
			t.Fatalf("%s: %d rows are free", c.name, r.Free())
		}
		size := s.Workload.Operator().Columns()
		base := slices.Repeat([]int64{9}, size)
		worst, pairs := 0.0, 0
		change := make([]int64, size)
		var each func(cell int, left int64)
		each = func(cell int, left int64) {
			if cell < size {
				for change[cell] = -left; change[cell] <= left; change[cell]++ {
					each(cell+1, left-max(change[cell], -change[cell]))
				}
				return
			}
			other := make([]int64, size)
			for i := range other {
				other[i] = base[i] + change[i]
			}
			for _, sum := range s.Facts.Sums(d) {
				n := int64(0)
				for _, at := range sum.Cells {
					n += change[at]
				}
				if n != 0 {
					return
				}
			}
			laws, err := audit.Enumerate(r, audit.Pair{A: base, B: other})
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			pairs++
			if worst = max(worst, laws.MaxLoss()); worst > 16*(1+1e-9) {
				t.Fatalf("%s: a change of %v loses %v of 16", c.name, change, worst)
			}
		}
		each(0, 2*int64(s.Tied.Factor))
		if worst < 16*(1-1e-6) || pairs < 3 {
			t.Errorf("%s: %d changes lose at most %v of 16", c.name, pairs, worst)
		}
	}
}
