package secrets

import (
	"steward/core/domain"
	"steward/core/plan/secret"
	"steward/core/policy/weighted"
	"steward/gui/words"
)

func public() kind {
	return kind{
		Kind: secret.Public, name: words.Key("not secret"), note: words.Key("anyone may learn exactly how many have each"),
		card: CardColumns, offered: alone, each: true,
		together: tooMany,
		hidden: func(m meaning) string {
			return words.T("nothing about %s: you keep it out of what is secret.", m.name())
		},
		learnt: func(m meaning, far weighted.Weight) string {
			if far < weighted.Infinite {
				return words.T("a little about %s: its answers are joined only by way of “%s”, and are %s apart.", m.name(), m.s.InFile().NotInFile(), stepsText(far))
			}
			return words.T("exactly how many people have each %s and, for someone who knows more, who.", m.name())
		},
		odds: noOdds,
	}
}

// LeftOut returns the columns that are not secret, and those that are.
func (s *Step) LeftOut() (out, kept []string) {
	for _, c := range s.of.Plan().Columns {
		if rule, ok := s.Secret(string(c.Name)); ok && rule.Kind == secret.Public {
			out = append(out, string(c.Name))
		} else {
			kept = append(kept, string(c.Name))
		}
	}
	return out, kept
}

// LeaveOut says that a column is not secret at all, or is again. The last secret column stays
// one.
func (s *Step) LeaveOut(column string, leave bool) error {
	c, ok := s.of.Published(column)
	if !ok {
		return nil
	}
	if _, secret := s.LeftOut(); leave && len(secret) < 2 {
		return words.Errorf("at least one column has to stay secret")
	}
	kind := secret.Everything
	if leave {
		kind = secret.Public
	}
	s.SetSecret(secret.Secret{Columns: []domain.AttributeName{c.Name}, Kind: kind})
	return nil
}
