package secret

import (
	"steward/core/domain"
	"steward/core/policy"
)

// Grid keeps the values inside the same square of a grid secret from one another.
const Grid Kind = "grid"

func (s Secret) grid(of []*domain.Attribute) (policy.Part, error) {
	columns, err := s.scaled(of, nil)
	if err != nil {
		return nil, err
	}
	cuts := make([]policy.Cut, len(columns))
	for i, c := range columns {
		cuts[i] = policy.Cut{Attribute: c.Attribute, Width: c.Scale}
	}
	return policy.Grid(cuts, s.special())
}
