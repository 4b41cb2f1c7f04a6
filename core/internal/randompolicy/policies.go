package randompolicy

import (
	"fmt"

	"steward/core/domain"
	"steward/core/policy"
)

// PolicyKind is a kind of policy over a domain.
type PolicyKind struct {
	Name string
	// Often is how often it is made, against the other kinds.
	Often int
	// Make makes one by the maker's choices.
	Make func(m Maker, d *domain.Domain) (*policy.Policy, error)
}

// PolicyKinds returns every kind of policy.
func PolicyKinds() []PolicyKind {
	return []PolicyKind{
		{"parts", 11, Maker.parts},
		{"presence only", 1, func(_ Maker, d *domain.Domain) (*policy.Policy, error) { return policy.PresenceOnly(d), nil }},
	}
}

// parts makes a policy of a secret for every column, of which some may change together, and
// sometimes with presence secret.
func (m Maker) parts(d *domain.Domain) (*policy.Policy, error) {
	s := policy.Spec{Domain: d, Presence: m.Chance(4)}
	for rest := d.Attributes(); len(rest) > 0; {
		kind := m.next(rest)
		p, err := kind.Make(m, rest[:kind.Columns])
		if err != nil {
			return nil, fmt.Errorf("a secret of the kind %q: %w", kind.Name, err)
		}
		s.Parts, rest = append(s.Parts, p), rest[kind.Columns:]
	}
	s.Together = m.Pick(0, len(s.Parts))
	return policy.New(s)
}

// Policy makes a policy over a domain.
func (m Maker) Policy(d *domain.Domain) *policy.Policy {
	m.t.Helper()
	kind := choose(m, "policy", m.Policies, func(k PolicyKind) int { return k.Often })
	p, err := kind.Make(m, d)
	if err != nil {
		m.t.Fatal(fmt.Errorf("a policy of the kind %q: %w", kind.Name, err))
	}
	return p
}

// OnOneColumn makes a policy over up to three columns and projects it to one of them, which
// has up to most declared values; with impossible combinations when zeros is set.
func (m Maker) OnOneColumn(most int, zeros bool) *policy.Policy {
	m.t.Helper()
	p, err := m.Policy(m.Domain(m.Columns(most), zeros)).Project([]domain.AttributeName{"a"})
	m.must(err)
	return p
}

// Describe writes a policy for a failure.
func Describe(p *policy.Policy) string {
	k, err := p.Domain().Cells()
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%d cells (%d possible), %s", k, p.Domain().PossibleCells(), p.Describe().Expert)
}
