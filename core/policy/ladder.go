package policy

import (
	"math/big"
	"math/bits"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/policy/distance"
	"steward/core/policy/weighted"
)

// ladder is a metric over one ordered column: every two values are kept from one another, the
// nearer the better. Without redundant edges (docs/mathematics.md, "Policies") a value
// is joined to the next only, or with AtLeast to those a little farther off too; the
// shortest ways are the metric all the same.
type ladder struct {
	attr  *domain.Attribute
	scale *big.Rat // what one of the column's own numbers counts
	grade Grade

	weight weighted.Weight // factor over everything, as weighed
	floor  weighted.Weight // of AtLeast, 0 for none
	rate   int64           // the weight of a unit of gap, in steps of 2^-40
	all    bool            // redundant edges are there too
	line   weighted.Line   // of the regular values
	short  weighted.Line   // without redundant edges
	// at is the length of the way from the first value to each over all between.
	at []weighted.Weight
}

// climb lays the edges, given the rate and the floor.
func (p *ladder) climb() {
	n := p.attr.Regular()
	p.short = p.irredundant()
	if p.line = p.short; p.all {
		p.line = weighted.NewLine(n, func(u, v int) bool { return true })
	}
	p.at = make([]weighted.Weight, n)
	for v := 1; v < n; v++ {
		p.at[v] = p.at[v-1].Plus(p.of(v-1, v))
	}
}

// irredundant returns the edges that matter. A pair is redundant when some value between is
// at least AtLeast away from both: least gaps add up to no more than the gap over both, so
// the way over it is no longer.
func (p *ladder) irredundant() weighted.Line {
	n := p.attr.Regular()
	if p.floor == 0 {
		return weighted.NewLine(n, func(u, v int) bool { return v == u+1 })
	}
	reach := make([]int, n)
	between, far := 0, 0
	for u := range reach {
		for between = max(between, u); between < n && p.gap(u, between) < p.floor; {
			between++
		}
		for far = max(far, between); far < n && p.gap(between, far) < p.floor; {
			far++
		}
		reach[u] = min(far, n) - 1
	}
	return weighted.Reaching(reach)
}

// gap returns the weight of the gap between two declared values before AtLeast.
func (p *ladder) gap(u, v int) weighted.Weight {
	hi, lo := bits.Mul64(uint64(p.rate), uint64(p.attr.Gap(u, v)))
	if hi > 0 || lo > distance.Longest {
		return weighted.Heaviest
	}
	return weighted.Weight(lo >> finer)
}

// of returns the weight of the edge between two declared values.
func (p *ladder) of(u, v int) weighted.Weight { return max(p.floor, p.gap(u, v)) }

// joinsAll reports whether there are special cells joined to every value.
func (p *ladder) joinsAll() bool {
	return p.grade.Special == JoinAll && p.attr.Size() > p.attr.Regular()
}

// jump returns the weight of the edges of special cells joined to all: of one unit.
func (p *ladder) jump() weighted.Weight { return max(p.weight, p.floor) }

func (p *ladder) Attributes() []*domain.Attribute { return []*domain.Attribute{p.attr} }
func (p *ladder) Size() int                       { return p.attr.Size() }
func (p *ladder) Project([]int) Part              { return p }

func (p *ladder) Weight(u, v int) (weighted.Weight, bool) {
	if u == v {
		return 0, false
	}
	if r := p.attr.Regular(); u >= r || v >= r {
		return p.jump(), p.grade.Special == JoinAll
	}
	return p.of(u, v), p.line.Lowest[u] <= v && v <= p.line.Highest[u]
}

func (p *ladder) Neighbours(u int, yield func(v int, w weighted.Weight) bool) {
	r := p.attr.Regular()
	if u >= r {
		if p.joinsAll() {
			complete{p.attr, p.jump()}.Neighbours(u, yield)
		}
		return
	}
	for v := p.line.Lowest[u]; v <= p.line.Highest[u]; v++ {
		if v != u && !yield(v, p.of(u, v)) {
			return
		}
	}
	for v := r; v < p.Size() && p.joinsAll(); v++ {
		if !yield(v, p.jump()) {
			return
		}
	}
}

func (p *ladder) Weights() (lightest, heaviest weighted.Weight) {
	lightest = weighted.Infinite
	for u, far := range p.line.Highest {
		if far > u {
			lightest, heaviest = min(lightest, p.of(u, u+1)), max(heaviest, p.of(u, far))
		}
	}
	if p.joinsAll() {
		lightest, heaviest = min(lightest, p.jump()), max(heaviest, p.jump())
	}
	return lightest, heaviest
}

// Distance is the sum over the neighbours between or, with AtLeast, the shortest way over
// the values between, where these are not too many; then it is the weight of the gap, an
// upper bound. Special cells joined to all offer a way of two edges.
func (p *ladder) Distance(u, v int) weighted.Weight {
	r := p.attr.Regular()
	if u == v {
		return 0
	}
	if u >= r || v >= r {
		if p.grade.Special != JoinAll {
			return weighted.Infinite
		}
		return p.jump()
	}
	u, v = min(u, v), max(u, v)
	d := p.of(u, v)
	if p.floor == 0 {
		d = p.at[v] - p.at[u]
	} else if d > p.floor {
		d = min(d, p.shortest(u, v))
	}
	if p.joinsAll() {
		d = min(d, 2*p.jump())
	}
	return d
}

// shortest returns the length of the shortest way that goes up from u to v, Infinite when
// there is too much to look at. Going down on the way never helps.
func (p *ladder) shortest(u, v int) weighted.Weight {
	length := make([]weighted.Weight, v-u+1)
	work := weighted.SearchWork
	for to := u + 1; to <= v; to++ {
		best := weighted.Infinite
		for from := max(u, p.short.Lowest[to]); from < to; from++ {
			best = min(best, length[from-u].Plus(p.of(from, to)))
		}
		length[to-u] = best
		if work -= to - p.short.Lowest[to]; work < 0 {
			return weighted.Infinite
		}
	}
	return length[v-u]
}

// Guide tells the neighbours' edges on the way, where only they are joined.
func (p *ladder) Guide(u, v int) []weighted.Stretch {
	if d := p.Distance(u, v); p.joinsAll() && d == 2*p.jump() {
		return []weighted.Stretch{{Weight: p.jump(), Edges: 2}}
	} else if p.floor > 0 {
		return nil
	}
	var out []weighted.Stretch
	for at := min(u, v); at < max(u, v); at++ {
		w := p.of(at, at+1)
		if n := len(out); n > 0 && out[n-1].Weight == w {
			out[n-1].Edges++
		} else {
			out = append(out, weighted.Stretch{Weight: w, Edges: 1})
		}
	}
	return out
}

func (p *ladder) Components() ([]int, int) {
	if p.joinsAll() {
		return make([]int, p.Size()), 1
	}
	component, count := p.line.Components()
	for len(component) < p.Size() {
		component = append(component, count)
		count++
	}
	return component, count
}

func (p *ladder) Weigh(factor *big.Rat) (Part, error) {
	w, err := p.weight.Weigh(factor)
	if err != nil {
		return nil, err
	}
	q, err := newLadder(Scaled{p.attr, p.scale}, p.grade, w)
	if err != nil {
		return nil, err
	}
	return abridge(q, !p.all), nil
}

func (p *ladder) Reach() []int {
	reach := noEdges{p.Size()}.Reach()
	if p.joinsAll() {
		return complete{p.attr, weighted.One}.Reach()
	}
	copy(reach, p.line.Highest)
	return reach
}

func (p *ladder) Solid() bool { return !p.joinsAll() }

func (p *ladder) Displacements(yield func(by []int, w weighted.Weight) bool) bool {
	length, ok := p.line.Even()
	if !ok || p.joinsAll() || !evenly(p.attr) {
		return false
	}
	by := []int{0}
	for by[0] = 1; by[0] <= length && yield(by, p.of(0, by[0])); by[0]++ {
	}
	return true
}

func (p *ladder) Secret() message.Text {
	unit := message.Verbatim(plain(p.grade.Unit))
	if p.attr.InSteps() {
		unit = message.Sprintf("%s %s", unit, p.attr.Steps())
	}
	near := message.Sprintf("any answer in %s from any other, the nearer, the better hidden: two that are %s apart", scaledName(Scaled{p.attr, p.scale}), unit)
	return p.grade.hides(near, p.weight, specialLabels(p.Attributes()))
}

// hides adds to pairs one unit apart how well they are hidden, and others.
func (g Grade) hides(near message.Text, w weighted.Weight, special []string) message.Text {
	s := message.Sprintf("%s as well as %s allows, and twice as far apart half as well", near, w.Worth())
	if g.AtLeast != nil {
		s = message.Sprintf("%s; two that are closer than %s as if they were %s apart", s, plain(g.AtLeast), plain(g.AtLeast))
	}
	if g.Special == JoinAll && len(special) > 0 {
		s = message.Sprintf("%s; and %s from any answer as if they were %s apart", s, message.And(domain.Said(special)), plain(g.Unit))
	}
	return s
}

func (p *ladder) Expert() message.Text {
	metric := message.Sprintf("%s: metric |u - v|", scaledName(Scaled{p.attr, p.scale}))
	return p.weight.Expert(p.grade.expert(metric, p.attr.Size() > p.attr.Regular()))
}

// expert adds a grade in the field's terms.
func (g Grade) expert(metric message.Text, special bool) message.Text {
	s := message.Sprintf("%s, unit %s", metric, plain(g.Unit))
	if g.AtLeast != nil {
		s = message.Sprintf("%s, at least %s", s, plain(g.AtLeast))
	}
	if special {
		s = g.Special.expert(s)
	}
	return s
}
