package policy

import (
	"fmt"
	"math/big"
	"strings"

	"steward/core/domain"
)

// Pair is two combinations of values that are secret from one another, given by their
// labels in the order of the columns.
type Pair struct {
	U, V []string
	// Weight is the pair's budget as a multiple of the release's; nil is 1.
	Weight *big.Rat
}

// pairs is an explicit list of secret pairs (He et al. 2014 Definition 3.1).
type pairs struct {
	*listed
	count int
}

// maxListed is the most combinations over which pairs are held one by one.
const maxListed = 1 << 20

// Pairs returns the part that keeps the listed pairs secret and no others. Combinations that
// no chain of pairs joins are told apart exactly. It errors on unknown labels, on pairs of
// a combination with itself, on weights that are not above zero, and on an empty list.
func Pairs(attrs []*domain.Attribute, list []Pair) (Part, error) {
	if err := countable(attrs); err != nil {
		return nil, err
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("the list of secret pairs of %s is empty: give at least one pair", columnNames(attrs))
	}
	p := &pairs{listed: newListed(attrs)}
	for i, pair := range list {
		u, err := combination(attrs, pair.U)
		if err != nil {
			return nil, fmt.Errorf("secret pair %d: %w", i+1, err)
		}
		v, err := combination(attrs, pair.V)
		if err != nil {
			return nil, fmt.Errorf("secret pair %d: %w", i+1, err)
		}
		if u == v {
			return nil, fmt.Errorf("secret pair %d joins %s with itself: give two different answers", i+1, strings.Join(pair.U, " × "))
		}
		w := One
		if pair.Weight != nil {
			var ok bool
			if w, ok = WeightOf(pair.Weight); !ok {
				return nil, fmt.Errorf("secret pair %d: the weight %s is not above zero, or too large", i+1, plain(pair.Weight))
			}
		}
		if !p.Joined(u, v) {
			p.count++
		}
		p.join(u, v, w)
	}
	if p.uniform() {
		return unweighted{p}, nil
	}
	return p, nil
}

// countable errors when the columns have no combinations or too many to hold one by one.
func countable(attrs []*domain.Attribute) error {
	if len(attrs) == 0 {
		return fmt.Errorf("no columns are given")
	}
	size := 1
	for _, a := range attrs {
		if size *= a.Size(); size > maxListed {
			return fmt.Errorf("%s have more than %d combinations: take fewer columns or coarser values", columnNames(attrs), maxListed)
		}
	}
	return nil
}

// combination returns the number of a combination given by labels.
func combination(attrs []*domain.Attribute, labels []string) (int, error) {
	if len(labels) != len(attrs) {
		return 0, fmt.Errorf("found %d values where one for each of %s is expected", len(labels), columnNames(attrs))
	}
	u := 0
	for i, a := range attrs {
		v, ok := a.Find(labels[i])
		if !ok {
			return 0, fmt.Errorf("%q is not one of the values of %q", labels[i], a.Name())
		}
		u = u*a.Size() + v
	}
	return u, nil
}

func (p *pairs) Project(keep []int) Part {
	q := &pairs{listed: p.projected(keep)}
	for u, list := range q.edges {
		for _, l := range list {
			if u < l.to {
				q.count++
			}
		}
	}
	if q.uniform() {
		return unweighted{q}
	}
	return q
}

func (p *pairs) Secret() string {
	const shown = 3
	var some []string
	for u, list := range p.edges {
		for _, l := range list {
			if u < l.to && len(some) < shown {
				some = append(some, vertexLabel(p, u)+" from "+vertexLabel(p, l.to))
			}
		}
	}
	s := strings.Join(some, ", ")
	if more := p.count - len(some); more > 0 {
		s += fmt.Sprintf(" and %d more pairs", more)
	}
	return fmt.Sprintf("in %s: %s", columnNames(p.attrs), s)
}

func (p *pairs) Expert() string {
	s := fmt.Sprintf("%s: explicit graph, %d edges on %d vertices", columnNames(p.attrs), p.count, p.Size())
	if !p.uniform() {
		s += ", weights from " + plain(p.Least().Rat())
	}
	return s
}

// unweighted is a part whose edges all weigh One, whatever it is made of: it hides that the
// part could tell weights.
type unweighted struct{ part Part }

func (p unweighted) Attributes() []*domain.Attribute          { return p.part.Attributes() }
func (p unweighted) Size() int                                { return p.part.Size() }
func (p unweighted) Joined(u, v int) bool                     { return p.part.Joined(u, v) }
func (p unweighted) Neighbours(u int, yield func(v int) bool) { p.part.Neighbours(u, yield) }
func (p unweighted) Distance(u, v int) (int, bool)            { return p.part.Distance(u, v) }
func (p unweighted) Components() (component []int, count int) { return p.part.Components() }
func (p unweighted) Project(keep []int) Part                  { return p.part.Project(keep) }
func (p unweighted) Secret() string                           { return p.part.Secret() }
func (p unweighted) Expert() string                           { return p.part.Expert() }
