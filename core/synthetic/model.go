package synthetic

import (
	"math"
	"slices"
)

// model is a distribution of people over the cells of all columns: e to the sum of tables over a few
// columns each, its parameters (a Markov random field).
type model struct {
	sizes  []int
	people float64
	params []*param
	tree   cliques
	plans  []plan
	// beliefs are the expected numbers of people over the cells of each clique.
	beliefs []factor
}

// param is a table of logarithms; -Inf stands for what cannot be.
type param struct {
	over columns
	log  []float64
	// fixed is the part that estimates leave alone: structural zeros.
	fixed  bool
	clique int
	place  []int32 // of the clique's cells
}

// plan is what a clique needs again and again.
type plan struct {
	up, down []int32 // the cell of the separator, of the clique's own cells and of its parent's
	cells    int     // of the separator
}

// newModel returns the model of people spread evenly.
func newModel(sizes []int, people float64) *model {
	m := &model{sizes: sizes, people: people}
	m.rebuild()
	return m
}

// param returns the parameter over some columns, making one of zeros where there is none. The model
// has to be rebuilt then.
func (m *model) param(over columns) (p *param, fresh bool) {
	for _, p := range m.params {
		if p.over == over && !p.fixed {
			return p, false
		}
	}
	p = &param{over: over, log: make([]float64, int(over.cells(m.sizes)))}
	m.params = append(m.params, p)
	return p, true
}

// forbid adds a structural zero for every cell over some columns that must be empty.
func (m *model) forbid(over columns, empty func(cell int) bool) {
	p := &param{over: over, log: make([]float64, int(over.cells(m.sizes))), fixed: true}
	for i := range p.log {
		if empty(i) {
			p.log[i] = math.Inf(-1)
		}
	}
	m.params = append(m.params, p)
	m.rebuild()
}

// rebuild makes the tree for the parameters.
func (m *model) rebuild() {
	var sets []columns
	for _, p := range m.params {
		sets = append(sets, p.over)
	}
	m.tree = newCliques(triangulated(sets, m.sizes))
	m.plans = make([]plan, len(m.tree.sets))
	m.beliefs = make([]factor, len(m.tree.sets))
	for i, c := range m.tree.sets {
		m.beliefs[i] = newFactor(c, m.sizes)
		s := m.tree.separator(i)
		m.plans[i] = plan{cells: int(s.cells(m.sizes)), up: places(c, s, m.sizes)}
		if up := m.tree.parent[i]; up >= 0 {
			m.plans[i].down = places(m.tree.sets[up], s, m.sizes)
		}
	}
	for _, p := range m.params {
		p.clique = slices.IndexFunc(m.tree.sets, func(c columns) bool { return p.over.within(c) })
		p.place = places(m.tree.sets[p.clique], p.over, m.sizes)
	}
	m.calibrate()
}

// calibrate works the beliefs out: messages from the leaves of the tree to its root and back.
func (m *model) calibrate() {
	for _, b := range m.beliefs {
		clear(b.vals)
	}
	for _, p := range m.params {
		b := m.beliefs[p.clique].vals
		for i, at := range p.place {
			b[i] += p.log[at]
		}
	}
	messages := make([][]float64, len(m.beliefs))
	for i := len(m.beliefs) - 1; i > 0; i-- {
		messages[i] = logSums(m.beliefs[i].vals, m.plans[i].up, m.plans[i].cells)
		b := m.beliefs[m.tree.parent[i]].vals
		for cell, at := range m.plans[i].down {
			b[cell] += messages[i][at]
		}
	}
	all := logSums(m.beliefs[0].vals, make([]int32, len(m.beliefs[0].vals)), 1)[0]
	for i := 1; i < len(m.beliefs); i++ {
		back := logSums(m.beliefs[m.tree.parent[i]].vals, m.plans[i].down, m.plans[i].cells)
		for at, up := range messages[i] {
			if back[at] -= up; math.IsInf(up, -1) {
				back[at] = 0 // nobody is there, whatever else is said
			}
		}
		b := m.beliefs[i].vals
		for cell, at := range m.plans[i].up {
			b[cell] += back[at]
		}
	}
	for _, b := range m.beliefs {
		for i, v := range b.vals {
			b.vals[i] = m.people * math.Exp(v-all)
		}
	}
}

// table returns the expected table over some columns.
func (m *model) table(s columns) factor {
	if i := slices.IndexFunc(m.tree.sets, func(c columns) bool { return s.within(c) }); i >= 0 {
		return m.beliefs[i].onto(s, m.sizes)
	}
	below := make([]columns, len(m.tree.sets)) // of the clique and what hangs on it
	for i := len(below) - 1; i >= 0; i-- {
		below[i] |= m.tree.sets[i]
		if up := m.tree.parent[i]; up >= 0 {
			below[up] |= below[i]
		}
	}
	// from returns the table over the columns of s at or below a clique and its separator; divided by
	// that of the separator it is the chance of the former given the latter.
	var from func(i int) factor
	from = func(i int) factor {
		sep, keep := m.tree.separator(i), s&m.tree.sets[i]
		var parts []factor
		for k := i + 1; k < len(below); k++ {
			if m.tree.parent[k] != i || (s & below[k]).within(m.tree.sets[i]) {
				continue
			}
			shared := m.tree.separator(k)
			keep |= shared
			part := from(k)
			parts = append(parts, part.dividedBy(part.onto(shared, m.sizes), m.sizes))
		}
		out := m.beliefs[i].onto(sep|keep, m.sizes)
		for _, p := range parts {
			out = out.times(p, m.sizes)
		}
		return out.onto(sep|s&below[i], m.sizes)
	}
	return from(0).onto(s, m.sizes)
}
