package secrets

import (
	"slices"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
)

// Secret returns the secret of a column that is not simply everything.
func (s *Step) Secret(name string) (secret.Secret, bool) {
	return s.of.Plan().Secrets.Of(domain.AttributeName(name))
}

// SetSecret replaces the secrets of the columns that it names; kind Everything removes them,
// unless it has a weight of its own.
func (s *Step) SetSecret(rule secret.Secret) {
	s.of.Edit(func(p *plan.Plan) {
		about := func(c secret.Secret) bool {
			return slices.ContainsFunc(c.Columns, func(n domain.AttributeName) bool { return slices.Contains(rule.Columns, n) })
		}
		at := slices.IndexFunc(p.Secrets.Columns, about)
		p.Secrets.Columns, p.Secrets.PresenceOnly = slices.DeleteFunc(p.Secrets.Columns, about), false
		if rule.Kind != secret.Everything || rule.Weight != "" {
			if at < 0 {
				at = len(p.Secrets.Columns)
			}
			p.Secrets.Columns = slices.Insert(p.Secrets.Columns, min(at, len(p.Secrets.Columns)), rule)
		}
		if p.Secrets.Together >= rulesOf(*p) && s.Joint().Issue() == "" {
			p.Secrets.Together = 0 // all of them
		}
		p.Agreed = nil
	})
}

// edit changes the secrets. A yes to what they disclosed before has to be given again.
func (s *Step) edit(change func(of *secret.Secrets)) {
	s.of.Edit(func(p *plan.Plan) {
		change(&p.Secrets)
		p.Agreed = nil
	})
}

// SetPresence says whether being in the file is a secret too.
func (s *Step) SetPresence(hidden bool) {
	s.edit(func(of *secret.Secrets) { of.Presence, of.PresenceOnly = hidden, false })
}

// SecretFor returns the secret of a kind that a column had last in this session, if it still
// fits, and otherwise a sensible one.
func (s *Step) SecretFor(c plan.Column, kind secret.Kind) secret.Secret {
	for p := range s.of.History() {
		for _, secret := range p.Secrets.Columns {
			if secret.Kind == kind && len(secret.Columns) == 1 && secret.Columns[0] == c.Name && s.secretIssue(secret) == "" {
				return secret
			}
		}
	}
	return DefaultRule([]plan.Column{c}, kind)
}

// Specials returns the labels of a column's cells for blank and for other answers, if it has
// such cells.
func (s *Step) Specials(column string) []string {
	c := s.of.Outlook()
	if c == nil {
		return nil
	}
	a, ok := c.Domain.Attribute(domain.AttributeName(column))
	if !ok {
		return nil
	}
	var out []string
	for i := a.Regular(); i < a.Size(); i++ {
		out = append(out, a.Label(i))
	}
	return out
}
