package reconcile

import (
	"slices"

	"steward/core/domain"
	"steward/core/inference"
	"steward/core/mechanism"
	"steward/core/mechanism/registry"
)

// space is the cells of some columns.
type space struct {
	*domain.Domain
	names []domain.AttributeName // of the columns, rising
	cells int
}

func newSpace(d *domain.Domain) space {
	s := space{Domain: d, cells: 1}
	for _, a := range d.Attributes() {
		s.names = append(s.names, a.Name())
		s.cells *= a.Size()
	}
	slices.Sort(s.names)
	return s
}

// within reports whether all columns are among those of another space.
func (s space) within(t space) bool { return contains(t.names, s.names) }

func contains(all, some []domain.AttributeName) bool {
	for _, n := range some {
		if !slices.Contains(all, n) {
			return false
		}
	}
	return true
}

// common returns the columns that two spaces share.
func common(s, t space) []domain.AttributeName {
	var out []domain.AttributeName
	for _, n := range s.names {
		if slices.Contains(t.names, n) {
			out = append(out, n)
		}
	}
	return out
}

// like reports whether two spaces have the same columns, in whatever order.
func (s space) like(t space) bool { return slices.Equal(s.names, t.names) }

// margin says which sum of a space's cells over some of its columns each cell belongs to.
type margin struct {
	over  *domain.Domain // nil where all cells make one sum
	of    []int32        // per cell, its sum
	cells int            // how many sums there are
}

// margin returns the sums over columns of the space, in their order.
func (s space) margin(names []domain.AttributeName) (margin, error) {
	m := margin{of: make([]int32, s.cells), cells: 1}
	if len(names) == 0 {
		return m, nil
	}
	over, err := s.Project(names)
	if err != nil {
		return margin{}, err
	}
	m.over = over
	for j := len(names) - 1; j >= 0; j-- {
		at, _ := s.Position(names[j])
		size, stride := s.Attributes()[at].Size(), s.Stride(at)
		for cell := range m.of {
			m.of[cell] += int32(cell / stride % size * m.cells)
		}
		m.cells *= size
	}
	return m, nil
}

// onto returns the sums over the columns of a domain within the space, numbered as its cells are.
func (s space) onto(d *domain.Domain) margin {
	var names []domain.AttributeName
	for _, a := range d.Attributes() {
		names = append(names, a.Name())
	}
	m, _ := s.margin(names) // whose columns are the space's own
	m.over = d
	return m
}

// add adds up cells to the sums.
func (m margin) add(dst, x []float64) {
	clear(dst)
	for cell, s := range m.of {
		dst[s] += x[cell]
	}
}

// each calls do with the cells of every sum that possible people can be in.
func (m margin) each(s space, first int, do func(sum int, cells []int32)) {
	lists := make([][]int32, m.cells)
	for cell, sum := range m.of {
		if s.Possible(cell) {
			lists[sum] = append(lists[sum], int32(first+cell))
		}
	}
	for sum, list := range lists {
		do(sum, list)
	}
}

// sizes returns how many cells that somebody can be in each sum of a margin has.
func (s space) sizes(at margin) []int {
	out := make([]int, at.cells)
	for cell, sum := range at.of {
		if s.Possible(cell) {
			out[sum]++
		}
	}
	return out
}

// narrowed returns a sum of the space's cells as one of the sums of a margin, where it is one: of each of these it holds all cells that
// somebody can be in, or none.
func (s space) narrowed(k inference.Sum, at margin, size []int) (inference.Sum, bool) {
	held := make(map[int32]int)
	for _, cell := range k.Cells {
		if s.Possible(int(cell)) {
			held[at.of[cell]]++
		}
	}
	out := inference.Sum{Total: k.Total}
	for sum, n := range held {
		if n != size[sum] {
			return out, false
		}
		out.Cells = append(out.Cells, sum)
	}
	slices.Sort(out.Cells)
	return out, len(held) > 0
}

// toldOf lists those of sums that are sums of a margin.
func (s space) toldOf(sums []inference.Sum, at margin) []inference.Sum {
	var out []inference.Sum
	size := s.sizes(at)
	for _, k := range sums {
		if told, ok := s.narrowed(k, at, size); ok {
			out = append(out, told)
		}
	}
	return out
}

// link is columns over which two spaces have to add up to the same.
type link struct {
	one, other int
	names      []domain.AttributeName
	sums       int
	at         [2]margin // of one and of the other
}

type links []link

// linksOf links spaces so that all agree on all that they share, each pair once, directly or through others that share as much;
// on the number of people where that is asked for.
func linksOf(spaces []space, total bool) links {
	var pairs links
	for i, s := range spaces {
		for j, t := range spaces[:i] {
			if names := common(s, t); len(names) > 0 || total {
				pairs = append(pairs, link{one: j, other: i, names: names})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b link) int { return len(b.names) - len(a.names) })
	var out links
	for _, p := range pairs {
		if out.join(p) {
			continue
		}
		for side, i := range []int{p.one, p.other} {
			p.at[side], _ = spaces[i].margin(p.names) // whose columns are the space's own
		}
		p.sums = p.at[0].cells
		out = append(out, p)
	}
	return out
}

// join reports whether the spaces of a pair agree on what they share already.
func (l links) join(p link) bool {
	reached := map[int]bool{p.one: true}
	for grown := true; grown; {
		grown = false
		for _, k := range l {
			if reached[k.one] != reached[k.other] && contains(k.names, p.names) {
				reached[k.one], reached[k.other], grown = true, true, true
			}
		}
	}
	return reached[p.other]
}

// shared returns how many sums have to be alike.
func (l links) shared() (n int) {
	for _, k := range l {
		n += k.sums
	}
	return n
}

// estimate is what a group's answers were made from, or some of them.
type estimate struct {
	mechanism.Estimate
	group int
	alone bool // whether all answers of the group were
	over  space
}

// estimates lists what the members' answers were made from, and what is known of people behind averages.
func (c component) estimates(groups []registry.Group, answers []mechanism.Answers) []estimate {
	var out []estimate
	seen := make(map[int]bool)
	for _, m := range c.members {
		if m.behind {
			p := groups[m.group].Problem
			known := mechanism.Estimate{Domain: m.over.Domain, Public: m.known(p.Facts)}
			out = append(out, estimate{known, m.group, false, m.over})
			if all := p.Workload.Domain(); !seen[m.group] { // facts may tell of their numbers, too
				known := mechanism.Estimate{Domain: all}
				for _, s := range p.Facts.Sums(all) {
					known.Public = append(known.Public, inference.Sum(s))
				}
				out = append(out, estimate{known, m.group, false, newSpace(all)})
			}
		}
		if seen[m.group] {
			continue
		}
		seen[m.group] = true
		from := answers[m.group].Estimates
		for _, e := range from {
			if s := newSpace(e.Domain); len(from) == 1 || slices.ContainsFunc(c.blocks, s.within) {
				out = append(out, estimate{e, m.group, len(from) == 1, s})
			}
		}
	}
	return out
}
