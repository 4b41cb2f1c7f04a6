package secrets

import (
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/gui/words"
)

func anyOf() kind {
	return joint(kind{Kind: secret.Any, name: words.Key("any of several rules"), note: words.Key("hidden where one of them hides"), several: 7},
		"any of %d rule", "any of %d rules", "or ")
}

// joint completes a kind that puts several rules together by a word, and says how many there are.
func joint(k kind, one, many, by string) kind {
	k.card, k.offered, k.joint = CardAll, later, true
	k.unfit, k.together = uncountable(plan.Column.HasOrder), someUnordered
	k.begin = func(r *secret.Secret, columns []plan.Column) { r.Of = defaultInside(columns) }
	k.line = func(r secret.Secret) string { return words.N(len(r.Of), one, many, len(r.Of)) }
	k.form = func(at Rule, _ secret.Secret) Form { return at.jointForm(words.T(by)) }
	return k
}

// defaultInside returns two rules to put together: the first two kinds that fit.
func defaultInside(columns []plan.Column) []secret.Secret {
	kinds := []secret.Kind{secret.Near, secret.Groups, secret.Pairs}
	if len(columns) > 1 {
		kinds = []secret.Kind{secret.Near, secret.Grid}
	}
	var out []secret.Secret
	for _, kind := range kinds {
		if Unfit(columns, kind) == "" && len(out) < 2 {
			r := DefaultRule(columns, kind)
			r.Columns = nil
			out = append(out, r)
		}
	}
	return out
}

// jointForm is the form of rules that are put together by a word.
func (at Rule) jointForm(by string) Form {
	out := Form{Editor: RulesEditor, By: by}
	if len(at.Inside) == 0 {
		out.Said = at.step.RuleInWords(at.Column)
	}
	return out
}
