package secret

import (
	"steward/core/domain"
	"steward/core/policy"
)

// Public keeps nothing secret: the column is disclosed exactly.
const Public Kind = "public"

func (s Secret) public(of []*domain.Attribute) (policy.Part, error) { return policy.Alone(of[0]), nil }
