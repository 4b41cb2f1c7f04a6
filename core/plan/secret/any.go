package secret

import (
	"steward/core/domain"
	"steward/core/message"
	"steward/core/policy"
)

// InsideOf is the format of what is wrong with a rule inside another: its place among them, and an
// error.
const InsideOf = "its secret %d: %w"

// Any keeps secret what any of several secrets of the same columns does.
const Any Kind = "any"

func (s Secret) any(of []*domain.Attribute) (policy.Part, error) { return s.combined(of, policy.Union) }

// combined puts several secrets together.
func (s Secret) combined(attrs []*domain.Attribute, as func(...policy.Part) (policy.Part, error)) (policy.Part, error) {
	parts := make([]policy.Part, len(s.Of))
	for i, of := range s.Of {
		of.Columns = s.Columns
		inner, err := of.partsOf(attrs)
		switch {
		case err != nil:
			return nil, message.Errorf(InsideOf, i+1, err)
		case len(inner) != 1:
			return nil, message.Errorf("its secret %d treats each column by itself: combine kinds that treat all the columns together", i+1)
		}
		parts[i] = inner[0]
	}
	return as(parts...)
}
