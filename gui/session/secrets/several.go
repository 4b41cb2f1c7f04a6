package secrets

import (
	"slices"

	"steward/core/domain"
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/gui/words"
)

// SeveralRule is a rule that several columns have together.
type SeveralRule struct {
	At      RuleAt
	Columns []string
	Line    string // the rule in a few words
}

// SeveralRules lists the rules that several columns have together.
func (s *Step) SeveralRules() (out []SeveralRule) {
	for _, r := range s.of.Plan().Secrets.Columns {
		if len(r.Columns) > 1 {
			out = append(out, SeveralRule{On(string(r.Columns[0])), domain.Texts(r.Columns), RuleLine(r)})
		}
	}
	return out
}

// AddSeveral gives columns a rule together: the first kind that fits them. Rules of their own go.
func (s *Step) AddSeveral(columns []string) error {
	chosen := s.columnsOf(secret.Secret{Columns: named(columns...)})
	if len(chosen) < 2 {
		return words.Errorf("choose at least two columns")
	}
	why := ""
	for _, k := range severalKinds() {
		if why = Unfit(chosen, k.Kind); why == "" {
			r := DefaultRule(chosen, k.Kind)
			if why = s.problemOf(r); why == "" {
				s.SetSecret(r)
				return nil
			}
		}
	}
	return words.Errorf("these columns cannot have a rule together: %s", why)
}

// Remove takes the rule of a column away, from all the columns that it is of.
func (at Rule) Remove() {
	if r, ok := at.step.Secret(at.Column); ok {
		at.step.SetSecret(secret.Secret{Columns: r.Columns, Kind: secret.Everything})
	}
}

// AddColumn adds a column to those that a rule is of; a rule of its own goes.
func (at Rule) AddColumn(column string) error {
	c, published := at.step.of.Published(column)
	before, own := at.step.Secret(at.Column)
	if !published || !own || slices.Contains(before.Columns, c.Name) {
		return nil
	}
	after := copyRule(before)
	addColumn(&after, c)
	after.Columns = append(after.Columns, c.Name)
	return at.step.At(On(at.Column)).enter(before, after)
}

// DropColumn takes a column out of those that a rule is of. The last two stay.
func (at Rule) DropColumn(column string) error {
	before, own := at.step.Secret(at.Column)
	i := slices.Index(before.Columns, domain.AttributeName(column))
	if !own || i < 0 {
		return nil
	}
	if len(before.Columns) < 3 {
		return words.Errorf("a rule over several columns has at least two: remove the rule instead")
	}
	after := copyRule(before)
	dropColumn(&after, i)
	if problem := at.step.problemOf(after); problem != "" && at.step.problemOf(before) == "" {
		return words.Errorf("%s", problem)
	}
	at.step.edit(func(of *secret.Secrets) {
		for k, r := range of.Columns {
			if slices.Equal(r.Columns, before.Columns) {
				of.Columns[k] = after
			}
		}
	})
	return nil
}

// addColumn makes room for one more column in a rule and those inside it.
func addColumn(r *secret.Secret, c plan.Column) {
	if add := ruleKind(*r).add; add != nil && len(labelsOf(c)) > 0 {
		add(r, c)
	}
	for i := range r.Of {
		addColumn(&r.Of[i], c)
	}
}

// dropColumn takes the i-th column out of a rule and those inside it.
func dropColumn(r *secret.Secret, i int) {
	name := r.Columns[i]
	r.Columns = slices.Delete(r.Columns, i, i+1)
	var without func(inner *secret.Secret)
	without = func(inner *secret.Secret) {
		delete(inner.Scales, name)
		if drop := ruleKind(*inner).drop; drop != nil {
			drop(inner, i)
		}
		for k := range inner.Of {
			without(&inner.Of[k])
		}
	}
	without(r)
}
