package policy

import (
	"math/big"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/policy/weighted"
)

// complete is full secrecy of one column: every value is joined to every other, blanks and
// others included (He et al. 2014 section 3.1, S_full on one attribute).
type complete struct {
	attr   *domain.Attribute
	weight weighted.Weight
}

// Complete returns the part that keeps every value of the column secret from every other.
func Complete(a *domain.Attribute) Part { return complete{a, weighted.One} }

func (p complete) Attributes() []*domain.Attribute               { return []*domain.Attribute{p.attr} }
func (p complete) Size() int                                     { return p.attr.Size() }
func (p complete) Weight(u, v int) (weighted.Weight, bool)       { return p.weight, u != v }
func (p complete) Weights() (lightest, heaviest weighted.Weight) { return p.weight, p.weight }
func (p complete) Project([]int) Part                            { return p }

func (p complete) Neighbours(u int, yield func(v int, w weighted.Weight) bool) {
	for v := range p.Size() {
		if v != u && !yield(v, p.weight) {
			return
		}
	}
}

func (p complete) Distance(u, v int) weighted.Weight {
	if u == v {
		return 0
	}
	return p.weight
}

func (p complete) Components() ([]int, int) { return make([]int, p.Size()), 1 }

func (p complete) Weigh(factor *big.Rat) (Part, error) {
	w, err := p.weight.Weigh(factor)
	return complete{p.attr, w}, err
}

func (p complete) Reach() []int {
	reach := make([]int, p.Size())
	for i := range reach {
		reach[i] = p.Size() - 1
	}
	return reach
}

func (p complete) Solid() bool { return true }

func (p complete) Blocks() ([]int, int, bool) { return make([]int, p.Size()), 1, true }

func (p complete) Secret() message.Text {
	return p.weight.AsIf(message.Sprintf("any answer in %s from any other", columnNames(p.Attributes())))
}

func (p complete) Expert() message.Text {
	return p.weight.Expert(message.Sprintf("%s: complete graph on %d values", p.attr.Name(), p.Size()))
}

// AllJoined reports whether a part is that of a column all of whose values are joined.
func AllJoined(p Part) bool {
	_, all := p.(complete)
	return all
}
