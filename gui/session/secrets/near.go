package secrets

import (
	"steward/core/plan"
	"steward/gui/words"
)

func near() kind {
	return kind{
		SecretKind: plan.Near, name: words.Key("small differences"), note: words.Key("each hidden from those nearby"),
		card: CardNear, offered: atFirst, several: 1, blanks: true,
		unfit:    unordered,
		together: unorderedOrTooMany,
		begin: func(r *plan.Secret, columns []plan.Column) {
			r.Within = defaultDistance(columns[0])
		},
		line: func(r plan.Secret) string {
			if len(r.Columns) > 1 {
				return words.T("within %s", words.Number(r.Within)) + words.T(" together")
			}
			return words.T("within %s", words.Number(r.Within))
		},
	}
}
