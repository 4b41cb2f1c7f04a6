package randompolicy

import (
	"fmt"
	"math/big"

	"steward/core/domain"
	"steward/core/policy"
	"steward/core/policy/distance"
)

func (m Maker) alone(columns []*domain.Attribute) (policy.Part, error) {
	return policy.Alone(columns[0]), nil
}

// groupsOf deals the values out by a coarser list.
func (m Maker) groupsOf(columns []*domain.Attribute) (policy.Part, error) {
	a, coarser := columns[0], make(map[string]string)
	for v := range a.Size() {
		if v < a.Regular() || m.Chance(2) {
			coarser[a.Label(v)] = fmt.Sprint("g", m.Pick(0, 2))
		}
	}
	return policy.GroupsOf(a, coarser, m.special())
}

// grid cuts columns into pieces that no range lies in two of: as wide as all of them, or for
// points as may be.
func (m Maker) grid(columns []*domain.Attribute) (policy.Part, error) {
	var cuts []policy.Cut
	for _, a := range columns {
		c := policy.Cut{Attribute: a, Width: big.NewRat(int64(m.Pick(1, 6)), 1)}
		if a.Kind() == domain.Ranges {
			c.Width, c.From = big.NewRat(1000, 1), big.NewRat(-500, 1)
		} else if m.Chance(2) {
			c.From = big.NewRat(int64(m.Pick(-9, 9)), 2)
		}
		cuts = append(cuts, c)
	}
	return policy.Grid(cuts, m.special())
}

// graded makes a metric by any norm, that counts near values as something apart.
func (m Maker) graded(columns []*domain.Attribute) (policy.Part, error) {
	var scaled []policy.Scaled
	for _, a := range columns {
		scaled = append(scaled, policy.Scaled{Attribute: a, Scale: big.NewRat(int64(m.Pick(1, 5)), 2)})
	}
	unit := m.threshold()
	return policy.Graded(scaled, policy.Grade{Norm: m.norm(), Unit: unit, AtLeast: new(big.Rat).Mul(unit, m.factor()), Special: m.special()})
}

func (m Maker) norm() distance.Norm {
	of := distance.Norms()
	return of[m.Pick(0, len(of)-1)]
}

// factor makes a multiple of the budget from a quarter to four.
func (m Maker) factor() *big.Rat { return big.NewRat(int64(m.Pick(1, 4)), int64(m.Pick(1, 4))) }

// pairs lists about half of the pairs of up to a dozen combinations.
func (m Maker) pairs(columns []*domain.Attribute) (policy.Part, error) {
	size := 1
	for _, a := range columns {
		size *= a.Size()
	}
	labels := func(u int) []string {
		out := make([]string, len(columns))
		for i := len(columns) - 1; i >= 0; i-- {
			out[i] = columns[i].Label(u % columns[i].Size())
			u /= columns[i].Size()
		}
		return out
	}
	var list []policy.Pair
	for u := range min(size, 12) {
		for v := range u {
			if m.Chance(2) {
				list = append(list, policy.Pair{A: labels(u), B: labels(v), Weight: m.factor()})
			}
		}
	}
	if len(list) == 0 {
		return policy.Product(m.allComplete(columns), 0)
	}
	return policy.Pairs(columns, list)
}

// allComplete makes complete secrets of columns.
func (m Maker) allComplete(columns []*domain.Attribute) []policy.Part {
	var parts []policy.Part
	for _, a := range columns {
		parts = append(parts, policy.Complete(a))
	}
	return parts
}

// matrix makes a table of weights, with gaps.
func (m Maker) matrix(columns []*domain.Attribute) (policy.Part, error) {
	a := columns[0]
	labels, rows := make([]string, a.Regular()), make([][]*big.Rat, a.Regular())
	for u := range rows {
		labels[u], rows[u] = a.Label(u), make([]*big.Rat, len(rows))
		for v := range u {
			if !m.Chance(3) {
				rows[u][v] = m.factor()
				rows[v][u] = rows[u][v]
			}
		}
	}
	return policy.Matrix(a, labels, rows, m.special())
}

// budgets gives some values budgets of their own.
func (m Maker) budgets(columns []*domain.Attribute) (policy.Part, error) {
	a := columns[0]
	var list []policy.Budget
	for v := range a.Size() {
		if v == 0 || m.Chance(3) {
			list = append(list, policy.Budget{Value: a.Label(v), Weight: m.factor()})
		}
	}
	if m.Chance(3) {
		return policy.Budgets(a, list, nil)
	}
	return policy.Budgets(a, list, m.factor())
}

// kilometres takes the columns for a latitude and a longitude.
func (m Maker) kilometres(columns []*domain.Attribute) (policy.Part, error) {
	km := big.NewRat(int64(m.Pick(1, 600)), 1)
	if m.Chance(3) {
		return policy.GradedKilometres(columns[0], columns[1], policy.Grade{Unit: km, AtLeast: new(big.Rat).Mul(km, m.factor()), Special: m.special()})
	}
	return policy.WithinKilometres(columns[1], columns[0], km, m.special())
}

// simple makes a secret of one column, as may be put together with others.
func (m Maker) simple(columns []*domain.Attribute) (policy.Part, error) {
	if m.Chance(3) {
		return m.groups(columns)
	}
	if columns[0].HasOrder() && m.Chance(2) {
		return m.near(columns)
	}
	return m.matrix(columns)
}

func (m Maker) union(columns []*domain.Attribute) (policy.Part, error) {
	return m.both(columns, policy.Union)
}

func (m Maker) intersection(columns []*domain.Attribute) (policy.Part, error) {
	return m.both(columns, policy.Intersection)
}

// both puts two secrets of the same columns together.
func (m Maker) both(columns []*domain.Attribute, together func(...policy.Part) (policy.Part, error)) (policy.Part, error) {
	a, err := m.simple(columns)
	if err != nil {
		return nil, err
	}
	b, err := m.simple(columns)
	if err != nil {
		return nil, err
	}
	return together(a, b)
}

// product ties columns by how many of them may change together.
func (m Maker) product(columns []*domain.Attribute) (policy.Part, error) {
	var parts []policy.Part
	for i := range columns {
		p, err := m.simple(columns[i : i+1])
		if err != nil {
			return nil, err
		}
		parts = append(parts, p)
	}
	return policy.Product(parts, m.Pick(0, len(parts)))
}

// weighed makes a secret of another weight than One.
func (m Maker) weighed(columns []*domain.Attribute) (policy.Part, error) {
	p, err := m.simple(columns)
	if err != nil {
		return nil, err
	}
	return p.Weigh(m.factor())
}
