package constraint_test

import (
	"slices"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
)

// Every sum that the facts tell of some columns is true of the records, and every number of a
// fact that looks at these columns only is among them.
func TestSumsAreTrueAndAll(t *testing.T) {
	listed, told := 0, 0
	for seed := range uint64(400) {
		m := newMaker(t, 41_000+seed)
		s := m.scene(40)
		all := s.policy.Domain()
		var names []domain.AttributeName
		for _, a := range all.Attributes() {
			if m.Chance(2) {
				names = append(names, a.Name())
			}
		}
		if len(names) == 0 {
			continue
		}
		d, err := all.Project(names)
		must(t, err)
		k, err := d.Cells()
		must(t, err)
		x := make([]int64, k)
		values := make([]int, len(d.Attributes()))
		for _, r := range s.records {
			for i, a := range d.Attributes() {
				pos, _ := all.Position(a.Name())
				values[i] = r[pos]
			}
			x[d.Index(values)]++
		}
		sums := s.facts.Sums(d)
		has := make(map[string]bool)
		for _, u := range sums {
			key := make([]byte, k)
			n := int64(0)
			for _, c := range u.Cells {
				if key[c] > 0 {
					t.Fatalf("seed %d: cell %d is counted twice", seed, c)
				}
				key[c] = 1
				n += x[c]
				if !d.Possible(int(c)) {
					t.Fatalf("seed %d: an impossible cell is counted", seed)
				}
			}
			if n != u.Total {
				t.Fatalf("seed %d: %d is stated of cells %v that hold %d", seed, u.Total, u.Cells, n)
			}
			has[string(key)] = true
			listed++
		}
		for _, f := range s.facts.Stated() {
			one := facts(t, all, f)
			for _, p := range counted(all, one) {
				if !inside(p, names) {
					continue
				}
				key, any := make([]byte, k), false
				for c := range k {
					if !d.Possible(c) {
						continue
					}
					d.Values(values, c)
					if holds(d, p, values) {
						key[c], any = 1, true
					}
				}
				told++
				if any && !has[string(key)] {
					t.Fatalf("seed %d: %q is not among the sums of %v", seed, f.Steward(), names)
				}
			}
		}
	}
	if listed < 300 || told < 200 {
		t.Errorf("%d sums of %d numbers are too few to tell", listed, told)
	}
}

// Totals over more columns tell the totals over fewer, where nothing of them is missing.
func TestSumsOfLargerTables(t *testing.T) {
	one, district, _ := towns(t, 1, false)
	table := func(nobodyElse bool) constraint.Fact {
		return constraint.Fact{ID: "t", Totals: &constraint.Totals{Columns: []domain.AttributeName{"district", "age"}, NobodyElse: nobodyElse,
			Rows: []constraint.Row{{Labels: []string{"North", "0"}, Count: 3}, {Labels: []string{"North", "1"}, Count: 4}, {Labels: []string{"South", "2"}, Count: 5}}}}
	}
	d, err := one.Domain().Project([]domain.AttributeName{district.Name()})
	must(t, err)
	sums := facts(t, one.Domain(), table(true)).Sums(d)
	want := []int64{12, 7, 5, 0, 0} // all people, then the districts
	if len(sums) != len(want) {
		t.Fatalf("sums %v", sums)
	}
	for i, s := range sums {
		if s.Total != want[i] {
			t.Errorf("sum %d is %d, want %d", i, s.Total, want[i])
		}
	}
	if sums := facts(t, one.Domain(), table(false)).Sums(d); len(sums) != 0 {
		t.Errorf("a table of which parts are missing tells %v", sums)
	}
	if sums := (constraint.Facts{}).Sums(d); len(sums) != 0 {
		t.Errorf("nothing tells %v", sums)
	}
	known, err := constraint.Known(9)
	must(t, err)
	if sums := known.Sums(d); len(sums) != 1 || sums[0].Total != 9 || len(sums[0].Cells) != 4 {
		t.Errorf("the number of people tells %v", sums)
	}
}

// inside reports whether a predicate looks at some columns only.
func inside(p constraint.Predicate, names []domain.AttributeName) bool {
	for _, b := range p {
		for _, c := range b {
			if !slices.Contains(names, c.Column) {
				return false
			}
		}
	}
	return true
}
