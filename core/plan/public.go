package plan

import (
	"steward/core/domain"
	"steward/core/policy"
)

// Public keeps nothing secret: the column is disclosed exactly.
const Public SecretKind = "public"

func (s Secret) public(of []*domain.Attribute) (policy.Part, error) { return policy.Alone(of[0]), nil }
