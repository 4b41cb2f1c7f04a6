package policy

import (
	"math/big"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/policy/distance"
	"steward/core/policy/weighted"
)

// metric is a metric over several ordered columns: every two combinations are joined, with a
// weight that grows with their distance (d_X-privacy, Kamalaruban et al. 2020 sections 2.3 and
// 4.1).
type metric struct {
	box
	weight weighted.Weight // factor over everything, as weighed
	grade  Grade
	floor  weighted.Weight // of AtLeast, 0 for none
	// tight says that the weights are no longer than any way around, so that a distance is
	// a weight. Rates are then such that whole steps of 2^-20 keep it so.
	tight bool
}

func newMetric(b box, g Grade, w weighted.Weight) (*metric, error) {
	p := &metric{box: b, weight: w, grade: g, tight: !b.joinsAll()}
	for _, a := range p.attrs {
		p.tight = p.tight && a.Kind() != domain.Ranges
	}
	var err error
	if p.floor, err = g.floor(w); err != nil {
		return nil, err
	}
	if err := p.measure(); err != nil {
		return nil, err
	}
	return p, nil
}

// measure sets the rates: weights per unit of gap, in steps of 2^-40.
func (p *metric) measure() error {
	perUnit, least := p.grade.perUnit(p.weight), weighted.Heaviest
	for i, a := range p.attrs {
		step, err := leastStep(a, new(big.Rat).Mul(perUnit, p.perGap(i)), p.floor)
		if err != nil {
			return err
		}
		least = min(least, step)
	}
	exact := p.tight && p.floor == 0 && !p.norm.Squared
	// Weights are rounded up to whole steps where that keeps the triangle inequality, so
	// the rates are made so much smaller that no weight comes out too heavy: by one step in
	// the least weight there is.
	shrink := big.NewRat(1, 1)
	if p.tight && !exact {
		m := int64(max(least, p.floor))
		shrink.SetFrac64(m-1, m)
	}
	p.rate = make([]int64, len(p.attrs))
	for i, a := range p.attrs {
		r := new(big.Rat).Mul(perUnit, p.perGap(i))
		if exact {
			r.SetInt(new(big.Int).Quo(r.Num(), r.Denom())) // sums and the largest of whole weights are whole
		}
		var err error
		if p.rate[i], err = rateOf(a, r.Mul(r, shrink)); err != nil {
			return err
		}
	}
	p.jump = min(int64(p.weight)<<finer, distance.Longest)
	return nil
}

// of returns the weight of a distance.
func (p *metric) of(s distance.Span) weighted.Weight {
	n, cut := p.norm.Length(s)
	w := n >> finer
	if p.tight && (cut || n&(1<<finer-1) > 0) {
		w++
	}
	return max(p.floor, min(weighted.Weight(w), weighted.Heaviest))
}

func (p *metric) Weight(u, v int) (weighted.Weight, bool) {
	if u == v {
		return 0, false
	}
	s, ok := p.between(u, v)
	return p.of(s), ok
}

func (p *metric) Neighbours(u int, yield func(v int, w weighted.Weight) bool) {
	for v := range p.size {
		if w, ok := p.Weight(u, v); ok && !yield(v, w) {
			return
		}
	}
}

func (p *metric) Weights() (lightest, heaviest weighted.Weight) {
	lightest = weighted.Infinite
	var far distance.Span
	for i, a := range p.attrs {
		widest := int64(0)
		if end := a.Regular() - 1; end > 0 {
			for v := 0; v < end; v++ {
				d, open, _ := p.difference(i, v, v+1)
				lightest = min(lightest, p.of(p.spanOf(d, open)))
				if a.Kind() != domain.Ranges {
					break // all steps are alike
				}
			}
			widest, _, _ = p.difference(i, 0, end)
		}
		if a.Size() > a.Regular() && p.special == JoinAll {
			lightest = min(lightest, p.of(p.spanOf(p.jump, false)))
			widest = max(widest, p.jump)
		}
		if widest > 0 || lightest < weighted.Infinite {
			far = p.add(far, widest, false)
			heaviest = p.of(far)
		}
	}
	return lightest, heaviest
}

// closeUp is the most combinations among which ways around are searched.
const closeUp = 2048

// Distance is the weight where no way around is shorter.
func (p *metric) Distance(u, v int) weighted.Weight {
	if u == v {
		return 0
	}
	direct, joined := p.Weight(u, v)
	switch lightest, _ := p.Weights(); {
	case !joined:
		return weighted.Infinite
	case p.tight || direct == lightest:
		return direct
	case p.size <= closeUp:
		return weighted.Adjacency{N: p.size, Neighbours: p.Neighbours}.Distance(u, v, direct)
	}
	return min(direct, p.overSpecial(u, v))
}

// overSpecial returns the length of the way over the combination with special cells in
// every column that changes and has one joined to all.
func (p *metric) overSpecial(u, v int) weighted.Weight {
	if !p.joinsAll() {
		return weighted.Infinite
	}
	z := u
	for i, a := range p.attrs {
		if from := p.value(i, u); from != p.value(i, v) && a.Size() > a.Regular() {
			z += (a.Regular() - from) * p.strides[i]
		}
	}
	if z == u || z == v {
		return weighted.Infinite
	}
	there, _ := p.Weight(u, z)
	back, _ := p.Weight(z, v)
	return there.Plus(back)
}

// Components leaves apart what differs in special cells of their own.
func (p *metric) Components() ([]int, int) {
	component := make([]int, p.size)
	if p.special == JoinAll || len(specialLabels(p.attrs)) == 0 {
		return component, 1
	}
	number := make(weighted.Numbering)
	for u := range component {
		key := 0
		for i, a := range p.attrs {
			key = key*3 + max(p.value(i, u)-a.Regular()+1, 0)
		}
		component[u] = number.Of(key)
	}
	return component, len(number)
}

// pieces returns the columns by themselves, whose components make all of the part's.
func (p *metric) pieces() []Part {
	out := make([]Part, len(p.attrs))
	for i := range out {
		out[i] = p.Project([]int{i})
	}
	return out
}

// Project keeps some columns: the others need not change, so what remains is the same
// metric over fewer columns. Of one column, redundant pairs are left out; weights may come
// out lighter by less than a step of 2^-20 per value between.
func (p *metric) Project(keep []int) Part {
	if len(keep) == 1 {
		k := keep[0]
		line := &ladder{attr: p.attrs[k], scale: p.columns[k].Scale, grade: p.grade, weight: p.weight, floor: p.floor, rate: p.rate[k]}
		line.climb()
		return line
	}
	q := *p
	q.box = p.some(keep)
	return &q
}

// Weigh changes the unit and what AtLeast counts as in the same measure.
func (p *metric) Weigh(factor *big.Rat) (Part, error) {
	w, err := p.weight.Weigh(factor)
	if err != nil {
		return nil, err
	}
	return newMetric(p.box, p.grade, w)
}

func (p *metric) Displacements(yield func(by []int, w weighted.Weight) bool) bool {
	if p.joinsAll() || !p.even {
		return false
	}
	all := func(distance.Span) bool { return true }
	p.displacements(all, func(by []int, s distance.Span) bool { return yield(by, p.of(s)) })
	return true
}

func (p *metric) Secret() message.Text {
	return p.grade.hides(message.Sprintf(p.norm.Graded, p.names(), plain(p.grade.Unit)), p.weight, specialLabels(p.attrs))
}

func (p *metric) Expert() message.Text {
	return p.weight.Expert(p.grade.expert(message.Sprintf("%s: %s metric", p.names(), p.norm.Expert), len(specialLabels(p.attrs)) > 0))
}
