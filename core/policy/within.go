package policy

import (
	"math/big"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/policy/distance"
	"steward/core/policy/weighted"
)

// within keeps small differences over several columns secret: two combinations are joined
// when the distance made of their scaled differences is within a threshold (the distance
// threshold policy, He et al. 2014 section 3.1; the grid policy of Haney et al. 2015 section
// 5.3).
type within struct {
	box
	weight    weighted.Weight
	threshold *big.Rat
	limit     distance.Span
	lines     []*near // each column by itself, the others staying as they are
}

// Within returns the part that keeps combinations of the columns within threshold of one
// another secret. A column whose scale is above the threshold is never changed by an edge, so
// its values are disclosed (docs/mathematics.md, "Policies"). A special cell that is joined to all is at no distance from any value. It
// errors as Near does, on a column given twice, and on a scale that is not above zero.
//
// Distances are exact for one column, for the largest difference, where columns count alike
// in a sum, and where the values between are few enough to search; otherwise they are upper
// bounds.
func Within(columns []Scaled, threshold *big.Rat, norm distance.Norm, special Special) (Part, error) {
	b, err := newBox(columns, norm, special)
	if err != nil {
		return nil, err
	}
	if threshold == nil || threshold.Sign() <= 0 {
		return nil, message.Errorf("the threshold of the common distance must be a number above zero")
	}
	p := &within{box: b, weight: weighted.One, threshold: new(big.Rat).Set(threshold)}
	if err := p.measure(); err != nil {
		return nil, err
	}
	for _, c := range p.columns {
		line, err := newNear(c.Attribute, new(big.Rat).Quo(threshold, c.Scale), special)
		if err != nil {
			return nil, err
		}
		most := c.Attribute.MaxGap(line.threshold)
		line.line = weighted.NewLine(c.Attribute.Regular(), func(u, v int) bool { return c.Attribute.Gap(u, v) <= most })
		p.lines = append(p.lines, line)
	}
	return p, nil
}

// measure sets the rates and the limit to whole numbers of a common unit.
func (p *within) measure() error {
	common := new(big.Int).Set(p.threshold.Denom())
	for i := range p.columns {
		d := p.perGap(i).Denom()
		common.Div(new(big.Int).Mul(common, d), new(big.Int).GCD(nil, nil, common, d))
	}
	unit := new(big.Rat).SetInt(common)
	for i, c := range p.columns {
		n := new(big.Rat).Mul(p.perGap(i), unit).Num()
		if !n.IsInt64() || n.Int64() > 1<<40 {
			return message.Errorf("the scale of %q is too fine: give it fewer digits", c.Attribute.Name())
		}
		p.rate[i] = n.Int64()
	}
	limit := new(big.Rat).Mul(p.threshold, unit).Num()
	if !limit.IsInt64() || limit.Int64() >= distance.Longest {
		return message.Errorf("the threshold of the common distance is too large or too fine")
	}
	p.limit = p.spanOf(limit.Int64(), false)
	return nil
}

func (p *within) Weight(u, v int) (weighted.Weight, bool) {
	if u == v {
		return 0, false
	}
	s, ok := p.between(u, v)
	return p.weight, ok && s.Within(p.limit)
}

func (p *within) Neighbours(u int, yield func(v int, w weighted.Weight) bool) {
	p.walk(walking{u: u, yield: yield})
}

type walking struct {
	u, column, v int
	so           distance.Span
	yield        func(v int, w weighted.Weight) bool
}

// walk visits the values within reach column by column; it returns false to stop.
func (p *within) walk(w walking) bool {
	if w.column == len(p.columns) {
		return w.v == w.u || w.yield(w.v, p.weight)
	}
	i, from := w.column, p.value(w.column, w.u)
	visit := func(to int) (reached, more bool) {
		next := w
		if to != from {
			d, open, ok := p.difference(i, from, to)
			if next.so = p.add(w.so, d, open); !ok || !next.so.Within(p.limit) {
				return false, true
			}
		}
		next.column, next.v = i+1, w.v+to*p.strides[i]
		return true, p.walk(next)
	}
	r, size := p.attrs[i].Regular(), p.attrs[i].Size()
	if from >= r { // from a special cell: stay, or go anywhere
		for to := range size {
			if _, more := visit(to); !more {
				return false
			}
		}
		return true
	}
	for to := from; to >= 0; to-- {
		if reached, more := visit(to); !more {
			return false
		} else if !reached {
			break
		}
	}
	for to := from + 1; to < r; to++ {
		if reached, more := visit(to); !more {
			return false
		} else if !reached {
			break
		}
	}
	for to := r; to < size; to++ {
		if _, more := visit(to); !more {
			return false
		}
	}
	return true
}

func (p *within) Weights() (lightest, heaviest weighted.Weight) {
	lightest = weighted.Infinite
	for _, line := range p.lines {
		l, h := line.Weights()
		if h > 0 && l < weighted.Infinite {
			lightest, heaviest = p.weight, p.weight
		}
	}
	return lightest, heaviest
}

// Components combines those of the columns: what several columns may change together, each
// of them may change alone, since no difference is below zero.
func (p *within) Components() ([]int, int) {
	of, counts, all := make([][]int, len(p.lines)), make([]int, len(p.lines)), 1
	for i, line := range p.lines {
		of[i], counts[i] = line.Components()
		all *= counts[i]
	}
	component, number := make([]int, p.size), make(weighted.Numbering)
	if all == 1 {
		return component, 1
	}
	for u := range component {
		key := 0
		for i := range p.lines {
			key = key*counts[i] + of[i][p.value(i, u)]
		}
		component[u] = number.Of(key)
	}
	return component, len(number)
}

// pieces returns the columns by themselves, whose components make all of the part's.
func (p *within) pieces() []Part {
	out := make([]Part, len(p.lines))
	for i := range p.lines {
		out[i] = p.Project([]int{i})
	}
	return out
}

// Project keeps some columns: the others need not change, so what remains is the same
// distance over fewer columns.
func (p *within) Project(keep []int) Part {
	if len(keep) == 1 {
		line := *p.lines[keep[0]]
		line.weight = p.weight
		return &line
	}
	q := &within{box: p.some(keep), weight: p.weight, threshold: p.threshold, limit: p.limit}
	for _, k := range keep {
		q.lines = append(q.lines, p.lines[k])
	}
	return q
}

func (p *within) Weigh(factor *big.Rat) (Part, error) {
	q := *p
	var err error
	q.weight, err = p.weight.Weigh(factor)
	return &q, err
}

func (p *within) Displacements(yield func(by []int, w weighted.Weight) bool) bool {
	if p.joinsAll() || !p.even {
		return false
	}
	near := func(s distance.Span) bool { return s.Within(p.limit) }
	p.displacements(near, func(by []int, _ distance.Span) bool { return yield(by, p.weight) })
	return true
}

func (p *within) Secret() message.Text {
	s := message.Sprintf(p.norm.Within, p.names(), plain(p.threshold))
	if special := specialLabels(p.attrs); p.special == JoinAll && len(special) > 0 {
		s = message.Sprintf("%s (%s count as equal to any answer)", s, message.And(domain.Said(special)))
	}
	return p.weight.AsIf(s)
}

func (p *within) Expert() message.Text {
	s := message.Sprintf("%s: %s distance threshold graph, theta = %s", p.names(), p.norm.Expert, plain(p.threshold))
	if len(specialLabels(p.attrs)) > 0 {
		s = p.special.expert(s)
	}
	return p.weight.Expert(s)
}
