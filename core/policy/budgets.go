package policy

import (
	"math/big"
	"slices"
	"strings"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/policy/weighted"
)

// Budget is how well one value is protected.
type Budget struct {
	Value  string // its label
	Weight *big.Rat
}

// budgets protects some values of a column better than others: telling a value from any
// other costs no more than its own budget (heterogeneous metrics, Kamalaruban et al. 2020
// sections 3 and 5).
type budgets struct {
	attr *domain.Attribute
	of   []weighted.Weight // Infinite for a value without a budget of its own
	rest weighted.Weight   // what values that were not listed have
	// lightest is the value with the least budget.
	lightest int
}

// Budgets returns the part that joins every two values at the smaller of their budgets.
// Values that are not listed have the budget otherwise, or, when that is nil, none of their
// own: they are joined to the listed ones only, at the budget of these.
//
// The smaller of two budgets is no metric among three or more values: over a value with a
// small budget two others come within twice that, which is then kept (Kamalaruban et al.
// 2020 section 5 note it of their first metric). No metric that keeps every listed budget
// allows more. Per-attribute budgets are parts with weights of their own, Together 1. It
// errors on unknown values, values given twice, weights that are none, and when no value has
// a budget.
func Budgets(a *domain.Attribute, listed []Budget, otherwise *big.Rat) (Part, error) {
	rest := weighted.Infinite
	if otherwise != nil {
		var err error
		if rest, err = weighted.NewWeight(otherwise); err != nil {
			return nil, message.Errorf("the budget of the other values of %q: %w", a.Name(), err)
		}
	}
	p := &budgets{attr: a, of: make([]weighted.Weight, a.Size()), rest: rest}
	for _, b := range listed {
		v, ok := a.Find(strings.TrimSpace(b.Value))
		if !ok {
			return nil, message.Errorf("a budget is given to %q, which is not a value of %q", b.Value, a.Name())
		}
		if p.of[v] > 0 {
			return nil, message.Errorf("%q of %q has two budgets: keep one", b.Value, a.Name())
		}
		var err error
		if p.of[v], err = weighted.NewWeight(b.Weight); err != nil {
			return nil, message.Errorf("the budget of %q of %q: %w", b.Value, a.Name(), err)
		}
	}
	for v, w := range p.of {
		if w == 0 {
			p.of[v] = rest
		}
	}
	p.order()
	if p.of[p.lightest] == weighted.Infinite {
		return nil, message.Errorf("no value of %q has a budget, so nothing would be secret: give at least one", a.Name())
	}
	return p, nil
}

// order finds the value with the least budget.
func (p *budgets) order() {
	p.lightest = 0
	for v, w := range p.of {
		if w < p.of[p.lightest] {
			p.lightest = v
		}
	}
}

func (p *budgets) Attributes() []*domain.Attribute { return []*domain.Attribute{p.attr} }
func (p *budgets) Size() int                       { return len(p.of) }
func (p *budgets) Project([]int) Part              { return p }

func (p *budgets) Weight(u, v int) (weighted.Weight, bool) {
	w := min(p.of[u], p.of[v])
	return w, u != v && w < weighted.Infinite
}

func (p *budgets) Neighbours(u int, yield func(v int, w weighted.Weight) bool) {
	for v := range p.of {
		if w, joined := p.Weight(u, v); joined && !yield(v, w) {
			return
		}
	}
}

// Weights tells the least budget, and the largest that two values both have. A value
// without a budget counts as having any.
func (p *budgets) Weights() (lightest, heaviest weighted.Weight) {
	if len(p.of) < 2 {
		return weighted.Infinite, 0
	}
	var large, next, bound weighted.Weight // the two largest, and the largest of a value that has one
	for _, w := range p.of {
		large, next = max(large, w), max(next, min(large, w)) // next before large grows
		if w < weighted.Infinite {
			bound = max(bound, w)
		}
	}
	return p.of[p.lightest], min(next, bound)
}

// Distance is the smaller budget, or the way over the value with the least budget of all.
func (p *budgets) Distance(u, v int) weighted.Weight {
	if u == v {
		return 0
	}
	direct := min(p.of[u], p.of[v])
	if u == p.lightest || v == p.lightest {
		return direct
	}
	return min(direct, 2*p.of[p.lightest])
}

// Guide tells the way over the value with the least budget.
func (p *budgets) Guide(u, v int) []weighted.Stretch {
	return []weighted.Stretch{{Weight: p.of[p.lightest], Edges: int(p.Distance(u, v) / p.of[p.lightest])}}
}

func (p *budgets) Components() ([]int, int) { return make([]int, len(p.of)), 1 }

func (p *budgets) Weigh(factor *big.Rat) (Part, error) {
	q := *p
	q.of = slices.Clone(p.of)
	for v, w := range p.of {
		if w < weighted.Infinite {
			var err error
			if q.of[v], err = w.Weigh(factor); err != nil {
				return nil, err
			}
		}
	}
	if p.rest < weighted.Infinite {
		var err error
		if q.rest, err = p.rest.Weigh(factor); err != nil {
			return nil, err
		}
	}
	return &q, nil
}

// bounded returns the highest value with a budget, and how many below it have none.
func (p *budgets) bounded() (last, unbound int) {
	for v, w := range p.of {
		if w < weighted.Infinite {
			last = v
		}
	}
	for _, w := range p.of[:last] {
		if w == weighted.Infinite {
			unbound++
		}
	}
	return last, unbound
}

func (p *budgets) Reach() []int {
	reach := make([]int, len(p.of))
	last, _ := p.bounded()
	for u, w := range p.of {
		if reach[u] = max(u, last); w < weighted.Infinite {
			reach[u] = len(p.of) - 1
		}
	}
	return reach
}

// Solid reports whether no two values below one with a budget have none.
func (p *budgets) Solid() bool {
	_, unbound := p.bounded()
	return unbound < 2
}

func (p *budgets) Secret() message.Text {
	var own []message.Text
	rest, others := weighted.Infinite, false
	for v, w := range p.of {
		if w != p.rest {
			own = append(own, message.Sprintf("%s %s", p.attr.Label(v), w.Text()))
		} else {
			rest, others = w, true
		}
	}
	s := message.Sprintf("any answer in %s from any other, as well as the smaller of their budgets allows", columnNames(p.Attributes()))
	if len(own) > 0 {
		s = message.Sprintf("%s (%s)", s, some(own))
	}
	switch {
	case !others:
	case rest < weighted.Infinite:
		s = message.Sprintf("%s, all others %s", s, rest.Text())
	default:
		s = message.Sprintf("%s, but no two of the other values from each other", s)
	}
	return s
}

func (p *budgets) Expert() message.Text {
	return message.Sprintf("%s: w(u,v) = min(b_u, b_v) over %d values, least budget %s", p.attr.Name(), len(p.of), p.of[p.lightest].Text())
}
