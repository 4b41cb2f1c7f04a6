package secret

import (
	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan/decimal"
	"steward/core/policy"
)

// Pairs keeps listed pairs secret; of one column or several.
const Pairs Kind = "pairs"

// Pair is two combinations of values that are secret from one another, each with a value for
// every column of the secret. Weight is a multiple of the budget; empty is 1.
type Pair struct {
	U      []string `json:"u"`
	V      []string `json:"v"`
	Weight string   `json:"weight,omitempty"`
}

func (s Secret) pairs(of []*domain.Attribute) (policy.Part, error) {
	list := make([]policy.Pair, len(s.Pairs))
	for i, p := range s.Pairs {
		list[i] = policy.Pair{A: p.U, B: p.V}
		if p.Weight == "" {
			continue
		}
		var err error
		if list[i].Weight, err = decimal.Read(p.Weight); err != nil {
			return nil, message.Errorf("the weight of secret pair %d: %w", i+1, err)
		}
	}
	return policy.Pairs(of, list)
}
