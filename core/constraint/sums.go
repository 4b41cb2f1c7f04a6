package constraint

import (
	"slices"

	"steward/core/domain"
)

// Sum is a set of cells that are publicly known to hold Total people together.
type Sum struct {
	Cells []int32
	Total int64
}

// maxSumCells is how many cells Sums lists at most.
const maxSumCells = 1 << 25

// Sums returns what the facts say of sums of the cells of a domain over some of their columns,
// such as a question's: facts that look at no other column, and totals over more columns added
// up where all that belongs to a sum is stated. The number of people is the sum of all cells.
// Sums of no possible cells are left out. It returns none where they would be too many to
// list, or when the domain is too large to have cells.
func (f Facts) Sums(d *domain.Domain) []Sum {
	k, err := d.Cells()
	if err != nil || k > maxSumCells {
		return nil
	}
	w := summing{over: d, cells: k, left: maxSumCells}
	if f.hasTotal {
		w.add(func(int) int { return 0 }, []int64{f.total})
	}
	for _, c := range f.compiled() {
		switch {
		case c.table != nil:
			w.table(c.table)
		case c.fact.People == nil && f.stated != nil:
			w.counts(f.stated.domain, c)
		}
	}
	if w.left < 0 {
		return nil
	}
	return w.sums
}

// summing lists sums over the cells of a domain.
type summing struct {
	over  *domain.Domain
	cells int
	left  int // cells that may still be listed
	sums  []Sum
}

// add lists sums that have no cell in common: of says which one a cell belongs to, -1 for none,
// and totals below zero are not known.
func (w *summing) add(of func(cell int) int, totals []int64) {
	lists := make([][]int32, len(totals))
	if len(totals) == 1 {
		lists[0] = make([]int32, 0, min(w.over.PossibleCells(), max(w.left, 0)))
	}
	for cell := range w.cells {
		if !w.over.Possible(cell) {
			continue
		}
		i := of(cell)
		if i < 0 || totals[i] < 0 {
			continue
		}
		if w.left--; w.left < 0 {
			return
		}
		lists[i] = append(lists[i], int32(cell))
	}
	for i, cells := range lists {
		if len(cells) > 0 {
			w.sums = append(w.sums, Sum{cells, totals[i]})
		}
	}
}

// table adds the totals of a table up over the columns that the domain lacks.
func (w *summing) table(t *table) {
	var names []domain.AttributeName
	for _, a := range t.domain.Attributes() {
		if own, shared := w.over.Attribute(a.Name()); shared && own == a {
			names = append(names, a.Name())
		}
	}
	if len(names) == 0 {
		return // at most the number of people, which is a sum already
	}
	totals, d := t.known(names)
	at := make([]int, len(names)) // of the shared columns in the domain
	for i, a := range d.Attributes() {
		at[i], _ = w.over.Position(a.Name())
	}
	values := make([]int, len(at))
	w.add(func(cell int) int {
		for i, pos := range at {
			values[i] = w.over.Value(cell, pos)
		}
		return d.Index(values)
	}, totals)
}

// known adds a table up over all but some of its columns; sums of which a part is not stated
// are -1.
func (t *table) known(columns []domain.AttributeName) ([]int64, *domain.Domain) {
	out, d := t.margin(columns)
	if t.whole {
		return out, d
	}
	at := make([]int, len(columns))
	for i, a := range d.Attributes() {
		at[i], _ = t.domain.Position(a.Name())
	}
	values := make([]int, len(at))
	for cell, n := range t.stated {
		if n < 0 {
			for i, pos := range at {
				values[i] = t.domain.Value(cell, pos)
			}
			out[d.Index(values)] = -1
		}
	}
	return out, d
}

// counts lists the counts of a fact that look at no column that the domain lacks.
func (w *summing) counts(from *domain.Domain, c *compiled) {
	at := make([]int, len(from.Attributes())) // where the value of a column stands in the domain
	for pos, a := range from.Attributes() {
		at[pos] = -1
		if own, shared := w.over.Attribute(a.Name()); shared && own == a {
			at[pos], _ = w.over.Position(a.Name())
		}
	}
	for _, n := range c.counts {
		if !n.of.within(at) {
			continue
		}
		var cells []int32
		for i, b := range n.of {
			w.each(b, at, func(cell int, values []int) {
				before := func(o box) bool { return o.holds(func(pos int) int { return values[at[pos]] }) }
				if w.over.Possible(cell) && !slices.ContainsFunc(n.of[:i], before) {
					cells = append(cells, int32(cell))
				}
			})
		}
		if len(cells) > 0 {
			w.sums = append(w.sums, Sum{cells, n.count})
		}
	}
}

// each calls yield for every cell of a box, with its values, while cells may still be listed.
func (w *summing) each(b box, at []int, yield func(cell int, values []int)) {
	attrs := w.over.Attributes()
	sets := make([]runs, len(attrs))
	for i, a := range attrs {
		sets[i] = runs{{0, a.Size() - 1}}
	}
	for _, c := range b {
		sets[at[c.column]] = c.set
	}
	values := make([]int, len(attrs))
	var walk func(column, cell int)
	walk = func(column, cell int) {
		if column == len(attrs) {
			if w.left--; w.left >= 0 {
				yield(cell, values)
			}
			return
		}
		for _, r := range sets[column] {
			for v := r.lo; v <= r.hi && w.left >= 0; v++ {
				values[column] = v
				walk(column+1, cell+v*w.over.Stride(column))
			}
		}
	}
	walk(0, 0)
}

// within reports whether a predicate looks at columns only that have a place.
func (p predicate) within(at []int) bool {
	for _, b := range p {
		for _, c := range b {
			if at[c.column] < 0 {
				return false
			}
		}
	}
	return true
}

// holds reports whether the value of every column is one of the box's.
func (b box) holds(value func(column int) int) bool {
	for _, c := range b {
		if !c.set.has(value(c.column)) {
			return false
		}
	}
	return true
}

// has reports whether a value is in the set.
func (s runs) has(v int) bool {
	return slices.ContainsFunc(s, func(r run) bool { return r.lo <= v && v <= r.hi })
}
