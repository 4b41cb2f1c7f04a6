package policy

import (
	"math/big"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/policy/weighted"
)

// alone is no secrecy of one column: no two of its values are joined. Together with secrets
// of the other columns it makes only chosen columns sensitive (docs/mathematics.md, "Policies").
type alone struct{ attr *domain.Attribute }

// Alone returns the part of a column that is not secret: anyone may learn exactly how many
// people have each of its answers.
func Alone(a *domain.Attribute) Part { return alone{a} }

func (p alone) Attributes() []*domain.Attribute                           { return []*domain.Attribute{p.attr} }
func (p alone) Size() int                                                 { return p.attr.Size() }
func (p alone) Weight(int, int) (weighted.Weight, bool)                   { return 0, false }
func (p alone) Neighbours(int, func(v int, w weighted.Weight) bool)       {}
func (p alone) Weights() (lightest, heaviest weighted.Weight)             { return weighted.Infinite, 0 }
func (p alone) Project([]int) Part                                        { return p }
func (p alone) Reach() []int                                              { return noEdges{p.Size()}.Reach() }
func (p alone) Solid() bool                                               { return true }
func (p alone) Displacements(func(by []int, w weighted.Weight) bool) bool { return true }

func (p alone) Distance(u, v int) weighted.Weight {
	if u == v {
		return 0
	}
	return weighted.Infinite
}

func (p alone) Components() ([]int, int) { return weighted.NewDisjoint(p.Size()).Numbers() }

func (p alone) Blocks() ([]int, int, bool) {
	block, count := p.Components()
	return block, count, true
}

// Weigh changes nothing, since there is no edge.
func (p alone) Weigh(factor *big.Rat) (Part, error) {
	_, err := weighted.One.Weigh(factor)
	return p, err
}

func (p alone) Secret() message.Text { return message.Text{} }

func (p alone) Expert() message.Text {
	return message.Sprintf("%s: %d values, no edges", p.attr.Name(), p.Size())
}
