package secret

import (
	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan/decimal"
	"steward/core/policy"
)

// Place keeps the places within a number of kilometres secret from one another; of a latitude and a longitude.
const Place Kind = "place"

func (s Secret) place(of []*domain.Attribute) (policy.Part, error) {
	within, err := decimal.Read(s.Within)
	if err != nil {
		return nil, message.Errorf("the distance in kilometres: %w", err)
	}
	return policy.WithinKilometres(of[0], of[1], within, s.special())
}
