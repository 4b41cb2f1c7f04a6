package secret

import (
	"math/big"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan/decimal"
	"steward/core/policy"
)

// Near keeps values within a distance secret from one another; of one column or several.
const Near Kind = "near"

func (s Secret) near(of []*domain.Attribute) (policy.Part, error) {
	within, err := decimal.Read(s.Within)
	if err != nil {
		return nil, message.Errorf("the distance: %w", err)
	}
	if len(of) == 1 && len(s.Scales) == 0 {
		return policy.Near(of[0], within, s.special())
	}
	columns, err := s.scaled(of, big.NewRat(1, 1))
	if err != nil {
		return nil, err
	}
	return policy.Within(columns, within, s.norm(), s.special())
}
