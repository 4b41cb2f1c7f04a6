package secret

import (
	"cmp"
	"math/big"
	"slices"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan/decimal"
	"steward/core/policy"
	"steward/core/policy/distance"
)

// Graded keeps values secret by their distance, in units; of one column or several.
const Graded Kind = "graded"

func (s Secret) graded(of []*domain.Attribute) (policy.Part, error) {
	columns, err := s.scaled(of, big.NewRat(1, 1))
	if err != nil {
		return nil, err
	}
	g, err := s.grade()
	if err != nil {
		return nil, err
	}
	return policy.Graded(columns, g)
}

func (s Secret) grade() (policy.Grade, error) {
	g := policy.Grade{Norm: s.norm(), Special: s.special()}
	var err error
	if g.Unit, err = decimal.Read(s.Unit); err != nil {
		return g, message.Errorf("the unit of distance: %w", err)
	}
	if s.AtLeast != "" {
		if g.AtLeast, err = decimal.Read(s.AtLeast); err != nil {
			return g, message.Errorf("the least distance: %w", err)
		}
	}
	return g, nil
}

// norm returns how differences make one distance.
func (s Secret) norm() distance.Norm { return cmp.Or(s.Norm, distance.L1) }

// scaled returns the columns with their scales, missing ones being the default unless it is nil.
func (s Secret) scaled(attrs []*domain.Attribute, missing *big.Rat) ([]policy.Scaled, error) {
	for n := range s.Scales {
		if !slices.Contains(s.Columns, n) {
			return nil, message.Errorf("it gives a scale for %q, which it does not name", n)
		}
	}
	columns := make([]policy.Scaled, len(attrs))
	for i, a := range attrs {
		columns[i] = policy.Scaled{Attribute: a, Scale: missing}
		text, ok := s.Scales[a.Name()]
		switch {
		case !ok && missing == nil:
			return nil, message.Errorf("it gives no width for %q", a.Name())
		case ok:
			var err error
			if columns[i].Scale, err = decimal.Read(text); err != nil {
				return nil, message.Errorf("the scale of %q: %w", a.Name(), err)
			}
		}
	}
	return columns, nil
}
