package secret

import (
	"steward/core/domain"
	"steward/core/policy"
)

// Groups keeps the values inside a group secret from one another.
const Groups Kind = "groups"

// Group is a named set of values.
type Group struct {
	Name   string   `json:"name"`
	Values []string `json:"values"`
}

func (s Secret) groups(of []*domain.Attribute) (policy.Part, error) {
	groups := make([]policy.Group, len(s.Groups))
	for i, g := range s.Groups {
		groups[i] = policy.Group(g)
	}
	return policy.Groups(of[0], groups, s.special())
}

// special says how blanks and others are connected.
func (s Secret) special() policy.Special {
	if s.BlanksJoined {
		return policy.JoinAll
	}
	return policy.OwnGroup
}

// GroupNames returns the names that the secret gives to groups of values, by value.
func (s Secret) GroupNames() map[string]string {
	if s.Coarser != nil {
		return s.Coarser
	}
	out := make(map[string]string)
	for _, g := range s.Groups {
		for _, v := range g.Values {
			out[v] = g.Name
		}
	}
	return out
}
