package secret

import (
	"steward/core/domain"
	"steward/core/policy"
)

// Places keeps places secret by their distance, in kilometres; of a latitude and a longitude.
const Places Kind = "places"

func (s Secret) places(of []*domain.Attribute) (policy.Part, error) {
	g, err := s.grade()
	if err != nil {
		return nil, err
	}
	return policy.GradedKilometres(of[0], of[1], g)
}
