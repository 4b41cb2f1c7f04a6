package randompolicy

import (
	"fmt"
	"math/big"

	"steward/core/domain"
	"steward/core/policy"
	"steward/core/policy/distance"
)

// Kind is a kind of secret over one column or a few.
type Kind struct {
	Name string
	// Columns is how many columns one secret of the kind covers.
	Columns int
	// Often is how often it is made where it fits, against the other kinds.
	Often int
	// Fits says whether it can be made over the columns, as many as Columns says.
	Fits func(columns []*domain.Attribute) bool
	// Make makes one by the maker's choices.
	Make func(m Maker, columns []*domain.Attribute) (policy.Part, error)
}

// SecretKinds returns every kind of secret.
func SecretKinds() []Kind {
	return []Kind{
		{"complete", 1, 3, always, Maker.complete},
		{"near", 1, 11, allOrdered, Maker.near},
		{"groups", 1, 6, always, Maker.groups},
		{"near together", 2, 12, allOrdered, Maker.nearTogether},
		{"not secret", 1, 1, always, Maker.alone},
		{"groups of a coarser list", 1, 1, always, Maker.groupsOf},
		{"grid", 1, 2, allOrdered, Maker.grid},
		{"grid of two columns", 2, 6, allOrdered, Maker.grid},
		{"graded", 1, 2, allOrdered, Maker.graded},
		{"graded together", 2, 6, allOrdered, Maker.graded},
		{"pairs", 1, 1, always, Maker.pairs},
		{"pairs of two columns", 2, 3, always, Maker.pairs},
		{"table of weights", 1, 1, always, Maker.matrix},
		{"budgets of values", 1, 1, always, Maker.budgets},
		{"kilometres", 2, 10, allNumbers, Maker.kilometres},
		{"any of two", 1, 1, always, Maker.union},
		{"both of two", 1, 1, always, Maker.intersection},
		{"two columns as one", 2, 3, always, Maker.product},
		{"weighed", 1, 2, always, Maker.weighed},
	}
}

func always([]*domain.Attribute) bool { return true }

func allOrdered(columns []*domain.Attribute) bool {
	for _, a := range columns {
		if !a.HasOrder() {
			return false
		}
	}
	return true
}

// allNumbers says whether columns can be taken for degrees: those that are made are from
// -9 to 39.
func allNumbers(columns []*domain.Attribute) bool {
	for _, a := range columns {
		if !a.Kind().OfNumbers() {
			return false
		}
	}
	return true
}

func (m Maker) complete(columns []*domain.Attribute) (policy.Part, error) {
	return policy.Complete(columns[0]), nil
}

func (m Maker) near(columns []*domain.Attribute) (policy.Part, error) {
	return policy.Near(columns[0], m.threshold(), m.special())
}

// nearTogether ties columns by a common distance, the second one first, so that the order of
// a part's columns is not that of the domain.
func (m Maker) nearTogether(columns []*domain.Attribute) (policy.Part, error) {
	tied := []policy.Scaled{
		{Attribute: columns[1], Scale: big.NewRat(int64(m.Pick(1, 5)), 2)},
		{Attribute: columns[0], Scale: big.NewRat(1, 1)},
	}
	return policy.Within(tied, m.threshold(), distance.L1, m.special())
}

// groups cuts the values into runs, or deals them out.
func (m Maker) groups(columns []*domain.Attribute) (policy.Part, error) {
	a := columns[0]
	n, scattered := m.Pick(1, 3), m.Chance(2)
	list := make([]policy.Group, n)
	for v := range a.Size() {
		if v >= a.Regular() && m.Chance(2) {
			continue // a special cell in no group
		}
		g := v * n / a.Size()
		if scattered {
			g = m.Pick(0, n-1)
		}
		list[g].Values = append(list[g].Values, a.Label(v))
	}
	var filled []policy.Group
	for g, group := range list {
		if len(group.Values) > 0 {
			filled = append(filled, policy.Group{Name: fmt.Sprint("g", g), Values: group.Values})
		}
	}
	return policy.Groups(a, filled, m.special())
}

// threshold makes a threshold in quarters, so that fractions occur.
func (m Maker) threshold() *big.Rat { return big.NewRat(int64(m.Pick(1, 24)), 4) }

func (m Maker) special() policy.Special {
	if m.Chance(2) {
		return policy.JoinAll
	}
	return policy.OwnGroup
}

// next returns the kind of the secret over the first of the columns.
func (m Maker) next(columns []*domain.Attribute) Kind {
	m.t.Helper()
	return choose(m, fmt.Sprintf("secret of the column %q", columns[0].Name()), m.Secrets, func(k Kind) int {
		if k.Columns > len(columns) || !k.Fits(columns[:k.Columns]) {
			return 0
		}
		return k.Often
	})
}
