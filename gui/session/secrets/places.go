package secrets

import (
	"steward/core/plan"
	"steward/core/plan/secret"
	"steward/gui/words"
)

func places() kind {
	return kind{
		Kind: secret.Places, name: words.Key("graded by kilometres"), note: words.Key("the nearer two places are, the better they are hidden"),
		card: CardGraded, offered: nowhere, several: 5, fixed: true, blanks: true,
		unfit:    noPlace,
		together: func(columns []plan.Column) string { return notPlaces(columns, secret.Places) },
		begin: func(r *secret.Secret, columns []plan.Column) {
			r.Unit, r.AtLeast = "10", "1"
		},
		line: func(r secret.Secret) string {
			return words.T("graded, one step is %s kilometres", words.Number(r.Unit))
		},
		form: func(at Rule, r secret.Secret) Form {
			return Form{
				Fields: []Field{
					typing(words.T("One step, in kilometres"), "10", Unit()),
					typing(words.T("Nearer ones count as, in kilometres"), "1", AtLeast()), oddsField(),
				},
				Note: degreesNote(r),
				Said: at.step.gradeWords(r, words.T("Places"), words.T("%s kilometres", words.Number(r.Unit))) + leastWords(r),
			}
		},
		learnt: meaning.learntGraded,
	}
}
