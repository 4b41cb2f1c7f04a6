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
		{"parts", 8, Maker.parts},
		{"parts that some may leave", 3, Maker.left},
		{"presence only", 1, func(_ Maker, d *domain.Domain) (*policy.Policy, error) { return policy.PresenceOnly(d), nil }},
	}
}

// parts makes a policy of a secret for every column, of which some may change together, and
// sometimes with presence secret.
func (m Maker) parts(d *domain.Domain) (*policy.Policy, error) {
	s, err := m.spec(d)
	if err != nil {
		return nil, err
	}
	return policy.New(s)
}

// left makes a policy as parts does, in which being in the file is a secret for some, at any
// weight.
func (m Maker) left(d *domain.Domain) (*policy.Policy, error) {
	s, err := m.spec(d)
	if err != nil {
		return nil, err
	}
	for range m.Pick(1, 2) {
		s.Absences = append(s.Absences, m.absence(d))
	}
	return policy.New(s)
}

func (m Maker) spec(d *domain.Domain) (policy.Spec, error) {
	s := policy.Spec{Domain: d, Presence: m.Chance(4)}
	for rest := d.Attributes(); len(rest) > 0; {
		kind := m.next(rest)
		p, err := kind.Make(m, rest[:kind.Columns])
		if err != nil {
			return s, fmt.Errorf("a secret of the kind %q: %w", kind.Name, err)
		}
		s.Parts, rest = append(s.Parts, p), rest[kind.Columns:]
	}
	s.Together = m.Pick(0, len(s.Parts))
	return s, nil
}

// absence makes being in the file a secret, for all or for some, at any weight.
func (m Maker) absence(d *domain.Domain) policy.Absence {
	a := policy.Absence{Where: make(domain.Combination), Weight: m.factor()}
	for _, attr := range d.Attributes() {
		if !m.Chance(3) {
			continue
		}
		for i, label := range attr.Labels() {
			if i == 0 || m.Chance(2) {
				a.Where[attr.Name()] = append(a.Where[attr.Name()], label)
			}
		}
	}
	return a
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
