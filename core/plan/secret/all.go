package secret

import (
	"steward/core/domain"
	"steward/core/policy"
)

// All keeps secret what all of several secrets of the same columns do.
const All Kind = "all"

func (s Secret) all(of []*domain.Attribute) (policy.Part, error) {
	return s.combined(of, policy.Intersection)
}
