package reconcile

import (
	"math"
	"slices"

	"steward/core/domain"
	"steward/core/inference"
	"steward/core/mechanism"
)

// asked is a question as its block sees it.
type asked struct {
	member
	block  int
	at     margin // the question's own cells
	target []float64
	weight float64 // of its squared errors
	metric inference.Metric
	spread func(dst, answers []float64)
}

// search looks for possible counts over the blocks, one after the other, that agree.
type search struct {
	blocks   []space
	first    []int // where each block begins, and the number of all cells
	links    links
	asked    []asked
	sums     [][]inference.Sum // per block, in its own cells
	work     int
	metric   inference.Metric
	balances []inference.Balance
}

// newSearch prepares the search; it is false where it would take too long.
func newSearch(c component, l links, from []estimate, cells [][]float64) (*search, bool) {
	s := &search{blocks: c.blocks, first: []int{0}, links: l, sums: make([][]inference.Sum, len(c.blocks))}
	for b, over := range c.blocks {
		s.first = append(s.first, s.first[b]+over.cells)
		for _, e := range from {
			switch {
			case e.over.within(over):
				s.sums[b] = append(s.sums[b], lifted(e.Public, over.onto(e.Domain))...)
			case over.within(e.over) && !slices.ContainsFunc(c.blocks, e.over.within):
				s.sums[b] = append(s.sums[b], e.over.toldOf(e.Public, e.over.onto(over.Domain))...)
			}
		}
	}
	for _, m := range c.members {
		a := asked{member: m, target: m.answers}
		if a.block = slices.IndexFunc(c.blocks, m.over.like); a.block < 0 {
			a.block = slices.IndexFunc(c.blocks, m.over.within)
		}
		a.at = s.blocks[a.block].onto(m.over.Domain)
		for i, e := range from {
			if e.group == m.group && m.over.within(e.over) && cells[i] != nil {
				own := make([]float64, m.over.cells)
				e.over.onto(m.over.Domain).add(own, cells[i])
				a.target = make([]float64, len(m.answers))
				m.op.ApplyFloat(a.target, own)
				break
			}
		}
		var terms int
		var ok bool
		if a.metric, terms, a.spread, ok = mechanism.Comparing(m.op, m.over.Sizes()); !ok {
			return nil, false
		}
		s.work += terms + len(a.at.of)
		if m.error > 0 { // what has none is made of known sums
			a.weight = 1 / m.error
		}
		s.asked = append(s.asked, a)
	}
	for _, k := range l {
		one, other := s.lists(k, 0), s.lists(k, 1)
		for i := range one {
			if len(one[i])+len(other[i]) > 0 {
				s.balances = append(s.balances, inference.Balance{One: one[i], Other: other[i]})
			}
		}
	}
	s.measure()
	return s, true
}

// lists returns the cells of each sum of a link on one of its sides.
func (s *search) lists(k link, side int) [][]int32 {
	b := []int{k.one, k.other}[side]
	out := make([][]int32, k.sums)
	k.at[side].each(s.blocks[b], s.first[b], func(sum int, cells []int32) { out[sum] = cells })
	return out
}

// lifted returns sums of some columns' cells as sums of the cells of all columns.
func lifted(sums []inference.Sum, at margin) []inference.Sum {
	if len(sums) == 0 {
		return nil
	}
	of := make([][]int32, at.cells)
	for cell, own := range at.of {
		of[own] = append(of[own], int32(cell))
	}
	out := make([]inference.Sum, len(sums))
	for i, s := range sums {
		out[i].Total = s.Total
		for _, own := range s.Cells {
			out[i].Cells = append(out[i].Cells, of[own]...)
		}
		slices.Sort(out[i].Cells)
	}
	return out
}

// measure makes the metric of all blocks: the sum over all questions of the squared errors of their answers, each divided by what
// is expected of it.
func (s *search) measure() {
	n := s.first[len(s.blocks)]
	small := make([][]float64, len(s.asked))
	moved := make([][]float64, len(s.asked))
	for i, a := range s.asked {
		small[i], moved[i] = make([]float64, a.at.cells), make([]float64, a.at.cells)
		s.metric.Negligible += a.weight * a.metric.Negligible
		s.metric.Slack += a.weight * a.metric.Slack
	}
	s.metric.Apply = func(dst, d []float64) {
		clear(dst)
		for i, a := range s.asked {
			if a.weight == 0 {
				continue
			}
			first := s.first[a.block]
			a.at.add(small[i], d[first:s.first[a.block+1]])
			a.metric.Apply(moved[i], small[i])
			for cell, own := range a.at.of {
				dst[first+cell] += a.weight * moved[i][own]
			}
		}
	}
	// Rows of a matrix without negative entries add up to no less than its largest eigenvalue, block by block.
	ones, sums := make([]float64, n), make([]float64, n)
	for i := range ones {
		ones[i] = 1
	}
	s.metric.Apply(sums, ones)
	s.metric.Largest, s.metric.Steps = 1, make([]float64, n)
	for b := range s.blocks {
		largest := 0.0
		for _, v := range sums[s.first[b]:s.first[b+1]] {
			largest = max(largest, v)
		}
		for i := s.first[b]; i < s.first[b+1]; i++ {
			if s.metric.Steps[i] = 1; largest > 0 {
				s.metric.Steps[i] = 1 / largest
			}
		}
	}
}

// fitted returns the cells of each block whose answers are nearest to the questions', block by block, and of these, where answers leave
// cells open, those nearest to what a larger block says.
func (s *search) fitted() []float64 {
	out := make([]float64, s.first[len(s.blocks)])
	order := make([]int, len(s.blocks))
	for b := range order {
		order[b] = b
	}
	slices.SortStableFunc(order, func(a, b int) int { return s.blocks[b].cells - s.blocks[a].cells })
	for n, b := range order {
		first, last := s.first[b], s.first[b+1]
		for _, larger := range order[:n] {
			if s.blocks[b].within(s.blocks[larger]) {
				s.blocks[larger].onto(s.blocks[b].Domain).add(out[first:last], out[s.first[larger]:s.first[larger+1]])
				break
			}
		}
		all, moved := make([]float64, len(out)), make([]float64, len(out))
		apply := func(dst, d []float64) {
			copy(all[first:last], d)
			s.metric.Apply(moved, all)
			copy(dst, moved[first:last])
		}
		right, more := make([]float64, last-first), make([]float64, last-first)
		apply(right, out[first:last])
		for cell, v := range right {
			right[cell] = -v
		}
		for _, a := range s.asked {
			if a.block != b || a.weight == 0 {
				continue
			}
			own := make([]float64, a.at.cells)
			a.spread(own, a.target)
			for cell, c := range a.at.of {
				right[cell] += a.weight * own[c]
			}
		}
		inference.LeastSquares(more, right, apply, leastSteps*mechanism.StepsOf(s.work))
		for cell, v := range more {
			out[first+cell] += v
		}
	}
	return out
}

// leastSteps is how many times as many steps least squares may take as the search.
const leastSteps = 10

// region returns the possible counts that agree.
func (s *search) region() (*inference.Counts, error) {
	n := s.first[len(s.blocks)]
	none := make([]bool, n)
	var sums []inference.Sum
	for b, over := range s.blocks {
		for cell := range over.cells {
			none[s.first[b]+cell] = !over.Possible(cell)
		}
		for _, k := range s.sums[b] {
			moved := inference.Sum{Cells: slices.Clone(k.Cells), Total: k.Total}
			for i := range moved.Cells {
				moved.Cells[i] += int32(s.first[b])
			}
			sums = append(sums, moved)
		}
	}
	c := inference.NewCounts(n, none, sums, s.balances...)
	if len(sums) == 0 {
		// As many more people as one likes, spread over all that is possible.
		d := make([]float64, n)
		for b, over := range s.blocks {
			for cell := range over.cells {
				d[s.first[b]+cell] = 1 / float64(over.cells)
			}
		}
		if err := c.Project(d); err != nil {
			return nil, err
		}
		c.Grow(d)
	}
	c.Ease(s.metric.Steps)
	return c, nil
}

// nearest returns the possible counts that agree and are nearest, or nearly: no farther from the truth in all questions together.
func (s *search) nearest() ([]float64, mechanism.Gave, error) {
	if len(s.balances)+s.known() > maxRows {
		return nil, mechanism.GaveAgreement, nil
	}
	region, err := s.region()
	if err != nil {
		return nil, 0, err
	}
	y := s.fitted()
	found, err := inference.Nearest(y, s.metric, region, mechanism.StepsOf(s.work+region.Work()))
	switch {
	case err != nil:
		return nil, 0, err
	case !s.meets(found.Vector):
		return nil, mechanism.GaveAgreement, nil
	case found.Share == 1:
		return found.Vector, mechanism.GaveNothing, nil
	case !s.meets(y):
		return nil, mechanism.GaveAgreement, nil
	}
	part := make([]float64, len(y))
	for i, v := range found.Vector {
		part[i] = y[i] + found.Share*(v-y[i])
	}
	return part, mechanism.GaveSigns, nil
}

// known is how many sums are known.
func (s *search) known() (n int) {
	for _, sums := range s.sums {
		n += len(sums)
	}
	return n
}

// nearly is the part of the largest sum that computing moves others by.
const nearly = 1e-6

// meets reports whether counts agree and meet what is known, but for what computing them adds.
func (s *search) meets(z []float64) bool {
	largest, off := 1.0, 0.0
	for _, b := range s.balances {
		one, other := 0.0, 0.0
		for _, c := range b.One {
			one += z[c]
		}
		for _, c := range b.Other {
			other += z[c]
		}
		largest, off = max(largest, math.Abs(one), math.Abs(other)), max(off, math.Abs(one-other))
	}
	for b, sums := range s.sums {
		for _, k := range sums {
			sum := -float64(k.Total)
			for _, c := range k.Cells {
				sum += z[s.first[b]+int(c)]
			}
			largest, off = max(largest, float64(k.Total)), max(off, math.Abs(sum))
		}
	}
	return off <= nearly*largest
}

// shared returns the columns that several blocks share, the fewest first.
func (s *search) shared() [][]domain.AttributeName {
	var out [][]domain.AttributeName
	add := func(names []domain.AttributeName) bool {
		if slices.ContainsFunc(out, func(other []domain.AttributeName) bool { return slices.Equal(names, other) }) {
			return false
		}
		out = append(out, names)
		return true
	}
	for _, k := range s.links {
		add(k.names)
	}
	for grown := true; grown; { // what two of them share is to be made whole before both
		grown = false
		for _, a := range slices.Clone(out) {
			for _, b := range slices.Clone(out) {
				both := slices.DeleteFunc(slices.Clone(a), func(n domain.AttributeName) bool { return !slices.Contains(b, n) })
				grown = len(both) > 0 && add(both) || grown
			}
		}
	}
	slices.SortStableFunc(out, func(a, b []domain.AttributeName) int { return len(a) - len(b) })
	return out
}
