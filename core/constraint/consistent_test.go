package constraint_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"steward/core/constraint"
	"steward/core/domain"
)

// satisfiable says by looking at every file of up to some people whether all facts can be
// true.
func satisfiable(t *testing.T, d *domain.Domain, list []constraint.Fact, people int) bool {
	t.Helper()
	k, err := d.Cells()
	must(t, err)
	type equation struct {
		in   []bool
		want int64
	}
	var equations []equation
	add := func(p constraint.Predicate, n int64) {
		e := equation{make([]bool, k), n}
		values := make([]int, len(d.Attributes()))
		for cell := range k {
			d.Values(values, cell)
			e.in[cell] = d.Possible(cell) && holds(d, p, values)
		}
		equations = append(equations, e)
	}
	for _, f := range list {
		switch {
		case f.People != nil:
			add(constraint.Everyone(), *f.People)
		case f.Totals != nil:
			stated := map[string]int64{}
			for _, r := range f.Totals.Rows {
				stated[strings.Join(r.Labels, "|")] = r.Count
			}
			for i, p := range totalled(d, f.Totals) {
				n := int64(0)
				if i < len(f.Totals.Rows) {
					n = f.Totals.Rows[i].Count
				} else {
					var labels []string
					for _, c := range p[0] {
						labels = append(labels, c.Values[0])
					}
					n = stated[strings.Join(labels, "|")]
				}
				add(p, n)
			}
		default:
			for _, c := range f.Counts {
				add(c.Of, c.Count)
			}
		}
	}
	sums := make([]int64, len(equations))
	var fill func(cell, left int) bool
	fill = func(cell, left int) bool {
		if cell == k {
			for i, e := range equations {
				if sums[i] != e.want {
					return false
				}
			}
			return true
		}
		most := left
		if !d.Possible(cell) {
			most = 0
		}
		for n := range most + 1 {
			for i, e := range equations {
				if e.in[cell] {
					sums[i] += int64(n)
				}
			}
			ok := fill(cell+1, left-n)
			for i, e := range equations {
				if e.in[cell] {
					sums[i] -= int64(n)
				}
			}
			if ok {
				return true
			}
		}
		return false
	}
	return fill(0, people)
}

// disturb changes some of the numbers that facts state.
func (m maker) disturb(list []constraint.Fact) {
	change := func(n *int64) {
		if m.Chance(3) {
			*n = max(0, *n+int64(m.Pick(-2, 2)))
		}
	}
	for i := range list {
		switch f := &list[i]; {
		case f.People != nil:
			n := *f.People
			change(&n)
			f.People = &n
		case f.Totals != nil:
			for j := range f.Totals.Rows {
				change(&f.Totals.Rows[j].Count)
			}
		default:
			for j := range f.Counts {
				change(&f.Counts[j].Count)
			}
		}
	}
}

// A contradiction is found exactly where no file of people agrees with all facts, fractions
// of people apart, and without any one of the facts that it names there is none.
func TestContradictionsAgainstAllFiles(t *testing.T) {
	contradictory, agreeing, fractions := 0, 0, 0
	for seed := range uint64(scenes) {
		m := newMaker(t, 200_000+seed)
		columns := []*domain.Attribute{m.Column("a", 2)}
		for i := range m.Pick(0, 1) {
			columns = append(columns, m.Column(string(rune('b'+i)), 2))
		}
		d := m.Domain(columns, m.Chance(3))
		if k := d.PossibleCells(); k < 2 || k > 6 {
			continue
		}
		n := int64(5)
		list := append(m.statements(d, m.people(d, int(n))), constraint.Fact{ID: "n", People: &n})
		m.disturb(list)
		possible := satisfiable(t, d, list, 8)
		f, err := constraint.New(d, list)
		var found *constraint.Contradiction
		switch {
		case err == nil && possible:
			agreeing++
			if u := f.Unchecked(); len(u) > 0 {
				t.Fatalf("seed %d: not checked: %v", seed, u)
			}
		case err == nil:
			fractions++
		case strings.Contains(err.Error(), "declared impossible"):
			if possible {
				t.Fatalf("seed %d: %v", seed, err)
			}
		case !errors.As(err, &found):
			t.Fatalf("seed %d: %v", seed, err)
		case possible:
			t.Fatalf("seed %d: a file agrees with all, but %v", seed, err)
		default:
			contradictory++
			checkMinimal(t, d, list, found)
		}
	}
	if contradictory < 80 || agreeing < 80 || fractions > scenes/40 {
		t.Errorf("%d contradictions, %d agree, %d agree in fractions of people only", contradictory, agreeing, fractions)
	}
}

// checkMinimal leaves out each fact in conflict.
func checkMinimal(t *testing.T, d *domain.Domain, list []constraint.Fact, found *constraint.Contradiction) {
	t.Helper()
	named := func(f constraint.Fact) bool {
		for _, title := range found.Facts {
			if strings.HasPrefix(f.Steward().String(), title.String()) {
				return true
			}
		}
		return false
	}
	var conflict []constraint.Fact
	for _, f := range list {
		if named(f) {
			conflict = append(conflict, f)
		}
	}
	if _, err := constraint.New(d, conflict); err == nil {
		t.Errorf("%v do not contradict one another by themselves: %v", found.Facts, found)
	}
	if len(conflict) != len(found.Facts) {
		return // two facts say the same
	}
	for i := range conflict {
		rest := append(append([]constraint.Fact{}, conflict[:i]...), conflict[i+1:]...)
		if _, err := constraint.New(d, rest); err != nil {
			t.Errorf("without %q of %v: %v", conflict[i].Steward(), found.Facts, err)
		}
	}
}

func TestContradictionWords(t *testing.T) {
	district, err := domain.NewList("district", []string{"North", "South", "East"}, typed)
	must(t, err)
	x, sex := whole(t, "x", 10), whole(t, "sex", 2)
	d := over(t, district, x, sex)
	table := func(id string, columns []domain.AttributeName, rows ...constraint.Row) constraint.Fact {
		return constraint.Fact{ID: id, Totals: &constraint.Totals{Columns: columns, Rows: rows}}
	}
	row := func(n int64, labels ...string) constraint.Row { return constraint.Row{Labels: labels, Count: n} }
	by := func(north, south, east int64) constraint.Fact {
		return table("d", []domain.AttributeName{"district"}, row(north, "North"), row(south, "South"), row(east, "East"))
	}
	cross := func(id string, first, second *domain.Attribute, n int64) constraint.Fact {
		f := table(id, []domain.AttributeName{first.Name(), second.Name()})
		for i, a := range first.Labels() {
			for _, b := range second.Labels() {
				f.Totals.Rows = append(f.Totals.Rows, row(n+int64(i), a, b))
			}
		}
		return f
	}
	for _, c := range []struct {
		name string
		list []constraint.Fact
		says []string
	}{
		{"totals that differ", []constraint.Fact{people(100), by(30, 30, 30)}, []string{`"number of people: 100"`, `"totals by district"`, "100 and 90", "correct one"}},
		{"a count that the totals tell", []constraint.Fact{by(30, 30, 30), {ID: "n", Counts: []constraint.Count{{Of: constraint.Predicate{{{Column: "district", Values: []string{"North", "East"}}}}, Count: 70}}}},
			[]string{"70 people with district North or East", `"totals by district"`, "there are 60"}},
		{"tables that share a column", []constraint.Fact{cross("one", district, sex, 3), cross("two", x, sex, 3)}, []string{`"totals by district × sex"`, `"totals by x × sex"`, "different numbers"}},
		{"a box within a smaller one", []constraint.Fact{span("inner", 3, 5, 20), span("outer", 2, 7, 10)},
			[]string{"20 people with x 3 to 5 would be among 10 people with x 2 to 7", "correct one"}},
		{"more than all", []constraint.Fact{people(9), span("a", 0, 3, 5), span("b", 5, 9, 5)}, []string{`"number of people: 9"`, "5 people with x 0 to 3", "9 people in all"}},
		{"negative remainder", []constraint.Fact{span("all", 0, 9, 10), span("a", 0, 6, 8), span("b", 3, 9, 8), span("c", 3, 6, 1)}, []string{"cannot all be true", "10 people", "1 people with x 3 to 6"}},
		{"different columns, no total", []constraint.Fact{
			{ID: "1", Counts: []constraint.Count{{Of: constraint.Predicate{{{Column: "x", Spans: []constraint.Span{{From: "0", To: "6"}}}}}, Count: 9}}},
			{ID: "2", Counts: []constraint.Count{{Of: constraint.Predicate{{{Column: "sex", Values: []string{"0"}}}}, Count: 3}}},
			{ID: "3", Counts: []constraint.Count{{Of: constraint.Predicate{{{Column: "sex", Values: []string{"1"}}}}, Count: 4}}},
		}, []string{"cannot all be true", "9 people with x 0 to 6", "3 people with sex 0", "4 people with sex 1"}},
	} {
		_, err := constraint.New(d, c.list)
		var found *constraint.Contradiction
		if !errors.As(err, &found) {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for _, s := range c.says {
			if !strings.Contains(err.Error(), s) {
				t.Errorf("%s: %q does not say %q", c.name, err, s)
			}
		}
	}
	nobody, err := domain.New([]*domain.Attribute{district, sex}, []domain.Combination{{"district": {"North"}, "sex": {"0"}}, {"district": {"North"}, "sex": {"1"}}})
	must(t, err)
	_, err = constraint.New(nobody, []constraint.Fact{table("n", []domain.AttributeName{"district"}, row(4, "North"))})
	var found *constraint.Contradiction
	if !errors.As(err, &found) || !strings.Contains(err.Error(), "4 people with North, but no possible combination") {
		t.Errorf("nobody can be in North: %v", err)
	}
}

// What would take too long is not claimed to be checked, and tables that fit together one
// after the other are decided however large.
func TestUnchecked(t *testing.T) {
	a, b, c := whole(t, "a", 40), whole(t, "b", 40), whole(t, "c", 40)
	d := over(t, a, b, c)
	table := func(x, y *domain.Attribute) constraint.Fact {
		f := constraint.Fact{ID: fmt.Sprint(x.Name(), y.Name()), Totals: &constraint.Totals{Columns: []domain.AttributeName{x.Name(), y.Name()}}}
		for _, l := range x.Labels() {
			for _, k := range y.Labels() {
				f.Totals.Rows = append(f.Totals.Rows, constraint.Row{Labels: []string{l, k}, Count: 1})
			}
		}
		return f
	}
	f := facts(t, d, table(a, b), table(b, c))
	if u := f.Unchecked(); len(u) > 0 {
		t.Errorf("two tables that share a column: %v", u)
	}
	f = facts(t, d, table(a, b), table(b, c), table(c, a))
	u := f.Unchecked()
	if len(u) != 1 {
		t.Fatalf("three tables in a circle: %v", u)
	}
	for _, says := range []string{`"totals by a × b"`, `"totals by c × a"`, "could not be worked out", "checks each against the data"} {
		if !strings.Contains(u[0].String(), says) {
			t.Errorf("%q does not say %q", u[0], says)
		}
	}
	if n, known := f.Total(); !known || n != 1600 {
		t.Errorf("the tables tell %d people, %v", n, known)
	}
}
