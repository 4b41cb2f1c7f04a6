package policy

import (
	"fmt"

	"steward/core/domain"
)

// public keeps nothing of a column secret: no two of its values are joined, so that the
// policy protects the other columns only and discloses exactly how many people have each
// value (the chosen sensitive attributes S of MECHANISMS section 2, seen from outside S).
type public struct{ attr *domain.Attribute }

// Public returns the part that keeps nothing of the column secret.
func Public(a *domain.Attribute) Part { return public{a} }

func (p public) Attributes() []*domain.Attribute  { return []*domain.Attribute{p.attr} }
func (p public) Size() int                        { return p.attr.Size() }
func (p public) Joined(int, int) bool             { return false }
func (p public) Neighbours(int, func(v int) bool) {}
func (p public) Distance(u, v int) (int, bool)    { return 0, u == v }
func (p public) Project([]int) Part               { return p }
func (p public) Reach() []int                     { return noEdges{p.Size()}.Reach() }
func (p public) Solid() bool                      { return true }

func (p public) Components() ([]int, int) {
	component := make([]int, p.Size())
	for i := range component {
		component[i] = i
	}
	return component, p.Size()
}

func (p public) Secret() string { return "" }

func (p public) Expert() string {
	return fmt.Sprintf("%s: no edges on %d values", p.attr.Name(), p.Size())
}
