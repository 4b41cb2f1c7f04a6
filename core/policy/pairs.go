package policy

import (
	"math/big"
	"strings"

	"steward/core/domain"
	"steward/core/limits"
	"steward/core/message"
	"steward/core/policy/weighted"
)

// Pair is a secret pair: two answers, or combinations of answers, that nobody may tell
// apart.
type Pair struct {
	A, B []string // a label for every column
	// Weight is the pair's budget as a multiple of the whole; nil means One.
	Weight *big.Rat
}

// Pairs returns the part that keeps the two of every listed pair secret from one another: a
// graph of the steward's own, over one column or over combinations of several (the general
// discriminative secret graph of He et al. 2014 section
// 3.1). It errors on no pairs, on a pair with too few or unknown labels, of twice the same,
// given twice, or with a weight that is none, and on too many combinations.
func Pairs(columns []*domain.Attribute, pairs []Pair) (Part, error) {
	p, err := newListed(columns)
	if err != nil {
		return nil, err
	}
	if len(pairs) == 0 {
		return nil, message.Errorf("no pairs are given, so nothing of %s would be secret: give at least one", columnNames(columns))
	}
	given := make(map[[2]int]bool, len(pairs))
	for i, pair := range pairs {
		u, err := p.find(pair.A)
		if err != nil {
			return nil, message.Errorf("pair %d: %w", i+1, err)
		}
		v, err := p.find(pair.B)
		if err != nil {
			return nil, message.Errorf("pair %d: %w", i+1, err)
		}
		if u == v {
			return nil, message.Errorf("pair %d is %s and itself: remove it", i+1, p.label(u))
		}
		key := [2]int{min(u, v), max(u, v)}
		if given[key] {
			return nil, message.Errorf("pair %d, %s and %s, was given before: remove one", i+1, p.label(u), p.label(v))
		}
		given[key] = true
		w := weighted.One
		if pair.Weight != nil {
			if w, err = weighted.NewWeight(pair.Weight); err != nil {
				return nil, message.Errorf("pair %d, %s and %s: %w", i+1, p.label(u), p.label(v), err)
			}
		}
		p.add(u, v, w)
	}
	p.expert = message.Sprintf("%s: %d pairs listed one by one", columnNames(columns), len(pairs))
	return p.done(), nil
}

// newListed makes a part without edges over some columns.
func newListed(columns []*domain.Attribute) (*listed, error) {
	if len(columns) == 0 {
		return nil, message.Errorf("no columns are given for the pairs")
	}
	for i, a := range columns {
		for _, b := range columns[:i] {
			if a.Name() == b.Name() {
				return nil, message.Errorf("the pairs name the column %q twice: name it once", a.Name())
			}
		}
	}
	l, ok := newLayout(columns, limits.MaxCells)
	if !ok {
		return nil, message.Errorf("%s have more than %d combinations: list pairs of fewer columns", columnNames(columns), limits.MaxCells)
	}
	return &listed{layout: l, arcs: make(map[int][]arc)}, nil
}

// find returns the combination with the given labels.
func (l layout) find(labels []string) (int, error) {
	if len(labels) != len(l.attrs) {
		return 0, message.Errorf("found %d values where one is expected for each of %s", len(labels), columnNames(l.attrs))
	}
	u := 0
	for i, label := range labels {
		v, ok := l.attrs[i].Find(strings.TrimSpace(label))
		if !ok {
			return 0, message.Errorf("%q is not a value of %q", label, l.attrs[i].Name())
		}
		u += v * l.strides[i]
	}
	return u, nil
}
