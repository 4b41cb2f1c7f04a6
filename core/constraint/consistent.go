package constraint

import (
	"slices"

	"steward/core/domain"
	"steward/core/message"
)

// Contradiction is the error of facts that cannot all be true, whatever the data are.
type Contradiction struct {
	// Facts are the titles of the facts in conflict: without any one of them the others
	// would agree, as far as could be worked out.
	Facts []message.Text
	// Found says how they contradict one another.
	Found message.Text
}

// Error says which facts are in conflict, how, and what to do.
func (e *Contradiction) Error() string { return e.Said().String() }

// Said is what Error says.
func (e *Contradiction) Said() message.Text {
	if len(e.Facts) == 1 {
		return message.Sprintf("%s: correct it", e.Found)
	}
	return message.Sprintf("%s: correct one of them", e.Found)
}

// contradiction names facts by their numbers.
func (s *stated) contradiction(facts []int, found string, args ...any) error {
	e := &Contradiction{Found: message.Sprintf(found, args...)}
	for _, i := range facts {
		e.Facts = append(e.Facts, s.facts[i].fact.title())
	}
	return e
}

// consistent looks for facts that cannot all be true. Sums of tables are compared directly;
// what is left is a question of whether a system of equations has a solution that is not
// below zero, decided exactly. A solution in fractions counts: what only whole numbers rule
// out is found at release. It errors with *Contradiction, and says what could not be
// decided.
func (s *stated) consistent() (undecided []message.Text, err error) {
	for i, f := range s.facts {
		if (f.table != nil || len(f.counts) == 1) && !s.restricted(f.columns) {
			continue
		}
		if y := s.system([]int{i}, -1); y != nil && y.solve(nil) == no {
			return nil, s.explain(y) // by itself, so that no other fact is blamed
		}
	}
	if err := s.compareTotals(); err != nil {
		return nil, err
	}
	for i, f := range s.facts {
		for j, by := range s.facts {
			if i == j || by.table == nil || !by.table.whole {
				continue
			}
			if err := s.compare(i, j); err != nil {
				return nil, err
			}
			if f.table != nil && f.table.whole && i < j {
				if err := s.compareMargins(i, j); err != nil {
					return nil, err
				}
			}
		}
	}
	return s.solveBlocks()
}

// compareTotals compares the numbers of people that single facts state.
func (s *stated) compareTotals() error {
	first := -1
	for i, f := range s.facts {
		switch {
		case f.people < 0:
		case first < 0:
			first = i
		case f.people != s.facts[first].people:
			return s.contradiction([]int{first, i}, "the facts %q and %q state different numbers of people, %d and %d",
				s.facts[first].fact.title(), f.fact.title(), s.facts[first].people, f.people)
		}
	}
	return nil
}

// compare compares a fact with the totals of a table that has all of its columns and leaves
// nobody out: each of its numbers is a sum of theirs.
func (s *stated) compare(i, j int) error {
	f, by := s.facts[i], s.facts[j].table
	if !within(f.columns, s.facts[j].columns) {
		return nil
	}
	sums := make([]int64, f.places())
	values := make([]int, len(by.at))
	t := newTallier(f, by.at)
	for cell, n := range by.stated {
		if n > 0 {
			by.domain.Values(values, cell)
			t.each(values, func(k int) { sums[k] += n })
		}
	}
	var err error
	f.each(func(k int, n int64) bool {
		if sums[k] != n {
			err = s.contradiction([]int{i, j}, "the fact %q states %s, but according to the fact %q there are %d",
				f.fact.title(), f.says(k, n), s.facts[j].fact.title(), sums[k])
		}
		return err == nil
	})
	return err
}

// compareMargins compares the sums of two tables that leave nobody out over the columns that
// they share.
func (s *stated) compareMargins(i, j int) error {
	a, b := s.facts[i].table, s.facts[j].table
	var shared []domain.AttributeName
	for _, x := range a.domain.Attributes() {
		if _, both := b.domain.Attribute(x.Name()); both {
			shared = append(shared, x.Name())
		}
	}
	if len(shared) == 0 || len(shared) == len(a.at) || len(shared) == len(b.at) {
		return nil // their totals are compared, or one tells the other
	}
	left, d := a.margin(shared)
	right, _ := b.margin(shared)
	for cell, n := range left {
		if n != right[cell] {
			return s.contradiction([]int{i, j}, "the facts %q and %q add up to different numbers of people with %s, %d and %d",
				s.facts[i].fact.title(), s.facts[j].fact.title(), (&table{domain: d}).label(cell), n, right[cell])
		}
	}
	return nil
}

// margin adds a table up over all but some of its columns.
func (t *table) margin(columns []domain.AttributeName) ([]int64, *domain.Domain) {
	d, err := t.domain.Project(columns)
	if err != nil {
		panic("constraint: a table lost a column: " + err.Error())
	}
	size := 1
	at := make([]int, len(columns))
	for i, a := range d.Attributes() {
		size *= a.Size()
		at[i], _ = t.domain.Position(a.Name())
	}
	out := make([]int64, size)
	values := make([]int, len(at))
	for cell, n := range t.stated {
		for i, pos := range at {
			values[i] = t.domain.Value(cell, pos)
		}
		out[d.Index(values)] += n
	}
	return out, d
}

// solveBlocks decides what is left: facts that other facts do not tell, block by block of
// facts that share columns. Blocks share the number of people only, so where that is known
// each is decided by itself, and otherwise all together.
func (s *stated) solveBlocks() (unchecked []message.Text, err error) {
	people := slices.IndexFunc(s.facts, func(f *compiled) bool { return f.people >= 0 })
	all := s.blocks()
	var open []*system
	for _, b := range all {
		if s.decided(b) {
			continue
		}
		if y := s.system(b, people); y != nil {
			open = append(open, y)
		} else {
			unchecked = append(unchecked, s.sayUnchecked(b))
		}
	}
	if people < 0 && len(open) > 1 {
		open = []*system{joint(open)}
	}
	for _, y := range open {
		switch y.solve(nil) {
		case undecided:
			unchecked = append(unchecked, s.sayUnchecked(y.facts()))
		case no:
			return nil, s.explain(y)
		}
	}
	return unchecked, nil
}

func (s *stated) sayUnchecked(facts []int) message.Text {
	titles := make([]message.Text, len(facts))
	for k, i := range facts {
		titles[k] = s.facts[i].fact.title()
	}
	return message.Sprintf("whether %s can all be true at once could not be worked out beforehand: together they state too many numbers; a release checks each against the data", message.Few(message.Quoted(titles)))
}

// explain names facts that contradict one another and would not without any one of them.
func (s *stated) explain(y *system) error {
	rows := y.conflict()
	var facts []int
	var titles, numbers []message.Text
	for _, i := range rows {
		f := s.facts[y.of[i].fact]
		if !slices.Contains(facts, y.of[i].fact) {
			facts, titles = append(facts, y.of[i].fact), append(titles, f.fact.title())
		}
		numbers = append(numbers, f.says(y.of[i].k, y.right[i]))
	}
	who := message.Sprintf("the numbers of the fact %q", titles[0])
	if len(facts) > 1 {
		who = message.Sprintf("the facts %s", message.Few(message.Quoted(titles)))
	}
	const most = 6
	switch n := len(rows); {
	case n == 1:
		return s.contradiction(facts, "%s cannot be true: it states %s, but no possible combination has that", who, numbers[0])
	case n == 2 && inside(y.rows[rows[0]], y.rows[rows[1]]) && y.right[rows[0]] > y.right[rows[1]]:
		return s.contradiction(facts, "%s cannot all be true: %s would be among %s", who, numbers[0], numbers[1])
	case n == 2 && inside(y.rows[rows[1]], y.rows[rows[0]]) && y.right[rows[1]] > y.right[rows[0]]:
		return s.contradiction(facts, "%s cannot all be true: %s would be among %s", who, numbers[1], numbers[0])
	case n > most:
		numbers = append(numbers[:most:most], message.Sprintf("%d more numbers", n-most))
	}
	return s.contradiction(facts, "%s cannot all be true: no file has %s", who, message.And(numbers))
}

// inside reports whether all atoms of one equation are among those of another.
func inside(a, b []int64) bool {
	for j, x := range a {
		if x > b[j] {
			return false
		}
	}
	return true
}

// blocks divides the facts that no other tells, and that look at columns, into those that
// share columns; columns that an impossible combination ties together count as shared.
func (s *stated) blocks() [][]int {
	together := newSets(len(s.domain.Attributes()))
	for _, c := range s.domain.Impossible() {
		first := -1
		for name := range c {
			pos, _ := s.domain.Position(name)
			if first >= 0 {
				together.unite(first, pos)
			}
			first = pos
		}
	}
	told := implied(s.facts)
	for i, f := range s.facts {
		if !told[i] {
			for _, pos := range f.columns {
				together.unite(f.columns[0], pos)
			}
		}
	}
	var out [][]int
	at := make(map[int]int)
	for i, f := range s.facts {
		if told[i] || len(f.columns) == 0 || f.numbers() == 0 {
			continue
		}
		root := together.of(f.columns[0])
		b, seen := at[root]
		if !seen {
			b = len(out)
			at[root] = b
			out = append(out, nil)
		}
		out[b] = append(out[b], i)
	}
	return out
}

// decided reports whether comparing sums has decided a block already: tables that leave
// nobody out over columns without impossible combinations, which can be put together one
// after the other, each sharing its columns with one before it (an acyclic hypergraph:
// Beeri, Fagin, Maier and Yannakakis 1983, J. ACM 30).
func (s *stated) decided(block []int) bool {
	edges := make([][]int, 0, len(block))
	for _, i := range block {
		f := s.facts[i]
		if f.table == nil || !f.table.whole || s.restricted(f.columns) {
			return false
		}
		edges = append(edges, f.columns)
	}
	return acyclic(edges)
}

// restricted reports whether an impossible combination names one of some columns.
func (s *stated) restricted(columns []int) bool {
	for _, c := range s.domain.Impossible() {
		for name := range c {
			pos, _ := s.domain.Position(name)
			if slices.Contains(columns, pos) {
				return true
			}
		}
	}
	return false
}

// acyclic reports whether sets of columns can be taken away one by one, each time dropping
// columns that one set alone has, and sets that lie in others (Graham 1979; Yu and
// Ozsoyoglu 1979).
func acyclic(edges [][]int) bool {
	left := make([][]int, len(edges))
	for i, e := range edges {
		left[i] = slices.Clone(e)
	}
	for changed := true; changed; {
		changed = false
		times := make(map[int]int)
		for _, e := range left {
			for _, c := range e {
				times[c]++
			}
		}
		for i, e := range left {
			left[i] = slices.DeleteFunc(e, func(c int) bool { return times[c] == 1 })
			changed = changed || len(left[i]) < len(e)
		}
		for i := 0; i < len(left); i++ {
			inside := slices.ContainsFunc(left[:i], func(o []int) bool { return within(left[i], o) }) ||
				slices.ContainsFunc(left[i+1:], func(o []int) bool { return within(left[i], o) })
			if inside || len(left[i]) == 0 {
				left = slices.Delete(left, i, i+1)
				i--
				changed = true
			}
		}
	}
	return len(left) == 0
}

// everyone stands for the number of all people where a fact's number is meant.
const everyone = -1

// says writes number k of a fact.
func (c *compiled) says(k int, n int64) message.Text {
	if k == everyone || c.fact.People != nil {
		return message.Sprintf("%d people in all", n)
	}
	return message.Sprintf("%d people with %s", n, c.label(k))
}

// label says whom number k of a fact counts.
func (c *compiled) label(k int) message.Text {
	if c.table != nil {
		return c.table.label(k)
	}
	return c.fact.Counts[k].Of.Said()
}
