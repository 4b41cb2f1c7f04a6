package secret

import (
	"maps"
	"math/big"
	"slices"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan/decimal"
	"steward/core/policy"
)

// PerValue keeps every value secret from every other, by the values' own weights.
const PerValue Kind = "per value"

func (s Secret) perValue(of []*domain.Attribute) (policy.Part, error) {
	var listed []policy.Budget
	for _, label := range slices.Sorted(maps.Keys(s.Weights)) {
		w, err := decimal.Read(s.Weights[label])
		if err != nil {
			return nil, message.Errorf("the weight of %q: %w", label, err)
		}
		listed = append(listed, policy.Budget{Value: label, Weight: w})
	}
	var otherwise *big.Rat
	if s.Otherwise != "" {
		var err error
		if otherwise, err = decimal.Read(s.Otherwise); err != nil {
			return nil, message.Errorf("the weight of the other values: %w", err)
		}
	}
	return policy.Budgets(of[0], listed, otherwise)
}
