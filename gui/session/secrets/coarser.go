package secrets

import (
	"steward/core/plan"
	"steward/gui/words"
)

func coarser() kind {
	return kind{
		SecretKind: plan.Coarser, name: words.Key("by a coarser list"), note: words.Key("each hidden from those of the same entry, such as a region"),
		card: CardGroups, offered: later, blanks: true,
		unfit:    uncountable(never),
		together: tooMany,
		begin: func(r *plan.Secret, columns []plan.Column) {
			r.Coarser = coarserOf(Ungrouped(columns[0]).Start(InHalves))
		},
	}
}
