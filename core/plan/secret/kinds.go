package secret

import (
	"slices"

	"steward/core/domain"
	"steward/core/message"
	"steward/core/plan/decimal"
	"steward/core/policy"
)

// Kind says how the values of a column are kept secret from one another.
type Kind string

// kind is what compiling a plan needs to know of a kind of secret.
type kind struct {
	Kind
	// of is how many columns a secret of the kind has, 0 for any number; each says that it is one of
	// every column by itself, otherwise it is one of all of them together.
	of   int
	each bool
	open Open
	part func(s Secret, of []*domain.Attribute) (policy.Part, error)
	said Spelling
}

// Spelling is how a kind of secret is called where plans are written in words: Word says that a secret is of the kind, and
// gives its setting, as it is named in plans, where there is one. In the example that help shows, columns are About what
// they are called, and Example is the setting.
type Spelling struct{ Word, Setting, About, Example string }

// String returns the kind with its setting in the example.
func (s Spelling) String() string {
	if s.Setting == "" {
		return s.Word
	}
	return s.Word + "=" + s.Example
}

// Open says what secrets of a kind leave open about an answer, short of the answer itself, that the summary tells.
type Open int

// What is left open.
const (
	OpenNothing Open = iota
	OpenSize         // roughly how large it is
	OpenGroup        // in which group it is
)

// kinds returns every kind, in the order in which they are told. Each has a file of its own, and nothing else here
// asks for the kind of a secret.
func kinds() []kind {
	return []kind{
		{Everything, 0, true, OpenNothing, Secret.everything, Spelling{"everything", "", "town", ""}},
		{Public, 0, true, OpenNothing, Secret.public, Spelling{"public", "", "town", ""}},
		{Near, 0, false, OpenSize, Secret.near, Spelling{"within", "within", "age", "5"}},
		{Groups, 1, false, OpenGroup, Secret.groups, Spelling{"groups", "groups", "town", "Coast(North, East) | Inland(South, West)"}},
		{Coarser, 1, false, OpenNothing, Secret.coarser, Spelling{"coarser", "coarser", "town", "North:Upper | South:Lower"}},
		{PerValue, 1, false, OpenNothing, Secret.perValue, Spelling{"per value", "weights", "town", "North:0.5 | West:0.25; otherwise=1"}},
		{Matrix, 1, false, OpenNothing, Secret.matrix, Spelling{"distances", "distances", "town", "North~South:1 | South~East:0.5"}},
		{Graded, 0, false, OpenNothing, Secret.graded, Spelling{"graded", "unit", "age", "2; at least=1"}},
		{Pairs, 0, false, OpenNothing, Secret.pairs, Spelling{"pairs", "pairs", "town", "North~South | South~East:2"}},
		{Grid, 0, false, OpenNothing, Secret.grid, Spelling{"squares", "scales", "lat,lon", "lat:2 | lon:1"}},
		{Place, 2, false, OpenNothing, Secret.place, Spelling{"kilometres", "within", "lat,lon", "40"}},
		{Places, 2, false, OpenNothing, Secret.places, Spelling{"graded kilometres", "unit", "lat,lon", "100; at least=10"}},
		{Any, 0, false, OpenNothing, Secret.any, Spelling{"any", "of", "town", "(groups=one(North, South) | two(East, West)) | (pairs=South~East)"}},
		{All, 0, false, OpenNothing, Secret.all, Spelling{"all", "of", "age", "(everything) | (within=1)"}},
	}
}

// Kinds returns all kinds of secret.
func Kinds() []Kind {
	var out []Kind
	for _, k := range kinds() {
		out = append(out, k.Kind)
	}
	return out
}

// Spelling returns how a kind of secret is called in words, and false for an unknown one.
func (k Kind) Spelling() (Spelling, bool) {
	known, ok := Secret{Kind: k}.kind()
	return known.said, ok
}

// kind returns what is known of the secret's kind, and false for one that is unknown.
func (s Secret) kind() (kind, bool) {
	for _, k := range kinds() {
		if k.Kind == s.Kind {
			return k, true
		}
	}
	return kind{}, false
}

// OfPlaces reports whether secrets of the kind are of a latitude and a longitude.
func (k Kind) OfPlaces() bool {
	known, _ := Secret{Kind: k}.kind()
	return known.of == 2
}

// Shared reports whether several columns have the secret together, and not each by itself.
func (s Secret) Shared() bool {
	k, ok := s.kind()
	return ok && !k.each && len(s.Columns) > 1
}

// Open returns what the secret leaves open.
func (s Secret) Open() Open {
	k, _ := s.kind()
	return k.open
}

// Parts returns the policy's parts for a secret: one, but for columns that are each secret
// entirely or not at all.
func (s Secret) Parts(d *domain.Domain) ([]policy.Part, error) {
	attrs, err := s.attributes(d)
	if err != nil {
		return nil, err
	}
	return s.partsOf(attrs)
}

func (s Secret) partsOf(attrs []*domain.Attribute) ([]policy.Part, error) {
	k, ok := s.kind()
	if !ok {
		return nil, message.Errorf("unknown kind %q: use one of %q", s.Kind, Kinds())
	}
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
	w, err := decimal.Read(s.Weight)
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
