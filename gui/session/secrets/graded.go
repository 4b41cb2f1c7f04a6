package secrets

import (
	"slices"

	"steward/core/domain"
	"steward/core/plan"
	"steward/gui/words"
)

func graded() kind {
	return kind{
		SecretKind: plan.Graded, name: words.Key("graded by distance"), note: words.Key("each hidden the better the nearer"),
		card: CardGraded, offered: atFirst, several: 2, blanks: true,
		unfit:    unordered,
		together: unorderedOrTooMany,
		begin: func(r *plan.Secret, columns []plan.Column) {
			r.Unit = defaultDistance(columns[0])
			if slices.ContainsFunc(columns, func(c plan.Column) bool { return c.Kind == domain.Ranges }) {
				r.AtLeast = r.Unit // ranges that touch have no distance of their own
			}
		},
		line: func(r plan.Secret) string {
			return words.T("graded, one step is %s", words.Number(r.Unit))
		},
	}
}
