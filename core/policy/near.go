package policy

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"steward/core/domain"
)

// Special says how the special cells of an ordered column (blank, other) are connected
// under a secret that goes by order.
type Special string

// The choices for special cells.
const (
	// OwnGroup leaves them on their own; their sizes are then disclosed.
	OwnGroup Special = "own group"
	// JoinAll joins them to every value, which shortens every distance to at most two.
	JoinAll Special = "joined to all"
)

// check refuses an unknown choice, and no choice where there are special cells: read as
// OwnGroup it would disclose their sizes without anybody having said so.
func (s Special) check(a *domain.Attribute) error {
	switch {
	case s == OwnGroup || s == JoinAll:
		return nil
	case s != "":
		return fmt.Errorf("unknown choice %q for the blank and other answers of %q: use %q or %q", s, a.Name(), OwnGroup, JoinAll)
	case a.Size() > a.Regular():
		return fmt.Errorf("nothing is said about the blank and other answers of %q: use %q or %q", a.Name(), OwnGroup, JoinAll)
	}
	return nil
}

// specialLabels returns the labels of the special cells of the columns, each once.
func specialLabels(attrs []*domain.Attribute) []string {
	var out []string
	for _, label := range []string{domain.BlankLabel, domain.OtherLabel} {
		if slices.ContainsFunc(attrs, func(a *domain.Attribute) bool { _, own := a.Find(label); return own }) {
			out = append(out, label)
		}
	}
	return out
}

// near keeps small differences secret: two values are joined when they are within a
// threshold of one another (the distance threshold policy, He et al. 2014 section 3.1;
// G^theta of Haney et al. 2015). Two ranges are joined when any value of one is within the
// threshold of any value of the other.
type near struct {
	attr      *domain.Attribute
	threshold *big.Rat
	special   Special
	reach     []int // highest regular value joined to each regular value
	down      []int // lowest
}

// Near returns the part that keeps differences of the column of up to threshold secret
// (in the column's own numbers, or in steps of an ordered list). It errors when the column
// has no order, the threshold is not above zero, or special says nothing about the column's
// special cells.
func Near(a *domain.Attribute, threshold *big.Rat, special Special) (Part, error) {
	if !a.HasOrder() {
		return nil, fmt.Errorf("the values of %q have no order, so no two are nearer than others: choose another kind of secret or declare it as an ordered list", a.Name())
	}
	if threshold == nil || threshold.Sign() <= 0 {
		return nil, fmt.Errorf("the threshold for %q must be a number above zero", a.Name())
	}
	if err := special.check(a); err != nil {
		return nil, err
	}
	p := &near{attr: a, threshold: new(big.Rat).Set(threshold), special: special}
	n, most := a.Regular(), a.MaxGap(threshold)
	p.reach, p.down = make([]int, n), make([]int, n)
	for u, v := 0, 0; u < n; u++ {
		v = max(u, v)
		for v+1 < n && a.Gap(u, v+1) <= most {
			v++
		}
		p.reach[u] = v
	}
	for v, u := 0, 0; v < n; v++ {
		for p.reach[u] < v {
			u++
		}
		p.down[v] = u
	}
	return p, nil
}

func (p *near) Attributes() []*domain.Attribute { return []*domain.Attribute{p.attr} }
func (p *near) Size() int                       { return p.attr.Size() }
func (p *near) Project([]int) Part              { return p }

// all reports whether v is a special cell that is joined to every value.
func (p *near) all(v int) bool { return v >= p.attr.Regular() && p.special == JoinAll }

func (p *near) Joined(u, v int) bool {
	if u == v {
		return false
	}
	if p.all(u) || p.all(v) {
		return true
	}
	r := p.attr.Regular()
	return u < r && v < r && p.down[u] <= v && v <= p.reach[u]
}

func (p *near) Neighbours(u int, yield func(v int) bool) {
	r := p.attr.Regular()
	if p.all(u) {
		complete{p.attr}.Neighbours(u, yield)
		return
	}
	if u < r {
		for v := p.down[u]; v <= p.reach[u]; v++ {
			if v != u && !yield(v) {
				return
			}
		}
	}
	if p.special == JoinAll {
		for v := r; v < p.Size(); v++ {
			if !yield(v) {
				return
			}
		}
	}
}

// Distance jumps greedily to the farthest value that is still joined (MECHANISMS: greedy
// on a line with positions); a special cell joined to all offers a way of two steps.
func (p *near) Distance(u, v int) (int, bool) {
	if u == v {
		return 0, true
	}
	if p.Joined(u, v) {
		return 1, true
	}
	if p.special == JoinAll && p.Size() > p.attr.Regular() {
		return 2, true
	}
	if r := p.attr.Regular(); u >= r || v >= r {
		return 0, false
	}
	steps := 0
	for at, to := min(u, v), max(u, v); at < to; steps++ {
		if p.reach[at] == at {
			return 0, false
		}
		at = min(p.reach[at], to)
	}
	return steps, true
}

func (p *near) Components() ([]int, int) {
	component, count := make([]int, p.Size()), 0
	if p.special == JoinAll && p.Size() > p.attr.Regular() {
		return component, 1
	}
	for v := range component {
		if v > 0 && (v >= p.attr.Regular() || p.reach[v-1] < v) {
			count++
		}
		component[v] = count
	}
	return component, count + 1
}

func (p *near) Reach() []int {
	reach := make([]int, p.Size())
	for v := range reach {
		switch {
		case p.special == JoinAll && p.Size() > p.attr.Regular():
			reach[v] = p.Size() - 1
		case v < p.attr.Regular():
			reach[v] = p.reach[v]
		default:
			reach[v] = v
		}
	}
	return reach
}

func (p *near) Solid() bool { return p.special != JoinAll || p.Size() == p.attr.Regular() }

func (p *near) Secret() string {
	s := fmt.Sprintf("an answer in %q from another within %s", p.attr.Name(), plain(p.threshold))
	if p.attr.Kind() == domain.Ordered {
		s += " steps"
	}
	if special := specialLabels(p.Attributes()); p.special == JoinAll && len(special) > 0 {
		s += fmt.Sprintf(", and %s from any", strings.Join(special, " and "))
	}
	return s
}

func (p *near) Expert() string {
	s := fmt.Sprintf("%s: distance threshold graph, theta = %s", p.attr.Name(), plain(p.threshold))
	if p.Size() > p.attr.Regular() {
		s += ", special cells " + string(p.special)
	}
	return s
}

// plain writes a fraction exactly: as the shortest decimal of up to nine digits after the
// point, or as a fraction.
func plain(r *big.Rat) string {
	for digits := 0; digits <= 9; digits++ {
		s := r.FloatString(digits)
		if back, ok := new(big.Rat).SetString(s); ok && back.Cmp(r) == 0 {
			return s
		}
	}
	return r.RatString()
}
