package plan

import (
	"slices"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/policy"
)

// SecretKind says how the values of a column are kept secret from one another.
type SecretKind string

// kind is what compiling a plan needs to know of a kind of secret.
type kind struct {
	SecretKind
	// of is how many columns a secret of the kind has, 0 for any number; each says that it is one of
	// every column by itself, otherwise it is one of all of them together.
	of   int
	each bool
	part func(s Secret, of []*domain.Attribute) (policy.Part, error)
}

// kinds returns every kind, in the order in which they are told. Each has a file of its own, and nothing else here
// asks for the kind of a secret.
func kinds() []kind {
	return []kind{
		{Everything, 0, true, Secret.everything},
		{Public, 0, true, Secret.public},
		{Near, 0, false, Secret.near},
		{Groups, 1, false, Secret.groups},
		{Coarser, 1, false, Secret.coarser},
		{PerValue, 1, false, Secret.perValue},
		{Matrix, 1, false, Secret.matrix},
		{Graded, 0, false, Secret.graded},
		{Pairs, 0, false, Secret.pairs},
		{Grid, 0, false, Secret.grid},
		{Place, 2, false, Secret.place},
		{Places, 2, false, Secret.places},
		{Any, 0, false, Secret.any},
		{All, 0, false, Secret.all},
	}
}

// SecretKinds returns all kinds of secret.
func SecretKinds() []SecretKind {
	var out []SecretKind
	for _, k := range kinds() {
		out = append(out, k.SecretKind)
	}
	return out
}

// parts returns the policy's parts for a secret: one, but for columns that are each secret
// entirely or not at all.
func (s Secret) parts(d *domain.Domain) ([]policy.Part, error) {
	attrs, err := s.attributes(d)
	if err != nil {
		return nil, err
	}
	return s.partsOf(attrs)
}

func (s Secret) partsOf(attrs []*domain.Attribute) ([]policy.Part, error) {
	all := kinds()
	at := slices.IndexFunc(all, func(k kind) bool { return k.SecretKind == s.Kind })
	if at < 0 {
		return nil, message.Errorf("unknown kind %q: use one of %q", s.Kind, SecretKinds())
	}
	k := all[at]
	if k.of > 0 && k.of != len(attrs) {
		if k.of == 2 {
			return nil, message.Errorf("a place has two columns, latitude and longitude, but %d are named", len(attrs))
		}
		return nil, message.Errorf("the kind %q is of one column, but %d are named", s.Kind, len(attrs))
	}
	if err := s.norm().Check(); err != nil {
		return nil, err
	}
	together := len(attrs)
	if k.each {
		together = 1
	}
	var parts []policy.Part
	for of := range slices.Chunk(attrs, together) {
		part, err := k.part(s, of)
		if err != nil {
			return nil, err
		}
		parts = append(parts, part)
	}
	return s.weigh(parts)
}

// weigh multiplies the weights of the parts by the secret's own.
func (s Secret) weigh(parts []policy.Part) ([]policy.Part, error) {
	if s.Weight == "" {
		return parts, nil
	}
	w, err := decimal(s.Weight)
	if err != nil {
		return nil, message.Errorf("the weight: %w", err)
	}
	for i := range parts {
		if parts[i], err = parts[i].Weigh(w); err != nil {
			return nil, err
		}
	}
	return parts, nil
}

func (s Secret) attributes(d *domain.Domain) ([]*domain.Attribute, error) {
	if len(s.Columns) == 0 {
		return nil, message.Errorf("it names no column")
	}
	attrs := make([]*domain.Attribute, len(s.Columns))
	for i, n := range s.Columns {
		a, ok := d.Attribute(n)
		if !ok {
			return nil, message.Errorf("it names the column %q, which is not published", n)
		}
		attrs[i] = a
	}
	return attrs, nil
}
