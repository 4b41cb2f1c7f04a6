package secret

import (
	"math/big"
	"slices"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan/decimal"
	"steward/core/policy"
)

// Matrix keeps values secret by a table of distances.
const Matrix Kind = "matrix"

// Distance is how far two values of a column are apart, as a plain decimal.
type Distance struct {
	U        string `json:"u"`
	V        string `json:"v"`
	Distance string `json:"distance"`
}

func (s Secret) matrix(of []*domain.Attribute) (policy.Part, error) {
	a := of[0]
	distances := make([][]*big.Rat, a.Size())
	for u := range distances {
		distances[u] = make([]*big.Rat, a.Size())
	}
	for i, d := range s.Distances {
		u, ok := a.Find(d.U)
		v, too := a.Find(d.V)
		switch {
		case !ok:
			return nil, message.Errorf("distance %d names %q, which is not one of the values of %q", i+1, d.U, a.Name())
		case !too:
			return nil, message.Errorf("distance %d names %q, which is not one of the values of %q", i+1, d.V, a.Name())
		case u == v:
			return nil, message.Errorf("distance %d is of %q from itself: give two different values", i+1, d.U)
		}
		r, err := decimal.Read(d.Distance)
		if err != nil {
			return nil, message.Errorf("the distance of %q and %q: %w", d.U, d.V, err)
		}
		if old := distances[u][v]; old != nil && old.Cmp(r) != 0 {
			return nil, message.Errorf("the distance of %q and %q is given twice, as %s and %s: keep one", d.U, d.V, old.RatString(), r.RatString())
		}
		distances[u][v], distances[v][u] = r, r
	}
	// Special cells that no distance names follow the rule for them instead.
	named := a.Regular()
	for v := named; v < a.Size(); v++ {
		if slices.ContainsFunc(distances[v], func(d *big.Rat) bool { return d != nil }) {
			named = a.Size()
		}
	}
	for v := range distances {
		distances[v] = distances[v][:named]
	}
	return policy.Matrix(a, a.Labels()[:named], distances[:named], s.special())
}
