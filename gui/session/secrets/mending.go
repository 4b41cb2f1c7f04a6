package secrets

import (
	"slices"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/gui/words"
)

// Mending is a rule that does not fit the columns, or the other rules, and how it can be mended.
type Mending struct {
	At      RuleAt // Column is empty for a rule of no published column
	Problem string
	Remedy  string
	Mend    func() // carries the remedy out
}

// Mendings lists the rules that do not fit: since the columns were changed, or in a plan that was
// written by hand.
func (s *Step) Mendings() []Mending {
	if s.of.Outlook() != nil {
		return nil
	}
	var out []Mending
	seen := make(map[domain.AttributeName]bool)
	for i, secret := range s.of.Plan().Secrets.Columns {
		var m Mending
		for _, n := range secret.Columns {
			if _, published := s.of.Published(string(n)); published && m.At.Column == "" {
				m.At = On(string(n))
			}
			if seen[n] && m.Problem == "" {
				m.Problem = words.Sentence(words.T("the column %q has two secrets: keep one", n))
			}
		}
		for _, n := range secret.Columns {
			seen[n] = true
		}
		if m.Problem != "" {
			m.Remedy, m.Mend = words.T("Keep the first"), s.dropping(i)
			out = append(out, m)
			continue
		}
		problem := s.secretIssue(secret)
		if problem == "" {
			continue
		}
		m.Problem = words.Sentence(problem)
		m.Remedy, m.Mend = s.remedy(i, secret)
		out = append(out, m)
	}
	return out
}

// dropping takes the i-th rule away.
func (s *Step) dropping(i int) func() {
	return func() { s.edit(func(of *secret.Secrets) { of.Columns = slices.Delete(of.Columns, i, i+1) }) }
}

// remedy returns what mends a rule, the one that keeps most of it first.
func (s *Step) remedy(i int, rule secret.Secret) (wording string, mend func()) {
	by := func(other secret.Secret) func() {
		return func() { s.edit(func(of *secret.Secrets) { of.Columns[i] = other }) }
	}
	if left, gone := s.withoutUnpublished(rule); len(gone) > 0 && len(left.Columns) > 0 && s.problemOf(left) == "" {
		return words.T("Leave %s out of the rule", words.Joined(gone)), by(left)
	}
	if ruleKind(rule).grouped && s.regroups(rule) {
		c, _ := s.of.Published(string(rule.Columns[0]))
		g := groupingOf(c, rule)
		wording = words.T("Put the new values into their own group")
		if len(g.Missing) == 0 {
			wording = words.T("Leave the old values out")
		}
		return wording, func() { s.SetGrouping(g) }
	}
	if c, published := s.onlyColumn(rule); published {
		kept := copyRule(rule)
		leaveOld(&kept, Ungrouped(c).Values)
		if s.problemOf(kept) == "" {
			return words.T("Leave the old values out"), by(kept)
		}
	}
	if fresh, ok := s.freshRule(rule); ok {
		return words.T("Start again with this rule"), by(fresh)
	}
	return words.T("Keep any answer secret instead"), s.dropping(i)
}

// onlyColumn returns the column of a rule of one.
func (s *Step) onlyColumn(secret secret.Secret) (plan.Column, bool) {
	if len(secret.Columns) != 1 {
		return plan.Column{}, false
	}
	return s.of.Published(string(secret.Columns[0]))
}

// withoutUnpublished returns a rule without the columns that are not published, and these.
func (s *Step) withoutUnpublished(secret secret.Secret) (left secret.Secret, gone []string) {
	left = copyRule(secret)
	for _, n := range secret.Columns {
		if _, published := s.of.Published(string(n)); !published {
			gone = append(gone, string(n))
			dropColumn(&left, slices.Index(left.Columns, n))
		}
	}
	return left, gone
}

// regroups reports whether the column of a grouping is still there to be put into groups, and its
// values are what is wrong.
func (s *Step) regroups(secret secret.Secret) bool {
	c, published := s.onlyColumn(secret)
	if !published || !groupable(c) {
		return false
	}
	g := groupingOf(c, secret)
	return len(g.Missing) > 0 || len(g.Gone) > 0
}

// freshRule returns a sensible rule of the same kind, for a rule whose columns can have one.
func (s *Step) freshRule(rule secret.Secret) (secret.Secret, bool) {
	columns := s.columnsOf(rule)
	_, known := kindOf(rule.Kind)
	if len(columns) == 0 || len(columns) < len(rule.Columns) || !known || rule.Kind == secret.Everything && rule.Weight == "" {
		return secret.Secret{}, false
	}
	fresh := DefaultRule(columns, rule.Kind)
	return fresh, Unfit(columns, rule.Kind) == "" && s.problemOf(fresh) == ""
}
