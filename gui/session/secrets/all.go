package secrets

import (
	"steward/core/plan"
	"steward/gui/words"
)

func allOf() kind {
	return kind{
		SecretKind: plan.All, name: words.Key("all of several rules"), note: words.Key("hidden only where each of them hides"),
		card: CardAll, offered: later, several: 8, joint: true,
		unfit:    uncountable(plan.Column.HasOrder),
		together: someUnordered,
		begin: func(r *plan.Secret, columns []plan.Column) {
			r.Of = defaultInside(columns)
		},
		line: func(r plan.Secret) string {
			return words.N(len(r.Of), "all of %d rule", "all of %d rules", len(r.Of))
		},
		form: func(s *Step, at RuleAt, _ plan.Secret) Form { return s.jointForm(at, words.T("and ")) },
	}
}
