package plan

import (
	"fmt"

	"steward/core/domain"
	"steward/core/guide"
	"steward/core/message"
	"steward/core/plan/decimal"
	"steward/core/policy"
)

// Policy returns the policy of a plan that need not say more than its columns and secrets, such
// as a ledger keeps of earlier releases. On any issue with them it errors with *Incomplete.
func Policy(p Plan) (*policy.Policy, error) {
	c := &compiler{out: &Compiled{Plan: p}}
	if !c.columns(p) || !c.secrets(p) {
		return nil, &Incomplete{Issues: c.issues}
	}
	return c.out.Policy, nil
}

// secrets makes the policy, and reports whether it could be made.
func (c *compiler) secrets(p Plan) bool {
	spec := policy.Spec{Domain: c.out.Domain, Together: p.Secrets.Together, Presence: p.Secrets.Presence}
	named := make(map[domain.AttributeName]bool)
	before := len(c.issues)
	for i, s := range p.Secrets.Columns {
		parts, err := s.Parts(c.out.Domain)
		if err != nil {
			c.report(guide.Secrets, fmt.Sprintf("secret %d", i+1), err)
			continue
		}
		for _, n := range s.Columns {
			named[n] = true
		}
		spec.Parts = append(spec.Parts, parts...)
	}
	if p.Slotted() {
		// A slot that no row fills holds "no row", which is joined to every value.
		spec.Presence = true
	}
	for i, a := range p.Secrets.Absences {
		absence := policy.Absence{Where: a.Where}
		if a.Weight != "" {
			var err error
			if absence.Weight, err = decimal.Read(a.Weight); err != nil {
				c.report(guide.Secrets, fmt.Sprintf("absence %d", i+1), message.Errorf("the weight of being in the file: %w", err))
			}
		}
		spec.Absences = append(spec.Absences, absence)
	}
	if only := p.Secrets; only.PresenceOnly && (!only.Presence || len(only.Absences)+len(only.Columns) > 0 || only.Together > 0) {
		c.report(guide.Secrets, "", message.Errorf("whether a person is in the file is meant to be the only secret, but there are other secrets: remove them, or keep more than that secret"))
	}
	if len(c.issues) > before {
		return false
	}
	if p.Secrets.PresenceOnly {
		c.out.Policy = policy.PresenceOnly(c.out.Domain)
		return true
	}
	for _, a := range c.out.Domain.Attributes() {
		if !named[a.Name()] {
			spec.Parts = append(spec.Parts, policy.Complete(a))
		}
	}
	if spec.Parts = c.answers(p, spec.Parts); len(c.issues) > before {
		return false
	}
	var err error
	if c.out.Policy, err = policy.New(spec); err != nil {
		c.report(guide.Secrets, "", err)
		return false
	}
	return true
}
