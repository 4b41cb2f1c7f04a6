package session

import (
	"steward/core/domain"
	"steward/core/plan"
)

// studies are what is worked out from the plan beside the preview.
type studies struct {
	sketched bool           // whether sketch was tried for the present plan
	sketch   *plan.Compiled // the columns, secrets and budget without the rest
}

// stale is called when the plan has changed. What takes long is stopped where it is asked for
// again, since it may be the same for the new plan.
func (t *studies) stale() { t.sketched, t.sketch = false, nil }

// outlook returns the compiled plan; while another step has issues, such as that nothing is
// asked yet, it returns the columns, secrets and budget compiled by themselves, so that what
// the secrets mean can be shown all the same. It is nil while those have issues.
func (s *Session) outlook() *plan.Compiled {
	if s.compiled != nil {
		return s.compiled
	}
	t := &s.studies
	if t.sketched || len(s.plan.Columns) == 0 {
		return t.sketch
	}
	t.sketched = true
	if c, err := plan.Sketch(s.plan); err == nil {
		t.sketch = c
	}
	return t.sketch
}

// Column returns a published column with its values and special cells, and false while the
// columns or the secrets have issues.
func (s *Session) Column(name string) (*domain.Attribute, bool) {
	c := s.outlook()
	if c == nil {
		return nil, false
	}
	return c.Domain.Attribute(domain.AttributeName(name))
}

// declared returns the published columns as a domain, whatever the secrets are; nil while the
// columns have issues.
func (s *Session) declared() *domain.Domain {
	if c := s.outlook(); c != nil {
		return c.Domain
	}
	attrs := make([]*domain.Attribute, len(s.plan.Columns))
	for i, c := range s.plan.Columns {
		var err error
		if attrs[i], err = c.Attribute(); err != nil {
			return nil
		}
	}
	d, err := domain.New(attrs, s.plan.Impossible)
	if err != nil {
		return nil
	}
	return d
}

// Attribute returns a published column with its values and special cells, whatever the secrets
// are; false while the columns have issues.
func (s *Session) Attribute(name string) (*domain.Attribute, bool) {
	d := s.declared()
	if d == nil {
		return nil, false
	}
	return d.Attribute(domain.AttributeName(name))
}
