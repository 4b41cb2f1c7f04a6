package secret

import (
	"steward/core/domain"
	"steward/core/policy"
)

// Coarser keeps the values of the same entry of a coarser list secret from one another.
const Coarser Kind = "coarser"

func (s Secret) coarser(of []*domain.Attribute) (policy.Part, error) {
	return policy.GroupsOf(of[0], s.Coarser, s.special())
}
